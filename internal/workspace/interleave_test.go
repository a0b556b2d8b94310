package workspace_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/workspace"
)

// TestInterleavings has two pushes and an edit of a case meet in every order of
// their steps.
func TestInterleavings(t *testing.T) {
	t.Parallel()
	interleave(t, 3, func(b *bundle, key string) []worker {
		return []worker{newPusher(b, key, "P", false), newPusher(b, key, "Q", false), &editor{b: b, key: key}}
	})
}

// worker does its work in steps.
type worker interface {
	// step does the next one beside a model of what should be there.
	step(t *testing.T, m *model)
	// again repeats what was lost until it stands, then once more: nothing changes.
	again(t *testing.T, m *model)
}

// model is what should be there: the agent's text, and inputs by names of cases.
type model struct {
	key          string
	version      int64 // of the workspace; every change makes another
	instructions string
	cases        map[string]string
}

func (m *model) check(t *testing.T, b *bundle) {
	t.Helper()
	at, err := b.AgentAt(t.Context(), m.key, 0)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, c := range at.Suite {
		got[c.Name] = c.Input
	}
	body := fmt.Sprintf(`{"instructions":%q,"name":"S"}`, m.instructions)
	if diff := cmp.Diff(m.cases, got); diff != "" || string(at.Body.Body) != body {
		t.Fatalf("there is %s, want %s; cases: %s", at.Body.Body, body, diff)
	}
}

// interleave runs two pushes, of some steps each, and an edit of two through every
// order of their steps, each on an agent of its own. The pushes are alike: the orders
// in which the second begins are those in which the first does.
func interleave(t *testing.T, steps int, start func(b *bundle, key string) []worker) {
	all := slices.DeleteFunc(orders([]int{steps, steps, 2}), func(order []int) bool {
		return slices.Index(order, 1) < slices.Index(order, 0)
	})
	const share = 20 // orders of one database
	for n := 0; n*share < len(all); n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			b := newBundle(t)
			for i, order := range all[n*share : min((n+1)*share, len(all))] {
				key := fmt.Sprint("desk-", i)
				runOrder(t, b, key, order, start(b, key))
			}
		})
	}
}

func runOrder(t *testing.T, b *bundle, key string, order []int, workers []worker) {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Logf("in the order %v", order)
		}
	}()
	first := b.mustPush(desk(key, "0", oneCase("x", "0"), oneCase("y", "0"))).Revision
	m := &model{key: key, version: first, instructions: "0", cases: map[string]string{"x": "0", "y": "0"}}
	kept := idsOf(t, b, key)
	for _, i := range order {
		workers[i].step(t, m)
		m.check(t, b)
	}
	for _, w := range workers {
		w.again(t, m)
		m.check(t, b)
	}
	for _, name := range []string{"x", "y"} {
		if got := idsOf(t, b, key)[name]; got != kept[name] {
			t.Fatalf("the case %s became another", name)
		}
	}
	list, _, err := b.History(t.Context(), key, 0, 100)
	if want := m.version - first + 1; err != nil || int64(len(list)) != want {
		t.Fatalf("%d changes in the history, want %d, %v", len(list), want, err)
	}
}

// desk is support under another key.
func desk(key, instructions string, cases ...agent.Case) pushing {
	return pushing{
		project: "p",
		bodies:  map[string]string{"agent/" + key: fmt.Sprintf(`{"name":"S","instructions":%q}`, instructions)},
		suites:  map[string][]agent.Case{key: cases},
	}
}

// orders lists every order of the steps of several workers.
func orders(steps []int) [][]int {
	var out [][]int
	var next func(order, left []int)
	next = func(order, left []int) {
		if slices.Max(left) == 0 {
			out = append(out, order)
		}
		for i, n := range left {
			if n > 0 {
				rest := slices.Clone(left)
				rest[i]--
				next(append(slices.Clone(order), i), rest)
			}
		}
	}
	next(nil, steps)
	return out
}

// pusher pushes the agent under a text of its own, a changed case x, case y as it
// was and a new case.
type pusher struct {
	b       *bundle
	name    string
	text    string
	files   pushing
	steps   []func(t *testing.T, m *model)
	done    int
	planned int64 // version that the plan saw
	commit  workspace.Commit
	lost    bool
}

// newPusher pushes in three steps; asking first what is lacking makes it four.
func newPusher(b *bundle, key, name string, asks bool) *pusher {
	text := name + " of " + key
	p := &pusher{b: b, name: name, text: text}
	p.files = desk(key, text, oneCase("x", text), oneCase("y", "0"), oneCase(name, "new"))
	p.steps = []func(*testing.T, *model){p.upload, p.plan, p.apply}
	if asks {
		p.steps = slices.Insert(p.steps, 0, p.ask)
	}
	return p
}

func (p *pusher) step(t *testing.T, m *model) {
	t.Helper()
	p.steps[p.done](t, m)
	p.done++
}

func (p *pusher) ask(t *testing.T, _ *model) {
	m, _ := p.files.manifest(t)
	if prop, err := p.b.Propose(t.Context(), m); err != nil || len(prop.Lacking) != 2 {
		t.Fatalf("%+v, %v", prop, err)
	}
}

func (p *pusher) upload(*testing.T, *model) { p.b.upload(p.files) }

func (p *pusher) plan(t *testing.T, m *model) {
	manifest, _ := p.files.manifest(t)
	prop, err := p.b.Propose(t.Context(), manifest)
	if err != nil || prop.Plan == nil {
		t.Fatalf("%+v, %v", prop, err)
	}
	p.planned = m.version
	p.commit = workspace.Commit{Manifest: manifest, Expect: prop.Expect, PushKey: fmt.Sprint(p.name, m.key, m.version)}
	// An edit that is there, and that this would undo, is in the plan by name.
	told := len(prop.Plan.Outside) == 1 && slices.Equal(prop.Plan.Outside[0].Cases, []string{"y"})
	if want := m.cases["y"] == "edited"; told != want {
		t.Fatalf("the plan tells of %+v", prop.Plan.Outside)
	}
}

// apply must win where nothing was changed since the plan, and else write nothing.
func (p *pusher) apply(t *testing.T, m *model) {
	done, err := p.b.Apply(t.Context(), workspace.Local(), p.commit)
	if p.planned != m.version {
		wantCode(t, err, workspace.PushConflict)
		p.lost = true
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if !done.Plan.Empty() {
		m.version++
	}
	m.instructions, m.cases = p.text, map[string]string{"x": p.text, "y": "0", p.name: "new"}
}

func (p *pusher) again(t *testing.T, m *model) {
	t.Helper()
	if p.lost {
		p.plan(t, m)
		p.apply(t, m)
	}
	if m.instructions != p.text || m.cases["y"] != "0" {
		return // another came after it
	}
	if third := p.b.mustPush(p.files); !third.Plan.Empty() || third.Revision != m.version {
		t.Fatalf("a third run did %+v", third)
	}
}

// editor reads case y and changes it, if it is what was read.
type editor struct {
	b    *bundle
	key  string
	read *workspace.CaseState
}

func (e *editor) step(t *testing.T, m *model) {
	t.Helper()
	if e.read == nil {
		c, err := e.b.Case(t.Context(), e.key, idsOf(t, e.b, e.key)["y"])
		if err != nil {
			t.Fatal(err)
		}
		e.read = &c
		return
	}
	body := caseBody(t, agent.Case{Name: "y", Input: "edited", DesiredOutcome: "done"})
	if _, err := e.b.EditCase(t.Context(), ada(), e.key, e.read.ID, []string{e.read.Digest}, body); err != nil {
		t.Fatal(err)
	}
	m.version++
	m.cases["y"] = "edited"
}

// again finds the edit in the history, whatever came after it.
func (e *editor) again(t *testing.T, _ *model) {
	t.Helper()
	list, _, err := e.b.History(t.Context(), e.key, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(list, func(h workspace.HistoryEntry) bool { return h.Origin == workspace.OriginCases })
	if i < 0 {
		t.Fatal("the history lost the edit")
	}
	at, err := e.b.AgentAt(t.Context(), e.key, list[i].Revision)
	if err != nil || !slices.ContainsFunc(at.Suite, func(c workspace.SuiteCase) bool { return c.Name == "y" && c.Input == "edited" }) {
		t.Fatalf("%+v, %v", at, err)
	}
}
