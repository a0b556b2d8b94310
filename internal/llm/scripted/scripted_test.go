package scripted_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/llm/llmtest"
	"github.com/caplo/caplo/internal/llm/scripted"
)

func TestProvider(t *testing.T) {
	t.Parallel()
	llmtest.Run(t, func(*testing.T) llm.Provider {
		return scripted.New(func(ctx context.Context, req llm.Request) (llm.Response, error) {
			switch {
			case scripted.IsGrader(req):
				return scripted.Verdict(true, "It does.")(ctx, req)
			case len(req.Tools) > 0 && !scripted.Answered(req):
				return scripted.Calls(scripted.Call(req.Tools[0].Name, map[string]any{"number": "E-7"}))(ctx, req)
			}
			return scripted.Reply("It says nothing.")(ctx, req)
		})
	})
}

func TestProviderFromJSON(t *testing.T) {
	t.Parallel()
	llmtest.Run(t, func(t *testing.T) llm.Provider {
		return fromJSON(t, `{"rules":[
			{"when":"entry E-7","calls":[{"name":"desk__find_entry","args":{"number":"E-7"}}]},
			{"reply":"It says nothing."},
			{"grader":true,"verdict":{"achieved":true,"rationale":"It does."}}]}`)
	})
}

func fromJSON(t *testing.T, script string) *scripted.Provider {
	t.Helper()
	p, err := scripted.FromJSON([]byte(script))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func ask(text string) llm.Request {
	return llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Text: text}}}
}

func TestFirstFittingRuleWins(t *testing.T) {
	t.Parallel()
	p := fromJSON(t, `{"rules":[{"when":"a","reply":"one"},{"when":"ab","reply":"two"},{"when":"z","error":"rate limited","message":"slow down","retryAfterMs":1500}]}`)
	if resp, err := p.Complete(context.Background(), ask("ab"), nil); err != nil || resp.Text != "one" || resp.Finish != llm.FinishStop {
		t.Errorf("%+v %v", resp, err)
	}
	var e *llm.Error
	if _, err := p.Complete(context.Background(), ask("z"), nil); !errors.As(err, &e) || e.Kind != llm.RateLimited || e.RetryAfter != 1500*time.Millisecond {
		t.Errorf("%v", err)
	}
	if _, err := p.Complete(context.Background(), ask("q"), nil); llm.KindOf(err) != llm.BadRequest {
		t.Errorf("%v", err)
	}
	if got := p.Requests(); len(got) != 3 || scripted.LastUser(got[1]) != "z" {
		t.Errorf("%+v", got)
	}
}

func TestFromJSONRefuses(t *testing.T) {
	t.Parallel()
	for _, script := range []string{
		``, `{`, `{"rules":[{}]}`, `{"rules":[{"reply":"a","error":"refused"}]}`,
		`{"rules":[{"error":"bored"}]}`, `{"rules":[{"reply":"a","whenn":"b"}]}`, `{"rules":[]} {}`,
	} {
		if _, err := scripted.FromJSON([]byte(script)); err == nil {
			t.Errorf("%s was taken", script)
		}
	}
}

func TestSteps(t *testing.T) {
	t.Parallel()
	p := scripted.Steps(scripted.Calls(scripted.Call("a", "{"), scripted.Call("b", nil)), scripted.Fail(llm.Truncated, "cut"))
	resp, err := p.Complete(context.Background(), ask("x"), nil)
	if err != nil || resp.Finish != llm.FinishCalls || resp.Calls[0].Args != "{" || resp.Calls[1].ID != "call_2" {
		t.Errorf("%+v %v", resp, err)
	}
	for _, want := range []llm.ErrorKind{llm.Truncated, llm.BadRequest} {
		if _, err := p.Complete(context.Background(), ask("x"), nil); llm.KindOf(err) != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestDelayEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	waiting := make(chan time.Duration, 1)
	wait := func(ctx context.Context, d time.Duration) error {
		waiting <- d
		<-ctx.Done()
		return ctx.Err()
	}
	p, err := scripted.FromJSONWait([]byte(`{"rules":[{"reply":"late","delayMs":200}]}`), wait)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		_, err := p.Complete(ctx, ask("x"), nil)
		done <- err
	}()
	if d := <-waiting; d != 200*time.Millisecond {
		t.Errorf("waited %v", d)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestSleepEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := scripted.Sleep(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
