package main

import (
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"sync/atomic"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// standin is a server that stands where a workspace should.
type standin struct {
	*httptest.Server
	visits, keys atomic.Int64 // requests, and those that brought a key
}

type standinsKey struct{}

// answers of stand-ins, by kind.
var answers = map[string]http.HandlerFunc{
	"page": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<!doctype html><title>Welcome to the shop</title>"))
	},
	"sign-in": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<form><input type="password"></form>`))
	},
	"json": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"status": "ok"}`))
	},
	"newer": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"version": "v9", "served": true, "revision": 0, "contract": 9}`))
	},
	"busy": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no upstream", http.StatusBadGateway) },
}

// stand starts a stand-in and sets NAME_URL: stand NAME KIND, or stand NAME KIND
// tls, whose certificate is then in NAME.pem, or stand NAME redirect URL, or stand
// NAME through URL, which leads to a real one
func stand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: stand NAME KIND")
	}
	answer := answers[args[1]]
	switch args[1] {
	case "redirect":
		answer = http.RedirectHandler(args[2]+"/v1/workspace?token=abc", http.StatusFound).ServeHTTP
	case "through":
		to, err := url.Parse(args[2])
		ts.Check(err)
		answer = httputil.NewSingleHostReverseProxy(to).ServeHTTP
	}
	if answer == nil {
		ts.Fatalf("%s is no kind of stand-in", args[1])
	}
	s := &standin{}
	count := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.visits.Add(1)
		if r.Header.Get("Authorization") != "" {
			s.keys.Add(1)
		}
		answer(w, r)
	})
	switch {
	case len(args) > 2 && args[2] == "tls":
		s.Server = httptest.NewUnstartedServer(count)
		s.Config.ErrorLog = log.New(io.Discard, "", 0) // of clients that do not trust it
		s.StartTLS()
		block := &pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}
		ts.Check(os.WriteFile(ts.MkAbs(args[0]+".pem"), pem.EncodeToMemory(block), 0o600))
	default:
		s.Server = httptest.NewServer(count)
	}
	ts.Defer(s.Close)
	ts.Value(standinsKey{}).(map[string]*standin)[args[0]] = s
	ts.Setenv(args[0]+"_URL", s.URL)
}

// visits wants so many requests at a stand-in, and so many of them with a key:
// visits NAME REQUESTS KEYS
func visits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: visits NAME REQUESTS KEYS")
	}
	s := ts.Value(standinsKey{}).(map[string]*standin)[args[0]]
	requests, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	keys, err := strconv.ParseInt(args[2], 10, 64)
	ts.Check(err)
	if s.visits.Load() != requests || s.keys.Load() != keys {
		ts.Fatalf("%s saw %d requests, %d of them with a key", args[0], s.visits.Load(), s.keys.Load())
	}
}

// interrupt runs a command, sends it Ctrl-C once a file holds a line, and wants
// an exit status; what it wrote to standard error is then in the file stderr.txt:
// interrupt STATUS FILE COMMAND [ARGUMENT...]
func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: interrupt STATUS FILE COMMAND [ARGUMENT...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	out, err := os.Create(ts.MkAbs("stderr.txt"))
	ts.Check(err)
	defer out.Close()
	cmd := exec.Command(args[2], args[3:]...)
	cmd.Dir, cmd.Env, cmd.Stderr = ts.MkAbs("."), scriptEnv(ts), out
	for _, name := range []string{"CAPLO_URL", "CAPLO_API_KEY"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	ts.Check(cmd.Start())
	begun := lines(ts.MkAbs(args[1]), 1) > 0
	ts.Check(cmd.Process.Signal(syscall.SIGINT))
	_ = cmd.Wait() // its exit status is looked at below
	if !begun {
		ts.Fatalf("nothing came into %s", args[1])
	}
	if cmd.ProcessState.ExitCode() != want {
		ts.Fatalf("exit status %d, want %d", cmd.ProcessState.ExitCode(), want)
	}
}
