package storetest

import (
	"context"
	"errors"
	"testing"

	"github.com/caplo/caplo/internal/workspace"
)

var errUndo = errors.New("undo")

var txTests = map[string]func(*testing.T, workspace.Store){
	"tx/error undoes all":        errorUndoes,
	"tx/panic undoes all":        panicUndoes,
	"tx/an ignored error counts": ignoredError,
	"tx/no write while reading":  noWriteWhileReading,
	"tx/reads one snapshot":      oneSnapshot,
	"tx/sees what it wrote":      seesItsOwn,
	"tx/cancelled before":        cancelledBefore,
	"tx/cancelled within":        cancelledWithin,
}

func bodyThere(t *testing.T, s workspace.Store, digest string) bool {
	t.Helper()
	_, ok := body(t, s, digest)
	return ok
}

func errorUndoes(t *testing.T, s workspace.Store) {
	err := s.Write(t.Context(), func(tx workspace.Tx) error {
		if err := tx.PutBody("a", []byte(`1`)); err != nil {
			return err
		}
		return errUndo
	})
	if !errors.Is(err, errUndo) {
		t.Errorf("fn's error came back as %v", err)
	}
	same(t, "there", bodyThere(t, s, "a"), false)
	if err := s.Read(t.Context(), func(workspace.Tx) error { return errUndo }); !errors.Is(err, errUndo) {
		t.Errorf("a reading fn's error came back as %v", err)
	}
}

func panicUndoes(t *testing.T, s workspace.Store) {
	func() {
		defer func() {
			if r := recover(); r != "oh" {
				t.Errorf("recovered %v", r)
			}
		}()
		_ = s.Write(t.Context(), func(tx workspace.Tx) error {
			_ = tx.PutBody("a", []byte(`1`))
			panic("oh")
		})
	}()
	same(t, "there", bodyThere(t, s, "a"), false)
	putBody(t, s, "b", `1`) // and the store still works
}

func ignoredError(t *testing.T, s workspace.Store) {
	addRevision(t, s, workspace.Revision{PushKey: "k"})
	err := s.Write(t.Context(), func(tx workspace.Tx) error {
		_ = tx.PutBody("a", []byte(`1`))
		_, _ = tx.AddRevision(workspace.Revision{PushKey: "k"})
		if err := tx.PutBody("b", []byte(`1`)); err == nil {
			t.Error("a lost transaction went on")
		}
		return nil
	})
	if err == nil {
		t.Error("a lost transaction was committed")
	}
	same(t, "there", bodyThere(t, s, "a") || bodyThere(t, s, "b"), false)
}

func noWriteWhileReading(t *testing.T, s workspace.Store) {
	addRun(t, s, "a", 1)
	for name, fn := range map[string]func(workspace.Tx) error{
		"PutBody": func(tx workspace.Tx) error { return tx.PutBody("a", []byte(`1`)) },
		"Claim": func(tx workspace.Tx) error {
			_, _, err := tx.Claim("a", "me")
			return err
		},
	} {
		err := s.Read(t.Context(), fn)
		if err == nil || workspace.CodeOf(err) != workspace.Internal {
			t.Errorf("%s in a read transaction: %v", name, err)
		}
	}
}

func oneSnapshot(t *testing.T, s workspace.Store) {
	read(t, s, func(tx workspace.Tx) error {
		if _, ok, err := tx.Body("a"); ok || err != nil {
			t.Errorf("before: %v, %v", ok, err)
		}
		putBody(t, s, "a", `1`)
		_, ok, err := tx.Body("a")
		same(t, "seen through an older snapshot", ok, false)
		return err
	})
	same(t, "seen afterwards", bodyThere(t, s, "a"), true)
}

func seesItsOwn(t *testing.T, s workspace.Store) {
	write(t, s, func(tx workspace.Tx) error {
		if err := tx.PutBody("a", []byte(`1`)); err != nil {
			return err
		}
		_, ok, err := tx.Body("a")
		same(t, "seen by itself", ok, true)
		same(t, "seen by others", bodyThere(t, s, "a"), false)
		return err
	})
}

func cancelledBefore(t *testing.T, s workspace.Store) {
	for _, begin := range []func(context.Context, func(workspace.Tx) error) error{s.Read, s.Write} {
		err := begin(cancelled(t), func(workspace.Tx) error {
			t.Error("fn was called")
			return nil
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
}

func cancelledWithin(t *testing.T, s workspace.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	err := s.Write(ctx, func(tx workspace.Tx) error {
		if err := tx.PutBody("a", []byte(`1`)); err != nil {
			return err
		}
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	same(t, "there", bodyThere(t, s, "a"), false)
	putBody(t, s, "b", `1`)
}
