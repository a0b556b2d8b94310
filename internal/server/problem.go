package server

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

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

// requestProblem is how the router reports a request that does not fit the
// contract.
func requestProblem(status int, msg string, errs ...error) huma.StatusError {
	details := []string{}
	for _, e := range errs {
		if e != nil {
			details = append(details, e.Error())
		}
	}
	if len(details) > 0 {
		msg += ": " + strings.Join(details, "; ")
	}
	return &api.Problem{
		Type: "about:blank", Title: http.StatusText(status), Status: status,
		Detail: msg, Code: api.CodeBadRequest,
	}
}
