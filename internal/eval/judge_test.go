package eval

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/trace"
)

const (
	yes = `{"achieved": true, "rationale": "Yes."}`
	no  = `{"achieved": false, "rationale": "No."}`
)

func TestOutcomes(t *testing.T) {
	t.Parallel()
	excludes := agent.Case{AnswerExcludes: "nonsense"}
	wants := agent.Case{AnswerContains: "shipped"}
	cancel := llm.Response{Finish: llm.FinishCalls, Calls: []llm.Call{{Name: "desk__cancel"}}}
	broken := llm.Response{Finish: llm.FinishFiltered}
	limited := &llm.Error{Kind: llm.RateLimited, Provider: "p", Message: "quota"}
	for _, c := range []struct {
		name          string
		c             agent.Case
		model, grader answer // nil grader: must not be asked
		outcome       trace.Outcome
		why           string // of an error
		failed        string // checks
	}{
		{"all well", wants, says("It has shipped."), says(yes), trace.OK, "", ""},
		{"not achieved", wants, says("It has shipped."), says(no), trace.Failed, "", "desiredOutcome"},
		{"a check failed, achieved all the same", wants, says("It is here."), says(yes), trace.Failed, "", "answerContains"},
		{"both", wants, says("It is here."), says(no), trace.Failed, "", "answerContains desiredOutcome"},
		{"provider failed, nothing but excludes", excludes, fails(&llm.Error{Kind: llm.Unavailable, Provider: "p"}), nil, trace.Error, "p: unavailable", "turnCompleted answerExcludes"},
		{"provider rate limited", wants, fails(limited), nil, trace.Error, "p: rate limited: quota", "turnCompleted answerContains"},
		{"stream cut off", wants, fails(&llm.Error{Kind: llm.Truncated, Provider: "p"}), nil, trace.Error, "p: truncated", "turnCompleted answerContains"},
		{"grader rate limited", wants, says("It has shipped."), fails(limited), trace.Error, "The desired outcome could not be graded: the grader did not answer: p: rate limited: quota", ""},
		{"grader refused, a check failed", wants, says("It is here."), says("I'm sorry, but I can't."), trace.Error, "The desired outcome could not be graded: the grader refused", "answerContains"},
		{"a verdict without a boolean", wants, says("It has shipped."), says(`{"score": 1, "rationale": "x"}`), trace.Error, "The desired outcome could not be graded: ", ""},
		{"content filter", excludes, responds(broken), nil, trace.Failed, "", "turnCompleted answerExcludes desiredOutcome"},
		{"content filter by an error", excludes, fails(&llm.Error{Kind: llm.Filtered}), nil, trace.Failed, "", "turnCompleted answerExcludes desiredOutcome"},
		{"refusal", excludes, responds(llm.Response{Text: "No.", Finish: llm.FinishRefused}), nil, trace.Failed, "", "turnCompleted answerExcludes desiredOutcome"},
		{"empty reply", excludes, says(" "), nil, trace.Failed, "", "turnCompleted answerExcludes desiredOutcome"},
		{"limit", agent.Case{Tool: "desk/cancel"}, responds(cancel), nil, trace.Failed, "", "turnCompleted withinLimits desiredOutcome"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.grader == nil {
				c.grader = unasked(t)
			}
			r := newBundle(t, c.model, c.grader).open(t).Judge(context.Background(), c.c)
			if r.Outcome != c.outcome || failedChecks(r) != c.failed {
				t.Errorf("got %s, failed %q, want %s, %q", r.Outcome, failedChecks(r), c.outcome, c.failed)
			}
			if !strings.HasPrefix(r.Error, c.why) || (r.Error == "") != (c.why == "") {
				t.Errorf("got the error %q", r.Error)
			}
			if (r.Verdict != nil) != (r.Trace.Replied() && r.Outcome != trace.Error) {
				t.Errorf("got the verdict %+v", r.Verdict)
			}
		})
	}
}

func TestUnreadableArguments(t *testing.T) {
	t.Parallel()
	for _, args := range []string{`{"{"order_id": "W1"}`, `["W1"]`} {
		model := func(_ context.Context, req llm.Request) (llm.Response, error) {
			if len(req.Messages) > 3 {
				return llm.Response{Text: "I could not.", Finish: llm.FinishStop}, nil
			}
			return llm.Response{Finish: llm.FinishCalls, Calls: []llm.Call{{ID: "1", Name: "desk__cancel", Args: args}}}, nil
		}
		r := newBundle(t, model, says(yes)).open(t).Judge(context.Background(), agent.Case{Tool: "desk/cancel"})
		if r.Outcome != trace.Failed || failedChecks(r) != trace.CheckTool {
			t.Fatalf("got %+v", r)
		}
		if m := r.Checks[3].Message; m != "desk/cancel was called with unreadable arguments" {
			t.Errorf("got %s", m)
		}
		if diff := cmp.Diff([]trace.Entry{{Tool: "desk/cancel", Effect: "write"}}, r.Trace.Ledger); diff != "" {
			t.Error(diff)
		}
	}
}

func TestNotJudged(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]trace.Outcome{"rehearsal": trace.OK, "openai": trace.Error} {
		b := newBundle(t, says("Hello."), says(`{"judged": false, "rationale": "Nothing to go by."}`))
		b.Grader.Kind = kind
		r := b.open(t).Judge(context.Background(), agent.Case{})
		if r.Outcome != want || (want == trace.OK) != (r.Verdict != nil && r.Verdict.NotJudged) {
			t.Errorf("%s: got %+v", kind, r)
		}
	}
}

func TestUsageHoldsTheGrader(t *testing.T) {
	t.Parallel()
	r := newBundle(t, says("Hello."), says(yes)).open(t).Judge(context.Background(), agent.Case{})
	want := []trace.Usage{
		{Model: "p/agent", Calls: 1, InputTokens: 1, OutputTokens: 1},
		{Model: "p/grader", Calls: 1, InputTokens: 1, OutputTokens: 1},
	}
	if diff := cmp.Diff(want, r.Trace.Usage); diff != "" {
		t.Error(diff)
	}
}

func TestStopping(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	inGrading := newBundle(t, says("Hello."), func(ctx context.Context, _ llm.Request) (llm.Response, error) {
		cancel()
		<-ctx.Done()
		return llm.Response{}, ctx.Err()
	}).open(t)
	inTurn := newBundle(t, says("Hello."), unasked(t)).open(t)
	for _, r := range []trace.Result{inGrading.Judge(ctx, agent.Case{}), inTurn.Judge(ctx, agent.Case{})} {
		if r.Outcome != trace.Error || r.Trace.End.Kind != trace.EndCanceled || r.Trace.Reply != "" || r.Verdict != nil {
			t.Errorf("got %+v", r)
		}
	}
}

func TestTimeRunsOut(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	stalls := answer(func(ctx context.Context, _ llm.Request) (llm.Response, error) {
		<-ctx.Done()
		return llm.Response{}, ctx.Err()
	})
	for _, b := range []*bundle{newBundle(t, stalls, unasked(t)), newBundle(t, says("Hello."), stalls)} {
		r := b.open(t).Judge(ctx, agent.Case{})
		if r.Outcome != trace.Error || !strings.Contains(r.Error, "time allowed ran out") || r.Trace.End.Kind == trace.EndCanceled {
			t.Errorf("got %+v", r)
		}
	}
}
