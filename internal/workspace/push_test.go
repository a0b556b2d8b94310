package workspace_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/workspace"
)

func TestPushMatchesCasesByName(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("a", "1"), oneCase("b", "1"), oneCase("c", "1")))
	before := ids(t, b)
	done := b.mustPush(support("v1", oneCase("b", "2"), oneCase("a", "1"), oneCase("d", "1")))
	want := agent.SuiteChange{
		Agent: "support", Added: []string{"d"}, Changed: []agent.CaseChange{{Name: "b", Fields: []string{"input"}}},
		Unchanged: 1, Removed: []string{"c"},
	}
	if diff := cmp.Diff([]agent.SuiteChange{want}, done.Plan.Suites); diff != "" {
		t.Error(diff)
	}
	after := ids(t, b)
	if before["a"] != after["a"] || before["b"] != after["b"] {
		t.Errorf("ids of kept names changed: %v, then %v", before, after)
	}
	if _, there := after["c"]; there || after["d"] == "" || after["d"] == before["c"] {
		t.Errorf("ids after: %v", after)
	}
}

func ids(t *testing.T, b *bundle) map[string]string {
	t.Helper()
	return idsOf(t, b, "support")
}

func idsOf(t *testing.T, b *bundle, key string) map[string]string {
	t.Helper()
	list, err := b.Suite(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, c := range list {
		out[c.Name] = c.ID
	}
	return out
}

func TestPushPlan(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	first := b.mustPush(support("v1", oneCase("a", "1")))
	if first.Revision != 1 || first.Plan.Resources[0].Change != agent.Created {
		t.Errorf("first push: %+v", first)
	}
	again := b.mustPush(support("v1", oneCase("a", "1")))
	if again.Revision != 1 || !again.Plan.Empty() {
		t.Errorf("a push that changes nothing made %+v", again)
	}
	second := b.mustPush(support("v2", oneCase("a", "1")))
	if diff := cmp.Diff([]string{"instructions"}, second.Plan.Resources[0].Fields); diff != "" || second.Revision != 2 {
		t.Errorf("revision %d: %s", second.Revision, diff)
	}
	rev, err := b.Revision(t.Context(), 2)
	if err != nil || rev.Project != "p" {
		t.Errorf("revision 2: %+v, %v", rev, err)
	}
	back := b.mustPush(support("v1", oneCase("a", "1")))
	if back.Revision != 3 {
		t.Errorf("going back made revision %d, want 3", back.Revision)
	}
}

func TestPushLeavesASuiteAloneUnlessItIsListed(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("a", "1")))
	noKey := support("v2")
	noKey.suites = nil
	b.mustPush(noKey)
	if got := ids(t, b); len(got) != 1 {
		t.Errorf("a push without evals left %v", got)
	}
	emptied := b.mustPush(support("v2"))
	if got := ids(t, b); len(got) != 0 || len(emptied.Plan.Suites[0].Removed) != 1 {
		t.Errorf("an empty list left %v; %+v", got, emptied.Plan.Suites)
	}
}

func TestPushIsCarriedOutOnce(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	commit, err := support("v1", oneCase("a", "1")).propose(t, b.Workspace)
	if err != nil {
		t.Fatal(err)
	}
	first, err := b.Apply(t.Context(), workspace.Local(), commit)
	if err != nil {
		t.Fatal(err)
	}
	again, err := b.Apply(t.Context(), workspace.Local(), commit)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, again); diff != "" {
		t.Errorf("the second answer differs: %s", diff)
	}
	other, err := support("v2", oneCase("a", "1")).propose(t, b.Workspace)
	if err != nil {
		t.Fatal(err)
	}
	other.PushKey = commit.PushKey
	_, err = b.Apply(t.Context(), workspace.Local(), other)
	wantCode(t, err, workspace.PushKeyReused)
}

func TestPushIsConditional(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("a", "1")))
	slow, err := support("slow", oneCase("a", "1")).propose(t, b.Workspace)
	if err != nil {
		t.Fatal(err)
	}
	b.mustPush(support("quick", oneCase("a", "1")))
	_, err = b.Apply(t.Context(), workspace.Local(), slow)
	wantCode(t, err, workspace.PushConflict)
	if n, _ := b.LastRevision(t.Context()); n != 2 {
		t.Errorf("the refused push left revision %d", n)
	}
	slow.Expect = nil
	_, err = b.Apply(t.Context(), workspace.Local(), slow)
	wantCode(t, err, workspace.InvalidRequest)
}

func TestPushIsRefused(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(support("v1", oneCase("a", "1")))

	other := support("theirs", oneCase("a", "1"))
	other.project = "q"
	_, err := b.push(other)
	wantCode(t, err, workspace.AnotherProject)
	other.take = true
	if _, err := b.push(other); err != nil {
		t.Errorf("taking over: %v", err)
	}

	broken := pushing{project: "q", bodies: map[string]string{"agent/x": `{"name":"X","instructions":"i","tools":["gone/t"]}`}}
	_, err = b.push(broken)
	wantCode(t, err, workspace.BrokenDraft)

	orphan := pushing{project: "q", suites: map[string][]agent.Case{"nobody": {oneCase("a", "1")}}}
	_, err = b.push(orphan)
	wantCode(t, err, workspace.BrokenDraft)

	unsent := support("never sent")
	unsent.suites = nil
	m, _ := unsent.manifest(t)
	head, err := b.Propose(t.Context(), m)
	if err != nil || len(head.Lacking) != 1 || head.Plan != nil {
		t.Errorf("proposal for what was never uploaded: %+v, %v", head, err)
	}
	_, err = b.Apply(t.Context(), workspace.Local(), workspace.Commit{Manifest: m, PushKey: "k"})
	wantCode(t, err, workspace.LackingBody)

	m.Resources = append(m.Resources, m.Resources...)
	_, err = b.Propose(t.Context(), m)
	wantCode(t, err, workspace.InvalidRequest)
}

func TestPushNamesAgentsThatLoseTheirProof(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	shared := `{"tools":[{"name":"t","description":"v1"}]}`
	b.mustPush(pushing{
		project: "p",
		bodies: map[string]string{
			"tools/shared":  shared,
			"agent/support": `{"name":"S","instructions":"i","tools":["shared/t"]}`,
			"agent/other":   `{"name":"O","instructions":"i","tools":["shared/t"]}`,
		},
		suites: map[string][]agent.Case{"support": {oneCase("a", "1")}, "other": {oneCase("a", "1")}},
	})
	b.finish("other")
	change := pushing{
		project: "p",
		bodies: map[string]string{
			"tools/shared":  `{"tools":[{"name":"t","description":"v2"}]}`,
			"agent/support": `{"name":"S","instructions":"i","tools":["shared/t"]}`,
		},
		suites: map[string][]agent.Case{"support": {oneCase("a", "1")}},
	}
	done := b.mustPush(change)
	if diff := cmp.Diff([]string{"other"}, done.Plan.Unproved); diff != "" {
		t.Error(diff)
	}
}

// TestWhatWasUploadedForAnotherIsJudgedAgain: a body is kept by what it says, and
// may be named under an id for which it is not valid.
func TestWhatWasUploadedForAnotherIsJudgedAgain(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	body := `{"name":"S","instructions":"i","subAgents":["self"]}`
	p := pushing{project: "p", bodies: map[string]string{"agent/self": body}}
	_, err := b.push(p)
	wantCode(t, err, workspace.InvalidResource)

	m, all := p.manifest(t)
	all[0].Key = "other"
	if _, err := b.Upload(t.Context(), workspace.Local(), all); err != nil {
		t.Fatal(err)
	}
	_, err = b.Apply(t.Context(), workspace.Local(), workspace.Commit{Manifest: m, PushKey: "k", Expect: []agent.Expect{{ID: m.Resources[0].ID}}})
	wantCode(t, err, workspace.InvalidResource)

	m.Resources[0].ID = agent.ID{Kind: agent.KindTools, Key: "self"}
	_, err = b.Apply(t.Context(), workspace.Local(), workspace.Commit{Manifest: m, PushKey: "k2", Expect: []agent.Expect{{ID: m.Resources[0].ID}}})
	wantCode(t, err, workspace.InvalidRequest)
}

func TestPushHasToNameWhatItRestsOn(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(pushing{project: "p", bodies: map[string]string{"tools/t": `{"tools":[{"name":"x","description":"v1"}]}`}})
	commit, err := pushing{
		project: "p", bodies: map[string]string{"agent/a": `{"name":"A","instructions":"i","tools":["t/x"]}`},
	}.propose(t, b.Workspace)
	if err != nil {
		t.Fatal(err)
	}
	var named []agent.Expect
	for _, e := range commit.Expect {
		if e.Kind == agent.KindAgent {
			named = append(named, e)
		}
	}
	commit.Expect = named
	_, err = b.Apply(t.Context(), workspace.Local(), commit)
	wantCode(t, err, workspace.InvalidRequest)
}

// TestANewAgentBesideOthers: agents that stay as they are keep what they refer to.
func TestANewAgentBesideOthers(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(shop())
	more := shop()
	more.suites["desk"][0].Tool = "desk/t"
	b.mustPush(more)
	more.bodies["agent/late"] = `{"name":"Late","instructions":"i","subAgents":["desk"]}`
	if done := b.mustPush(more); len(done.Plan.Resources) != 4 {
		t.Errorf("%+v", done)
	}
	more.bodies["agent/last"] = `{"name":"Desk","instructions":"i"}`
	_, err := b.push(more)
	wantCode(t, err, workspace.InvalidResource)
}
