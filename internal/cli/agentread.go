package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/caplo/caplo/internal/project"
)

// path is where a file lies that the user names.
func (env *Env) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(env.Dir, name)
}

func (o *agentValidateOptions) read() ([]byte, error) {
	if o.stdin() {
		data, err := readSome(o.env.In)
		if err != nil {
			return nil, fmt.Errorf("read standard input: %w", err)
		}
		return data, nil
	}
	full := o.env.path(o.file)
	info, err := os.Stat(full)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, usagef("name an agent file", "%s does not exist", o.file)
	case err == nil && info.IsDir():
		return nil, usagef("name an agent file; caplo validate takes folders of a project", "%s is a folder", o.file)
	case err == nil && !info.Mode().IsRegular():
		return nil, usagef("name an agent file, or write -f - to read standard input", "%s is not a regular file", o.file)
	}
	in, err := os.Open(full)
	if err != nil {
		return nil, &failure{msg: o.file + " cannot be read", hint: "check its permissions", err: err}
	}
	defer in.Close()
	data, err := readSome(in)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", o.file, err)
	}
	return data, nil
}

// readSome reads no more than what is refused for its size.
func readSome(in io.Reader) ([]byte, error) { return io.ReadAll(io.LimitReader(in, project.MaxFile+1)) }
