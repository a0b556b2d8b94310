//go:build faults && unix

package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

const (
	page     = "<!doctype html><title>Bad gateway</title>"
	htmlType = "Content-Type: text/html; charset=utf-8"
	jsonType = "Content-Type: application/json"
	problem  = `{"type":"about:blank","title":"Internal Server Error","status":500,"detail":"it broke","code":"internal"}`
)

// TestFaultHTTPOnce has each kind of request go wrong once in an eval: it is made
// again, comes through, and nothing happens twice.
func TestFaultHTTPOnce(t *testing.T) {
	t.Parallel()
	calls := kinds[:len(kinds)-1] // without the stream
	for name, bite := range map[string]func(*front) meddle{
		"429": func(*front) meddle { return once(says(429, "slow down"), kinds...) },
		"503": func(*front) meddle { return once(says(503, ""), kinds...) },
		"503, when nobody can tell": func(*front) meddle {
			return once(says(503, "", "Retry-After: soon"), kinds...)
		},
		"503, in the past": func(*front) meddle { return once(says(503, "", "Retry-After: -7"), kinds...) },
		"502, a page":      func(*front) meddle { return once(says(502, page, htmlType), kinds...) },
		"504":              func(*front) meddle { return once(says(504, page, htmlType), kinds...) },
		"empty":            func(*front) meddle { return once(says(200, "", jsonType), calls...) },
		"half":             func(f *front) meddle { return once(f.half, kinds...) },
		"cut short":        func(*front) meddle { return once(says(200, `{"ver`, jsonType, "Content-Length: 500"), calls...) },
		"lost before":      func(*front) meddle { return once(cutOff, kinds...) },
		"lost after":       func(f *front) meddle { return once(f.swallow, kinds...) },
		"a page for a stream": func(*front) meddle {
			return once(says(200, page, htmlType), "events")
		},
		"JSON for a stream": func(*front) meddle { return once(says(200, problem, jsonType), "events") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFront(t, mixed, map[string]int{"orders": 5})
			f.clear(bite(f))
			f.ends(f.start("eval"))
			f.verdicts(1)
			if n := f.number(`SELECT count(*) FROM revisions`); n != 1 {
				t.Errorf("%d revisions, want 1", n)
			}
			for _, kind := range kinds {
				if len(f.asks(kind)) == 0 {
					t.Errorf("nobody asked for %s", kind)
				}
			}
		})
	}
}

// TestFaultHTTPRetryAfter holds clients to when they are asked to come again, in
// seconds and as a date.
func TestFaultHTTPRetryAfter(t *testing.T) {
	t.Parallel()
	f := newFront(t, mixed, map[string]int{"orders": 5})
	f.clear(func(w http.ResponseWriter, r *http.Request, kind string, n int) bool {
		switch {
		case kind == "push" && n == 1:
			says(429, "", "Retry-After: 1")(w, r)
		case kind == "runs" && n == 1:
			at := time.Now().Add(2 * time.Second).UTC().Format(http.TimeFormat) // whole seconds
			says(503, "", "Retry-After: "+at)(w, r)
		default:
			return false
		}
		return true
	})
	f.ends(f.start("eval"))
	f.verdicts(1)
	for _, kind := range []string{"push", "runs"} {
		if at := f.asks(kind); len(at) != 2 || at[1].Sub(at[0]) < 900*time.Millisecond {
			t.Errorf("%s was asked for at %v", kind, at)
		}
	}
}

// TestFaultHTTPWaitIsLeft interrupts a client that is asked to come again in a
// while, and has one that is asked to come again in a day say so and go.
func TestFaultHTTPWaitIsLeft(t *testing.T) {
	t.Parallel()
	f := newFront(t, mixed, map[string]int{"orders": 4})
	f.clear(once(says(503, "", "Retry-After: 50"), "plan"))
	p := f.start("eval")
	f.until("the question", func() bool { return len(f.asks("plan")) == 1 })
	p.signal(os.Interrupt)
	p.wait().exits(130)
	f.clear(once(says(503, "", "Retry-After: 86400"), "plan"))
	if res := f.start("eval").wait().exits(1); !strings.Contains(res.stderr, "24h0m0s") {
		t.Errorf("it does not say how long it was asked to wait: %s", res)
	}
	f.clear(nil)
	f.ends(f.start("eval"))
	f.verdicts(1)
}

// TestFaultHTTPLies answers each kind of request with what is no answer, for
// good: nobody takes it for one, and the key goes nowhere else.
func TestFaultHTTPLies(t *testing.T) {
	t.Parallel()
	var elsewhere atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere.Add(1) }))
	t.Cleanup(other.Close)
	for name, lie := range map[string]struct {
		answer http.HandlerFunc
		says   string
	}{
		"an error that is none": {says(200, problem, jsonType), `http://127.* (answered 200 OK with JSON of something else|does not answer as this caplo expects)`},
		"a problem as success":  {says(200, problem, "Content-Type: application/problem+json"), `http://127.* answered 200 OK with JSON of something else`},
		"a page":                {says(200, page, htmlType), `http://127.* answered 200 OK with a web page`},
		"another's JSON":        {says(201, `[]`, jsonType), `http://127.* answered 201 Created`},
		"nothing":               {says(204, ""), `http://127.* answered 204 No Content`},
		"a redirect":            {says(307, "", "Location: "+other.URL+"/v1/workspace"), `http://127.* answered 307 .* would send us to ` + other.URL},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFront(t, mixed, map[string]int{"orders": 5})
			for i, kind := range kinds[:len(kinds)-1] {
				f.agent("orders", fmt.Sprintf("Answer in %d words.", i), 5)
				f.clear(func(w http.ResponseWriter, r *http.Request, k string, _ int) bool {
					if k == kind {
						lie.answer(w, r)
					}
					return k == kind
				})
				f.broke(f.run("eval"), lie.says)
				if n := len(f.asks(kind)); n != 1 {
					t.Errorf("%s was asked for %d times", kind, n)
				}
			}
			f.clear(nil)
			f.ends(f.start("eval"))
			f.verdicts(1)
		})
	}
	t.Cleanup(func() {
		if n := elsewhere.Load(); n != 0 {
			t.Errorf("%d requests went to another origin", n)
		}
	})
}

// TestFaultHTTPStream is a proxy that holds streams back to their end, or cuts
// them all the time: cases come nevertheless, while the run goes on.
func TestFaultHTTPStream(t *testing.T) {
	t.Parallel()
	t.Run("held back", func(t *testing.T) {
		t.Parallel()
		f := newFront(t, `{"rules":[{"when":"question 011 of","reply":"Late.","delayMs":60000},`+mixed[len(`{"rules":[`):], map[string]int{"orders": 12})
		f.clear(func(w http.ResponseWriter, r *http.Request, kind string, _ int) bool {
			if kind == "events" {
				f.hold(w, r)
			}
			return kind == "events"
		})
		p := f.start("eval")
		p.printed(11) // the stream is silent, and the run is not over
		if n := len(done(f.rows())); n != 11 {
			t.Errorf("%d verdicts", n)
		}
		f.script(mixed)
		f.crash() // the last case is judged anew, at once
		f.ends(p)
		f.verdicts(1)
	})
	t.Run("cut often", func(t *testing.T) {
		t.Parallel()
		f := newFront(t, slow, map[string]int{"orders": 12})
		f.clear(func(w http.ResponseWriter, r *http.Request, kind string, _ int) bool {
			if kind == "events" {
				f.few(w, r)
			}
			return kind == "events"
		})
		f.ends(f.start("eval"))
		f.verdicts(1)
		if n := len(f.asks("events")); n < 3 {
			t.Errorf("the stream was asked for %d times", n)
		}
	})
}
