package workspace_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/workspace"
)

func caseBody(t *testing.T, c agent.Case) json.RawMessage {
	t.Helper()
	body, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// TestNoSequenceLosesACase makes changes at random, by pushes and one at a time,
// beside a model of what should come of them: ids by name.
func TestNoSequenceLosesACase(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1"))
	r := rand.New(rand.NewPCG(7, 7))
	want := map[string]agent.Case{} // by id
	name := func() string { return fmt.Sprintf("case %d", r.IntN(12)) }
	taken := func(n string) bool { return idOf(want, n) != "" }
	for step := range 120 {
		ids := slices.Sorted(maps.Keys(want))
		switch n := r.IntN(10); {
		case n < 3:
			c := oneCase(name(), fmt.Sprint(step))
			saved, err := b.AddCase(t.Context(), workspace.Local(), "support", caseBody(t, c))
			if taken(c.Name) {
				wantCode(t, err, workspace.NameTaken)
			} else if err != nil || want[saved.Case.ID].Name != "" {
				t.Fatalf("add %s: %+v, %v", c.Name, saved, err)
			} else {
				want[saved.Case.ID] = c
			}
		case n < 6 && len(ids) > 0:
			id, c := ids[r.IntN(len(ids))], oneCase(name(), fmt.Sprint(step))
			saved, err := b.EditCase(t.Context(), workspace.Local(), "support", id, nil, caseBody(t, c))
			if other := idOf(want, c.Name); other != "" && other != id {
				wantCode(t, err, workspace.NameTaken)
			} else if err != nil || saved.Case.ID != id {
				t.Fatalf("edit %s: %+v, %v", id, saved, err)
			} else {
				want[id] = c
			}
		case n < 8 && len(ids) > 0:
			id := ids[r.IntN(len(ids))]
			if _, err := b.RemoveCase(t.Context(), workspace.Local(), "support", id, nil); err != nil {
				t.Fatal(err)
			}
			delete(want, id)
		default:
			want = pushSome(t, b, r, want, step)
		}
		if diff := cmp.Diff(want, stored(t, b)); diff != "" {
			t.Fatalf("step %d: %s", step, diff)
		}
	}
}

// pushSome pushes some of the cases there are, changed or not, and a new one. A
// kept name keeps its id.
func pushSome(t *testing.T, b *bundle, r *rand.Rand, before map[string]agent.Case, step int) map[string]agent.Case {
	t.Helper()
	list := []agent.Case{oneCase(fmt.Sprintf("pushed %d", step), "1")}
	for _, id := range slices.Sorted(maps.Keys(before)) {
		c := before[id]
		if r.IntN(3) == 0 {
			continue
		}
		if r.IntN(2) == 0 {
			c.Input = fmt.Sprint(step)
		}
		list = append(list, c)
	}
	b.mustPush(support("v1", list...))
	after := map[string]agent.Case{}
	for id, c := range stored(t, b) {
		was := idOf(before, c.Name)
		if was != "" && was != id || was == "" && before[id].Name != "" {
			t.Fatalf("the push gave %s the id %s, was %q", c.Name, id, was)
		}
		after[id] = c
	}
	if len(after) != len(list) {
		t.Fatalf("pushed %d cases, there are %d", len(list), len(after))
	}
	return after
}

func idOf(cases map[string]agent.Case, name string) string {
	for id, c := range cases {
		if c.Name == name {
			return id
		}
	}
	return ""
}

func stored(t *testing.T, b *bundle) map[string]agent.Case {
	t.Helper()
	list, err := b.Suite(t.Context(), "support")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]agent.Case{}
	for _, c := range list {
		out[c.ID] = c.Case
	}
	return out
}

func TestCasesNeedTheirScope(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("a", "1")))
	reader := workspace.Caller{Name: "r", Role: workspace.Plain, Scopes: []workspace.Scope{workspace.ScopeRead}}
	id := idOf(stored(t, b), "a")
	_, err := b.AddCase(t.Context(), reader, "support", caseBody(t, oneCase("b", "1")))
	wantCode(t, err, workspace.Forbidden)
	_, err = b.EditCase(t.Context(), reader, "support", id, nil, caseBody(t, oneCase("b", "1")))
	wantCode(t, err, workspace.Forbidden)
	_, err = b.RemoveCase(t.Context(), reader, "support", id, nil)
	wantCode(t, err, workspace.Forbidden)
}

func TestCaseWarnings(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1"))
	saved, err := b.AddCase(t.Context(), workspace.Local(), "support", caseBody(t, oneCase("a", "1")))
	if err != nil || len(saved.Warnings) != 1 || saved.Warnings[0].Rule != "evals/no-check" {
		t.Errorf("%+v, %v", saved.Warnings, err)
	}
}
