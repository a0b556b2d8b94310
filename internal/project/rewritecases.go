package project

import (
	"encoding/json"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/rules"
)

// wantedCases is what is to stand under evals: the cases in the file's order and
// in its form. A case that stands there already is as it stands there, and a
// changed one keeps the id that the console's form gives it.
func wantedCases(now any, cases []agent.Case) (any, error) {
	written, isExport := now, false
	if export, ok := now.(map[string]any); ok {
		written, isExport = export["cases"], true
	}
	said, _ := rules.Cases(written)
	have := casesOf(said, written)
	list := []any{}
	for _, c := range ordered(said, cases) {
		old, there := have[caseKey(c)]
		if there && old.said == c {
			list = append(list, old.written)
			continue
		}
		m, err := caseValue(c)
		if err != nil {
			return nil, err
		}
		if id, has := old.written["id"]; has && isExport {
			m["id"] = id
		}
		list = append(list, m)
	}
	if isExport {
		return map[string]any{"cases": list}, nil
	}
	return list, nil
}

func caseValue(c agent.Case) (map[string]any, error) {
	data, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	v, err := decoded(data)
	m, _ := v.(map[string]any)
	return m, err
}

// writtenCase is a case of a file, as it is read and as it is written.
type writtenCase struct {
	said    agent.Case
	written map[string]any
}

func casesOf(said []agent.Case, written any) map[string]writtenCase {
	out := map[string]writtenCase{}
	list, _ := written.([]any)
	for i, c := range said {
		m, ok := list[i].(map[string]any)
		if _, twice := out[caseKey(c)]; ok && !twice {
			out[caseKey(c)] = writtenCase{c, m}
		}
	}
	return out
}

// ordered puts cases that the file has in the file's order, and each other one
// behind the case that it follows in the list.
func ordered(old, cases []agent.Case) []agent.Case {
	has := map[string]bool{}
	for _, c := range old {
		has[caseKey(c)] = true
	}
	kept, after, last := map[string]agent.Case{}, map[string][]agent.Case{}, ""
	for _, c := range cases {
		key := caseKey(c)
		if _, twice := kept[key]; has[key] && !twice {
			kept[key], last = c, key
			continue
		}
		after[last] = append(after[last], c)
	}
	out := append([]agent.Case{}, after[""]...)
	for _, c := range old {
		key := caseKey(c)
		if k, there := kept[key]; there {
			out = append(append(out, k), after[key]...)
			delete(kept, key)
			delete(after, key)
		}
	}
	return out
}

// caseKey tells cases apart; no name makes it empty.
func caseKey(c agent.Case) string { return "=" + agent.NameKey(c.Name) }
