package storetest

import (
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/workspace"
)

var headTests = map[string]func(*testing.T, workspace.Store){
	"head/absent":                absentHead,
	"head/replaced keeps all":    replacedHead,
	"head/once a revision":       headOnceARevision,
	"head/listed in order":       headsInOrder,
	"head/needs its body":        headNeedsBody,
	"head/kinds share no record": kindsShareNothing,
	"head/dropped":               droppedHead,
	"head/dropped and back":      droppedAndBack,
	"head/absent is not dropped": absentIsNotDropped,
}

var support = agent.ID{Kind: agent.KindAgent, Key: "support"}

func headAt(id agent.ID, revision int64, digest string) workspace.Head {
	return workspace.Head{
		ID: id, Revision: revision, Digest: digest, Body: "sha256:body", Project: "shop", Cases: int(revision),
		Refs: []agent.ID{{Kind: agent.KindTools, Key: "desk"}},
	}
}

func putHeads(t *testing.T, s workspace.Store, heads ...workspace.Head) {
	t.Helper()
	write(t, s, func(tx workspace.Tx) error {
		for _, h := range heads {
			if err := tx.PutBody(h.Body, []byte(`{}`)); err != nil {
				return err
			}
			if err := tx.PutHead(h); err != nil {
				return err
			}
		}
		return nil
	})
}

func head(t *testing.T, s workspace.Store, id agent.ID) (h workspace.Head, ok bool) {
	t.Helper()
	read(t, s, func(tx workspace.Tx) (err error) {
		h, ok, err = tx.Head(id)
		return err
	})
	return h, ok
}

func history(t *testing.T, s workspace.Store, id agent.ID) (list []workspace.Head) {
	t.Helper()
	read(t, s, func(tx workspace.Tx) (err error) {
		list, err = tx.History(id)
		return err
	})
	return list
}

func absentHead(t *testing.T, s workspace.Store) {
	if h, ok := head(t, s, support); ok {
		t.Errorf("an absent head was found: %+v", h)
	}
	if list := history(t, s, support); len(list) != 0 {
		t.Errorf("it has a history: %+v", list)
	}
}

func replacedHead(t *testing.T, s workspace.Store) {
	first, second, third := headAt(support, 2, "a"), headAt(support, 9, "b"), headAt(support, 10, "a")
	third.Refs, third.Project = nil, ""
	putHeads(t, s, first)
	putHeads(t, s, second)
	putHeads(t, s, third)
	h, ok := head(t, s, support)
	same(t, "found", ok, true)
	same(t, "head", h, third)
	same(t, "history", history(t, s, support), []workspace.Head{third, second, first})
}

func headOnceARevision(t *testing.T, s workspace.Store) {
	putHeads(t, s, headAt(support, 2, "a"), headAt(support, 2, "b"))
	same(t, "history", history(t, s, support), []workspace.Head{headAt(support, 2, "b")})
}

func headsInOrder(t *testing.T, s workspace.Store) {
	a := headAt(agent.ID{Kind: agent.KindTools, Key: "a-b"}, 1, "x")
	b := headAt(agent.ID{Kind: agent.KindTools, Key: "a1"}, 1, "x")
	c := headAt(agent.ID{Kind: agent.KindTools, Key: "ab"}, 1, "x")
	putHeads(t, s, c, b, a, headAt(support, 1, "x"))
	read(t, s, func(tx workspace.Tx) error {
		list, err := tx.AllHeads()
		same(t, "heads", list, []workspace.Head{headAt(support, 1, "x"), a, b, c})
		return err
	})
}

func headNeedsBody(t *testing.T, s workspace.Store) {
	h := headAt(support, 1, "a")
	err := s.Write(t.Context(), func(tx workspace.Tx) error { return tx.PutHead(h) })
	if err == nil {
		t.Error("a head without a body was stored")
	}
	if _, ok := head(t, s, support); ok {
		t.Error("it is there")
	}
	write(t, s, func(tx workspace.Tx) error { // the order does not matter
		if err := tx.PutHead(h); err != nil {
			return err
		}
		return tx.PutBody(h.Body, []byte(`{}`))
	})
}

func kindsShareNothing(t *testing.T, s workspace.Store) {
	suite := agent.ID{Kind: agent.KindSuite, Key: "support"}
	putHeads(t, s, headAt(support, 1, "draft"), headAt(suite, 1, "suite"))
	h, _ := head(t, s, suite)
	same(t, "suite", h, headAt(suite, 1, "suite"))
	same(t, "history", history(t, s, support), []workspace.Head{headAt(support, 1, "draft")})
}

func drop(t *testing.T, s workspace.Store, id agent.ID, revision int64) {
	t.Helper()
	write(t, s, func(tx workspace.Tx) error { return tx.DropHead(id, revision) })
}

func droppedHead(t *testing.T, s workspace.Store) {
	suite := agent.ID{Kind: agent.KindSuite, Key: "support"}
	first, second := headAt(support, 1, "a"), headAt(support, 3, "b")
	putHeads(t, s, first, headAt(suite, 1, "suite"))
	putHeads(t, s, second)
	drop(t, s, support, 7)
	if h, ok := head(t, s, support); ok {
		t.Errorf("it is still there: %+v", h)
	}
	gone := second
	gone.Revision, gone.Deleted = 7, true
	same(t, "history", history(t, s, support), []workspace.Head{gone, second, first})
	read(t, s, func(tx workspace.Tx) error {
		list, err := tx.AllHeads()
		same(t, "heads", list, []workspace.Head{headAt(suite, 1, "suite")})
		after, _ := tx.HeadsAfter(agent.KindAgent, "", 10)
		same(t, "agents", after, []workspace.Head(nil))
		_, ok, _ := tx.Body(second.Body)
		same(t, "its body is there", ok, true)
		return err
	})
}

func droppedAndBack(t *testing.T, s workspace.Store) {
	putHeads(t, s, headAt(support, 1, "a"))
	drop(t, s, support, 2)
	putHeads(t, s, headAt(support, 3, "b"))
	drop(t, s, support, 4)
	putHeads(t, s, headAt(support, 5, "a"))
	h, _ := head(t, s, support)
	same(t, "head", h, headAt(support, 5, "a"))
	deleted := []bool{}
	for _, h := range history(t, s, support) {
		deleted = append(deleted, h.Deleted)
	}
	same(t, "deleted", deleted, []bool{false, true, false, true, false})
}

func absentIsNotDropped(t *testing.T, s workspace.Store) {
	err := s.Write(t.Context(), func(tx workspace.Tx) error { return tx.DropHead(support, 1) })
	if err == nil {
		t.Error("what is not there was dropped")
	}
	same(t, "history", history(t, s, support), []workspace.Head(nil))
}
