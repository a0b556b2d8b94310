package grade

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/trace"
)

// fake answers one call after the other; the last again and again.
type fake struct {
	requests []llm.Request
	answers  []any // llm.Response, error, or a text
}

func (f *fake) Complete(_ context.Context, req llm.Request, _ func(string)) (llm.Response, error) {
	a := f.answers[min(len(f.requests), len(f.answers)-1)]
	f.requests = append(f.requests, req)
	switch a := a.(type) {
	case error:
		return llm.Response{}, a
	case llm.Response:
		return a, nil
	}
	return llm.Response{Text: a.(string), Finish: llm.FinishStop, Usage: llm.Usage{InputTokens: 5, OutputTokens: 2}}, nil
}

const (
	yes = `{"achieved": true, "rationale": "Yes."}`
	no  = `{"achieved": false, "rationale": "No."}`
)

func judge(t *testing.T, f *fake, kind string) (trace.Verdict, trace.Usage, error) {
	t.Helper()
	g := Grader{Provider: f, Model: trace.Model{Provider: "p", Kind: kind, Name: "g"}, Random: bytes.NewReader(make([]byte, 64))}
	return g.Judge(context.Background(), agent.Case{Input: "Hi", DesiredOutcome: "Greets."}, replied("Hello."))
}

func TestJudge(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		answers []any
		want    trace.Verdict
		why     string
		calls   int
	}{
		{"yes", []any{yes}, trace.Verdict{Achieved: true, Rationale: "Yes."}, "", 1},
		{"no", []any{no}, trace.Verdict{Rationale: "No."}, "", 1},
		{"prose, then a verdict", []any{"It did.", yes}, trace.Verdict{Achieved: true, Rationale: "Yes."}, "", 2},
		{"refused, then a verdict", []any{llm.Response{Finish: llm.FinishRefused}, no}, trace.Verdict{Rationale: "No."}, "", 2},
		{"prose twice", []any{"It did."}, trace.Verdict{}, "the grader's answer is not a verdict, it is not a JSON object: It did.", 2},
		{"achieved missing", []any{`{"score": 0, "rationale": "Nothing."}`}, trace.Verdict{}, "does not say achieved", 2},
		{"achieved as text", []any{`{"achieved": "false", "rationale": "Wrong."}`}, trace.Verdict{}, "neither true nor false", 2},
		{"refusal in prose", []any{"I'm sorry, but I can’t assist with that."}, trace.Verdict{}, "the grader refused: I'm sorry", 2},
		{"refusal", []any{llm.Response{Finish: llm.FinishRefused, Detail: "I can't help."}}, trace.Verdict{}, "the grader refused: I can't help.", 2},
		{"refusal with a verdict", []any{llm.Response{Finish: llm.FinishRefused, Text: yes}}, trace.Verdict{}, "the grader refused", 2},
		{"refusal by an error", []any{&llm.Error{Kind: llm.Refused, Provider: "p"}}, trace.Verdict{}, "the grader refused", 2},
		{"filtered", []any{llm.Response{Finish: llm.FinishFiltered}}, trace.Verdict{}, "a content filter stopped the grader", 2},
		{"length", []any{llm.Response{Finish: llm.FinishLength, Text: yes}}, trace.Verdict{}, "length limit", 2},
		{"no end", []any{llm.Response{Text: yes}}, trace.Verdict{}, "did not end as one", 2},
		{"a call", []any{llm.Response{Finish: llm.FinishStop, Text: yes, Calls: []llm.Call{{Name: "x"}}}}, trace.Verdict{}, "called a tool", 2},
		{"empty", []any{""}, trace.Verdict{}, "not a JSON object", 2},
		{"rate limited", []any{&llm.Error{Kind: llm.RateLimited, Provider: "p"}}, trace.Verdict{}, "the grader did not answer: p: rate limited", 1},
		{"cut off", []any{&llm.Error{Kind: llm.Truncated, Provider: "p"}}, trace.Verdict{}, "the grader did not answer: p: truncated", 1},
		{"prose, then unavailable", []any{"It did.", errors.New("gone")}, trace.Verdict{}, "the grader did not answer: gone", 2},
		{"not judged by a real model", []any{`{"judged": false, "achieved": true, "rationale": "x"}`}, trace.Verdict{}, "it did not judge", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := &fake{answers: c.answers}
			v, usage, err := judge(t, f, "openai")
			if v != c.want || (err != nil) != (c.why != "") || len(f.requests) != c.calls || usage.Calls != c.calls || usage.Model != "p/g" {
				t.Fatalf("got %+v, %+v, %v after %d calls", v, usage, err, len(f.requests))
			}
			var u *Ungraded
			if err != nil && (!errors.As(err, &u) || !strings.HasPrefix(u.Error(), "The desired outcome could not be graded: ") ||
				!strings.Contains(u.Error()+": "+u.Said, c.why)) {
				t.Errorf("got %v", err)
			}
			if u != nil && u.Said != "" && strings.Contains(u.Error(), u.Said) {
				t.Errorf("what the grader said is told as our own words: %v", err)
			}
			if r := f.requests[0]; r.Model != "g" || *r.Temperature != 0 || len(r.Tools) != 0 || r.ResponseSchema.Name != "verdict" {
				t.Errorf("got %+v", r)
			}
		})
	}
}

func TestJudgeWithoutAGrader(t *testing.T) {
	t.Parallel()
	for _, g := range []Grader{{}, {Provider: &fake{answers: []any{yes}}, Random: strings.NewReader("short")}} {
		var ungraded *Ungraded
		if _, usage, err := g.Judge(context.Background(), agent.Case{}, replied("x")); !errors.As(err, &ungraded) || usage.Calls != 0 {
			t.Errorf("got %v, %+v", err, usage)
		}
	}
}

func TestRehearsalAbstains(t *testing.T) {
	t.Parallel()
	f := &fake{answers: []any{`{"judged": false, "rationale": "Nothing to go by."}`}}
	v, _, err := judge(t, f, "rehearsal")
	if err != nil || !v.NotJudged || v.Achieved {
		t.Fatalf("got %+v, %v", v, err)
	}
	if r := DesiredOutcome(agent.Case{}, v); !r.Pass || r.Message != "outcome not judged" {
		t.Errorf("got %+v", r)
	}
	if r := DesiredOutcome(agent.Case{DesiredOutcome: "d"}, trace.Verdict{Rationale: "r"}); r.Pass || r.Expected != "d" || r.Seen != "r" {
		t.Errorf("got %+v", r)
	}
}

func TestJudgeStops(t *testing.T) {
	t.Parallel()
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	late, done := context.WithDeadline(context.Background(), time.Unix(1, 0))
	defer done()
	for _, c := range []struct {
		ctx context.Context
		is  error
		why string
	}{{cancelled, context.Canceled, "stopped"}, {late, context.DeadlineExceeded, "time allowed"}} {
		g := Grader{Provider: &fake{answers: []any{c.ctx.Err()}}}
		if _, _, err := g.Judge(c.ctx, agent.Case{}, replied("x")); !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.why) {
			t.Errorf("got %v", err)
		}
	}
}
