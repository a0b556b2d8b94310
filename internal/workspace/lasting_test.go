package workspace_test

import (
	"context"
	"sync"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// TestRunOutlivesWhoStartedIt: a run ends as it was allowed to start, whatever is
// taken away from whoever started it meanwhile.
func TestRunOutlivesWhoStartedIt(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(m *team, k workspace.MadeKey){
		"the key revoked":    func(m *team, k workspace.MadeKey) { m.revoke(k.Key.ID) },
		"the key expired":    func(m *team, _ workspace.MadeKey) { m.at(noon.AddDate(0, 0, 8)) },
		"the role lowered":   func(m *team, _ workspace.MadeKey) { m.setRole("Ada", workspace.Plain) },
		"the member removed": func(m *team, _ workspace.MadeKey) { m.remove("Ada") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newTeam(t)
			m.b.mustPush(support("v1", cases(6)...))
			judging, taken := make(chan struct{}, 6), make(chan struct{})
			goOn := sync.OnceFunc(func() { close(taken) })
			defer goOn() // else a failure would wait for good
			m.b.judges(func(context.Context, agent.Case) trace.Result {
				judging <- struct{}{}
				<-taken
				return result(trace.OK)
			})
			ci, err := m.CreateKey(t.Context(), m.as(m.add("Ada", workspace.Admin)), workspace.NewKey{
				Name: "ci", Scopes: []workspace.Scope{publishes}, Days: 7,
			})
			if err != nil {
				t.Fatal(err)
			}
			start := workspace.Start{Agent: "support", By: m.as(ci)}
			run, _, err := m.StartRun(t.Context(), start)
			if err != nil {
				t.Fatal(err)
			}
			if err := m.Work(t.Context(), run.ID); err != nil {
				t.Fatal(err)
			}
			<-judging
			take(m, ci)
			if by, err := m.in(ci); err == nil && by.MayRun() {
				t.Error("it may still start runs")
			}
			goOn()
			end, err := m.Follow(t.Context(), run.ID, 0, func(trace.CaseRun) error { return nil })
			if err != nil || end.Status != trace.RunFinished || end.OK != 6 || end.By != "Ada (ci)" {
				t.Errorf("%+v, %v", end, err)
			}
		})
	}
}
