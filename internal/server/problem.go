package server

import (
	"context"
	"errors"
	"net/http"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/workspace"
)

// statuses is the one table from problems to HTTP statuses. A code that is not
// in it is a fault of ours.
var statuses = map[workspace.Code]int{
	workspace.NotFound:         http.StatusNotFound,
	workspace.InvalidRequest:   http.StatusBadRequest,
	workspace.InvalidResource:  http.StatusUnprocessableEntity,
	workspace.PushConflict:     http.StatusConflict,
	workspace.PushKeyReused:    http.StatusConflict,
	workspace.StartKeyReused:   http.StatusConflict,
	workspace.LackingBody:      http.StatusConflict,
	workspace.AnotherProject:   http.StatusConflict,
	workspace.NoCases:          http.StatusUnprocessableEntity,
	workspace.ModelUnavailable: http.StatusUnprocessableEntity,
	workspace.BrokenDraft:      http.StatusUnprocessableEntity,
	workspace.TimeUp:           http.StatusGatewayTimeout,
	workspace.Unauthorized:     http.StatusUnauthorized,
	workspace.Forbidden:        http.StatusForbidden,
	workspace.NameTaken:        http.StatusConflict,
	workspace.LastOwner:        http.StatusConflict,
	workspace.CaseConflict:     http.StatusPreconditionFailed,
	workspace.TooLarge:         http.StatusRequestEntityTooLarge,
	workspace.TooMany:          http.StatusTooManyRequests,
	workspace.Unavailable:      http.StatusServiceUnavailable,

	workspace.DatabaseForeign:    http.StatusInternalServerError,
	workspace.DatabaseNewer:      http.StatusInternalServerError,
	workspace.DatabaseDamaged:    http.StatusInternalServerError,
	workspace.DatabaseUnreadable: http.StatusInternalServerError,
	workspace.ReadOnly:           http.StatusInternalServerError,
	workspace.DatabaseLocked:     http.StatusServiceUnavailable,
	workspace.DiskFull:           http.StatusInsufficientStorage,
}

// problem turns an error into its answer.
func problem(err error) *api.Problem {
	var p *workspace.Problem
	if !errors.As(err, &p) {
		p = &workspace.Problem{Code: workspace.Internal, Message: "the workspace failed: " + err.Error()}
		if errors.Is(err, context.Canceled) {
			p.Message = "the request was cancelled"
		}
	}
	status, ok := statuses[p.Code]
	if !ok {
		status = http.StatusInternalServerError
	}
	return &api.Problem{
		Type: "about:blank", Title: http.StatusText(status), Status: status,
		Detail: p.Message, Code: string(p.Code), Hint: p.Hint, Problems: p.Problems,
		Scope: string(p.Scope),
	}
}

// answer is problem for a caller. What is a fault of the workspace goes to
// whoever keeps its log; the caller learns the request's id, by which it is found
// there. Where nobody keeps one, which is in a workspace inside the caller's own
// process, the caller is told all.
func answer(ctx context.Context, err error) *api.Problem {
	p := problem(err)
	p.RequestID = requestIDOf(ctx)
	if c := new(caseError); errors.As(err, &c) {
		p.Errors = inCase(p.Problems)
	}
	e := entryOf(ctx)
	e.err = err
	if e.kept && p.Status >= http.StatusInternalServerError && !told[p.Code] {
		p.Detail, p.Hint = "the workspace failed to answer", "try again; its log says more"
		if p.RequestID != "" {
			p.Hint += " under the request id " + p.RequestID
		}
		if p.Code == string(workspace.DiskFull) {
			p.Detail = "the workspace's disk is full: nothing was changed"
		}
	}
	return p
}

// told are codes whose message is meant for callers, though the status says that
// the fault is the server's.
var told = map[string]bool{
	string(workspace.Unavailable): true,
	string(workspace.TimeUp):      true,
}
