package remote_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/remote"
	"github.com/caplo/caplo/internal/server"
	"github.com/caplo/caplo/internal/trace"
)

func TestPushAndRun(t *testing.T) {
	t.Parallel()
	everyWay(t, func(t *testing.T, c *remote.Client) {
		done := pushOne(t, c, "ok", "failed", "error", "ok")
		if done.Revision != 1 || done.Plan.Resources[0].Change != agent.Created {
			t.Errorf("push: %+v", done)
		}
		rev, err := c.Revision(t.Context(), 1)
		if err != nil || rev.Project != "p" {
			t.Errorf("revision: %+v, %v", rev, err)
		}
		ws, err := c.Workspace(t.Context())
		if err != nil || ws.Revision != 1 {
			t.Errorf("workspace: %+v, %v", ws, err)
		}
		started, err := c.StartRun(t.Context(), "support", api.Start{})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]trace.Outcome{}
		run, err := c.Follow(t.Context(), started.Run.ID, func(r trace.CaseRun) error {
			got[r.Name] = r.Result.Outcome
			if r.Result.Trace.Reply != "<b>&\u2028" {
				t.Errorf("the reply came as %q", r.Result.Trace.Reply)
			}
			return nil
		})
		if err != nil || run.OK != 2 || run.Failed != 1 || run.Errors != 1 {
			t.Errorf("followed to %+v, %v", run, err)
		}
		want := map[string]trace.Outcome{"a": trace.OK, "b": trace.Failed, "c": trace.Error, "d": trace.OK}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		detail, err := c.Run(t.Context(), run.ID)
		if err != nil || len(detail.Cases) != 4 || detail.Cases[1].Result.Outcome != trace.Failed {
			t.Errorf("run: %+v, %v", detail, err)
		}
	})
}

func TestProblemsKeepTheirCode(t *testing.T) {
	t.Parallel()
	everyWay(t, func(t *testing.T, c *remote.Client) {
		pushOne(t, c)
		for code, ask := range map[string]func() error{
			"not-found": func() error { _, err := c.Run(t.Context(), "run_no/../ne"); return err },
			"no-cases":  func() error { _, err := c.StartRun(t.Context(), "support", api.Start{}); return err },
			"bad-request": func() error {
				_, err := c.StartRun(t.Context(), "support", api.Start{TimeLimit: -1})
				return err
			},
			"invalid-resource": func() error {
				return c.Upload(t.Context(), []api.Resource{{ID: agent.ID{Kind: "agent", Key: "x"}, Body: []byte(`{"nmae":"X"}`)}})
			},
			"push-conflict": func() error {
				late := commit(t, c, "late")
				if _, err := c.Push(t.Context(), commit(t, c, "first")); err != nil {
					t.Error(err)
				}
				_, err := c.Push(t.Context(), late)
				return err
			},
		} {
			var p *api.Problem
			if err := ask(); !errors.As(err, &p) || p.Code != code || p.Detail == "" {
				t.Errorf("want %s, got %+v", code, err)
			}
		}
		_, err := c.Follow(t.Context(), "run_none", nil)
		var p *api.Problem
		if !errors.As(err, &p) || p.Code != "not-found" {
			t.Errorf("follow: %v", err)
		}
	})
}

func TestLostAnswerIsAskedForAgain(t *testing.T) {
	t.Parallel()
	var keys []string
	c := stub(t, func(w http.ResponseWriter, r *http.Request) {
		var asked api.Commit
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
			t.Error(err)
		}
		keys = append(keys, asked.PushKey)
		if len(keys) < 3 {
			panic(http.ErrAbortHandler) // the connection drops before an answer
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"revision": 7, "plan": {}}`)
	})
	done, err := c.Push(t.Context(), api.Commit{PushKey: "k"})
	if err != nil || done.Revision != 7 {
		t.Errorf("%+v, %v", done, err)
	}
	if diff := cmp.Diff([]string{"k", "k", "k"}, keys); diff != "" {
		t.Errorf("the keys of the tries: %s", diff)
	}
}

func TestAnswersThatNoWorkspaceGives(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]http.HandlerFunc{
		"a page": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<html>")
		},
		"an error page": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "bad gateway", http.StatusBadGateway) },
		"JSON of somebody else": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprint(w, `{"message": "no"}`)
		},
		"cut-off JSON": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"revision": 7`)
		},
		"a redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := stub(t, answer)
			if got, err := c.Push(t.Context(), api.Commit{PushKey: "k"}); err == nil {
				t.Errorf("taken for a success: %+v", got)
			}
			if _, err := c.Follow(t.Context(), "run", nil); err == nil {
				t.Error("a stream of it was taken for a run")
			}
		})
	}
}

func TestBrokenStreams(t *testing.T) {
	t.Parallel()
	for name, stream := range map[string]string{
		"ends early":   "id: 1\nevent: case\ndata: {\"name\":\"a\"}\n\n",
		"not JSON":     "event: case\ndata: {\n\n",
		"run not JSON": "event: run\ndata: {\n\n",
		"a problem":    "event: problem\ndata: {\"code\":\"disk-full\",\"detail\":\"full\"}\n\n",
		"nothing":      "",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := stub(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/event-stream")
				fmt.Fprint(w, stream)
			})
			if run, err := c.Follow(t.Context(), "run", func(trace.CaseRun) error { return nil }); err == nil {
				t.Errorf("taken for %+v", run)
			}
		})
	}
}

func TestFollowStopsWithItsContext(t *testing.T) {
	t.Parallel()
	var asked atomic.Bool
	ctx, cancel := context.WithCancel(t.Context())
	c := stub(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Store(true)
		w.Header().Set("Content-Type", "text/event-stream")
		w.(http.Flusher).Flush()
		cancel()
		<-r.Context().Done() // the caller hangs up
	})
	if _, err := c.Follow(ctx, "run", nil); !errors.Is(err, context.Canceled) || !asked.Load() {
		t.Errorf("got %v", err)
	}
}

// TestLargestKnowledgeBase: what validate lets through, push can send.
func TestLargestKnowledgeBase(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("\"<a&b>\"\n", agent.MaxDocument/8) // a quarter of it needs a backslash
	docs := make([]any, agent.MaxBase/agent.MaxDocument)
	for i := range docs {
		docs[i] = map[string]any{"path": fmt.Sprintf("%d.md", i), "text": text}
	}
	body, err := agent.CanonicalValue(map[string]any{"documents": docs})
	if err != nil {
		t.Fatal(err)
	}
	srv := server.NewEmbedded(handler(t, server.EmbeddedAuth{}))
	c := remote.New(remote.Options{BaseURL: "http://local.workspace", Dial: srv.Dial})
	t.Cleanup(func() {
		c.Close()
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := c.Upload(t.Context(), []api.Resource{{ID: agent.ID{Kind: agent.KindKnowledge, Key: "k"}, Body: body}}); err != nil {
		t.Error(err)
	}
}
