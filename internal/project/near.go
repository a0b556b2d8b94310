package project

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/caplo/caplo/internal/agent"
)

// MisnamedError means that a folder holds no caplo.yaml, but a file that is
// probably meant to be it.
type MisnamedError struct{ Dir, Name string }

func (e *MisnamedError) Error() string {
	return e.Name + " in " + e.Dir + " is not read: the project file is called " + FileName
}

// Is makes it an ErrNoProject as well.
func (e *MisnamedError) Is(target error) bool { return target == ErrNoProject }

// nearFile is the name of a file in a folder that is probably meant to be the
// project file; empty if there is none.
func nearFile(dir string) string {
	for _, name := range []string{"caplo.yml", "Caplo.yaml", "Caplo.yml", "CAPLO.yaml", "CAPLO.yml"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && !info.IsDir() {
			return name
		}
	}
	return ""
}

// listNear complains of folders that are probably meant to be one of the
// project's: what is in them would be passed over without a word.
func (l *loader) listNear() {
	list, err := os.ReadDir(l.root)
	if err != nil {
		return // the folders that matter say so
	}
	for _, e := range list {
		meant, kind := nearFolder(e.Name())
		if meant == "" || !l.isDir(e.Name()) || !l.holds(e.Name(), kind) {
			continue
		}
		hint := "rename the folder to " + meant + "/"
		if _, err := os.Stat(filepath.Join(l.root, meant)); !errors.Is(err, os.ErrNotExist) {
			hint = "move what it holds to " + meant + "/"
		}
		l.loose(ruleName, e.Name(), "nothing in "+e.Name()+"/ is read: the folder is called "+meant+"/", hint)
	}
}

// nearFolder is the folder of a project that a name is a slip of.
func nearFolder(name string) (meant string, kind agent.Kind) {
	for meant, kind := range map[string]agent.Kind{"agents": agent.KindAgent, "tools": agent.KindTools, "knowledge": agent.KindKnowledge} {
		if name != meant && oneSlip(strings.ToLower(name), meant) {
			return meant, kind
		}
	}
	return "", ""
}

// holds reports whether a folder holds what belongs to a kind, so that a folder
// of something else with a like name is left alone; it notes what that is meant
// to be.
func (l *loader) holds(dir string, kind agent.Kind) (any bool) {
	list, _ := os.ReadDir(filepath.Join(l.root, dir))
	for _, e := range list {
		ext := path.Ext(e.Name())
		isYAML := ext == ".yaml" || ext == ".yml"
		if (kind == agent.KindKnowledge) != (e.IsDir() || isDocument(e.Name())) || kind != agent.KindKnowledge && !isYAML {
			continue
		}
		any = true
		l.misnamed(kind, strings.TrimSuffix(e.Name(), ext))
	}
	return any
}

// oneSlip reports whether one character was changed, added or left out, or none.
func oneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	for i := range a {
		if a[i] != b[i] {
			return a[i:] == b[i+1:] || a[i+1:] == b[i+1:]
		}
	}
	return len(b)-len(a) <= 1
}
