package remote_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/remote"
)

func TestHistoryByClient(t *testing.T) {
	t.Parallel()
	everyWay(t, func(t *testing.T, c *remote.Client) {
		pushOne(t, c, "ok", "failed")
		if _, err := c.Push(t.Context(), commit(t, c, "v2", "ok")); err != nil {
			t.Fatal(err)
		}
		history, err := c.History(t.Context(), "support")
		if err != nil || len(history) != 2 || history[0].Cases != 1 || history[1].Cases != 2 {
			t.Errorf("%+v, %v", history, err)
		}
		s, err := c.State(t.Context(), api.AskState{Project: "p", All: true})
		if err != nil || len(s.Items) != 2 || s.Revision != 2 {
			t.Fatalf("%+v, %v", s, err)
		}
		items := []agent.Expect{}
		for _, i := range s.Items {
			items = append(items, agent.Expect{ID: i.ID, Revision: i.Revision})
		}
		bodies, err := c.Bodies(t.Context(), items)
		if err != nil || len(bodies) != 2 || !strings.Contains(string(bodies[0].Body), "v2") {
			t.Errorf("%+v, %v", bodies, err)
		}
		then, err := c.AgentAt(t.Context(), "support", 1)
		if err != nil || then.At != 1 || len(then.Suite) != 2 {
			t.Errorf("%+v, %v", then, err)
		}
		if done, err := c.Restore(t.Context(), "support", api.Restore{Revision: 1}); err != nil || done.Revision != 3 {
			t.Errorf("%+v, %v", done, err)
		}
		now, err := c.AgentAt(t.Context(), "support", 0)
		if err != nil || now.At != 3 || cmp.Diff(then.Suite, now.Suite) != "" {
			t.Errorf("%+v, %v", now, err)
		}
		_, err = c.Bodies(t.Context(), items)
		if p := new(api.Problem); !errors.As(err, &p) || p.Code != "push-conflict" {
			t.Errorf("bodies that moved on: %v", err)
		}
		named, err := c.Agents(t.Context(), "Support")
		if err != nil || len(named) != 1 || named[0].Key != "support" {
			t.Errorf("%+v, %v", named, err)
		}
		if a, err := c.Agent(t.Context(), "support"); err != nil || a.Revision != 3 {
			t.Errorf("%+v, %v", a, err)
		}
	})
}

// TestRestoreIsSentOnce: what may have happened is not made to happen again, and
// what only asks is asked again.
func TestRestoreIsSentOnce(t *testing.T) {
	t.Parallel()
	var n atomic.Int32
	client, _ := stubWith(t, func(w http.ResponseWriter, _ *http.Request) {
		n.Add(1)
		asProblem(w, 503, `{"code": "unavailable", "detail": "closing"}`)
	}, remote.Options{})
	if _, err := client.Restore(t.Context(), "a", api.Restore{Revision: 1}); err == nil || n.Load() != 1 {
		t.Errorf("sent %d times, %v", n.Load(), err)
	}
	if _, err := client.State(t.Context(), api.AskState{}); err == nil || n.Load() < 3 {
		t.Errorf("asked %d times, %v", n.Load()-1, err)
	}
}

func TestBodiesAreAskedForUntilAllAreThere(t *testing.T) {
	t.Parallel()
	items := []agent.Expect{{ID: agent.ID{Kind: "agent", Key: "a"}}, {ID: agent.ID{Kind: "agent", Key: "b"}}}
	for says, answers := range map[string][]string{
		"":             {"a", "b"},
		"other bodies": {"b"},
		"other":        {"a", ""},
	} {
		var n atomic.Int32
		client := stub(t, func(w http.ResponseWriter, _ *http.Request) {
			list := "[]"
			if key := answers[n.Add(1)-1]; key != "" {
				list = fmt.Sprintf(`[{"kind":"agent","key":%q,"body":{}}]`, key)
			}
			asJSON(w, 200, `{"resources":`+list+`}`)
		})
		got, err := client.Bodies(t.Context(), items)
		if says == "" && (err != nil || len(got) != 2) || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("%v: %+v, %v", answers, got, err)
		}
	}
}

// TestFirstOfLists reads no more pages than it takes.
func TestFirstOfLists(t *testing.T) {
	t.Parallel()
	pages := 0
	client, _ := stubWith(t, func(w http.ResponseWriter, r *http.Request) {
		pages++
		asJSON(w, 200, `{"items":[{"revision":`+fmt.Sprint(9-pages)+`,"created":"2026-01-02T03:04:05Z","author":"a","origin":"`+
			[]string{"", "cases", "restore", "push", "push"}[pages]+`","draft":true,"fields":[],"suite":false,"cases":1}],"next":"`+fmt.Sprint(pages)+`"}`)
	}, remote.Options{})
	list, err := client.NewestHistory(t.Context(), "support", 1)
	if err != nil || len(list) != 1 || pages != 1 {
		t.Errorf("%d of %d pages, %v", len(list), pages, err)
	}
	push, ok, err := client.LastPush(t.Context(), "support")
	if err != nil || !ok || push.Origin != "push" || pages != 3 {
		t.Errorf("%+v %v after %d pages, %v", push, ok, pages, err)
	}
}
