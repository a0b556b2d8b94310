package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
)

// original points problems with what a misspelt key holds at that key.
func (j *Judged) original(ps []agent.Problem) {
	for read, written := range j.meant {
		for i, p := range ps {
			if rest, ok := strings.CutPrefix(p.Ref.Pointer, read); ok && p.Ref.ID == j.ID && (rest == "" || rest[0] == '/') {
				ps[i].Ref.Pointer = written + rest
			}
		}
	}
}

// fold sorts problems and keeps one for each mistake: of several errors about
// the same place the most telling, and no warning beside an error.
func fold(ps []agent.Problem) []agent.Problem {
	slices.SortStableFunc(ps, func(a, b agent.Problem) int {
		if a.Ref.ID != b.Ref.ID {
			if a.Ref.ID.Less(b.Ref.ID) {
				return -1
			}
			return 1
		}
		return cmp.Or(
			comparePointers(a.Ref.Pointer, b.Ref.Pointer),
			cmp.Compare(a.Severity, b.Severity),
			cmp.Compare(weight(a.Rule), weight(b.Rule)),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Message, b.Message),
		)
	})
	out := ps[:0]
	for _, p := range ps {
		if n := len(out); n > 0 && sameMistake(out[n-1], p) {
			continue
		}
		out = append(out, p)
	}
	return out
}

// weight sorts rules about the same place: the general ones last.
func weight(rule string) int {
	switch rule {
	case Format:
		return 1
	}
	return 0
}

func sameMistake(first, second agent.Problem) bool {
	if first.Ref.ID != second.Ref.ID || first.Ref.Pointer != second.Ref.Pointer || first.Ref.OnKey != second.Ref.OnKey {
		return false
	}
	if first.Rule == second.Rule {
		return first.Message == second.Message
	}
	return second.Rule == Format && first.Severity == agent.Error ||
		second.Severity == agent.Warning && first.Severity == agent.Error && first.Rule != Required
}
