package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// ask makes a request with a key and prints status and body. RUN is then the run
// that a start answered with, and answers are read to their end, so that a stream
// lasts as long as its run: ask METHOD URL KEY [BODY [HEADER: VALUE]...]
func ask(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: ask METHOD URL KEY [BODY [HEADER: VALUE]...]")
	}
	var body io.Reader
	if len(args) > 3 && args[3] != "" {
		body = strings.NewReader(args[3])
	}
	req, err := http.NewRequest(args[0], args[1], body)
	ts.Check(err)
	req.Header.Set("Content-Type", "application/json")
	if args[2] != "" {
		req.Header.Set("Authorization", "Bearer "+args[2])
	}
	for _, h := range args[min(4, len(args)):] {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
		if name == "Host" {
			req.Host = value
		}
	}
	client := http.Client{Timeout: serveWait}
	res, err := client.Do(req)
	ts.Check(err)
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	ts.Check(err)
	var started struct{ Run struct{ ID string } }
	if json.Unmarshal(data, &started) == nil && started.Run.ID != "" {
		ts.Setenv("RUN", started.Run.ID)
	}
	_, err = fmt.Fprintf(ts.Stdout(), "%d\n%s\n", res.StatusCode, data)
	ts.Check(err)
}

// called waits until the scripted models were asked so often, as the file of calls
// tells: called FILE COUNT
func called(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: called FILE COUNT")
	}
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	if got := lines(ts.MkAbs(args[0]), want); got != want {
		ts.Fatalf("the models were asked %d times, want %d", got, want)
	}
}

// lines waits until other processes have written so many lines to a file, and
// returns how many there are, or were when the wait was over.
func lines(file string, want int) (got int) {
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for end := time.After(serveWait); got < want; {
		select {
		case <-look.C:
			data, _ := os.ReadFile(file) // it may not be there yet
			got = strings.Count(string(data), "\n")
		case <-end:
			return got
		}
	}
	return got
}
