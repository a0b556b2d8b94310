package rules

import (
	"encoding/json"
	"strconv"

	"github.com/caplo/caplo/internal/agent"
)

// suite is an agent's cases as far as they can be used.
type suite struct {
	listed bool
	at     string // pointer of the list
	cases  []agent.Case
}

// projectFile is what the rules need of caplo.yaml.
type projectFile struct {
	Models    map[string]string         `json:"models"`
	Providers map[string]map[string]any `json:"providers"`
}

func withEvals(v any, evals json.RawMessage) (any, error) {
	e, err := decode(evals)
	if m, ok := v.(map[string]any); ok {
		m["evals"] = e
	}
	return v, err
}

// read decodes the resource as far as it can be used: what was found bad reads
// as left out, and a misspelt key as the key that was meant.
func (j *Judged) read(in Input, v any, found []finding) {
	m, ok := v.(map[string]any)
	if !ok {
		j.Unreadable = true
		return
	}
	if subs, ok := m["subAgents"].([]any); ok {
		j.long = make([]bool, len(subs))
		for i, e := range subs {
			_, j.long[i] = e.(map[string]any)
		}
	}
	body, evals := in.Body, in.Evals
	if _, bare := m["evals"]; !bare {
		evals = nil
	}
	if len(found) > 0 {
		for _, f := range found {
			if blank(m, f) {
				at := f.at.up.pointer()
				j.meant = addTo(j.meant, at+"/"+escapePointer(f.Replace), f.at.pointer())
			}
		}
		evals = nil
		if e := m["evals"]; e != nil {
			evals, _ = json.Marshal(e)
		}
		rest := make(map[string]any, len(m))
		for k, v := range m {
			if k != "evals" || j.ID.Kind != agent.KindAgent {
				rest[k] = v
			}
		}
		body, _ = json.Marshal(rest)
	}
	j.decode(body, evals)
}

// readSuite reads cases in either form.
func readSuite(evals json.RawMessage) suite {
	if evals == nil {
		return suite{}
	}
	s := suite{listed: true, at: "/evals"}
	if json.Unmarshal(evals, &s.cases) == nil {
		return s
	}
	var export struct{ Cases []agent.Case }
	s.at = "/evals/cases"
	s.listed = json.Unmarshal(evals, &export) == nil
	s.cases = export.Cases
	return s
}

// Cases reads what stands under an evals key, in either form. It is false
// where that cannot be read.
func Cases(evals json.RawMessage) ([]agent.Case, bool) {
	s := readSuite(evals)
	return s.cases, s.listed
}

func (s suite) pointer(i int, field string) string {
	p := s.at + "/" + strconv.Itoa(i)
	if field != "" {
		p += "/" + field
	}
	return p
}

// blank takes what was found bad out of a decoded value. Entries of lists stay,
// empty, so that the others keep their places. It is true where a misspelt key
// is now spelt right.
func blank(root map[string]any, f finding) (respelt bool) {
	if f.at == nil || !f.bad {
		return false
	}
	parts := splitPointer(f.at.pointer())
	var v any = root
	for _, p := range parts[:len(parts)-1] {
		v = step(v, p)
	}
	last := parts[len(parts)-1]
	switch v := v.(type) {
	case map[string]any:
		if _, taken := v[f.Replace]; f.Rule == UnknownKey && f.Replace != "" && !taken {
			v[f.Replace] = v[last]
			respelt = true
		}
		delete(v, last)
	case []any:
		if i, err := strconv.Atoi(last); err == nil && i < len(v) {
			v[i] = nil
		}
	}
	return respelt
}

func addTo(m map[string]string, k, v string) map[string]string {
	if m == nil {
		m = map[string]string{}
	}
	m[k] = v
	return m
}

func step(v any, part string) any {
	switch v := v.(type) {
	case map[string]any:
		return v[part]
	case []any:
		if i, err := strconv.Atoi(part); err == nil && i >= 0 && i < len(v) {
			return v[i]
		}
	}
	return nil
}
