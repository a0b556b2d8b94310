package remote_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/remote"
)

const (
	secret    = "caplo_0123456789abcdef_0123456789abcdef0123456789abcdef"
	described = `{"contract": 1, "version": "v1", "served": true, "revision": 7}`
)

// impatient are times that no test waits for long. What is expected to come is
// waited for as ever: this machine may be slow.
var impatient = remote.Times{Idle: 20 * time.Millisecond, Event: 20 * time.Millisecond, Silence: 20 * time.Millisecond}

func asJSON(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprint(w, body)
}

func asProblem(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	fmt.Fprint(w, body)
}

// TestMisbehavingServers: what a server or something before it may do wrong, how
// often it is asked, and what is said in the end.
func TestMisbehavingServers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		says   string
		asked  int64
	}{
		"a 200 with an error body": {
			func(w http.ResponseWriter, _ *http.Request) {
				asJSON(w, 200, `{"code": "internal", "detail": "no", "status": 500}`)
			},
			`lacks "version"`, 1,
		},
		"a 200 with a problem": {
			func(w http.ResponseWriter, _ *http.Request) { asProblem(w, 200, described) }, "with JSON of something else", 1,
		},
		"a page": {
			func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				fmt.Fprint(w, "<h1>Hello\x1b[31m</h1>")
			},
			`with a web page and is no caplo workspace; the page begins "<h1>Hello [31m</h1>"`, 1,
		},
		"a list": {
			func(w http.ResponseWriter, _ *http.Request) { asJSON(w, 200, `[]`) }, "with JSON of something else", 1,
		},
		"something else behind it": {
			func(w http.ResponseWriter, _ *http.Request) { asJSON(w, 200, described+described) }, "goes on behind its end", 1,
		},
		"other types": {
			func(w http.ResponseWriter, _ *http.Request) {
				asJSON(w, 200, `{"version": 1, "served": true, "revision": 7}`)
			},
			"is not as the contract says", 1,
		},
		"truncated JSON": {
			func(w http.ResponseWriter, _ *http.Request) { asJSON(w, 200, described[:20]) },
			"the connection was cut before the whole answer had come", 8,
		},
		"nothing": {
			func(w http.ResponseWriter, _ *http.Request) { asJSON(w, 200, "") }, "the connection was cut", 8,
		},
		"a reset in the middle": {
			func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Length", "100")
				asJSON(w, 200, described)
				w.(http.Flusher).Flush()
				panic(http.ErrAbortHandler)
			},
			"the connection was cut before the whole answer had come", 8,
		},
		"a drip": {
			func(w http.ResponseWriter, r *http.Request) {
				asJSON(w, 200, "")
				drop := time.NewTicker(5 * time.Millisecond)
				defer drop.Stop()
				for {
					select {
					case <-r.Context().Done():
						return
					case <-drop.C:
						fmt.Fprint(w, " ")
						w.(http.Flusher).Flush()
					}
				}
			},
			"the rest of the answer did not come within 20ms", 8,
		},
		"a stall in the middle": {
			func(w http.ResponseWriter, r *http.Request) {
				asJSON(w, 200, described[:5])
				w.(http.Flusher).Flush()
				<-r.Context().Done()
			},
			"the rest of the answer did not come within 20ms", 8,
		},
		"no answer at all": {
			func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
			"an answer did not come within 20ms", 8,
		},
		"a huge body": {
			func(w http.ResponseWriter, _ *http.Request) {
				asJSON(w, 200, "")
				for block := strings.Repeat(" ", 64<<10); ; {
					if _, err := fmt.Fprint(w, block); err != nil {
						return
					}
				}
			},
			"larger than 1 MiB", 1,
		},
		"a body that says it is huge": {
			func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Length", strconv.Itoa(64<<20+1))
				asJSON(w, 200, "{")
			},
			"larger than 64 MiB", 1,
		},
		"a redirect": {
			func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "https://user:pass@elsewhere.example/v1?token=x", http.StatusTemporaryRedirect)
			},
			"answered 307 Temporary Redirect and would send us to https://elsewhere.example/v1, where nothing was sent", 1,
		},
		"a gateway's own error": {
			func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "bad gateway", http.StatusBadGateway) },
			"answered 502 Bad Gateway, and not from the workspace itself", 8,
		},
		"a problem that passes": {
			func(w http.ResponseWriter, _ *http.Request) {
				asProblem(w, 503, `{"code": "unavailable", "detail": "the workspace is closing", "requestId": "r1"}`)
			},
			"the workspace is closing (request ID r1)", 8,
		},
		"a problem that stays": {
			func(w http.ResponseWriter, _ *http.Request) {
				asProblem(w, 500, `{"code": "internal", "detail": "a fault", "requestId": "r2"}`)
			},
			"a fault (request ID r2)", 1,
		},
		"a missing scope": {
			func(w http.ResponseWriter, _ *http.Request) {
				asProblem(w, 403, `{"code": "forbidden", "detail": "not allowed", "scope": "agents:read"}`)
			},
			"not allowed, which needs the scope agents:read", 1,
		},
		"the key in a problem": {
			func(w http.ResponseWriter, r *http.Request) {
				asProblem(w, 401, `{"code": "unauthorized", "detail": "what is `+r.Header.Get("Authorization")+`?"}`)
			},
			"what is Bearer caplo_…?", 1,
		},
		"the key in a page": {
			func(w http.ResponseWriter, r *http.Request) { http.Error(w, r.Header.Get("Authorization"), 404) },
			"which begins \"Bearer caplo_…\"", 1,
		},
		"a sign-in of its own": {
			func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "", http.StatusProxyAuthRequired) },
			"wants a sign-in of its own", 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked atomic.Int64
			var times remote.Times
			var sizes remote.Sizes
			if strings.Contains(c.says, "1 MiB") {
				sizes.Answer = 1 << 20
			}
			if strings.Contains(c.says, "did not come within") {
				times = impatient
			}
			if strings.HasPrefix(c.says, "an answer") {
				times.Answer = 20 * time.Millisecond
			}
			client, _ := stubWith(t, func(w http.ResponseWriter, r *http.Request) {
				asked.Add(1)
				c.answer(w, r)
			}, remote.Options{Key: remote.NewKey(secret), KeyOrigin: "found in a test", Times: times, Sizes: sizes})
			got, err := client.Workspace(t.Context())
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%+v, %v", got, err)
			}
			if c.asked != 0 && asked.Load() != c.asked {
				t.Errorf("asked %d times, want %d", asked.Load(), c.asked)
			}
			if strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, err), secret) {
				t.Error("the key is told")
			}
			var p *api.Problem
			if errors.As(err, &p) && (p.Status == 401 || p.Status == 403) && !strings.Contains(p.Hint, "the key was found in a test") {
				t.Errorf("where the key came from is not told: %q", p.Hint)
			}
		})
	}
}

// TestRetryAfter: what asks to wait is waited for, within reason.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		header   string
		min, max time.Duration
	}{
		"seconds":          {"7", 7 * time.Second, 7 * time.Second},
		"a date":           {"Fri, 02 Jan 2026 03:04:14 GMT", 9 * time.Second, 9 * time.Second},
		"none":             {"", 125 * time.Millisecond, 250 * time.Millisecond},
		"most of a minute": {"55", 55 * time.Second, 55 * time.Second},
		"the past":         {"Fri, 02 Jan 2020 03:04:14 GMT", 125 * time.Millisecond, 250 * time.Millisecond},
		"nonsense":         {"soon", 125 * time.Millisecond, 250 * time.Millisecond},
		"less than zero":   {"-5", 125 * time.Millisecond, 250 * time.Millisecond},
	} {
		for _, status := range []int{429, 503} {
			t.Run(name+" "+strconv.Itoa(status), func(t *testing.T) {
				t.Parallel()
				var asked atomic.Int64
				client, clock := stubWith(t, func(w http.ResponseWriter, _ *http.Request) {
					if asked.Add(1) > 1 {
						asJSON(w, 200, described)
						return
					}
					if c.header != "" {
						w.Header().Set("Retry-After", c.header)
					}
					asProblem(w, status, `{"code": "unavailable", "detail": "later"}`)
				}, remote.Options{})
				ws, err := client.Workspace(t.Context())
				if err != nil || ws.Revision != 7 {
					t.Fatalf("%+v, %v", ws, err)
				}
				naps := clock.naps()
				if len(naps) != 1 || naps[0] < c.min || naps[0] > c.max {
					t.Errorf("slept %v, want %v to %v", naps, c.min, c.max)
				}
			})
		}
	}
}

// TestTriesEnd: tries are bounded in time as well as in number.
func TestTriesEnd(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	client, clock := stubWith(t, func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.Header().Set("Retry-After", "25")
		asProblem(w, 503, `{"code": "unavailable", "detail": "later"}`)
	}, remote.Options{})
	if _, err := client.Workspace(t.Context()); err == nil || err.Error() != "later" {
		t.Errorf("%v", err)
	}
	if asked.Load() != 3 || len(clock.naps()) != 2 { // a third nap would end after a minute
		t.Errorf("asked %d times, slept %v", asked.Load(), clock.naps())
	}
}

// TestWhatIsNotTriedAgain: what may have happened is not asked for twice.
func TestWhatIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	for name, ask := range map[string]func(*remote.Client) error{
		"a key":    func(c *remote.Client) error { _, err := c.MakeKey(t.Context(), api.NewKey{}); return err },
		"a member": func(c *remote.Client) error { _, err := c.AddMember(t.Context(), api.NewMember{}); return err },
	} {
		var asked atomic.Int64
		client, _ := stubWith(t, func(w http.ResponseWriter, _ *http.Request) {
			asked.Add(1)
			asProblem(w, 503, `{"code": "unavailable", "detail": "later"}`)
		}, remote.Options{})
		if err := ask(client); err == nil || asked.Load() != 1 {
			t.Errorf("%s: asked %d times, %v", name, asked.Load(), err)
		}
	}
}

// TestRedirectsAreFollowedNowhere: another origin hears nothing, let alone a key.
func TestRedirectsAreFollowedNowhere(t *testing.T) {
	t.Parallel()
	var heard atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { heard.Add(1) }))
	t.Cleanup(other.Close)
	for _, status := range []int{301, 302, 303, 307, 308} {
		client, _ := stubWith(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL+"/v1/workspace", status)
		}, remote.Options{Key: remote.NewKey(secret)})
		for _, ask := range []func() error{
			func() error { return client.Greet(t.Context()) },
			func() error { _, err := client.Push(t.Context(), api.Commit{}); return err },
			func() error { _, err := client.Follow(t.Context(), "run", nil); return err },
		} {
			if err := ask(); err == nil || !strings.Contains(err.Error(), other.URL) {
				t.Errorf("%d: %v", status, err)
			}
		}
	}
	if heard.Load() != 0 {
		t.Errorf("the other origin was asked %d times", heard.Load())
	}
}

// TestStartIsAskedForUnderOneKey: a lost answer to a start does not start twice.
func TestStartIsAskedForUnderOneKey(t *testing.T) {
	t.Parallel()
	keys := make(chan string, 10)
	client, _ := stubWith(t, func(w http.ResponseWriter, r *http.Request) {
		data, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		keys <- string(data)
		if len(keys) < 3 {
			panic(http.ErrAbortHandler)
		}
		asJSON(w, 200, `{"run": {"id": "run_1"}, "how": "started", "earlierDraft": false, "earlierCases": false}`)
	}, remote.Options{})
	started, err := client.StartRun(t.Context(), "support", api.Start{})
	if err != nil || started.Run.ID != "run_1" {
		t.Fatalf("%+v, %v", started, err)
	}
	a, b, c := <-keys, <-keys, <-keys
	if a != b || b != c || !strings.Contains(a, `"startKey":"`) {
		t.Errorf("asked with %s, %s and %s", a, b, c)
	}
}
