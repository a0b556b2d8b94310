package eval

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/route"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/turn"
)

var fixture = map[agent.ID]string{
	{Kind: agent.KindAgent, Key: "support"}: `{"name": "Support", "instructions": "Help.", "tools": ["desk/cancel"], "knowledgeBases": ["policy"],
		"subAgents": ["orders"], "routing": {"mode": "fast"}, "limits": {"toolCalls": 2}}`,
	{Kind: agent.KindAgent, Key: "orders"}:     `{"name": "Orders", "instructions": "Orders."}`,
	{Kind: agent.KindAgent, Key: "unreached"}:  `{"name": "Nobody", "instructions": "None."}`,
	{Kind: agent.KindTools, Key: "desk"}:       `{"tools": [{"name": "cancel"}]}`,
	{Kind: agent.KindKnowledge, Key: "policy"}: `{"documents": []}`,
}

// answer is a model or grader.
type answer func(ctx context.Context, req llm.Request) (llm.Response, error)

func (a answer) Complete(ctx context.Context, req llm.Request, _ func(string)) (llm.Response, error) {
	return a(ctx, req)
}

// bundle is a judge with a job, and counts what it makes.
type bundle struct {
	Judge
	Job
	providers, deciders, searches atomic.Int32
}

type library struct{}

func (library) Search([]string, string, int) []trace.Passage { return nil }

// unsure leaves every message to the model.
type unsure struct{ candidates int }

func (u unsure) Decide(context.Context, string) (route.Decision, error) {
	return route.Decision{Probabilities: make([]float64, u.candidates), None: 1}, nil
}

func newBundle(t testing.TB, model, grader answer) *bundle {
	t.Helper()
	set := agent.NewSet()
	for id, body := range fixture {
		if err := set.Add(agent.Resource{ID: id, Body: json.RawMessage(body)}); err != nil {
			t.Fatal(err)
		}
	}
	b := &bundle{}
	m := trace.Model{Provider: "p", Name: "agent"}
	b.Job = Job{
		Set: set, Agent: "support", Models: map[string]trace.Model{"support": m, "orders": m},
		Grader: trace.Model{Provider: "p", Name: "grader"}, FastDecisions: true, Tools: trace.ToolsExamples,
	}
	b.Provider = func(m trace.Model) (llm.Provider, error) {
		b.providers.Add(1)
		if m.Name == "grader" {
			return grader, nil
		}
		return model, nil
	}
	b.Judge.Decider = func(_ trace.Model, c []route.Candidate) (route.Decider, error) {
		b.deciders.Add(1)
		return unsure{len(c)}, nil
	}
	b.Knowledge = func([]*agent.KnowledgeBase) (turn.Searcher, error) {
		b.searches.Add(1)
		return library{}, nil
	}
	return b
}

func (b *bundle) open(t testing.TB) *Run {
	t.Helper()
	r, err := b.Open(b.Job)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func says(text string) answer {
	return responds(llm.Response{Text: text, Finish: llm.FinishStop, Usage: llm.Usage{InputTokens: 1, OutputTokens: 1}})
}

func responds(r llm.Response) answer {
	return func(context.Context, llm.Request) (llm.Response, error) { return r, nil }
}

func fails(err error) answer {
	return func(context.Context, llm.Request) (llm.Response, error) { return llm.Response{Text: "partial"}, err }
}

// unasked is a grader that must not be asked.
func unasked(t *testing.T) answer {
	return func(context.Context, llm.Request) (llm.Response, error) {
		t.Error("the grader was asked")
		return llm.Response{}, nil
	}
}

// failedChecks lists the ids of the checks that did not pass.
func failedChecks(r trace.Result) string {
	var out []string
	for _, c := range r.Checks {
		if !c.Pass {
			out = append(out, c.Check)
		}
	}
	return strings.Join(out, " ")
}
