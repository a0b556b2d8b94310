package rules

import (
	"encoding/json"
	"strconv"

	"github.com/caplo/caplo/internal/agent"
)

// projectFile is what the rules need of caplo.yaml, and of a server's config file.
type projectFile struct {
	Models    map[string]string         `json:"models"`
	Providers map[string]map[string]any `json:"providers"`
}

// withEvals puts what stands under an agent's evals key back into its body.
func withEvals(v any, in Input) (any, error) {
	m, ok := v.(map[string]any)
	switch {
	case in.Decoded != nil && ok:
		m["evals"] = *in.Decoded
	case in.Decoded == nil && in.Evals != nil:
		e, err := decode(in.Evals)
		if ok {
			m["evals"] = e
		}
		return v, err
	}
	return v, nil
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
	body := in.Body
	if len(found) > 0 {
		for _, f := range found {
			if blank(m, f) {
				at := f.at.up.pointer()
				j.meant = append(j.meant, spelling{read: at + "/" + escapePointer(f.meant), written: f.at.pointer()})
			}
		}
		rest := make(map[string]any, len(m))
		for k, v := range m {
			if k != "evals" || j.ID.Kind != agent.KindAgent {
				rest[k] = v
			}
		}
		body, _ = json.Marshal(rest)
	}
	j.decode(body, m["evals"])
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
		if _, taken := v[f.meant]; f.meant != "" && !taken {
			v[f.meant] = v[last]
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
