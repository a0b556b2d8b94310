package workspace

import (
	"errors"

	"github.com/caplo/caplo/internal/agent"
)

// Code says what sort of thing went wrong; it is stable and crosses the wire.
type Code string

// Codes of what callers asked for.
const (
	NotFound         Code = "not-found"         // no such agent, run or revision
	InvalidRequest   Code = "invalid-request"   // the request contradicts itself
	InvalidResource  Code = "invalid-resource"  // a resource is not valid in form
	PushConflict     Code = "push-conflict"     // something moved on since the plan
	PushKeyReused    Code = "push-key-reused"   // the key belongs to another push
	StartKeyReused   Code = "start-key-reused"  // the key belongs to another start
	LackingBody      Code = "lacking-body"      // the manifest names what was never uploaded
	AnotherProject   Code = "another-project"   // another project pushed it
	NoCases          Code = "no-cases"          // the agent has no eval cases
	ModelUnavailable Code = "model-unavailable" // a model cannot be resolved
	BrokenDraft      Code = "broken-draft"      // the draft refers to what is not there
	TimeUp           Code = "time-up"           // a run may not be worked any longer here
	Unauthorized     Code = "unauthorized"      // nobody knows who asks
	Forbidden        Code = "forbidden"         // whoever asks may not
	NameTaken        Code = "name-taken"        // another one has the name
	LastOwner        Code = "last-owner"        // a workspace needs an owner
	CaseConflict     Code = "case-conflict"     // the case was changed since it was read
	TooLarge         Code = "too-large"         // more than the workspace takes
	TooMany          Code = "too-many-requests" // more than the workspace does at once
	Unavailable      Code = "unavailable"       // the workspace is closing
	Internal         Code = "internal"          // a fault of caplo
)

// Problem is an error with a code, a sentence for people and a way out.
type Problem struct {
	Code     Code
	Message  string          // what is wrong, in one sentence
	Hint     string          // what to do
	Problems []agent.Problem // InvalidResource: where
	Scope    Scope           // Forbidden: the scope that is missing, if it is that
	Err      error           // the cause, if any; never shown to callers
}

func (p *Problem) Error() string { return p.Message }

func (p *Problem) Unwrap() error { return p.Err }

// CodeOf returns an error's code, Internal where it has none.
func CodeOf(err error) Code {
	var p *Problem
	if errors.As(err, &p) {
		return p.Code
	}
	return Internal
}
