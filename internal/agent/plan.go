package agent

import (
	"bytes"
	"encoding/json"
	"sort"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"
)

// Manifest is what a push offers, by digest. Resources are the drafts of the
// selected agents and of all they reach, with their tool packages and knowledge
// bases; Suites are those of the selected agents whose files list cases.
type Manifest struct {
	Project   string     `json:"project"`
	Selected  []string   `json:"selected"` // keys of the selected agents
	Resources []Digested `json:"resources"`
	Suites    []Digested `json:"suites"` // kind suite, under the agent's key; SuiteDigest
	Git       *Git       `json:"git,omitempty"`
	// Prune deletes what the project pushed earlier and the manifest, which then
	// names all of the project, does not name.
	Prune bool `json:"prune,omitempty"`
	// Whole means that the manifest names all of the project: what else the project
	// pushed earlier is told with the plan, and stays.
	Whole bool `json:"whole,omitempty"`
	// File means that no project pushes, but somebody with a single file: who owns
	// what is pushed stays as it is.
	File bool `json:"file,omitempty"`
}

// Git is the state of the git repository that a push was made from.
type Git struct {
	Commit string `json:"commit"`
	Branch string `json:"branch,omitempty"` // none: detached
	Dirty  bool   `json:"dirty,omitempty"`  // files differ from the commit
}

// Expect is the revision at which a plan saw a resource or suite; 0: it was not
// there. A push is refused where one has moved on.
type Expect struct {
	ID
	Revision int64 `json:"revision"`
}

// Change says what a push does to a resource.
type Change string

// What a push does to a resource.
const (
	Created   Change = "created"
	Updated   Change = "updated"
	Unchanged Change = "unchanged"
)

// Plan is what a push would change, or has changed.
type Plan struct {
	Resources []ResourceChange `json:"resources"`
	Suites    []SuiteChange    `json:"suites"`
	// Unproved are other agents, not selected by this push, whose passing run
	// no longer counts because of it.
	Unproved []string `json:"unproved"`
	// Deleted is what a push with Prune takes away; an agent's cases go with it.
	Deleted []Deletion `json:"deleted,omitempty"`
	// Outside are the changes that were made outside of the project since it pushed
	// last, and that this push overwrites.
	Outside []Outside `json:"outside,omitempty"`
}

// Deletion is a resource that a push takes away.
type Deletion struct {
	ID
	Cases int `json:"cases,omitempty"` // of an agent: how many go with it
}

// Outside is a change that no push of the project made.
type Outside struct {
	ID
	Revision int64     `json:"revision"`
	Created  time.Time `json:"created"`
	Author   string    `json:"author"`
	Origin   string    `json:"origin"`          // cases, file or restore; push: another project
	Cases    []string  `json:"cases,omitempty"` // names of those that it changed
	Fields   []string  `json:"fields,omitempty"`
}

// ResourceChange is one resource of a plan.
type ResourceChange struct {
	ID
	Change Change   `json:"change"`
	Fields []string `json:"fields"` // Updated: the top-level fields that differ
	// Owner is the project that pushed it, where that is another one and this
	// push would change the resource.
	Owner string `json:"owner,omitempty"`
}

// SuiteChange is one agent's suite of a plan; cases are matched by name.
type SuiteChange struct {
	Agent     string       `json:"agent"`
	Added     []string     `json:"added"`
	Changed   []CaseChange `json:"changed"`
	Unchanged int          `json:"unchanged"` // how many
	Removed   []string     `json:"removed"`
	Owner     string       `json:"owner,omitempty"` // as in ResourceChange
}

// CaseChange is a case whose name stayed and whose fields did not.
type CaseChange struct {
	Name   string   `json:"name"`
	Fields []string `json:"fields"`
}

// Differs reports whether the suite changes at all.
func (s SuiteChange) Differs() bool {
	return len(s.Added)+len(s.Changed)+len(s.Removed) > 0
}

// Empty reports whether the push would change nothing.
func (p Plan) Empty() bool {
	for _, r := range p.Resources {
		if r.Change != Unchanged {
			return false
		}
	}
	for _, s := range p.Suites {
		if s.Differs() {
			return false
		}
	}
	return len(p.Deleted) == 0
}

// Foreign lists what the plan would change though another project pushed it.
func (p Plan) Foreign() []ID {
	var out []ID
	for _, r := range p.Resources {
		if r.Owner != "" {
			out = append(out, r.ID)
		}
	}
	for _, s := range p.Suites {
		if s.Owner != "" {
			out = append(out, ID{KindSuite, s.Agent})
		}
	}
	return out
}

// NameKey is what names of cases are compared by: trimmed, in Unicode NFC.
func NameKey(name string) string { return norm.NFC.String(strings.TrimSpace(name)) }

// CompareFields names the top-level members in which two JSON objects differ,
// sorted. Both must be canonical. Documents of a knowledge base are named by
// their paths.
func CompareFields(before, after json.RawMessage) []string {
	a, b := members(before), members(after)
	seen := map[string]bool{}
	for k := range a {
		seen[k] = true
	}
	for k := range b {
		seen[k] = true
	}
	out := []string{}
	for k := range seen {
		if !bytes.Equal(a[k], b[k]) {
			out = append(out, k)
		}
	}
	sort.Strings(out)
	return out
}

func members(body json.RawMessage) map[string]json.RawMessage {
	var m map[string]json.RawMessage
	if json.Unmarshal(body, &m) != nil {
		return nil
	}
	if docs, ok := m["documents"]; ok {
		var list []Document
		if json.Unmarshal(docs, &list) == nil {
			delete(m, "documents")
			for _, d := range list {
				m[d.Path] = json.RawMessage(d.Text)
			}
		}
	}
	return m
}

// CompareCases matches two lists of cases by name.
func CompareCases(agent string, before, after []Case) SuiteChange {
	s := SuiteChange{Agent: agent, Added: []string{}, Changed: []CaseChange{}, Removed: []string{}}
	old := map[string]Case{}
	for _, c := range before {
		old[NameKey(c.Name)] = c
	}
	kept := map[string]bool{}
	for _, c := range after {
		key := NameKey(c.Name)
		kept[key] = true
		was, ok := old[key]
		switch {
		case !ok:
			s.Added = append(s.Added, c.Name)
		case CaseDigest(was) == CaseDigest(c):
			s.Unchanged++
		default:
			s.Changed = append(s.Changed, CaseChange{c.Name, caseFields(was, c)})
		}
	}
	for _, c := range before {
		if !kept[NameKey(c.Name)] {
			s.Removed = append(s.Removed, c.Name)
		}
	}
	return s
}

func caseFields(a, b Case) []string {
	x, _ := json.Marshal(a) // strings alone: it always encodes
	y, _ := json.Marshal(b)
	cx, _ := Canonical(x)
	cy, _ := Canonical(y)
	return CompareFields(cx, cy)
}
