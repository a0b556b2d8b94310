package storetest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/workspace"
)

var bodyTests = map[string]func(*testing.T, workspace.Store){
	"body/absent":      absentBody,
	"body/first stays": firstBodyStays,
	"body/large":       largeBody,
	"body/lacking":     lackingBodies,
}

func body(t *testing.T, s workspace.Store, digest string) (body json.RawMessage, ok bool) {
	t.Helper()
	read(t, s, func(tx workspace.Tx) (err error) {
		body, ok, err = tx.Body(digest)
		return err
	})
	return body, ok
}

func putBody(t *testing.T, s workspace.Store, digest, body string) {
	t.Helper()
	write(t, s, func(tx workspace.Tx) error { return tx.PutBody(digest, json.RawMessage(body)) })
}

func absentBody(t *testing.T, s workspace.Store) {
	if b, ok := body(t, s, "sha256:none"); ok || b != nil {
		t.Errorf("an absent body was found: %s", b)
	}
}

func firstBodyStays(t *testing.T, s workspace.Store) {
	putBody(t, s, "sha256:1", `{"name":"Käse <1>"}`)
	putBody(t, s, "sha256:1", `{"name":"another"}`)
	b, ok := body(t, s, "sha256:1")
	same(t, "found", ok, true)
	same(t, "body", string(b), `{"name":"Käse <1>"}`)
}

func largeBody(t *testing.T, s workspace.Store) {
	want := `"` + strings.Repeat("ä", 2<<20) + `"`
	putBody(t, s, "sha256:1", want)
	if b, _ := body(t, s, "sha256:1"); string(b) != want {
		t.Errorf("a body of %d bytes came back with %d", len(want), len(b))
	}
}

func lackingBodies(t *testing.T, s workspace.Store) {
	putBody(t, s, "b", `1`)
	lacking := func(digests ...string) (list []string) {
		read(t, s, func(tx workspace.Tx) (err error) {
			list, err = tx.LackingBodies(digests)
			return err
		})
		return list
	}
	same(t, "lacking", lacking("c", "b", "a", "c", `it's "d"`), []string{"c", "a", `it's "d"`})
	if list := lacking("b"); len(list) != 0 {
		t.Errorf("lacking %q", list)
	}
	if list := lacking(); len(list) != 0 {
		t.Errorf("lacking %q of nothing", list)
	}
}
