package project

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/caplo/caplo/internal/agent"
)

// list notes every file of the project without opening it.
func (l *loader) list() {
	if _, err := os.Lstat(filepath.Join(l.root, FileName)); err == nil {
		l.add(agent.KindProject, projectKey, FileName)
	}
	l.listNear()
	l.listFiles(agent.KindAgent, "agents")
	l.listFiles(agent.KindTools, "tools")
	for _, e := range l.entries("knowledge") {
		name := "knowledge/" + e.Name()
		switch {
		case ignored(e.Name()):
		case !l.isDir(name):
			l.loose(ruleName, name, "a knowledge base is a folder", "move the file into a folder: knowledge/KEY/"+e.Name())
		case !agent.ValidKey(e.Name()):
			l.loose(ruleName, name, "this is not the key of a knowledge base", "name the folder in lower-case letters, digits and dashes, up to 64")
			l.misnamed(agent.KindKnowledge, e.Name())
		default:
			l.add(agent.KindKnowledge, e.Name(), name)
		}
	}
}

// ignored reports whether a name belongs to the system or an editor rather than
// to the project. A hidden file that looks like a resource does not.
func ignored(name string) bool {
	ext := path.Ext(name)
	if ext == ".yaml" || ext == ".yml" {
		return false
	}
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || name == "Thumbs.db" || name == "desktop.ini"
}

func (l *loader) add(kind agent.Kind, key, path string) {
	l.project.files = append(l.project.files, &file{id: agent.ID{Kind: kind, Key: key}, path: path})
}

func (l *loader) listFiles(kind agent.Kind, dir string) {
	for _, e := range l.entries(dir) {
		name := e.Name()
		if ignored(name) {
			continue
		}
		key, isYAML := strings.CutSuffix(name, ".yaml")
		if isYAML && agent.ValidKey(key) {
			l.add(kind, key, dir+"/"+name)
			continue
		}
		l.loose(ruleName, dir+"/"+name, "files here are called KEY.yaml", nameHint(dir, name))
		l.misnamed(kind, strings.TrimSuffix(name, path.Ext(name)))
	}
}

// misnamed notes what a file with a wrong name is probably meant to be, so that
// nobody who refers to it is told that it is missing as well.
func (l *loader) misnamed(kind agent.Kind, key string) {
	l.project.misnamed = append(l.project.misnamed, agent.ID{Kind: kind, Key: key})
}

func nameHint(dir, name string) string {
	ext := path.Ext(name)
	isYAML := ext == ".yaml" || ext == ".yml"
	if base := strings.ToLower(strings.TrimSuffix(name, ext)); isYAML && agent.ValidKey(base) {
		return "rename it to " + base + ".yaml"
	}
	if isYAML {
		return "a key has lower-case letters, digits and dashes, up to 64, with no dash at either end; rename the file"
	}
	return "rename it, or move it out of " + dir + "/"
}

func (l *loader) entries(dir string) []fs.DirEntry {
	if !l.inside(dir) {
		return nil
	}
	list, err := os.ReadDir(filepath.Join(l.root, dir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		l.loose(ruleRead, dir, "the folder cannot be read: "+reason(err), "check its permissions, and that it is a folder")
	}
	return list
}

// inside reports whether a path stays in the project once links are followed;
// it complains if not. What does not exist is inside.
func (l *loader) inside(name string) bool {
	if l.escapes(name) {
		l.loose(ruleLink, name, "the link leads out of the project", "copy what it points at into the project")
		return false
	}
	return true
}

func (l *loader) escapes(name string) bool {
	root, err := filepath.EvalSymlinks(l.root)
	if err != nil {
		return false
	}
	real, err := filepath.EvalSymlinks(filepath.Join(l.root, filepath.FromSlash(name)))
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(root, real)
	return err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

func (l *loader) isDir(name string) bool {
	info, err := os.Stat(filepath.Join(l.root, filepath.FromSlash(name)))
	return err == nil && info.IsDir()
}
