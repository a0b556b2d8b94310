package storetest

import (
	"testing"
	"time"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/workspace"
)

var revisionTests = map[string]func(*testing.T, workspace.Store){
	"revision/absent":           absentRevision,
	"revision/numbers":          revisionNumbers,
	"revision/round trip":       revisionRoundTrip,
	"revision/push key unique":  pushKeyUnique,
	"revision/without push key": noPushKey,
	"revision/time left out":    revisionTime,
}

func addRevision(t *testing.T, s workspace.Store, r workspace.Revision) (number int64) {
	t.Helper()
	write(t, s, func(tx workspace.Tx) (err error) {
		number, err = tx.AddRevision(r)
		return err
	})
	return number
}

func absentRevision(t *testing.T, s workspace.Store) {
	read(t, s, func(tx workspace.Tx) error {
		last, err := tx.LastRevision()
		if err != nil || last != 0 {
			t.Errorf("the last revision of none: %d, %v", last, err)
		}
		if _, ok, err := tx.Revision(1); ok || err != nil {
			t.Errorf("an absent revision: %v, %v", ok, err)
		}
		if _, ok, err := tx.RevisionStamp(1); ok || err != nil {
			t.Errorf("its stamp: %v, %v", ok, err)
		}
		_, ok, err := tx.RevisionByPushKey("k")
		same(t, "found by an unused key", ok, false)
		return err
	})
}

func revisionNumbers(t *testing.T, s workspace.Store) {
	same(t, "first", addRevision(t, s, workspace.Revision{PushKey: "a"}), int64(1))
	write(t, s, func(tx workspace.Tx) error {
		for want := int64(2); want <= 3; want++ {
			got, err := tx.AddRevision(workspace.Revision{})
			if err != nil {
				return err
			}
			same(t, "number", got, want)
		}
		last, err := tx.LastRevision()
		same(t, "last, within the transaction", last, int64(3))
		return err
	})
	// What was undone leaves no gap.
	_ = s.Write(t.Context(), func(tx workspace.Tx) error {
		_, _ = tx.AddRevision(workspace.Revision{})
		return errUndo
	})
	same(t, "after one undone", addRevision(t, s, workspace.Revision{}), int64(4))
}

func revisionRoundTrip(t *testing.T, s workspace.Store) {
	want := workspace.Revision{
		Created: at(1), Project: "shop", Author: "Ada (ci)", Origin: workspace.OriginPush,
		Git: &agent.Git{Commit: "0a1b", Branch: "ü/'x'", Dirty: true}, PushKey: "it's a key", Request: "sha256:1",
		Plan: agent.Plan{
			Resources: []agent.ResourceChange{{ID: support, Change: agent.Updated, Fields: []string{"instructions"}}},
			Suites:    []agent.SuiteChange{{Agent: "support", Added: []string{"Bestellung <1>"}}},
			Unproved:  []string{"orders"},
			Deleted:   []agent.Deletion{{ID: support, Cases: 2}},
			Outside:   []agent.Outside{{ID: support, Revision: 3, Created: kept(at(0)), Author: "Ada", Origin: "cases", Cases: []string{"a"}}},
		},
	}
	want.Number = addRevision(t, s, want)
	want.Created = kept(want.Created)
	read(t, s, func(tx workspace.Tx) error {
		byNumber, ok, err := tx.Revision(want.Number)
		if err != nil || !ok {
			t.Fatalf("read by number: %v, %v", ok, err)
		}
		same(t, "by number", byNumber, want)
		stamp, ok, err := tx.RevisionStamp(want.Number)
		if err != nil || !ok {
			t.Fatalf("read its stamp: %v, %v", ok, err)
		}
		bare := want
		bare.Plan = agent.Plan{}
		same(t, "stamp", stamp, bare)
		list, err := tx.Revisions(0, 1)
		same(t, "listed", list, []workspace.Revision{bare})
		if err != nil {
			return err
		}
		byKey, ok, err := tx.RevisionByPushKey(want.PushKey)
		same(t, "found by key", ok, true)
		same(t, "by key", byKey, want)
		return err
	})
}

func pushKeyUnique(t *testing.T, s workspace.Store) {
	addRevision(t, s, workspace.Revision{PushKey: "k", Request: "first"})
	err := s.Write(t.Context(), func(tx workspace.Tx) error {
		_, err := tx.AddRevision(workspace.Revision{PushKey: "k", Request: "second"})
		return err
	})
	if err == nil {
		t.Error("a push key was used twice")
	}
	read(t, s, func(tx workspace.Tx) error {
		r, _, err := tx.RevisionByPushKey("k")
		same(t, "request", r.Request, "first")
		return err
	})
}

func noPushKey(t *testing.T, s workspace.Store) {
	addRevision(t, s, workspace.Revision{})
	addRevision(t, s, workspace.Revision{})
	read(t, s, func(tx workspace.Tx) error {
		_, ok, err := tx.RevisionByPushKey("")
		same(t, "found by no key", ok, false)
		return err
	})
}

func revisionTime(t *testing.T, s workspace.Store) {
	n := addRevision(t, s, workspace.Revision{})
	read(t, s, func(tx workspace.Tx) error {
		r, _, err := tx.Revision(n)
		if r.Created.IsZero() || r.Created.Location() != time.UTC {
			t.Errorf("created at %v", r.Created)
		}
		return err
	})
}
