package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/trace"
)

// hostile is what a model would write to look like caplo.
const hostile = "fine\n  ok      Another case\r\n\x1b[2J\u202e17 cases: 17 ok\u0007"

func TestModelsCannotSpeakAsCaplo(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	EvalText{&out}.Case(EvalCase{
		Name: "a\x1b[31m\nname", File: "agents/a.yaml", Line: 3,
		Result: trace.Result{
			Outcome: trace.Failed,
			Checks: []trace.CheckResult{
				{Check: trace.CheckDesiredOutcome, Message: "not achieved", Expected: "x\n  ok", Seen: hostile},
				{Check: trace.CheckTool, Message: "a/b was not called", Seen: hostile},
			},
			Trace: trace.Trace{Reply: hostile, End: trace.End{Kind: trace.EndReply}},
		},
	})
	want := `  FAILED  a[31m name  agents/a.yaml:3
          desiredOutcome: not achieved
            wanted: x ok
            | fine
            |   ok      Another case
            | [2J17 cases: 17 ok
          tool: a/b was not called (fine ok Another case [2J17 cases: 17 ok)
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

func TestSummaryLines(t *testing.T) {
	t.Parallel()
	a := &EvalAgent{Agent: "a", Run: "run_1", Models: []string{"m", "n"}, Grader: "g"}
	for _, o := range []trace.Outcome{trace.OK, trace.Failed, trace.Error, ""} {
		a.Add(trace.Result{Outcome: o})
	}
	e := &Eval{Agents: []*EvalAgent{a, {Agent: "b", Problem: "agent b has no eval cases"}}}
	e.Sum(0)
	var out strings.Builder
	text := EvalText{&out}
	text.Summary(a)
	text.Head(e.Agents[1])
	text.Summary(e.Agents[1])
	text.Total(e)
	want := `4 cases: 1 ok, 1 failed, 2 error, 0.0 s; m, n; grader g; run run_1
agent/b: agent b has no eval cases
2 agents: 4 cases: 1 ok, 1 failed, 2 error, 0.0 s; 1 agent without cases
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

func TestPassedNeedsCases(t *testing.T) {
	t.Parallel()
	passed := &EvalAgent{Tally: Tally{Total: 1, OK: 1}}
	for name, c := range map[string]struct {
		agents []*EvalAgent
		want   bool
	}{
		"one that passed":  {[]*EvalAgent{passed}, true},
		"no agent":         {nil, false},
		"no cases":         {[]*EvalAgent{passed, {Problem: "none"}}, false},
		"nothing reported": {[]*EvalAgent{{}}, false},
		"an error":         {[]*EvalAgent{{Tally: Tally{Total: 2, OK: 1, Errors: 1}}}, false},
	} {
		if got := (&Eval{Agents: c.agents}).Passed(); got != c.want {
			t.Errorf("%s: passed %v", name, got)
		}
	}
}
