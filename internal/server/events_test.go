package server_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/server"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// TestStreamIsHeardWhileACaseIsSlow: the first case goes on until the stream was
// heard without one.
func TestStreamIsHeardWhileACaseIsSlow(t *testing.T) {
	t.Parallel()
	everyWay(t, func(t *testing.T, b *bundle) {
		heard := make(chan struct{})
		b.judge = func(ctx context.Context, _ agent.Case) trace.Result {
			select {
			case <-heard:
			case <-ctx.Done():
			}
			return ended(trace.OK)
		}
		b.support("a", "b")
		run, _, err := b.ws.StartRun(t.Context(), workspace.Start{Agent: "support", By: workspace.Local()})
		if err != nil {
			t.Fatal(err)
		}
		resp := b.open(run.ID)
		defer resp.Body.Close()
		var seen []string
		in := bufio.NewReader(resp.Body)
		for beats := 0; ; {
			line, err := in.ReadString('\n')
			if err != nil {
				break
			}
			switch line = strings.TrimSpace(line); {
			case line == ":":
				if beats++; beats == 3 {
					close(heard)
				}
			case strings.HasPrefix(line, "id:"), strings.HasPrefix(line, "event:"), strings.HasPrefix(line, "retry:"):
				seen = append(seen, line)
			}
		}
		want := []string{"retry: 1000", "id: 1", "event: case", "id: 2", "event: case", "event: run"}
		if diff := cmp.Diff(want, seen); diff != "" {
			t.Error(diff)
		}
	})
}

// open begins to follow a run.
func (b *bundle) open(run string, headers ...string) *http.Response {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodGet, b.url+"/v1/runs/"+run+"/events", nil)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, h := range headers {
		r.Header.Set("Last-Event-ID", h)
	}
	resp, err := b.http.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	return resp
}

func TestStreamsAreTakenUp(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.support("a", "b", "c")
	run := b.finish("support")
	for last, cases := range map[string]int{"": 3, "0": 3, "2": 1, "3": 0} {
		resp := b.open(run.ID, last)
		data, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if n := strings.Count(string(data), "event: case"); err != nil || n != cases || !strings.Contains(string(data), "event: run") {
			t.Errorf("after %q there were %d cases, want %d: %v", last, n, cases, err)
		}
	}
	for _, last := range []string{"4", "-1", "x", "1.5", "99999999999999999999"} {
		if p := b.ask("GET", "/v1/runs/"+run.ID+"/events", "", "Last-Event-ID: "+last).problem(t); p.Status != http.StatusBadRequest {
			t.Errorf("after %q: %+v", last, p)
		}
	}
	if got := b.ask("HEAD", "/v1/runs/"+run.ID+"/events", ""); got.status != http.StatusOK {
		t.Errorf("HEAD: %d", got.status)
	}
}

func TestResultsWithoutAStream(t *testing.T) {
	t.Parallel()
	everyWay(t, func(t *testing.T, b *bundle) {
		b.support("a", "b", "c")
		run := b.finish("support")
		var all, rest api.Results
		b.ask("GET", "/v1/runs/"+run.ID+"/results", "").into(t, &all)
		b.ask("GET", "/v1/runs/"+run.ID+"/results?after=2", "").into(t, &rest)
		if len(all.Cases) != 3 || len(rest.Cases) != 1 || rest.Cases[0].Seq != 3 || rest.Run.Status != trace.RunFinished || rest.Run.EarlierDraft {
			t.Errorf("%+v, then %+v", all, rest)
		}
		for _, after := range []string{"4", "-1"} {
			if p := b.ask("GET", "/v1/runs/"+run.ID+"/results?after="+after, "").problem(t); p.Status != http.StatusBadRequest {
				t.Errorf("after %s: %+v", after, p)
			}
		}
		b.ask("GET", "/v1/runs/run_none/results", "").problem(t)
	})
}

// TestWhoStopsReadingIsNotWaitedFor: the handler of a stream ends, though its
// caller keeps the connection.
func TestWhoStopsReadingIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	b, h := newHandlerWith(t, server.EmbeddedAuth{}, 10*time.Millisecond)
	ended := make(chan struct{})
	srv := server.NewEmbedded(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(ended)
		h.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { _ = srv.Close() })
	b.judge = func(ctx context.Context, _ agent.Case) trace.Result {
		<-ctx.Done()
		return trace.Result{Outcome: trace.Error, Checks: []trace.CheckResult{}, Trace: trace.Trace{End: trace.End{Kind: trace.EndCanceled}}}
	}
	b.support("a")
	run, _, err := b.ws.StartRun(t.Context(), workspace.Start{Agent: "support", By: workspace.Local()})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := srv.Dial(t.Context(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET /v1/runs/%s/events HTTP/1.1\r\nHost: local.workspace\r\n\r\n", run.ID)
	select {
	case <-ended:
	case <-t.Context().Done():
		t.Error("the handler waits for who does not read")
	}
}

func TestStartsUnderAKey(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.support("a")
	body := `{"startKey":"k-1","rerun":true}`
	var first, again api.StartedRun
	b.ask("POST", "/v1/agents/support/runs", body).into(t, &first)
	b.support("b")
	b.ask("POST", "/v1/agents/support/runs", body).into(t, &again)
	if first.Run.ID != again.Run.ID || again.How != workspace.Started || first.EarlierCases || !again.EarlierCases {
		t.Errorf("%+v, then %+v", first, again)
	}
	if p := b.ask("POST", "/v1/agents/other/runs", body).problem(t); p.Code != "start-key-reused" || p.Status != http.StatusConflict {
		t.Errorf("%+v", p)
	}
}
