package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/remote"
	"github.com/caplo/caplo/internal/workspace"
)

// Status is an exit status. These are all there are, for every command.
type Status int

// The exit statuses.
const (
	StatusOK          Status = 0
	StatusFailed      Status = 1   // problems found, refused, network, server, interrupted run
	StatusUsage       Status = 2   // wrong usage
	StatusNotPassed   Status = 3   // a run exists and a case did not pass, or an agent has no cases
	StatusInterrupted Status = 130 // Ctrl-C
)

// usageError is wrong usage: a flag, argument or setting that makes no sense.
type usageError struct{ msg, hint string }

func (e *usageError) Error() string { return e.msg }

func usagef(hint, format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...), hint}
}

// failure is anything else that went wrong, in one sentence with a way out.
type failure struct {
	msg, hint string
	err       error
}

func (e *failure) Error() string { return e.msg }
func (e *failure) Unwrap() error { return e.err }

// interrupted is a user's own end of a command, with what it leaves behind.
func interrupted(err error, left string) error {
	return &failure{msg: "interrupted; " + left, hint: "run the same command again", err: err}
}

// noCases is that there is nothing to run, which never counts as a pass.
type noCases struct{ failure }

// ended is an outcome that the command has reported already.
type ended struct{ status Status }

func (e *ended) Error() string { return fmt.Sprintf("ended with status %d", e.status) }

// statusOf is the one table from what happened to the exit status.
func statusOf(err error) Status {
	var usage *usageError
	var done *ended
	var nothing *noCases
	switch {
	case err == nil:
		return StatusOK
	case errors.As(err, &nothing):
		return StatusNotPassed
	case errors.As(err, &done):
		return done.status
	case errors.As(err, &usage):
		return StatusUsage
	case errors.Is(err, context.Canceled):
		return StatusInterrupted
	case codeOf(err) == workspace.NoCases:
		return StatusNotPassed
	}
	return StatusFailed
}

// codeOf is the code of a workspace's problem, whichever side of the wire it
// was met on.
func codeOf(err error) workspace.Code {
	var p *api.Problem
	if errors.As(err, &p) {
		return workspace.Code(p.Code)
	}
	return workspace.CodeOf(err)
}

// sayError writes one clear sentence and, on a line of its own, what to do.
func (env *Env) sayError(err error) {
	var done *ended
	if errors.As(err, &done) {
		return
	}
	msg, hint := explain(err)
	fmt.Fprintf(env.Err, "caplo: %s\n", clean(msg))
	if hint != "" {
		fmt.Fprintf(env.Err, "hint: %s\n", clean(hint))
	}
}

// explain finds the sentence and the way out of an error.
func explain(err error) (msg, hint string) {
	var usage *usageError
	var fail *failure
	var nothing *noCases
	var wire *api.Problem
	var local *workspace.Problem
	var far *remote.Error
	switch {
	case errors.As(err, &usage):
		return usage.msg, usage.hint
	case errors.As(err, &nothing):
		return nothing.msg, nothing.hint
	case errors.As(err, &fail):
		return fail.msg, fail.hint
	case errors.As(err, &wire):
		return wire.Detail, wire.Hint
	case errors.As(err, &local):
		return local.Message, local.Hint
	case errors.As(err, &far):
		return far.Msg, far.Hint
	case errors.Is(err, context.Canceled):
		return "interrupted", "run the same command again"
	}
	return err.Error(), ""
}
