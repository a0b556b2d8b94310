package eval

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/trace"
)

// TestManyCases runs 200 cases whose model echoes the case's id and whose
// grader decides by it; case 7's model fails. Every verdict must belong to its
// case, whatever the concurrency.
func TestManyCases(t *testing.T) {
	t.Parallel()
	for _, concurrency := range []int{1, 32} {
		t.Run(fmt.Sprint(concurrency), func(t *testing.T) {
			t.Parallel()
			run := newBundle(t, echo, byID).open(t)
			for i, r := range all(run, 200, concurrency) {
				id := fmt.Sprintf("case %03d", i)
				want := trace.Failed
				switch {
				case i == 7:
					want = trace.Error
				case i%3 == 0:
					want = trace.OK
				}
				if r.Outcome != want || i != 7 && (r.Trace.Reply != id || r.Verdict.Rationale != id) {
					t.Errorf("%s: got %s, reply %q, %+v", id, r.Outcome, r.Trace.Reply, r.Verdict)
				}
				if i == 7 && (r.Verdict != nil || !strings.Contains(r.Error, "case 007")) {
					t.Errorf("%s: got %+v", id, r)
				}
			}
		})
	}
}

// echo replies with the customer's message.
func echo(_ context.Context, req llm.Request) (llm.Response, error) {
	id := req.Messages[len(req.Messages)-1].Text
	if id == "case 007" {
		return llm.Response{}, &llm.Error{Kind: llm.Unavailable, Provider: "p", Message: id}
	}
	return llm.Response{Text: id, Finish: llm.FinishStop}, nil
}

// byID achieves every third case.
func byID(_ context.Context, req llm.Request) (llm.Response, error) {
	_, after, _ := strings.Cut(req.Messages[1].Text, `"reply":"`)
	id, _, _ := strings.Cut(after, `"`)
	var n int
	if _, err := fmt.Sscanf(id, "case %d", &n); err != nil {
		return llm.Response{}, fmt.Errorf("read the id %q: %w", id, err)
	}
	text := fmt.Sprintf(`{"achieved": %v, "rationale": %q}`, n%3 == 0, id)
	return llm.Response{Text: text, Finish: llm.FinishStop}, nil
}

// all judges n cases, so many at once, and returns the results in order.
func all(run *Run, n, concurrency int) []trace.Result {
	out := make([]trace.Result, n)
	next := make(chan int)
	var wg sync.WaitGroup
	for range concurrency {
		wg.Go(func() {
			for i := range next {
				out[i] = run.Judge(context.Background(), agent.Case{Input: fmt.Sprintf("case %03d", i)})
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
	return out
}

// BenchmarkCase is what a case costs besides its model.
func BenchmarkCase(b *testing.B) {
	run := newBundle(b, echo, byID).open(b)
	c := agent.Case{Input: "case 003", AnswerContains: "case", AnswerExcludes: "refund", Tool: "desk/cancel", SubAgent: "orders", RoutedBy: "any"}
	for b.Loop() {
		run.Judge(context.Background(), c)
	}
}
