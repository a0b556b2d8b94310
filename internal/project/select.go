package project

import (
	"fmt"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/rules"
)

// Select turns selectors into the keys of agents, sorted, each once:
// agent/support names one, agent/* all, and so does no selector at all. The
// error is one sentence that names what there is.
func (p *Project) Select(selectors []string) ([]string, error) {
	all := p.Agents()
	if len(selectors) == 0 {
		return all, nil
	}
	var out []string
	for _, s := range selectors {
		if s == "agent/*" {
			out = append(out, all...)
			continue
		}
		key, ok := strings.CutPrefix(s, "agent/")
		if !ok || !slices.Contains(all, key) {
			return nil, unknownSelector(s, all)
		}
		out = append(out, key)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

func unknownSelector(s string, keys []string) error {
	if len(keys) == 0 {
		return fmt.Errorf("%s selects nothing: the project has no agents", s)
	}
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = "agent/" + k
	}
	near := rules.Nearest(s, names)
	if slices.Contains(keys, s) {
		near = "agent/" + s
	}
	listed := names
	if len(listed) > 10 {
		listed = append(slices.Clone(names[:10]), "...")
	}
	if near != "" {
		return fmt.Errorf("%s selects nothing; did you mean %s? there is %s", s, near, strings.Join(listed, ", "))
	}
	return fmt.Errorf("%s selects nothing; there is %s", s, strings.Join(listed, ", "))
}
