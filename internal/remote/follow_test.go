package remote_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/remote"
	"github.com/caplo/caplo/internal/trace"
)

func caseEvent(seq int) string {
	return fmt.Sprintf("id: %d\nevent: case\ndata: {\"seq\":%d,\"name\":\"c%d\"}\n\n", seq, seq, seq)
}

const overEvent = "event: run\ndata: {\"id\":\"run\",\"status\":\"finished\",\"cases\":3,\"ok\":3}\n\n"

func results(after string, upTo int, status string) string {
	var cases []string
	for n := 1; n <= upTo; n++ {
		if fmt.Sprint(n) > after {
			cases = append(cases, fmt.Sprintf(`{"seq":%d,"name":"c%d"}`, n, n))
		}
	}
	return fmt.Sprintf(`{"run":{"id":"run","status":%q,"cases":3,"ok":3},"cases":[%s]}`, status, strings.Join(cases, ","))
}

// followed follows a run of three cases and wants each once.
func followed(t *testing.T, c *remote.Client) {
	t.Helper()
	var got []string
	run, err := c.Follow(t.Context(), "run", func(r trace.CaseRun) error {
		got = append(got, r.Name)
		return nil
	})
	if err != nil || run.Status != trace.RunFinished {
		t.Fatalf("followed to %+v, %v", run, err)
	}
	if !slices.Equal(got, []string{"c1", "c2", "c3"}) {
		t.Errorf("reported %v", got)
	}
}

// TestStreamsThatBreak: whatever happens to connections, each case is reported
// once and none is lost.
func TestStreamsThatBreak(t *testing.T) {
	t.Parallel()
	for name, streams := range map[string][]string{
		"cut between cases":    {caseEvent(1), caseEvent(2) + caseEvent(3) + overEvent},
		"cut within a case":    {caseEvent(1) + "id: 2\nevent: case\ndata: {\"seq\":2,", caseEvent(2) + caseEvent(3) + overEvent},
		"begun again":          {caseEvent(1) + caseEvent(2), caseEvent(1) + caseEvent(2) + caseEvent(3) + overEvent},
		"cut before the end":   {caseEvent(1) + caseEvent(2) + caseEvent(3), overEvent},
		"nothing at first":     {"", "", caseEvent(1) + caseEvent(2) + caseEvent(3) + overEvent},
		"a closing workspace":  {caseEvent(1) + "event: problem\ndata: {\"code\":\"unavailable\",\"detail\":\"closing\",\"status\":503}\n\n", caseEvent(2) + caseEvent(3) + overEvent},
		"other ends of lines":  {strings.ReplaceAll(caseEvent(1)+caseEvent(2)+caseEvent(3)+overEvent, "\n", "\r\n")},
		"data in lines":        {": hello\n\n" + strings.ReplaceAll(caseEvent(1), ",\"name\"", ",\ndata:\"name\"") + "id:2\nevent:case\ndata:{\"seq\":2,\"name\":\"c2\"}\n\nretry: 5\n\n" + caseEvent(3) + overEvent},
		"a mark of byte order": {"\xef\xbb\xbf" + caseEvent(1) + caseEvent(2) + caseEvent(3) + overEvent},
		"out of order":         {caseEvent(1) + caseEvent(3), caseEvent(2) + caseEvent(3) + overEvent},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked atomic.Int64
			c, _ := stubWith(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
				fmt.Fprint(w, streams[min(int(asked.Add(1)), len(streams))-1])
			}, remote.Options{})
			if name == "out of order" {
				var got []string
				run, err := c.Follow(t.Context(), "run", func(r trace.CaseRun) error { got = append(got, r.Name); return nil })
				if err != nil || run.OK != 3 || !slices.Equal(got, []string{"c1", "c3", "c2"}) {
					t.Errorf("%v, %+v, %v", got, run, err)
				}
				return
			}
			followed(t, c)
			if n := int(asked.Load()); n != len(streams) {
				t.Errorf("%d connections, want %d", n, len(streams))
			}
		})
	}
}

// TestStreamsAreTakenUp: a stream is taken up behind the last case of all that
// were reported.
func TestStreamsAreTakenUp(t *testing.T) {
	t.Parallel()
	last := make(chan string, 3)
	c, _ := stubWith(t, func(w http.ResponseWriter, r *http.Request) {
		last <- r.Header.Get("Last-Event-ID")
		w.Header().Set("Content-Type", "text/event-stream")
		if len(last) == 1 {
			fmt.Fprint(w, caseEvent(1)+caseEvent(2))
			return
		}
		fmt.Fprint(w, caseEvent(3)+overEvent)
	}, remote.Options{})
	followed(t, c)
	if a, b := <-last, <-last; a != "" || b != "2" {
		t.Errorf("asked from %q and %q", a, b)
	}
}

// TestStreamsThatDoNotComeThrough: where something holds streams back, the run is
// asked for instead.
func TestStreamsThatDoNotComeThrough(t *testing.T) {
	t.Parallel()
	hang := func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	for name, stream := range map[string]http.HandlerFunc{
		"no headers": hang,
		"headers alone": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			w.(http.Flusher).Flush()
			hang(w, r)
		},
		"a page": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "streams are not allowed")
		},
		"refused by a proxy": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no streams", http.StatusForbidden) },
		"silent after a word": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, ": hello\n\n")
			w.(http.Flusher).Flush()
			hang(w, r)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var polls atomic.Int64
			c, clock := stubWith(t, func(w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.URL.Path, "/events") {
					stream(w, r)
					return
				}
				n := int(polls.Add(1))
				status := "open"
				if n > 8 {
					status = "finished"
				}
				asJSON(w, 200, results(r.URL.Query().Get("after"), min(n/2, 3), status))
			}, remote.Options{Times: impatient})
			followed(t, c)
			for _, nap := range clock.naps() {
				if nap > 3*time.Second {
					t.Errorf("slept %s", nap)
				}
			}
		})
	}
}

// TestLostForGood: in the end it is said that the run cannot be followed.
func TestLostForGood(t *testing.T) {
	t.Parallel()
	c, clock := stubWith(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, ": the run is followed\n\n")
	}, remote.Options{})
	began := clock.Now()
	_, err := c.Follow(t.Context(), "run", nil)
	if err == nil || !strings.Contains(err.Error(), "the connection was cut") {
		t.Errorf("%v", err)
	}
	if took := clock.Now().Sub(began); took < time.Minute || took > 2*time.Minute {
		t.Errorf("given up after %s", took)
	}
}

// TestResultsThatAreLacking: a run that is over and did not report all is asked
// for the rest; what nobody has is no success.
func TestResultsThatAreLacking(t *testing.T) {
	t.Parallel()
	for _, have := range []int{3, 2} {
		c, _ := stubWith(t, func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/events") {
				w.Header().Set("Content-Type", "text/event-stream")
				fmt.Fprint(w, caseEvent(1)+overEvent)
				return
			}
			asJSON(w, 200, results(r.URL.Query().Get("after"), have, "finished"))
		}, remote.Options{})
		if have == 3 {
			followed(t, c)
			continue
		}
		run, err := c.Follow(t.Context(), "run", func(trace.CaseRun) error { return nil })
		if err == nil || !strings.Contains(err.Error(), "gave 2 of the 3 results") {
			t.Errorf("%+v, %v", run, err)
		}
	}
}
