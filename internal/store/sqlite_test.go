package store_test

import (
	"path/filepath"
	"testing"

	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/store/storetest"
	"github.com/caplo/caplo/internal/workspace"
)

func TestConformance(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) workspace.Store {
		return open(t, store.Options{Path: filepath.Join(t.TempDir(), "caplo.db")})
	})
}

// open opens a store that is closed when the test ends.
func open(t testing.TB, o store.Options) *store.SQLite {
	t.Helper()
	s, err := store.Open(t.Context(), o)
	if err != nil {
		t.Fatalf("open %s: %v", o.Path, err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close %s: %v", o.Path, err)
		}
	})
	return s
}
