package server

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

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
	if !speaksJSON(r.Header) {
		refuse(http.StatusUnsupportedMediaType)
		return
	}
	limit, wait := o.bodyLimits()
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

// speaksJSON reports whether a body is, by its headers, plain JSON.
func speaksJSON(h http.Header) bool {
	if e := h.Get("Content-Encoding"); e != "" && !strings.EqualFold(e, "identity") {
		return false
	}
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
