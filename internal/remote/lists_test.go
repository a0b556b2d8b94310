package remote_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/caplo/caplo/internal/remote"
)

const member = `{"id":"%s","name":"n","role":"member","created":"2026-01-02T03:04:05Z"}`

func TestListsAreWhole(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		next  map[string]string // of each cursor
		fails string            // cursor of the page that fails
		want  int
		says  string
	}{
		"one page":         {next: map[string]string{}, want: 1},
		"three pages":      {next: map[string]string{"": "a", "a": "b/?&"}, want: 3},
		"the same again":   {next: map[string]string{"": "a", "a": "a"}, says: "names the same next page twice"},
		"round in circles": {next: map[string]string{"": "a", "a": "b", "b": "a"}, says: "names the same next page twice"},
		"a page fails":     {next: map[string]string{"": "a", "a": "b"}, fails: "a", says: "no page"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, _ := stubWith(t, func(w http.ResponseWriter, r *http.Request) {
				cursor := r.URL.Query().Get("cursor")
				if c.fails != "" && cursor == c.fails {
					asProblem(w, 500, `{"code": "internal", "detail": "no page"}`)
					return
				}
				asJSON(w, 200, fmt.Sprintf(`{"items":[`+member+`],"next":%q}`, cursor, c.next[cursor]))
			}, remote.Options{})
			list, err := client.Members(t.Context())
			if c.says == "" && (err != nil || len(list) != c.want) {
				t.Errorf("%d items, %v", len(list), err)
			}
			if c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says) || list != nil) {
				t.Errorf("%v, %v", list, err)
			}
		})
	}
}

// TestListsWithoutEnd: nobody follows ever new pages for ever.
func TestListsWithoutEnd(t *testing.T) {
	t.Parallel()
	for pages, says := range map[int64]string{3: "", 4: "the list /v1/members of http"} {
		var asked atomic.Int64
		client, _ := stubWith(t, func(w http.ResponseWriter, _ *http.Request) {
			n := asked.Add(1)
			next := fmt.Sprint(n)
			if n == pages {
				next = ""
			}
			asJSON(w, 200, fmt.Sprintf(`{"items":[`+member+`],"next":%q}`, "m", next))
		}, remote.Options{Sizes: remote.Sizes{Pages: 3}})
		list, err := client.Members(t.Context())
		if (err != nil) != (says != "") || err != nil && (!strings.Contains(err.Error(), says) || list != nil) || asked.Load() != 3 {
			t.Errorf("%d pages: asked %d times, %v, %v", pages, asked.Load(), list, err)
		}
	}
}

func TestListsWithoutItemsAreNone(t *testing.T) {
	t.Parallel()
	client := stub(t, func(w http.ResponseWriter, _ *http.Request) { asJSON(w, 200, `{"members":[]}`) })
	if list, err := client.Members(t.Context()); err == nil || !strings.Contains(err.Error(), `lacks "items"`) {
		t.Errorf("%v, %v", list, err)
	}
}
