package scripted

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/caplo/caplo/internal/llm"
)

// Script is the form of FromJSON.
type Script struct {
	Rules []Rule `json:"rules"`
}

// Rule answers the requests that it fits. One of Reply, Calls, Verdict and
// Error says how.
type Rule struct {
	When     string     `json:"when,omitempty"`     // stands in the last message of the user's; "": any
	Grader   *bool      `json:"grader,omitempty"`   // true: only requests for a verdict; left out: others
	Answered *bool      `json:"answered,omitempty"` // whether a tool result came since; left out: for calls false, else any
	Reply    *string    `json:"reply,omitempty"`
	Calls    []RuleCall `json:"calls,omitempty"`
	Verdict  *struct {
		Achieved  bool   `json:"achieved"`
		Rationale string `json:"rationale"`
	} `json:"verdict,omitempty"`
	Error        llm.ErrorKind `json:"error,omitempty"` // a kind, as llm names it
	Message      string        `json:"message,omitempty"`
	RetryAfterMs int           `json:"retryAfterMs,omitempty"`
	DelayMs      int           `json:"delayMs,omitempty"`
}

// RuleCall is a call in a rule.
type RuleCall struct {
	Name string          `json:"name"`
	Args json.RawMessage `json:"args,omitempty"` // left out: {}
}

// FromJSON reads a Script: the first rule that fits a request answers it, and
// one that none fits is a BadRequest. Delays are real time.
//
//	{"rules": [{"when": "where is", "calls": [{"name": "desk__find", "args": {"id": 1}}]},
//	           {"reply": "It is on its way."},
//	           {"grader": true, "verdict": {"achieved": true, "rationale": "It says so."}, "delayMs": 200}]}
func FromJSON(data []byte) (*Provider, error) { return FromJSONWait(data, Sleep) }

// FromJSONWait is FromJSON with delays by wait.
func FromJSONWait(data []byte, wait Wait) (*Provider, error) {
	var s Script
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return nil, fmt.Errorf("read script: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("read script: something stands after its end")
	}
	steps := make([]Step, len(s.Rules))
	for i, r := range s.Rules {
		step, err := r.step()
		if err != nil {
			return nil, fmt.Errorf("script rule %d: %w", i+1, err)
		}
		steps[i] = step
		if r.DelayMs > 0 {
			steps[i] = Delay(wait, time.Duration(r.DelayMs)*time.Millisecond, step)
		}
	}
	return New(func(ctx context.Context, req llm.Request) (llm.Response, error) {
		for i, r := range s.Rules {
			if r.fits(req) {
				return steps[i](ctx, req)
			}
		}
		return llm.Response{}, &llm.Error{Kind: llm.BadRequest, Provider: Name, Message: fmt.Sprintf("no rule fits %q", LastUser(req))}
	}), nil
}

func (r Rule) fits(req llm.Request) bool {
	if (r.Grader != nil && *r.Grader) != IsGrader(req) {
		return false
	}
	if want := r.Answered; want != nil && *want != Answered(req) || want == nil && len(r.Calls) > 0 && Answered(req) {
		return false
	}
	return strings.Contains(LastUser(req), r.When)
}

func (r Rule) step() (Step, error) {
	var steps []Step
	if r.Reply != nil {
		steps = append(steps, Reply(*r.Reply))
	}
	if len(r.Calls) > 0 {
		steps = append(steps, Calls(r.calls()...))
	}
	if r.Verdict != nil {
		steps = append(steps, Verdict(r.Verdict.Achieved, r.Verdict.Rationale))
	}
	if r.Error != "" {
		if !slices.Contains(kinds, r.Error) {
			return nil, fmt.Errorf("%q is not a kind of error; there are %q", r.Error, kinds)
		}
		steps = append(steps, r.fail)
	}
	if len(steps) != 1 {
		return nil, fmt.Errorf("it wants one of reply, calls, verdict and error; it has %d", len(steps))
	}
	return steps[0], nil
}

var kinds = []llm.ErrorKind{llm.RateLimited, llm.Refused, llm.Filtered, llm.Unavailable, llm.BadRequest, llm.Truncated}

func (r Rule) fail(context.Context, llm.Request) (llm.Response, error) {
	return llm.Response{}, &llm.Error{
		Kind: r.Error, Provider: Name, Message: r.Message,
		RetryAfter: time.Duration(r.RetryAfterMs) * time.Millisecond,
	}
}

func (r Rule) calls() []llm.Call {
	var out []llm.Call
	for _, c := range r.Calls {
		args := c.Args
		if len(args) == 0 {
			args = json.RawMessage("{}")
		}
		out = append(out, Call(c.Name, args))
	}
	return out
}
