package storetest

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
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
	var finished atomic.Bool
	closed := make(chan error, 1)
	err := s.Write(t.Context(), func(tx workspace.Tx) error {
		go func() {
			err := s.Close()
			if !finished.Load() {
				t.Error("the store was closed under a running transaction")
			}
			closed <- err
		}()
		for s.Read(t.Context(), func(workspace.Tx) error { return nil }) == nil {
			runtime.Gosched() // until new transactions are refused
		}
		for i := range 100 {
			if err := tx.PutBody(fmt.Sprint(i), []byte(`1`)); err != nil {
				return err
			}
		}
		finished.Store(true)
		return nil
	})
	if err != nil {
		t.Errorf("a transaction that ran while the store was closed: %v", err)
	}
	if err := <-closed; err != nil {
		t.Errorf("close: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("close again: %v", err)
	}
}
