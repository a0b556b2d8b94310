package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// editCase replaces a case of the agent support over HTTP, as somebody would in a
// console: editCase URL KEY NAME BODY
func editCase(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: editCase URL KEY NAME BODY")
	}
	changeCase(ts, http.MethodPut, args[0], args[1], args[2], args[3])
}

// removeCase removes one: removeCase URL KEY NAME
func removeCase(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: removeCase URL KEY NAME")
	}
	changeCase(ts, http.MethodDelete, args[0], args[1], args[2], "")
}

func changeCase(ts *testscript.TestScript, method, url, key, name, body string) {
	at := url + "/v1/agents/support/cases"
	var list struct {
		Items []struct {
			ID   string
			Case struct{ Name string }
		}
	}
	ts.Check(callJSON(http.MethodGet, at, key, "", &list))
	for _, c := range list.Items {
		if c.Case.Name == name {
			var answer any
			ts.Check(callJSON(method, at+"/"+c.ID, key, body, &answer))
			return
		}
	}
	ts.Fatalf("there is no case %q in %v", name, list)
}

func callJSON(method, url, key, body string, answer any) error {
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", "application/json")
	res, err := (&http.Client{Timeout: serveWait}).Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s", method, url, res.Status)
	}
	return json.NewDecoder(res.Body).Decode(answer)
}
