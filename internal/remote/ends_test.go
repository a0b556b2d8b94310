package remote_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/remote"
	"github.com/caplo/caplo/internal/trace"
)

// asksToWait answers with a status, and what to wait, the first times.
func asksToWait(times int, wait string, then http.HandlerFunc) http.HandlerFunc {
	var asked atomic.Int64
	return func(w http.ResponseWriter, r *http.Request) {
		if int(asked.Add(1)) > times {
			then(w, r)
			return
		}
		w.Header().Set("Retry-After", wait)
		asProblem(w, 503, `{"code": "unavailable", "detail": "draining"}`)
	}
}

func describes(w http.ResponseWriter, _ *http.Request) { asJSON(w, 200, described) }

func streams(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprint(w, caseEvent(1)+caseEvent(2)+caseEvent(3)+overEvent)
}

func follow(ctx context.Context, c *remote.Client) error {
	_, err := c.Follow(ctx, "run", func(trace.CaseRun) error { return nil })
	return err
}

// TestAskedToWait: everywhere all of it is waited for; where it is longer than
// there is patience, that is said at once and nothing is asked too early.
func TestAskedToWait(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		ask    func(context.Context, *remote.Client) error
		answer http.HandlerFunc
		within time.Duration // of the patience
		beyond time.Duration
	}{
		"a call":        {func(ctx context.Context, c *remote.Client) error { _, err := c.Workspace(ctx); return err }, describes, 45 * time.Second, 2 * time.Minute},
		"first contact": {func(ctx context.Context, c *remote.Client) error { return c.Greet(ctx) }, describes, 45 * time.Second, 2 * time.Minute},
		"a stream":      {follow, streams, 100 * time.Second, 3 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := remote.Options{Wait: time.Minute}
			client, clock := stubWith(t, asksToWait(1, fmt.Sprint(c.within.Seconds()), c.answer), opts)
			if err := c.ask(t.Context(), client); err != nil {
				t.Error(err)
			}
			if naps := clock.naps(); len(naps) != 1 || naps[0] != c.within {
				t.Errorf("slept %v, want %s", naps, c.within)
			}
			client, clock = stubWith(t, asksToWait(9, fmt.Sprint(c.beyond.Seconds()), c.answer), opts)
			err := c.ask(t.Context(), client)
			var p *api.Problem
			if !errors.As(err, &p) || p.Hint != "it asks to wait "+c.beyond.String()+", which is longer than caplo does: try again then" {
				t.Errorf("%+v", err)
			}
			if naps := clock.naps(); len(naps) != 0 {
				t.Errorf("slept %v", naps)
			}
		})
	}
}

// TestAskedToWaitWhilePolling: a wait that one request has no patience for, and
// the run has.
func TestAskedToWaitWhilePolling(t *testing.T) {
	t.Parallel()
	polls := asksToWait(1, "90", func(w http.ResponseWriter, r *http.Request) {
		asJSON(w, 200, results(r.URL.Query().Get("after"), 3, "finished"))
	})
	client, clock := stubWith(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/events") {
			http.Error(w, "no streams", http.StatusForbidden)
			return
		}
		polls(w, r)
	}, remote.Options{})
	followed(t, client)
	if naps := clock.naps(); len(naps) != 1 || naps[0] != 90*time.Second {
		t.Errorf("slept %v", naps)
	}
}

// TestLostAnswersToWhatIsNotTriedAgain: whoever asked hears that it may have
// happened, unless it cannot have.
func TestLostAnswersToWhatIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		ask  func(*remote.Client) error
		says string
	}{
		"a key": {
			func(c *remote.Client) error { _, err := c.MakeKey(t.Context(), api.NewKey{}); return err },
			"; the key may have been made all the same",
		},
		"a member": {
			func(c *remote.Client) error { _, err := c.AddMember(t.Context(), api.NewMember{}); return err },
			"; the member may have been added all the same",
		},
	} {
		for how, answer := range map[string]http.HandlerFunc{
			"hung up":             func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
			"cut off":             func(w http.ResponseWriter, _ *http.Request) { asJSON(w, 201, `{"key": `) },
			"a gateway gave up":   func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "", http.StatusGatewayTimeout) },
			"another's answer":    func(w http.ResponseWriter, _ *http.Request) { asJSON(w, 201, `{}`) },
			"not: refused":        func(w http.ResponseWriter, _ *http.Request) { asProblem(w, 403, `{"code":"forbidden","detail":"no"}`) },
			"not: nobody's door":  func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "", http.StatusNotFound) },
			"not: sent elsewhere": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/x", http.StatusFound) },
		} {
			var asked atomic.Int64
			client, _ := stubWith(t, func(w http.ResponseWriter, r *http.Request) {
				asked.Add(1)
				answer(w, r)
			}, remote.Options{})
			err := c.ask(client)
			if err == nil || asked.Load() != 1 || strings.HasSuffix(err.Error(), c.says) == strings.HasPrefix(how, "not:") {
				t.Errorf("%s, %s: asked %d times, %v", name, how, asked.Load(), err)
			}
		}
	}
	nowhere := remote.New(remote.Options{BaseURL: "http://caplo.example"})
	defer nowhere.Close()
	if _, err := nowhere.MakeKey(t.Context(), api.NewKey{}); err == nil || strings.Contains(err.Error(), "may have been") {
		t.Errorf("where nothing was sent: %v", err)
	}
}

// TestEndsAreAskedForAgain: revoking and removing come to the same however often
// they are asked for; a refusal that an earlier try may have brought about says so.
func TestEndsAreAskedForAgain(t *testing.T) {
	t.Parallel()
	revoke := func(c *remote.Client) error { _, err := c.RevokeKey(t.Context(), "k"); return err }
	remove := func(c *remote.Client) error { return c.RemoveMember(t.Context(), "m") }
	const key = `{"id":"k","name":"n","member":"m","scopes":[],"madeBy":"m","created":"2026-01-02T03:04:05Z","state":"valid"}`
	for name, c := range map[string]struct {
		ask   func(*remote.Client) error
		then  http.HandlerFunc
		fails string
	}{
		"a revocation": {revoke, func(w http.ResponseWriter, _ *http.Request) { asJSON(w, 200, key) }, ""},
		"a removal":    {remove, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }, ""},
		"the own key": {revoke, func(w http.ResponseWriter, _ *http.Request) {
			asProblem(w, 401, `{"code":"unauthorized","detail":"the key was revoked"}`)
		}, "an earlier try may have revoked the key that asks"},
		"one who is gone": {remove, func(w http.ResponseWriter, _ *http.Request) {
			asProblem(w, 404, `{"code":"not-found","detail":"there is no member m"}`)
		}, "an earlier try may have removed the member"},
	} {
		for _, lost := range []int64{0, 2} {
			var asked atomic.Int64
			client, _ := stubWith(t, func(w http.ResponseWriter, r *http.Request) {
				if asked.Add(1) <= lost {
					panic(http.ErrAbortHandler)
				}
				c.then(w, r)
			}, remote.Options{})
			err := c.ask(client)
			var p *api.Problem
			if (err != nil) != (c.fails != "") || asked.Load() != lost+1 {
				t.Errorf("%s: asked %d times, %v", name, asked.Load(), err)
			}
			if errors.As(err, &p) && strings.Contains(p.Hint, c.fails) != (lost > 0) {
				t.Errorf("%s after %d lost answers: hint %q", name, lost, p.Hint)
			}
		}
	}
}

// TestFirstAnswers: who answers the first time, by the contract that it speaks.
func TestFirstAnswers(t *testing.T) {
	t.Parallel()
	for answer, says := range map[string]string{
		described: "",
		strings.Replace(described, `"contract": 1`, `"contract": 2`, 1):   "speaks version 2 of the contract, and this caplo version 1",
		strings.Replace(described, `"contract": 1`, `"contract": "x"`, 1): "does not say which contract it speaks",
		strings.Replace(described, `"contract": 1, `, "", 1):              "",
		strings.Replace(described, `, "revision": 7`, "", 1):              "speaks an older contract than this caplo",
		`{"status": "ok"}`: "JSON of something else",
	} {
		client := stub(t, func(w http.ResponseWriter, _ *http.Request) { asJSON(w, 200, answer) })
		err := client.Greet(t.Context())
		if (err != nil) != (says != "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", answer, err)
		}
	}
}
