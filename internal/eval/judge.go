package eval

import (
	"context"
	"errors"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/grade"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/turn"
)

// Judge runs one case as one turn of a fresh conversation and grades it. It may
// be called from many goroutines.
//
// A cancelled ctx gives a trace that ended as cancelled, which is nobody's
// result and is not to be recorded. A ctx whose time ran out gives an error.
//
// The usage of the trace counts the grader's calls as well.
func (r *Run) Judge(ctx context.Context, c agent.Case) trace.Result {
	in := r.input
	in.Message = c.Input
	tr := turn.Run(ctx, in)
	checks := grade.Checks(c, r.resolve, tr)
	switch {
	case tr.End.Kind == trace.EndCanceled:
		return stopped(tr, checks)
	case tr.End.Kind == trace.EndProvider:
		return trace.Result{Outcome: trace.Error, Error: tr.End.Detail, Checks: checks, Trace: tr}
	case !tr.Replied():
		return settle(tr, append(checks, grade.NoReply(c)), nil)
	}
	v, usage, err := r.grader.Judge(ctx, c, tr)
	tr.Usage = trace.AddUsage(tr.Usage, usage)
	switch {
	case errors.Is(ctx.Err(), context.Canceled) && err != nil:
		return stopped(tr, checks)
	case err != nil:
		res := trace.Result{Outcome: trace.Error, Error: err.Error(), Checks: checks, Trace: tr}
		var u *grade.Ungraded
		if errors.As(err, &u) {
			res.Said = u.Said
		}
		return res
	}
	return settle(tr, append(checks, grade.DesiredOutcome(c, v)), &v)
}

// settle gives the outcome of a case that could be judged: ok only where there
// is a reply and every check passed, the desired outcome's among them.
func settle(tr trace.Trace, checks []trace.CheckResult, v *trace.Verdict) trace.Result {
	res := trace.Result{Outcome: trace.Failed, Checks: checks, Verdict: v, Trace: tr}
	if tr.Replied() && v != nil && grade.Passed(checks) {
		res.Outcome = trace.OK
	}
	return res
}

// stopped is the result of a case that was stopped before it was judged, be it
// in the turn or in the grading.
func stopped(tr trace.Trace, checks []trace.CheckResult) trace.Result {
	const why = "the run was stopped before the case was judged"
	if tr.End.Kind != trace.EndCanceled {
		tr.End, tr.Reply = trace.End{Kind: trace.EndCanceled, Detail: why}, ""
	}
	return trace.Result{Outcome: trace.Error, Error: why, Checks: checks, Trace: tr}
}
