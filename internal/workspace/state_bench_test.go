package workspace_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/workspace"
)

// thousand is a workspace of 1,000 agents of as many cases each, in one push.
func thousand(b *testing.B, cases int) (*workspace.Workspace, agent.Manifest) {
	b.Helper()
	db, err := store.Open(b.Context(), store.Options{Path: filepath.Join(b.TempDir(), "w.db")})
	if err != nil {
		b.Fatal(err)
	}
	w := workspace.New(workspace.Options{Store: db, Judge: &bundle{}})
	b.Cleanup(func() {
		_ = w.Close()
		_ = db.Close()
	})
	m := agent.Manifest{Project: "p"}
	for i := range 1000 {
		one := manyCases(fmt.Sprintf("a%d", i), cases)
		stored, err := w.Upload(b.Context(), workspace.Local(), one)
		if err != nil {
			b.Fatal(err)
		}
		m.Selected = append(m.Selected, one[0].Key)
		m.Resources, m.Suites = append(m.Resources, stored[0]), append(m.Suites, stored[1])
	}
	p, err := w.Propose(b.Context(), m)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := w.Apply(b.Context(), workspace.Local(), workspace.Commit{Manifest: m, Expect: p.Expect, PushKey: "k"}); err != nil {
		b.Fatal(err)
	}
	return w, m
}

// manyCases is an agent and its suite of n cases.
func manyCases(key string, n int) []agent.Resource {
	cases := make([]agent.Case, n)
	for i := range cases {
		cases[i] = oneCase(fmt.Sprintf("case %d of %s", i, key), "Where is my order SO-1002, which I made last week?")
	}
	list, _ := json.Marshal(cases) // strings alone: it always encodes
	body := fmt.Sprintf(`{"instructions":"Help whoever asks %s.","name":"Agent %s"}`, key, key)
	return []agent.Resource{{ID: agentID(key), Body: json.RawMessage(body)}, {ID: suiteID(key), Body: list}}
}

// BenchmarkState asks about agents of which none was changed.
func BenchmarkState(b *testing.B) {
	w, m := thousand(b, 100)
	ask := workspace.AskState{Project: "p", All: true, Have: append(m.Resources, m.Suites...)}
	for b.Loop() {
		s, err := w.State(b.Context(), ask)
		if err != nil || len(s.Items)+len(s.Missing) > 0 {
			b.Fatalf("%+v, %v", s, err)
		}
	}
}

// BenchmarkPlan plans a push that overwrites a case of every agent.
func BenchmarkPlan(b *testing.B) {
	w, m := thousand(b, 10)
	for _, d := range m.Suites {
		body, _ := json.Marshal(oneCase("from the console", "1")) // strings alone: it always encodes
		if _, err := w.AddCase(b.Context(), workspace.Local(), d.Key, body); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		p, err := w.Propose(b.Context(), m)
		if err != nil || len(p.Plan.Outside) != 1000 {
			b.Fatalf("%v", err)
		}
	}
}
