package server

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// TestUnreadAnswersAreCut: whoever asks and does not read holds nobody for long.
func TestUnreadAnswersAreCut(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 1)
	large := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, err := w.Write(make([]byte, 64<<20)) // more than any socket keeps
		ended <- err
	})
	srv := httptest.NewServer(Options{Authenticator: anybody{}, Patience: 50 * time.Millisecond}.guarded(large))
	defer srv.Close()
	conn, err := net.Dial("tcp", srv.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "GET /v1/agents HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil {
		t.Error("all of it was written, though nobody reads")
	}
}

// TestAnswersOfOneConnectionHaveTheirOwnTime: each part has its bound, the last
// answer's goes before the next request is read, and a stream's is its own.
func TestAnswersOfOneConnectionHaveTheirOwnTime(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		write func(http.ResponseWriter)
		want  string
	}{
		"parts": {func(w http.ResponseWriter) { _, _ = w.Write(make([]byte, 2*maxPart+1)) }, "[off on on on]"},
		"empty": {func(w http.ResponseWriter) { w.WriteHeader(http.StatusNoContent) }, "[off on]"},
		"stream": {func(w http.ResponseWriter) {
			_ = http.NewResponseController(w).SetWriteDeadline(noTime)
			_, _ = w.Write(nil)
		}, "[off off]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var set writeDeadlines
			set.ResponseRecorder = httptest.NewRecorder()
			h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { c.write(w) })
			Options{Authenticator: anybody{}}.guarded(h).ServeHTTP(&set, httptest.NewRequest(http.MethodGet, "/v1/agents", nil))
			if got := fmt.Sprint(set.seen); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

var noTime time.Time

type writeDeadlines struct {
	*httptest.ResponseRecorder
	seen []string
}

func (d *writeDeadlines) SetWriteDeadline(at time.Time) error {
	if at.IsZero() {
		d.seen = append(d.seen, "off")
	} else {
		d.seen = append(d.seen, "on")
	}
	return nil
}

// TestCrowdWaits: a connection more than go is answered once another one ends.
func TestCrowdWaits(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := Crowd(l, 1)
	for range 2 {
		client, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
	}
	first, err := c.Accept()
	if err != nil {
		t.Fatal(err)
	}
	second := make(chan error)
	go func() {
		conn, err := c.Accept()
		if err == nil {
			err = conn.Close()
		}
		second <- err
	}()
	if len(c.(*crowd).places) != 1 {
		t.Error("the first takes no place")
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-second; err != nil {
		t.Error(err)
	}
	full := Crowd(l, 0)
	if err := full.Close(); err != nil {
		t.Error(err)
	}
	if _, err := full.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("a full one that is closed: %v", err)
	}
}
