package server

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/caplo/caplo/internal/api"
)

// plainQuery refuses a query that two readers may read differently: one that is
// written wrong, of which the router reads what it can, and a parameter that is
// given twice, of which it reads the first.
func plainQuery(hc huma.Context, next func(huma.Context)) {
	r, w := humago.Unwrap(hc)
	given, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		write(w, requestProblem(r.Context(), http.StatusBadRequest, "", unfitError{&api.Unfit{Message: "the query is written wrong"}}))
		return
	}
	for _, p := range hc.Operation().Parameters {
		if p.In == "query" && len(given[p.Name]) > 1 {
			write(w, requestProblem(r.Context(), http.StatusBadRequest, "", unfitError{&api.Unfit{Pointer: p.Name, Message: "is given more than once"}}))
			return
		}
	}
	next(hc)
}

// readBody reads a request's body before anything else does: whole, within its
// size and time, and as JSON that has but one meaning.
func (o op) readBody(hc huma.Context, next func(huma.Context)) {
	if hc.Operation().RequestBody == nil {
		next(hc)
		return
	}
	r, w := humago.Unwrap(hc)
	refuse := func(status int, errs ...error) {
		if status != http.StatusBadRequest {
			w.Header().Set("Connection", "close") // the rest of the body is not read
		}
		write(w, requestProblem(r.Context(), status, "", errs...))
	}
	if packed(r.Header) {
		refuse(http.StatusUnsupportedMediaType, errPacked)
		return
	}
	if !speaksJSON(r.Header) {
		refuse(http.StatusUnsupportedMediaType)
		return
	}
	limit, wait := o.bodyLimits()
	if r.ContentLength > limit { // before the caller is asked to send it
		refuse(http.StatusRequestEntityTooLarge)
		return
	}
	_ = huma.SetReadDeadline(w, time.Now().Add(wait)) // where there is no connection there is none to wait for
	data, err := io.ReadAll(io.LimitReader(r.Body, limit+1))
	var slow net.Error
	switch {
	case int64(len(data)) > limit:
		refuse(http.StatusRequestEntityTooLarge)
	case errors.As(err, &slow) && slow.Timeout():
		refuse(http.StatusRequestTimeout)
	case err != nil:
		refuse(http.StatusInternalServerError)
	default:
		if u := checkJSON(data); len(data) > 0 && u != nil {
			refuse(http.StatusBadRequest, unfitError{u})
			return
		}
		next(&readContext{hc, bytes.NewReader(data)})
	}
}

// errPacked is that a body is compressed.
var errPacked = errors.New("the body is compressed")

// packed reports whether a body is, by its headers, compressed.
func packed(h http.Header) bool {
	e := h.Get("Content-Encoding")
	return e != "" && !strings.EqualFold(e, "identity")
}

// speaksJSON reports whether a body is, by its headers, JSON.
func speaksJSON(h http.Header) bool {
	ct := h.Get("Content-Type")
	kind, params, err := mime.ParseMediaType(ct)
	return ct == "" || err == nil && kind == "application/json" && (params["charset"] == "" || strings.EqualFold(params["charset"], "utf-8"))
}

// inner is a huma.Context under another name: it has a method of that one.
type inner = huma.Context

// readContext is a request whose body was read.
type readContext struct {
	inner
	body io.Reader
}

func (c *readContext) BodyReader() io.Reader { return c.body }

// Unwrap is how huma finds the request inside.
func (c *readContext) Unwrap() huma.Context { return c.inner }
