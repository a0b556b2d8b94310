package project

import (
	"slices"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/rules"
)

// Check is everything wrong with the project: what kept files from being read,
// and what the rules say of the rest, placed on lines and sorted. One mistake
// is one diagnostic; of a file with very many, the first are told.
func (p *Project) Check() []diag.Diagnostic { return p.CheckWith(rules.Options{}) }

// CheckWith is Check by other terms than the usual ones. Whether the project is
// one file alone is known already, whatever the options say.
func (p *Project) CheckWith(o rules.Options) []diag.Diagnostic {
	return capped(p.all(o))
}

// all is CheckWith without a limit on what is told of a file.
func (p *Project) all(o rules.Options) []diag.Diagnostic {
	o.Alone = p.alone
	return p.finish(rules.Together(p.judge(), o))
}

// Coverage says which cases check what the agents list.
func (p *Project) Coverage(o rules.Options) []agent.Coverage {
	o.Alone = p.alone
	return rules.Coverage(p.judge(), o)
}

// judge judges each resource alone, on as many goroutines as there are
// processors.
func (p *Project) judge() []*rules.Judged {
	judged := make([]*rules.Judged, len(p.files))
	parallel(len(p.files), func(i int) { judged[i] = rules.Judge(p.files[i].input()) })
	for _, id := range p.misnamed {
		if p.file(id) == nil {
			judged = append(judged, rules.Judge(rules.Input{Resource: agent.Resource{ID: id}, Unreadable: true}))
		}
	}
	return judged
}

// finish places problems, joins them with what was found while loading, and
// takes away what comments in the files switch off.
func (p *Project) finish(problems []agent.Problem) []diag.Diagnostic {
	out := p.ignore(besideHidden(p.once(p.merge(p.loaded(), p.Place(problems)))))
	diag.Sort(out)
	return out
}

// loaded is what was found wrong while loading.
func (p *Project) loaded() []diag.Diagnostic {
	out := slices.Clone(p.loose)
	for _, f := range p.files {
		out = append(out, f.diags...)
	}
	return out
}

// References counts what the agents refer to: tools, knowledge bases, sub-agents.
func (p *Project) References() (n int) {
	for _, a := range p.Set().Agents {
		n += len(a.Tools) + len(a.KnowledgeBases) + len(a.SubAgents)
	}
	return n
}

// Files lists what was read, as diagnostics name it, sorted by resource. A
// knowledge base is its folder.
func (p *Project) Files() []string {
	out := make([]string, len(p.files))
	for i, f := range p.files {
		out[i] = f.path
	}
	return out
}
