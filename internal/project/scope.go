package project

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
)

// Scope is the part of a project that a report is about.
type Scope struct {
	all     bool
	files   map[string]bool // as diagnostics name them
	folders []string
	Agents  []string // keys of the agents in it, sorted
}

// Holds reports whether the scope holds a file.
func (s *Scope) Holds(file string) bool {
	return s.all || s.files[file] || slices.ContainsFunc(s.folders, func(dir string) bool { return strings.HasPrefix(file, dir+"/") })
}

// Scope finds what words select: agent/KEY and agent/* the agents and all they
// reach, anything else a file or folder, relative to dir. No word selects
// everything. The error is one sentence.
func (p *Project) Scope(dir string, words []string) (*Scope, error) {
	s := &Scope{all: len(words) == 0, files: map[string]bool{}}
	for _, w := range words {
		keys, err := p.Select([]string{w})
		switch {
		case err == nil:
			p.reach(s, keys)
		case strings.HasPrefix(w, "agent/") && !exists(filepath.Join(dir, w)):
			return nil, err
		default:
			if err := p.path(s, dir, w); err != nil {
				return nil, err
			}
		}
	}
	for _, f := range p.files {
		if f.id.Kind == agent.KindAgent && s.Holds(f.path) {
			s.Agents = append(s.Agents, f.id.Key)
		}
	}
	return s, nil
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// reach adds the files of agents and of what they reach, those that have a wrong
// name for it included.
func (p *Project) reach(s *Scope, keys []string) {
	for _, id := range p.Set().Reach(keys...) {
		f := p.file(id)
		switch {
		case f == nil:
			for _, d := range p.loose {
				s.files[d.File] = s.files[d.File] || d.Rule == ruleName && meantBy(d.File) == id
			}
		case id.Kind == agent.KindKnowledge:
			s.files[f.path] = true
			s.folders = append(s.folders, f.path)
		default:
			s.files[f.path] = true
		}
	}
}

// meantBy is what a file with a wrong name may be meant to be.
func meantBy(file string) agent.ID {
	kind := map[string]agent.Kind{"agents": agent.KindAgent, "tools": agent.KindTools, "knowledge": agent.KindKnowledge}[path.Dir(file)]
	return agent.ID{Kind: kind, Key: strings.TrimSuffix(path.Base(file), path.Ext(file))}
}

// path adds the project's files at or below a path.
func (p *Project) path(s *Scope, dir, word string) error {
	full := word
	if !filepath.IsAbs(full) {
		full = filepath.Join(dir, word)
	}
	info, err := os.Stat(full)
	if err != nil && !exists(full) {
		return fmt.Errorf("%s does not exist%s", word, p.suggest(word))
	}
	rel, ok := p.inside(full)
	if !ok {
		return fmt.Errorf("%s lies outside of the project in %s", word, p.Root)
	}
	isDir := err == nil && info.IsDir()
	switch {
	case rel == ".":
		s.all = true
	case p.isResource(rel):
		s.files[rel] = true
		if isDir {
			s.folders = append(s.folders, rel)
		}
	case isDir && p.holdsResources(rel):
		s.folders = append(s.folders, rel)
	case isDir:
		return fmt.Errorf("there is no file of the project in %s", word)
	default:
		return fmt.Errorf("%s is no file of the project", word)
	}
	return nil
}

// suggest names the agent that a word may be meant to select.
func (p *Project) suggest(word string) string {
	if slices.Contains(p.Agents(), word) {
		return "; did you mean agent/" + word + "?"
	}
	return ""
}

// inside is where a path lies in the project, by its name or, where links are
// in the way, by what they lead to.
func (p *Project) inside(full string) (string, bool) {
	if rel, ok := below(p.Root, full); ok {
		return rel, true
	}
	root, err := filepath.EvalSymlinks(p.Root)
	real, err2 := filepath.EvalSymlinks(full)
	if errors.Join(err, err2) != nil {
		return "", false
	}
	return below(root, real)
}

func below(root, full string) (string, bool) {
	rel, err := filepath.Rel(root, full)
	rel = filepath.ToSlash(rel)
	return rel, err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}

// isResource reports whether a path is a file, or the folder of a knowledge
// base, that validate looks at.
func (p *Project) isResource(rel string) bool {
	if slices.ContainsFunc(p.loose, func(d diag.Diagnostic) bool { return d.File == rel }) {
		return true
	}
	return slices.ContainsFunc(p.files, func(f *file) bool {
		return f.path == rel || f.id.Kind == agent.KindKnowledge && strings.HasPrefix(rel, f.path+"/") && isDocument(rel)
	})
}

func (p *Project) holdsResources(rel string) bool {
	in := func(name string) bool { return strings.HasPrefix(name, rel+"/") }
	if slices.ContainsFunc(p.files, func(f *file) bool {
		return in(f.path) || f.id.Kind == agent.KindKnowledge && strings.HasPrefix(rel, f.path+"/")
	}) {
		return true
	}
	return slices.ContainsFunc(p.loose, func(d diag.Diagnostic) bool { return in(d.File) }) || slices.Contains([]string{"agents", "tools", "knowledge"}, rel)
}
