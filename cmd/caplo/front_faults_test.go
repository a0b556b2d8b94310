//go:build faults && unix

package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// meddle answers in the server's place; false where the server is to answer. n
// counts the requests of a kind since the last clear.
type meddle func(w http.ResponseWriter, r *http.Request, kind string, n int) bool

// front is an HTTP proxy before a server, which may meddle.
type front struct {
	*team
	behind http.Handler

	mu     sync.Mutex
	meddle meddle
	hits   map[string][]time.Time // by kind of request
}

// newFront serves a workspace that clients reach through a proxy.
func newFront(t *testing.T, script string, agents map[string]int) *front {
	t.Helper()
	f := &front{team: newTeam(t, script, agents), hits: map[string][]time.Time{}}
	to, err := url.Parse(f.url())
	f.must(err)
	f.behind = &httputil.ReverseProxy{
		Rewrite:       func(r *httputil.ProxyRequest) { r.SetURL(to) },
		FlushInterval: -1,
		ErrorHandler:  func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
	}
	s := httptest.NewServer(f)
	t.Cleanup(s.Close)
	at, err := url.Parse(s.URL)
	f.must(err)
	port, err := strconv.Atoi(at.Port())
	f.must(err)
	f.talkTo(port)
	return f
}

// ServeHTTP implements http.Handler.
func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	kind := kindOf(r)
	f.mu.Lock()
	f.hits[kind] = append(f.hits[kind], time.Now())
	n, m := len(f.hits[kind]), f.meddle
	f.mu.Unlock()
	if m != nil && m(w, r, kind, n) {
		return
	}
	f.behind.ServeHTTP(w, r)
}

// clear sets who meddles, and counts anew.
func (f *front) clear(m meddle) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.meddle, f.hits = m, map[string][]time.Time{}
}

// asks are the times at which a kind of request came.
func (f *front) asks(kind string) []time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.hits[kind]
}

// kinds are those of the requests of an eval, in their order.
var kinds = []string{"workspace", "plan", "bodies", "push", "revisions", "runs", "events"}

func kindOf(r *http.Request) string {
	words := strings.Split(r.URL.Path, "/")
	if len(words) > 2 && words[2] == "revisions" {
		return words[2]
	}
	return words[len(words)-1]
}

// once meddles with the first request of each of these kinds.
func once(answer http.HandlerFunc, kinds ...string) meddle {
	return func(w http.ResponseWriter, r *http.Request, kind string, n int) bool {
		for _, k := range kinds {
			if k == kind && n == 1 {
				answer(w, r)
				return true
			}
		}
		return false
	}
}

// says is an answer with a header and a body; a header is "Name: value".
func says(status int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		for _, h := range headers {
			name, value, _ := strings.Cut(h, ": ")
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// cutOff ends a connection without an answer.
func cutOff(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// half answers with the first half of what the server answers.
func (f *front) half(w http.ResponseWriter, r *http.Request) {
	rec := httptest.NewRecorder()
	f.behind.ServeHTTP(rec, r)
	for name, v := range rec.Header() {
		w.Header()[name] = v
	}
	w.Header().Del("Content-Length")
	w.WriteHeader(rec.Code)
	_, _ = w.Write(rec.Body.Bytes()[:rec.Body.Len()/2])
}

// swallow has the server answer, and tells nobody.
func (f *front) swallow(_ http.ResponseWriter, r *http.Request) {
	f.behind.ServeHTTP(httptest.NewRecorder(), r)
	panic(http.ErrAbortHandler)
}

// hold sends an answer on once it has ended.
func (f *front) hold(w http.ResponseWriter, r *http.Request) {
	rec := httptest.NewRecorder()
	f.behind.ServeHTTP(rec, r)
	for name, v := range rec.Header() {
		w.Header()[name] = v
	}
	w.WriteHeader(rec.Code)
	_, _ = w.Write(rec.Body.Bytes())
}

// few sends events on and cuts the stream after what comes first.
func (f *front) few(w http.ResponseWriter, r *http.Request) {
	f.behind.ServeHTTP(fewEvents{w}, r)
}

type fewEvents struct{ http.ResponseWriter }

func (e fewEvents) Write(b []byte) (int, error) {
	n, err := e.ResponseWriter.Write(b)
	_ = http.NewResponseController(e.ResponseWriter).Flush()
	if bytes.Contains(b, []byte("event: case")) {
		panic(http.ErrAbortHandler)
	}
	return n, err
}
