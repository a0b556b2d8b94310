package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
)

// ArgsChecker says what is wrong with arguments by a tool's JSON Schema, a
// sentence each; nothing where they fit. It is called from many goroutines.
type ArgsChecker func(schema, args json.RawMessage) []string

// Caller calls the tools of one set of resources. It is shared by all turns of
// a run and safe for concurrent use.
type Caller struct {
	set   *agent.Set
	guard guard
	check ArgsChecker
}

// NewCaller returns a caller of the set's tools. A nil check takes any object.
func NewCaller(set *agent.Set, backend Backend, check ArgsChecker) *Caller {
	return &Caller{set: set, guard: guard{backend}, check: check}
}

// Session starts the ledger of one turn. It belongs to one goroutine.
func (c *Caller) Session() *Session { return &Session{caller: c} }

// Session is one turn's calls.
type Session struct {
	caller *Caller
	ledger []trace.Entry
}

// Ledger lists every attempt of the session so far, refused ones included.
func (s *Session) Ledger() []trace.Entry { return slices.Clone(s.ledger) }

// Answer is what came of a call. Exactly one of Refused, Failed and Result is
// set.
type Answer struct {
	Args      json.RawMessage // as read
	RawArgs   string          // as written, where they could not be read
	Refused   string          // why it was not carried out
	Failed    string          // the tool's own failure
	Result    json.RawMessage
	Simulated bool   // a write that was answered without being carried out
	Note      string // for whoever reads the trace; the model is not told
}

// Call calls a tool by its full name, with the arguments as a model wrote them.
func (s *Session) Call(ctx context.Context, name, rawArgs string) Answer {
	t := s.caller.set.Tool(name)
	a := read(rawArgs)
	switch {
	case a.Refused != "":
	case t == nil:
		a.Refused = fmt.Sprintf("there is no tool %s", name)
	default:
		a.Refused = s.caller.unfitting(t, a.Args)
	}
	if a.Refused != "" {
		s.record(name, t, false)
		return a
	}
	r := s.caller.guard.call(ctx, Call{Name: name, Tool: t, Args: a.Args})
	s.record(name, t, r.carriedOut)
	a.Simulated = r.simulated
	switch {
	case r.failed != nil:
		a.Failed = r.failed.Error()
		var u *Unanswered
		if errors.As(r.failed, &u) {
			a.Note = u.Nearest
		}
	case !json.Valid(r.result):
		a.Failed = fmt.Sprintf("%s answered with something that is not JSON", name)
	default:
		a.Result = r.result
	}
	return a
}

// Refuse records an attempt that the turn does not allow, for the reason given.
func (s *Session) Refuse(name, rawArgs, why string) Answer {
	a := read(rawArgs)
	a.Refused = why
	s.record(name, s.caller.set.Tool(name), false)
	return a
}

func (s *Session) record(name string, t *agent.Tool, carriedOut bool) {
	s.ledger = append(s.ledger, trace.Entry{Tool: name, Effect: effectOf(t), CarriedOut: carriedOut})
}

func read(rawArgs string) Answer {
	args, err := ReadArgs(rawArgs)
	if err != nil {
		return Answer{RawArgs: rawArgs, Refused: err.Error()}
	}
	return Answer{Args: args}
}

// unfitting says why the arguments do not fit the tool's schema.
func (c *Caller) unfitting(t *agent.Tool, args json.RawMessage) string {
	if c.check == nil || len(t.Input) == 0 {
		return ""
	}
	wrong := c.check(t.Input, args)
	if len(wrong) == 0 {
		return ""
	}
	return "the arguments do not fit: " + strings.Join(wrong, "; ")
}
