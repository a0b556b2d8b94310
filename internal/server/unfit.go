package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/workspace"
)

// maxUnfit is how many places of a request are told of.
const maxUnfit = 50

// requestProblem is how the router reports a request that does not fit the
// contract. What was sent is never quoted: it may hold a secret.
func requestProblem(ctx context.Context, status int, msg string, errs ...error) *api.Problem {
	p := &api.Problem{Code: api.CodeBadRequest, Detail: "the request does not fit the contract", RequestID: requestIDOf(ctx)}
	params, more := false, max(len(errs)-maxUnfit, 0)
	for _, e := range errs[:len(errs)-more] { // parameters come before the body
		u, inBody := unfit(e)
		params = params || !inBody
		if workspace.HoldsKey(u.Pointer) {
			u.Pointer = ""
		}
		p.Errors = append(p.Errors, u)
	}
	slices.SortStableFunc(p.Errors, func(a, b api.Unfit) int {
		return cmp.Or(strings.Compare(a.Pointer, b.Pointer), strings.Compare(a.Message, b.Message))
	})
	p.Errors = slices.Compact(p.Errors)
	switch {
	case status == http.StatusRequestEntityTooLarge:
		p.Code, p.Detail, p.Hint = api.CodeTooLarge, "the request is larger than the workspace takes", "send it in several steps"
	case status == http.StatusRequestTimeout:
		p.Code, p.Detail = api.CodeSlow, "the request's body took too long to come"
	case status == http.StatusUnsupportedMediaType && slices.Contains(errs, errPacked):
		p.Code, p.Detail, p.Hint = api.CodeMediaType, "the request's body is compressed", "send it as it is, without Content-Encoding"
		p.Errors = nil
	case status == http.StatusUnsupportedMediaType:
		p.Code, p.Detail, p.Hint = api.CodeMediaType, "the request's body is not JSON", "send it as application/json"
	case status >= http.StatusInternalServerError:
		status, p.Detail, p.Errors = http.StatusBadRequest, "the request's body did not come whole", nil
	case status == http.StatusUnprocessableEntity && params:
		status = http.StatusBadRequest
	}
	p.Type, p.Title, p.Status = "about:blank", http.StatusText(status), status
	if len(p.Errors) == 0 {
		if status == http.StatusBadRequest && msg == "request body is required" {
			p.Detail = "the request has no body"
		}
		return p
	}
	if status == http.StatusBadRequest || status == http.StatusUnprocessableEntity {
		p.Detail += ": " + strings.TrimPrefix(p.Errors[0].Pointer+": ", ": ") + p.Errors[0].Message
		if n := len(p.Errors) - 1 + more; n > 0 {
			p.Detail += fmt.Sprintf(" (and %d more)", n)
		}
	}
	return p
}

// unfit says where a request does not fit the contract, and whether that is in
// its body.
func unfit(err error) (u api.Unfit, inBody bool) {
	var e unfitError
	if errors.As(err, &e) {
		return *e.Unfit, true
	}
	var d *huma.ErrorDetail
	if !errors.As(err, &d) {
		return api.Unfit{Message: "cannot be read"}, false
	}
	at, inBody := strings.CutPrefix(d.Location, "body")
	if !inBody {
		_, name, _ := strings.Cut(d.Location, ".")
		return api.Unfit{Pointer: clipped(name), Message: d.Message}, false
	}
	if m, ok := d.Value.(map[string]any); ok && strings.HasPrefix(d.Message, "unexpected property") {
		return api.Unfit{Pointer: unknownKey(at, m), Message: "the key is not known"}, true
	}
	return api.Unfit{Pointer: pointerOf(at[:min(len(at), maxPlace)]), Message: plainLength(strings.TrimPrefix(d.Message, "validation failed: "))}, true
}

// unfitError carries a place of a request that does not fit.
type unfitError struct{ *api.Unfit }

func (e unfitError) Error() string { return e.Message }

// maxPlace is how long a location may be, in bytes, that is told of: whoever
// sends longer keys finds them.
const maxPlace = 1_000

// unknownKey points at a key that the contract does not know, which may itself
// hold what parts of a location are parted by: it is the longest that is there.
func unknownKey(at string, in map[string]any) string {
	if len(at) > maxPlace {
		return ""
	}
	for i := range len(at) {
		if at[i] != '.' {
			continue
		}
		if _, ok := in[at[i+1:]]; ok {
			return pointerOf(at[:i]) + "/" + escape(at[i+1:])
		}
	}
	return pointerOf(at)
}

// pointerOf makes a JSON pointer of a location: .resources[0].kind.
func pointerOf(at string) string {
	at = strings.NewReplacer("[", ".", "]", "").Replace(at)
	var b strings.Builder
	for part := range strings.SplitSeq(strings.TrimPrefix(at, "."), ".") {
		if part != "" {
			b.WriteString("/" + escape(part))
		}
	}
	return b.String()
}

func escape(part string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(part)
}

// plainLength says of a text's length what the router says in symbols.
func plainLength(message string) string {
	if n, ok := strings.CutPrefix(message, "expected length <= "); ok {
		return "is longer than " + n + " characters"
	}
	if n, ok := strings.CutPrefix(message, "expected length >= "); ok {
		return "is shorter than " + n + " characters"
	}
	return message
}
