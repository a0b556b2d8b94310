package project

import (
	"bytes"
	"encoding/json"
	"slices"
	"sync"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project/yamltree"
	"github.com/caplo/caplo/internal/rules"
)

// Project is a project as its files stood when it was loaded. It can be used by
// several goroutines.
type Project struct {
	Root   string // absolute
	Config Config

	files []*file           // sorted by resource, caplo.yaml among them
	loose []diag.Diagnostic // about what is no resource

	misnamed []agent.ID // what files with a wrong name may be meant to be
	alone    bool       // one file without its project
	sets     func() *agent.Set
}

// Config is caplo.yaml. What is left out is empty.
type Config struct {
	Project   string                    `json:"project"`
	Workspace string                    `json:"workspace"`
	Models    ModelNames                `json:"models"`
	Providers map[string]ProviderConfig `json:"providers"`
}

// ModelNames are the models of the local workspace, as provider/model.
type ModelNames struct {
	Agent  string `json:"agent"`
	Grader string `json:"grader"`
	Fast   string `json:"fast"`
}

// ProviderConfig is a model provider that the project names. APIKeyEnv is a
// wish: whether that variable is sent there is for the user's config to say.
type ProviderConfig struct {
	Kind      string `json:"kind"`
	BaseURL   string `json:"baseUrl"`
	APIKeyEnv string `json:"apiKeyEnv"`
}

// file is one resource with where it came from.
type file struct {
	id     agent.ID
	path   string        // relative to the root, with slashes; a folder for a knowledge base
	doc    *yamltree.Doc // nil for a knowledge base, and where there is nothing to judge
	source []byte        // of a file without a doc
	bom    bool          // it begins with a byte order mark, which doc and source lack
	evals  bool          // an agent's file has the key
	diags  []diag.Diagnostic
	body   json.RawMessage // canonical, without evals; nil where it cannot be read
}

// Agents lists the keys of the project's agents, sorted, readable or not.
func (p *Project) Agents() []string {
	var out []string
	for _, f := range p.files {
		if f.id.Kind == agent.KindAgent {
			out = append(out, f.id.Key)
		}
	}
	return out
}

// Resources lists what can be pushed, sorted: agents without their cases, tool
// packages and knowledge bases. Bodies are canonical. Files that cannot be read
// are left out; Check names them.
func (p *Project) Resources() []agent.Resource {
	var out []agent.Resource
	for _, f := range p.files {
		if f.body != nil && !isConfig(f.id.Kind) {
			out = append(out, agent.Resource{ID: f.id, Body: f.body})
		}
	}
	return out
}

// Set is the resources, decoded. What cannot be decoded is left out; Check says
// why.
func (p *Project) Set() *agent.Set { return p.sets() }

func (p *Project) set() *agent.Set {
	s := agent.NewSet()
	for _, r := range p.Resources() {
		if s.Add(r) != nil {
			delete(s.Agents, r.Key)
		}
	}
	return s
}

// Suite is the cases that an agent's file lists, as they are written. listed is
// false where the file has no evals key, which leaves the suite in a workspace
// alone.
func (p *Project) Suite(agentKey string) (cases []agent.Case, listed bool) {
	f := p.file(agent.ID{Kind: agent.KindAgent, Key: agentKey})
	if f == nil || !f.evals {
		return nil, false
	}
	return rules.Cases(f.cases())
}

// Source is the text of a file, by the name that diagnostics give it.
func (p *Project) Source(name string) []byte {
	for _, f := range p.files {
		if f.path == name {
			return f.text()
		}
	}
	return nil
}

func (f *file) text() []byte {
	if f.doc != nil {
		return f.doc.Source()
	}
	return f.source
}

func (p *Project) file(id agent.ID) *file {
	i, ok := slices.BinarySearchFunc(p.files, id, func(f *file, id agent.ID) int {
		switch {
		case f.id == id:
			return 0
		case f.id.Less(id):
			return -1
		}
		return 1
	})
	if !ok {
		return nil
	}
	return p.files[i]
}

// input is the file as the rules judge it. The cases are decoded each time, for
// the rules to keep.
func (f *file) input() rules.Input {
	in := rules.Input{
		Resource:   agent.Resource{ID: f.id, Body: f.body},
		Unreadable: f.body == nil,
	}
	if f.doc != nil {
		for _, h := range f.doc.Holes() {
			in.Holes = append(in.Holes, rules.Hole{Key: h.Key, Whole: h.Whole})
		}
	}
	if f.evals {
		cases := f.cases()
		in.Decoded = &cases
	}
	return in
}

// Inputs is the project as the rules judge it.
func (p *Project) Inputs() []rules.Input {
	out := make([]rules.Input, len(p.files))
	for i, f := range p.files {
		out[i] = f.input()
	}
	return out
}

// parallel calls do for each index, on as many goroutines as there are
// processors.
func parallel(n int, do func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(n, workers()) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// readConfig decodes caplo.yaml as far as it can be decoded.
func readConfig(body json.RawMessage) Config {
	var c Config
	if len(bytes.TrimSpace(body)) > 0 && json.Unmarshal(body, &c) != nil {
		// Each key alone, so that a mistake in one leaves the others.
		var keys map[string]json.RawMessage
		_ = json.Unmarshal(body, &keys)
		c = Config{}
		_ = json.Unmarshal(keys["project"], &c.Project)
		_ = json.Unmarshal(keys["workspace"], &c.Workspace)
		_ = json.Unmarshal(keys["models"], &c.Models)
		_ = json.Unmarshal(keys["providers"], &c.Providers)
	}
	return c
}

// Has reports whether a resource has a file or folder, readable or not.
func (p *Project) Has(id agent.ID) bool { return p.file(id) != nil }
