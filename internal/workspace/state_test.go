package workspace_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/workspace"
)

// asked is the state for whoever has what a push names.
func (b *bundle) asked(p pushing, ask workspace.AskState) workspace.State {
	b.t.Helper()
	m, _ := p.manifest(b.t)
	ask.Have = append(append(ask.Have, m.Resources...), m.Suites...)
	s, err := b.State(b.t.Context(), ask)
	if err != nil {
		b.t.Fatal(err)
	}
	return s
}

// differs are the ids of a state: those of items, and those that are missing.
func differs(s workspace.State) (items, missing string) {
	for _, i := range s.Items {
		items += i.ID.String() + " "
	}
	for _, id := range s.Missing {
		missing += id.String() + " "
	}
	return strings.TrimSpace(items), strings.TrimSpace(missing)
}

func TestState(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(shop())
	b.mustPush(pushing{
		project: "q", bodies: map[string]string{"agent/lone": `{"name":"Lone","instructions":"i","subAgents":["orders"]}`},
		suites: map[string][]agent.Case{"lone": {}},
	})
	changed := shop()
	changed.bodies["agent/desk"] = `{"name":"Desk","instructions":"mine","tools":["mine/t"]}`
	changed.bodies["tools/mine"] = deskTools
	changed.suites["desk"] = changed.suites["desk"][:1]
	changed.suites["fresh"] = []agent.Case{oneCase("a", "1")}
	bare := shop()
	bare.suites = map[string][]agent.Case{}
	emptied := shop()
	emptied.suites = map[string][]agent.Case{"desk": {}}
	for name, c := range map[string]struct {
		have           pushing
		ask            workspace.AskState
		items, missing string
	}{
		"the same":              {have: shop()},
		"nothing":               {},
		"all of a project":      {ask: workspace.AskState{Project: "shop", All: true}, items: "agent/desk agent/orders suite/desk suite/orders tools/desk"},
		"all of another":        {ask: workspace.AskState{Project: "q", All: true}, items: "agent/lone agent/orders suite/orders"},
		"all of none":           {ask: workspace.AskState{Project: "r", All: true}},
		"one with its tools":    {ask: workspace.AskState{Selected: []string{"desk"}}, items: "agent/desk suite/desk tools/desk"},
		"none that there is":    {ask: workspace.AskState{Selected: []string{"nobody"}}},
		"changed":               {have: changed, items: "agent/desk suite/desk", missing: "suite/fresh tools/mine"},
		"suites are not mine":   {have: bare, ask: workspace.AskState{Project: "shop", All: true}},
		"emptied":               {have: emptied, items: "suite/desk"},
		"reached and not there": {have: onlyOrders(), ask: workspace.AskState{Selected: []string{"desk"}}, items: "agent/desk suite/desk tools/desk"},
	} {
		items, missing := differs(b.asked(c.have, c.ask))
		if items != c.items || missing != c.missing {
			t.Errorf("%s: %q, missing %q", name, items, missing)
		}
	}
	s := b.asked(pushing{}, workspace.AskState{Selected: []string{"desk"}})
	if i := s.Items[1]; i.Cases != 2 || i.Project != "shop" || i.Origin != workspace.OriginPush || i.Author != "local" || i.Created.IsZero() || i.Revision != 1 || s.Revision != 2 {
		t.Errorf("%+v", i)
	}
}

// TestStateHasWhatNothingReaches: all of a project is what no agent reaches any
// more as well.
func TestStateHasWhatNothingReaches(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(shop())
	p := shop()
	p.bodies["agent/desk"] = `{"name":"Desk","instructions":"i"}`
	delete(p.bodies, "tools/desk")
	b.mustPush(p)
	for project, want := range map[string]string{"shop": "tools/desk", "q": ""} {
		if items, missing := differs(b.asked(p, workspace.AskState{Project: project, All: true})); items != want || missing != "" {
			t.Errorf("all of %s: %q, missing %q", project, items, missing)
		}
	}
}

// TestStateCountsUnlistedCases: of agents that somebody has without their suites.
func TestStateCountsUnlistedCases(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(shop())
	bare := shop()
	bare.suites = map[string][]agent.Case{"orders": {}}
	got := b.asked(bare, workspace.AskState{Project: "shop", All: true}).Unlisted
	if diff := cmp.Diff([]workspace.Unlisted{{Agent: "desk", Cases: 2}}, got); diff != "" {
		t.Error(diff)
	}
	if got := b.asked(pushing{}, workspace.AskState{Project: "shop", All: true}).Unlisted; len(got) > 0 {
		t.Errorf("of agents that the asker does not have: %v", got)
	}
}

// TestStateAfterPush: whatever was pushed does not differ, suites without cases and
// agents that never had one included.
func TestStateAfterPush(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	p := shop()
	p.suites = map[string][]agent.Case{"desk": {}}
	b.mustPush(p)
	if items, missing := differs(b.asked(p, workspace.AskState{Project: "shop", All: true})); items+missing != "" {
		t.Errorf("%q %q", items, missing)
	}
	p.suites = map[string][]agent.Case{"orders": {oneCase("a", "1")}}
	b.mustPush(p)
	p.suites["orders"] = nil
	b.mustPush(p)
	if items, missing := differs(b.asked(p, workspace.AskState{Project: "shop", All: true})); items+missing != "" {
		t.Errorf("%q %q", items, missing)
	}
}

func TestStateIsRefused(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	d := func(kind agent.Kind, key string) agent.Digested {
		return agent.Digested{ID: agent.ID{Kind: kind, Key: key}, Digest: "x"}
	}
	for name, have := range map[string][]agent.Digested{
		"twice": {d("agent", "a"), d("agent", "a")}, "no kind": {d("project", "a")}, "no key": {d("agent", "A b")},
	} {
		_, err := b.State(t.Context(), workspace.AskState{Have: have})
		if workspace.CodeOf(err) != workspace.InvalidRequest {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := b.State(t.Context(), workspace.AskState{Selected: make([]string, workspace.MaxManifest+1)})
	wantCode(t, err, workspace.TooLarge)
}

func TestBodies(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	large := strings.Repeat("x", workspace.MaxBatchBytes/3)
	docs := func(text string) string { return fmt.Sprintf(`{"documents":[{"path":"a.md","text":%q}]}`, text) }
	p := pushing{project: "p", bodies: map[string]string{}}
	var ask []agent.Expect
	for i := range 4 {
		p.bodies[fmt.Sprint("knowledge/k", i)] = docs(fmt.Sprint(i, large[:1<<20-10]))
		ask = append(ask, agent.Expect{ID: agent.ID{Kind: agent.KindKnowledge, Key: fmt.Sprint("k", i)}, Revision: 1})
	}
	for id, body := range p.bodies { // one at a time: a batch has a size
		b.upload(pushing{bodies: map[string]string{id: body}})
	}
	m, _ := p.manifest(t)
	prop, err := b.Propose(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Apply(t.Context(), workspace.Local(), workspace.Commit{Manifest: m, Expect: prop.Expect, PushKey: "k"}); err != nil {
		t.Fatal(err)
	}
	var got []agent.Resource
	rounds := 0
	for len(got) < len(ask) {
		some, err := b.Bodies(t.Context(), ask[len(got):])
		if err != nil || len(some) == 0 {
			t.Fatalf("%d, %v", len(some), err)
		}
		got, rounds = append(got, some...), rounds+1
	}
	if rounds != 2 {
		t.Errorf("%d rounds", rounds)
	}
	for i, r := range got {
		if r.ID != ask[i].ID || string(r.Body) != p.bodies[r.ID.String()] {
			t.Errorf("body %d is %s", i, r.ID)
		}
	}
	_, err = b.Bodies(t.Context(), make([]agent.Expect, workspace.MaxAskBodies+1))
	wantCode(t, err, workspace.TooLarge)
	for _, e := range []agent.Expect{{ID: ask[0].ID, Revision: 0}, {ID: ask[0].ID, Revision: 2}, {ID: agentID("nobody"), Revision: 1}, {ID: agentID("nobody")}} {
		_, err := b.Bodies(t.Context(), []agent.Expect{e})
		wantCode(t, err, workspace.PushConflict)
	}
}

func (b *bundle) upload(p pushing) {
	b.t.Helper()
	_, all := p.manifest(b.t)
	if _, err := b.Upload(b.t.Context(), workspace.Local(), all); err != nil {
		b.t.Fatal(err)
	}
}

func TestAgentAt(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(shop())
	first, err := b.Agent(t.Context(), "desk")
	if err != nil {
		t.Fatal(err)
	}
	b.mustPush(pushing{project: "shop", bodies: map[string]string{"tools/desk": `{"tools":[{"name":"t","description":"v2"}]}`}})
	b.console("desk", oneCase("c", "1"))
	then, err := b.AgentAt(t.Context(), "desk", 1)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, then.AgentState); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]agent.Expect{{ID: toolsID("desk"), Revision: 1}}, then.Reach); diff != "" {
		t.Error(diff)
	}
	now, err := b.AgentAt(t.Context(), "desk", 0)
	if err != nil || now.At != 3 || now.Reach[0].Revision != 2 || now.Cases != 3 || len(now.Suite) != 3 || now.Draft == then.Draft || now.Revision != 1 {
		t.Errorf("%+v, %v", now, err)
	}
	b.mustPush(pushing{project: "shop", bodies: map[string]string{"agent/late": `{"name":"Late","instructions":"i"}`}})
	_, err = b.AgentAt(t.Context(), "late", 2)
	wantCode(t, err, workspace.NotFound)
	if p := err.(*workspace.Problem); p.Hint != "ask for late@4" || !strings.Contains(p.Message, "yet") {
		t.Errorf("%+v", p)
	}
	_, err = b.AgentAt(t.Context(), "late", 5)
	wantCode(t, err, workspace.NotFound)
	_, err = b.AgentAt(t.Context(), "nobody", 0)
	wantCode(t, err, workspace.NotFound)
}
