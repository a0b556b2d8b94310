package grade

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/text"
	"github.com/caplo/caplo/internal/trace"
)

// Grader judges desired outcomes by a model. It is safe for concurrent use if
// its provider and Random are.
type Grader struct {
	Provider llm.Provider
	Model    trace.Model
	Random   io.Reader // of the markers; nil: crypto/rand
}

// Ungraded is the error of a desired outcome that could not be graded. It says
// nothing about the agent.
type Ungraded struct {
	Why  string
	Said string // what the grader wrote, where it wrote anything; a model's words
	Err  error  // what the provider or ctx said; may be nil
}

func (e *Ungraded) Error() string { return "The desired outcome could not be graded: " + e.Why }

func (e *Ungraded) Unwrap() error { return e.Err }

// Judge asks the grader whether the reply of the trace achieved the case's
// desired outcome. An answer that is not a verdict is asked for once more; then,
// and where the provider fails, the error is an *Ungraded. The usage counts
// every call, those before an error included.
func (g Grader) Judge(ctx context.Context, c agent.Case, tr trace.Trace) (trace.Verdict, trace.Usage, error) {
	usage := trace.Usage{Model: g.Model.String()}
	if g.Provider == nil {
		return trace.Verdict{}, usage, &Ungraded{Why: "there is no grader model"}
	}
	req, err := g.request(c, tr)
	if err != nil {
		return trace.Verdict{}, usage, &Ungraded{Why: err.Error(), Err: err}
	}
	var wrong *Ungraded
	for range 2 {
		resp, err := g.Provider.Complete(ctx, req, nil)
		usage.Calls++
		usage.InputTokens += resp.Usage.InputTokens
		usage.OutputTokens += resp.Usage.OutputTokens
		if err != nil && !declined(err) {
			return trace.Verdict{}, usage, unanswered(ctx, err)
		}
		v, no := g.read(resp, err)
		if no == nil {
			return v, usage, nil
		}
		wrong = no
		if resp.Text != "" { // roles take turns: some models insist
			req.Messages = append(req.Messages, llm.Message{Role: llm.RoleAssistant, Text: resp.Text})
		}
		req.Messages = append(req.Messages, llm.Message{Role: llm.RoleUser, Text: repeat})
	}
	return trace.Verdict{}, usage, wrong
}

func (g Grader) request(c agent.Case, tr trace.Trace) (llm.Request, error) {
	random := g.Random
	if random == nil {
		random = rand.Reader
	}
	marker, err := newMarker(random)
	if err != nil {
		return llm.Request{}, err
	}
	m, err := messages(c, tr, marker)
	if err != nil {
		return llm.Request{}, err
	}
	coldest := 0.0
	return llm.Request{Model: g.Model.Name, Messages: m, ResponseSchema: verdictSchema, Temperature: &coldest}, nil
}

// declined reports whether a failure is the grader's own answer: it would not
// say. That is asked for again like any other answer that is not a verdict.
func declined(err error) bool {
	var e *llm.Error
	return errors.As(err, &e) && (e.Kind == llm.Refused || e.Kind == llm.Filtered)
}

// unanswered says why the grader gave no answer at all.
func unanswered(ctx context.Context, err error) error {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &Ungraded{Why: outOfTime(ctx) + " before the grader answered", Err: context.DeadlineExceeded}
	case ctx.Err() != nil:
		return &Ungraded{Why: "the run was stopped", Err: ctx.Err()}
	}
	return &Ungraded{Why: fmt.Sprintf("the grader did not answer: %v", err), Err: err}
}

// outOfTime says whose time ran out, where ctx knows.
func outOfTime(ctx context.Context) string {
	if why := context.Cause(ctx); !errors.Is(why, context.DeadlineExceeded) {
		return why.Error()
	}
	return "the time allowed ran out"
}

// read takes a verdict from a whole answer, or says why there is none.
func (g Grader) read(resp llm.Response, declined error) (trace.Verdict, *Ungraded) {
	var none trace.Verdict
	switch {
	case declined != nil:
		return none, &Ungraded{Why: "the grader refused", Said: quote(declinedText(declined)), Err: declined}
	case resp.Finish == llm.FinishRefused:
		return none, said("the grader refused", resp)
	case resp.Finish == llm.FinishFiltered:
		return none, said("a content filter stopped the grader", resp)
	case resp.Finish == llm.FinishLength:
		return none, &Ungraded{Why: "the grader's answer reached its length limit"}
	case resp.Finish != llm.FinishStop:
		return none, &Ungraded{Why: fmt.Sprintf("the grader's answer did not end as one (%q)", resp.Finish)}
	case len(resp.Calls) > 0:
		return none, &Ungraded{Why: "the grader called a tool instead of answering"}
	}
	v, err := ParseVerdict(resp.Text, g.Model.Kind == trace.KindRehearsal)
	switch {
	case err == nil:
		return v, nil
	case refusing(resp.Text):
		return none, said("the grader refused", resp)
	}
	return none, &Ungraded{Why: "the grader's answer is not a verdict, " + err.Error(), Said: quote(resp.Text)}
}

// declinedText is what the provider said of a refusal.
func declinedText(err error) string {
	var e *llm.Error
	if errors.As(err, &e) && e.Message != "" {
		return e.Message
	}
	return err.Error()
}

// said is a refusal with what came along with it.
func said(why string, resp llm.Response) *Ungraded {
	for _, s := range []string{resp.Detail, resp.Text} {
		if trace.Visible(s) {
			return &Ungraded{Why: why, Said: quote(s)}
		}
	}
	return &Ungraded{Why: why}
}

// refusing reports whether prose reads like a refusal. It decides only how the
// error is worded: prose is never a verdict.
func refusing(prose string) bool {
	if strings.Contains(prose, "{") {
		return false
	}
	p := text.Plain(prose)
	for _, s := range []string{"i'm sorry", "i am sorry", "i can't", "i cannot", "i won't", "i will not", "i'm unable", "i am unable", "i'm not able"} {
		if strings.Contains(p, s) {
			return true
		}
	}
	return false
}
