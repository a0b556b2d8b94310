package storetest

import (
	"sync"
	"testing"

	"github.com/caplo/caplo/internal/workspace"
)

var turnTests = map[string]func(*testing.T, workspace.Store){
	"tx/writes one after another":     writesInTurn,
	"tx/close waits and then refuses": closeWaits,
}

func writesInTurn(t *testing.T, s workspace.Store) {
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for range 5 {
				err := s.Write(t.Context(), func(tx workspace.Tx) error {
					before, err := tx.LastRevision()
					if err != nil {
						return err
					}
					after, err := tx.AddRevision(workspace.Revision{})
					same(t, "next", after, before+1)
					return err
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	read(t, s, func(tx workspace.Tx) error {
		last, err := tx.LastRevision()
		same(t, "revisions", last, int64(80))
		return err
	})
}

func closeWaits(t *testing.T, s workspace.Store) {
	inside, closed := make(chan struct{}), make(chan error, 1)
	var wrote error
	err := s.Write(t.Context(), func(tx workspace.Tx) error {
		go func() {
			close(inside)
			closed <- s.Close()
		}()
		<-inside
		wrote = tx.PutBody("a", []byte(`1`))
		return wrote
	})
	if err != nil {
		t.Errorf("a transaction that ran while the store was closed: %v", err)
	}
	if err := <-closed; err != nil {
		t.Errorf("close: %v", err)
	}
	if err := s.Read(t.Context(), func(workspace.Tx) error { return nil }); err == nil {
		t.Error("a closed store was read")
	}
	if err := s.Close(); err != nil {
		t.Errorf("close again: %v", err)
	}
}
