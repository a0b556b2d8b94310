package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project/yamltree"
)

// userConfig is the user's own config.yaml: what a project must not decide.
type userConfig struct {
	path      string
	workspace string
	allowHTTP bool
}

// readUserConfig reads it; one that is missing says nothing.
func readUserConfig(env *Env) (userConfig, error) {
	dir := configFolder(env)
	if dir == "" {
		return userConfig{}, nil
	}
	c := userConfig{path: filepath.Join(dir, "config.yaml")}
	data, err := os.ReadFile(c.path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, &failure{msg: fmt.Sprintf("%s cannot be read: %s", c.path, reason(err)), hint: "mend or remove it"}
	}
	doc, found := yamltree.Parse(data)
	for _, d := range found {
		if d.Severity == diag.Error {
			return c, c.wrong(d.Range.Start.Line, d.Message)
		}
	}
	if doc == nil {
		return c, nil
	}
	return c, c.take(doc.Root())
}

func (c *userConfig) take(root yamltree.Value) error {
	if root.Kind() == yamltree.Null {
		return nil
	}
	all, ok := root.JSON().(map[string]any)
	if !ok {
		return c.wrong(1, "it is no mapping of keys and values")
	}
	for name := range all {
		v, _ := root.Member(name)
		line := v.Range().Start.Line
		if at, ok := v.KeyRange(); ok {
			line = at.Start.Line
		}
		switch name {
		case "workspace":
			if c.workspace, ok = all[name].(string); !ok {
				return c.wrong(line, "workspace is not an address")
			}
		case "allowHttp":
			if c.allowHTTP, ok = all[name].(bool); !ok {
				return c.wrong(line, "allowHttp is not true or false")
			}
		default:
			return c.wrong(line, fmt.Sprintf("there is no setting %q", name))
		}
	}
	return nil
}

func (c *userConfig) wrong(line int, what string) error {
	return &failure{msg: fmt.Sprintf("%s:%d: %s", c.path, line, what), hint: "the settings there are workspace and allowHttp"}
}
