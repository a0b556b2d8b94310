package server

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestSlowBodiesAreCut: whoever drips a body is answered or cut, on a route that
// reads bodies and on others, and disturbs nobody.
func TestSlowBodiesAreCut(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(New(Options{Authenticator: anybody{}, BodyTime: 50 * time.Millisecond}))
	defer srv.Close()
	for name, c := range map[string]struct{ line, answer string }{
		"push":          {"POST /v1/push/plan", "408"},
		"no such route": {"POST /v1/nothing", "404"},
		"no body read":  {"GET /v1/nothing", "404"},
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", srv.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			_, err = fmt.Fprintf(conn, "%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"a\":", c.line)
			if err != nil {
				t.Fatal(err)
			}
			if res, err := http.Get(srv.URL + "/healthz"); err != nil || res.Body.Close() != nil || res.StatusCode != http.StatusOK {
				t.Errorf("meanwhile: %v", err)
			}
			answer, err := io.ReadAll(bufio.NewReader(conn)) // ends when the server closes the connection
			if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 "+c.answer) {
				t.Errorf("%q, %v", answer, err)
			}
		})
	}
}

// TestDeclaredSizesAreRefusedAtOnce: whoever says that a body will be too large is
// not waited for, nor asked to send it.
func TestDeclaredSizesAreRefusedAtOnce(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(New(Options{Authenticator: anybody{}}))
	defer srv.Close()
	for _, header := range []string{"", "Expect: 100-continue\r\n"} {
		conn, err := net.Dial("tcp", srv.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_, err = fmt.Fprintf(conn, "POST /v1/push/bodies HTTP/1.1\r\nHost: localhost\r\n%sContent-Length: 99999999999\r\n\r\n", header)
		if err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.HasPrefix(line, "HTTP/1.1 413") {
			t.Errorf("%q is answered with %q, %v", header, line, err)
		}
	}
}

// TestQuickBodiesHaveTime: the bound is on the body, not on what the handler does
// with it.
func TestQuickBodiesHaveTime(t *testing.T) {
	t.Parallel()
	bounded := make(chan time.Time, 3)
	rec := &recorder{ResponseWriter: deadlines{httptest.NewRecorder(), bounded}}
	read := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) })
	timedBody(time.Minute, read).ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/", strings.NewReader("{}")))
	if first, last := <-bounded, <-bounded; first.IsZero() || !last.IsZero() {
		t.Errorf("bounded until %v, then until %v", first, last)
	}
}

type deadlines struct {
	*httptest.ResponseRecorder
	set chan time.Time
}

func (d deadlines) SetReadDeadline(at time.Time) error { d.set <- at; return nil }
