package storetest

import (
	"fmt"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

var pageTests = map[string]func(*testing.T, workspace.Store){
	"page/heads after one":        headsAfter,
	"page/revisions below one":    revisionsBelow,
	"page/runs before one":        runsBefore,
	"page/run by its start":       runByStart,
	"page/start key unique":       startKeyUnique,
	"page/starts without a key":   startsWithoutKey,
	"page/revision's who and how": revisionAuthor,
}

func headsAfter(t *testing.T, s workspace.Store) {
	for _, k := range []string{"b", "a-b", "ab", "a", "a1"} {
		putHeads(t, s, headAt(agent.ID{Kind: agent.KindAgent, Key: k}, 1, "x"))
	}
	putHeads(t, s, headAt(agent.ID{Kind: agent.KindSuite, Key: "a2"}, 1, "x"))
	for _, c := range []struct {
		after string
		limit int
		want  string
	}{
		{"", 9, "a a-b a1 ab b "},
		{"", 2, "a a-b "},
		{"a-b", 2, "a1 ab "},
		{"a0", 9, "a1 ab b "}, // one that is gone
		{"b", 9, ""},
	} {
		read(t, s, func(tx workspace.Tx) error {
			list, err := tx.HeadsAfter(agent.KindAgent, c.after, c.limit)
			keys := ""
			for _, h := range list {
				keys += h.Key + " "
			}
			same(t, fmt.Sprintf("%d after %q", c.limit, c.after), keys, c.want)
			return err
		})
	}
	read(t, s, func(tx workspace.Tx) error {
		list, err := tx.HeadsAfter(agent.KindSuite, "", 9)
		same(t, "suites", list, []workspace.Head{headAt(agent.ID{Kind: agent.KindSuite, Key: "a2"}, 1, "x")})
		return err
	})
}

func revisionsBelow(t *testing.T, s workspace.Store) {
	for range 4 {
		addRevision(t, s, workspace.Revision{})
	}
	for _, c := range []struct {
		before int64
		limit  int
		want   []int64
	}{
		{0, 9, []int64{4, 3, 2, 1}},
		{0, 2, []int64{4, 3}},
		{3, 9, []int64{2, 1}},
		{3, 1, []int64{2}},
		{99, 1, []int64{4}},
		{1, 9, nil},
	} {
		read(t, s, func(tx workspace.Tx) error {
			list, err := tx.Revisions(c.before, c.limit)
			var numbers []int64
			for _, r := range list {
				numbers = append(numbers, r.Number)
			}
			same(t, fmt.Sprintf("%d below %d", c.limit, c.before), numbers, c.want)
			return err
		})
	}
}

func revisionAuthor(t *testing.T, s workspace.Store) {
	want := workspace.Revision{
		Created: kept(at(1)), Author: "Ada (it's hers)", Origin: workspace.OriginCases,
		Plan: agent.Plan{Resources: []agent.ResourceChange{{ID: support, Change: agent.Updated}}},
	}
	want.Number = addRevision(t, s, want)
	read(t, s, func(tx workspace.Tx) error {
		one, _, err := tx.Revision(want.Number)
		same(t, "revision", one, want)
		return err
	})
	want.Plan = agent.Plan{} // lists are without
	read(t, s, func(tx workspace.Tx) error {
		list, err := tx.Revisions(0, 1)
		same(t, "revisions", list, []workspace.Revision{want})
		return err
	})
}

func runsBefore(t *testing.T, s workspace.Store) {
	for _, id := range []string{"a", "b", "c", "d"} {
		addRun(t, s, id, 1)
	}
	finish(t, s, "b", trace.RunFinished, 1)
	d, _ := run(t, s, "d")
	for _, c := range []struct {
		filter workspace.RunFilter
		want   string
	}{
		{workspace.RunFilter{Before: d.Number}, "cba"},
		{workspace.RunFilter{Before: d.Number, Limit: 2}, "cb"},
		{workspace.RunFilter{Before: d.Number, Status: trace.RunOpen, Limit: 2}, "ca"},
		{workspace.RunFilter{Before: d.Number + 1, Agent: "support"}, "dcba"},
		{workspace.RunFilter{Before: 1}, ""},
	} {
		read(t, s, func(tx workspace.Tx) error {
			list, err := tx.FindRuns(c.filter)
			ids := ""
			for _, r := range list {
				ids += r.ID
			}
			same(t, fmt.Sprintf("%+v", c.filter), ids, c.want)
			return err
		})
	}
}

func runByStart(t *testing.T, s workspace.Store) {
	want, list := newRun("a", 1)
	want.StartKey = "it's a key"
	write(t, s, func(tx workspace.Tx) error { return tx.AddRun(want, list) })
	addRun(t, s, "b", 1)
	longer, list := newRun("c", 1)
	longer.StartKey, longer.Request = "it's a key too", "sha256:00"
	write(t, s, func(tx workspace.Tx) error { return tx.AddRun(longer, list) })
	want.Created, want.Number = kept(want.Created), 1
	read(t, s, func(tx workspace.Tx) error {
		got, ok, err := tx.RunByStartKey("it's a key")
		same(t, "found", ok, true)
		same(t, "run", got, want)
		if err != nil {
			return err
		}
		got, _, err = tx.RunByStartKey(longer.StartKey)
		same(t, "key", got.StartKey, longer.StartKey)
		same(t, "request", got.Request, longer.Request)
		for _, key := range []string{"another", "it", "it's a", "it's a key too ", "it's a key too\nsha256:", "sha256:00"} {
			if _, ok, e := tx.RunByStartKey(key); ok || e != nil {
				t.Errorf("found by %q, %v", key, e)
			}
		}
		return err
	})
}

func startKeyUnique(t *testing.T, s workspace.Store) {
	for _, id := range []string{"a", "b"} {
		r, list := newRun(id, 1)
		r.StartKey = "k"
		err := s.Write(t.Context(), func(tx workspace.Tx) error { return tx.AddRun(r, list) })
		if (err == nil) != (id == "a") {
			t.Errorf("run %s: %v", id, err)
		}
	}
	_, ok := run(t, s, "b")
	same(t, "the second is there", ok, false)
}

func startsWithoutKey(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 1)
	addRun(t, s, "b", 1)
	read(t, s, func(tx workspace.Tx) error {
		_, ok, err := tx.RunByStartKey("")
		same(t, "found by no key", ok, false)
		return err
	})
}
