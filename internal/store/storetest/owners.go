package storetest

import (
	"runtime"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/workspace"
)

var ownerTests = map[string]func(*testing.T, workspace.Store){
	"owner/alive until released": aliveUntilReleased,
	"owner/two in a process":     twoOwners,
	"owner/strange ids":          strangeOwners,
	"owner/release forgotten":    releaseForgotten,
}

func own(t *testing.T, s workspace.Store) (string, func()) {
	t.Helper()
	id, release, err := s.Owners().Own()
	if err != nil {
		t.Fatalf("own: %v", err)
	}
	t.Cleanup(release)
	return id, release
}

func alive(t *testing.T, s workspace.Store, id string) bool {
	t.Helper()
	ok, err := s.Owners().Alive(id)
	if err != nil {
		t.Errorf("alive %q: %v", id, err)
	}
	return ok
}

func aliveUntilReleased(t *testing.T, s workspace.Store) {
	id, release := own(t, s)
	same(t, "alive", alive(t, s, id), true)
	same(t, "alive when asked again", alive(t, s, id), true)
	release()
	same(t, "alive after release", alive(t, s, id), false)
	release() // again: nothing happens
	same(t, "alive after two", alive(t, s, id), false)
}

func twoOwners(t *testing.T, s workspace.Store) {
	a, releaseA := own(t, s)
	b, _ := own(t, s)
	if a == b || a == "" {
		t.Fatalf("owners %q and %q", a, b)
	}
	releaseA()
	same(t, "the first alive", alive(t, s, a), false)
	same(t, "the second alive", alive(t, s, b), true)
}

func strangeOwners(t *testing.T, s workspace.Store) {
	id, _ := own(t, s)
	for _, strange := range []string{
		"", ".", "..", "../" + id, id + "/", id + "\x00", id + "\n", strings.ToUpper(id),
		"/etc/passwd", `C:\x`, strings.Repeat("a", 1<<16),
	} {
		same(t, "alive "+strange[:min(len(strange), 40)], alive(t, s, strange), false)
	}
}

func releaseForgotten(t *testing.T, s workspace.Store) {
	id, _, err := s.Owners().Own()
	if err != nil {
		t.Fatal(err)
	}
	for range 3 { // finalizers run after one collection, and free after the next
		runtime.GC()
	}
	same(t, "alive", alive(t, s, id), true)
}
