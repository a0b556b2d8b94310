package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

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
