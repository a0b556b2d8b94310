package workspace_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/workspace"
)

// TestPushIsJudgedAsAWhole: each is valid piece by piece, and is not together
// with what it stands beside.
func TestPushIsJudgedAsAWhole(t *testing.T) {
	t.Parallel()
	desk := `{"tools":[{"name":"find","description":"Finds.","effect":"read"}]}`
	uses := oneCase("a", "1")
	uses.Tool = "desk/find"
	routed := oneCase("a", "1")
	routed.SubAgent, routed.RoutedBy = "orders", "fast"
	for name, c := range map[string]struct {
		rule string
		push pushing
	}{
		"a tool that its package lacks": {"agent/unknown-tool", pushing{bodies: map[string]string{
			"tools/desk": desk, "agent/a": `{"name":"A","instructions":"i","tools":["desk/lose"]}`,
		}}},
		"a name for two agents": {"agent/unique-name", pushing{bodies: map[string]string{
			"agent/a": `{"name":"A","instructions":"i"}`, "agent/b": `{"name":" A","instructions":"i"}`,
		}}},
		"a case for a tool that the agent lacks": {"evals/unknown-tool", pushing{
			bodies: map[string]string{"agent/a": `{"name":"A","instructions":"i"}`, "tools/desk": desk},
			suites: map[string][]agent.Case{"a": {uses}},
		}},
		"a case for fast routing that is off": {"evals/fast-off", pushing{
			bodies: map[string]string{
				"agent/a": `{"name":"A","instructions":"i","subAgents":["orders"]}`, "agent/orders": `{"name":"O","instructions":"i"}`,
			},
			suites: map[string][]agent.Case{"a": {routed}},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBundle(t)
			_, err := b.push(c.push)
			wantCode(t, err, workspace.InvalidResource)
			var p *workspace.Problem
			if !errors.As(err, &p) || !slices.ContainsFunc(p.Problems, func(q agent.Problem) bool { return q.Rule == c.rule }) {
				t.Errorf("refused with %+v", p.Problems)
			}
			if n, _ := b.LastRevision(t.Context()); n != 0 {
				t.Errorf("the refused push left revision %d", n)
			}
		})
	}
}

// TestOthersMistakesAreNotThisPushs: what a push breaks elsewhere, or what was
// wrong before, keeps nobody from pushing.
func TestOthersMistakesAreNotThisPushs(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	uses := oneCase("a", "1")
	uses.Tool = "desk/find"
	b.mustPush(pushing{
		bodies: map[string]string{
			"tools/desk": `{"tools":[{"name":"find","description":"Finds.","effect":"read"}]}`,
			"agent/a":    `{"name":"A","instructions":"i","tools":["desk/find"]}`,
		},
		suites: map[string][]agent.Case{"a": {uses}},
	})
	b.mustPush(pushing{bodies: map[string]string{
		"tools/desk": `{"tools":[{"name":"seek","description":"Finds.","effect":"read"}]}`,
		"agent/b":    `{"name":"B","instructions":"i","tools":["desk/seek"]}`,
	}})
	_, err := b.push(pushing{bodies: map[string]string{
		"agent/a":    `{"name":"A","instructions":"i","tools":["desk/find"]}`,
		"tools/desk": `{"tools":[{"name":"hunt","description":"Finds.","effect":"read"}]}`,
	}})
	wantCode(t, err, workspace.InvalidResource) // a reaches what changed, and is pushed
}

// TestRoutingCasesAreNotThePushs: coverage is validate's and the gate's business.
func TestRoutingCasesAreNotThePushs(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.mustPush(pushing{
		bodies: map[string]string{
			"agent/a":      `{"name":"A","instructions":"i","subAgents":["orders"],"routing":{"mode":"fast"}}`,
			"agent/orders": `{"name":"O","instructions":"i"}`,
		},
		suites: map[string][]agent.Case{"a": {oneCase("a", "1")}},
	})
}

func TestBatchesHaveLimits(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	many := make([]agent.Resource, workspace.MaxBatch+1)
	_, err := b.Upload(t.Context(), workspace.Local(), many)
	wantCode(t, err, workspace.TooLarge)
	large := make([]byte, workspace.MaxBatchBytes)
	_, err = b.Upload(t.Context(), workspace.Local(), []agent.Resource{{Body: large}, {Body: large}})
	wantCode(t, err, workspace.TooLarge)
	m := agent.Manifest{Resources: make([]agent.Digested, workspace.MaxManifest+1)}
	_, err = b.Propose(t.Context(), m)
	wantCode(t, err, workspace.TooLarge)
	docs := `{"documents":[` + string(slices.Repeat([]byte(`{"path":"a.md","text":"t"},`), agent.MaxDocuments)) + `{"path":"b.md","text":"t"}]}`
	_, err = b.Upload(t.Context(), workspace.Local(), []agent.Resource{{ID: agent.ID{Kind: agent.KindKnowledge, Key: "k"}, Body: []byte(docs)}})
	wantCode(t, err, workspace.TooLarge)
}
