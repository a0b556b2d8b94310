package project

import (
	"path/filepath"
	"sync"

	"github.com/caplo/caplo/internal/agent"
)

// LoadConfig is a project of its caplo.yaml alone, for what needs a project's
// settings and none of its other files.
func LoadConfig(root string) *Project {
	if abs, err := filepath.Abs(root); err == nil {
		root = abs
	}
	p := &Project{Root: root}
	p.sets = sync.OnceValue(p.set)
	f := &file{id: agent.ID{Kind: agent.KindProject, Key: projectKey}, path: FileName}
	(&loader{project: p, root: root}).read(f)
	p.files = []*file{f}
	p.Config = readConfig(f.body)
	return p
}

// LoadFileAs is LoadFile for an agent whose key is known, whatever its file is
// called.
func LoadFileAs(name, key string, data []byte) *Project {
	p := &Project{alone: true}
	p.sets = sync.OnceValue(p.set)
	f := &file{id: agent.ID{Kind: agent.KindAgent, Key: key}, path: name}
	f.parse(data)
	p.files = []*file{f}
	return p
}
