package remote

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"reflect"
	"strings"
	"sync"

	"github.com/caplo/caplo/internal/api"
)

// read judges an answer and decodes its body.
func read[T any](c *Client, a answer) (T, error) {
	var out T
	if a.status >= 300 {
		return out, c.refusal(a)
	}
	if reflect.TypeFor[T]() == reflect.TypeFor[nothing]() {
		if a.status == http.StatusNoContent {
			return out, nil
		}
		return out, c.foreign(a, "")
	}
	if a.status != http.StatusOK && a.status != http.StatusCreated || !a.is("application/json") {
		return out, c.foreign(a, "")
	}
	fields, err := c.object(a)
	if err != nil {
		return out, err
	}
	for _, name := range required(reflect.TypeFor[T]()) {
		if _, ok := fields[name]; !ok {
			return out, c.foreign(a, fmt.Sprintf("its answer to %s lacks %q", a.path, name))
		}
	}
	if err := json.Unmarshal(a.body, &out); err != nil {
		return out, c.foreign(a, fmt.Sprintf("its answer to %s is not as the contract says", a.path))
	}
	return out, nil
}

// object reads an answer as one whole JSON object and nothing else.
func (c *Client) object(a answer) (map[string]json.RawMessage, error) {
	var fields map[string]json.RawMessage
	dec := json.NewDecoder(bytes.NewReader(a.body))
	err := dec.Decode(&fields)
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return nil, c.lost(io.ErrUnexpectedEOF)
	case err != nil || fields == nil:
		return nil, c.foreign(a, "")
	case len(bytes.TrimSpace(a.body[dec.InputOffset():])) > 0:
		return nil, c.foreign(a, "its answer goes on behind its end")
	}
	return fields, nil
}

// is reports whether an answer has a media type.
func (a answer) is(types ...string) bool {
	got := a.mediaType()
	for _, t := range types {
		if got == t {
			return true
		}
	}
	return false
}

func (a answer) mediaType() string {
	t, _, err := mime.ParseMediaType(a.header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return t
}

// refusal is the error of an answer that is no success.
func (c *Client) refusal(a answer) error {
	if a.status < 400 {
		return c.redirected(a)
	}
	p := &api.Problem{}
	if !a.is("application/problem+json", "application/json") || json.Unmarshal(a.body, p) != nil || p.Code == "" || p.Detail == "" {
		return asking(c.foreign(a, ""), a, c.opts.Now())
	}
	p.Status = a.status
	return asking(c.ours(p), a, c.opts.Now())
}

// ours completes a problem for whoever reads it: where the key came from, what it
// lacks, and what to name to whoever runs the workspace.
func (c *Client) ours(p *api.Problem) *api.Problem {
	p.Detail, p.Hint = c.opts.Key.scrub(p.Detail), c.opts.Key.scrub(p.Hint)
	key := "no key was sent"
	if !c.opts.Key.IsZero() && c.opts.KeyOrigin != "" {
		key = "the key was " + c.opts.KeyOrigin
	}
	switch {
	case c.embedded():
	case p.Status == http.StatusUnauthorized:
		p.Hint = join(p.Hint, key)
	case p.Status == http.StatusForbidden:
		if p.Scope != "" && !strings.Contains(p.Detail, p.Scope) {
			p.Detail += ", which needs the scope " + p.Scope
		}
		p.Hint = join(p.Hint, key)
	}
	if p.Status >= 500 && p.RequestID != "" {
		p.Detail += " (request ID " + p.RequestID + ")"
	}
	return p
}

func join(hint, more string) string {
	if hint == "" {
		return more
	}
	return hint + "; " + more
}

var requirements sync.Map // of reflect.Type to []string

// required lists the members that an answer of a type always has: what lacks one
// is another's, or of another contract, and would be read as empty.
func required(t reflect.Type) []string {
	if names, ok := requirements.Load(t); ok {
		return names.([]string)
	}
	var names []string
	for f := range fields(t) {
		name, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name != "" && name != "-" && !strings.Contains(opts, "omitempty") {
			names = append(names, name)
		}
	}
	requirements.Store(t, names)
	return names
}

// fields are those of a struct, and of those that it embeds.
func fields(t reflect.Type) func(func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		if t.Kind() != reflect.Struct {
			return
		}
		for _, f := range reflect.VisibleFields(t) {
			if f.IsExported() && !f.Anonymous && !yield(f) {
				return
			}
		}
	}
}
