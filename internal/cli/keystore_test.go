package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"github.com/caplo/caplo/internal/remote"
)

// ring is a keyring in memory; with fails it does nothing else.
type ring struct {
	kept  map[string]string
	fails error
}

func (r *ring) Get(_, user string) (string, error) {
	secret, ok := r.kept[user]
	switch {
	case r.fails != nil:
		return "", r.fails
	case !ok:
		return "", keyring.ErrNotFound
	}
	return secret, nil
}

func (r *ring) Set(_, user, secret string) error {
	if r.fails == nil {
		r.kept[user] = secret
	}
	return r.fails
}

func (r *ring) Delete(_, user string) error {
	if _, ok := r.kept[user]; !ok && r.fails == nil {
		return keyring.ErrNotFound
	}
	delete(r.kept, user)
	return r.fails
}

// hung is a keyring that never answers.
type hung struct{ Keyring }

func (hung) Get(string, string) (string, error) { select {} }
func (hung) Set(string, string, string) error   { select {} }
func (hung) Delete(string, string) error        { select {} }

const origin = "https://caplo.example"

func keysIn(t *testing.T, r Keyring) (keyStore, *bytes.Buffer) {
	t.Helper()
	dir, said := t.TempDir(), &bytes.Buffer{}
	return openKeys(&Env{Err: said, Keyring: r, Getenv: func(name string) string {
		if name == "XDG_CONFIG_HOME" {
			return dir
		}
		return ""
	}}), said
}

func TestKeysAreKeptForOneOrigin(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		ring   Keyring
		inFile bool
	}{
		"a keyring":      {&ring{kept: map[string]string{}}, false},
		"none":           {nil, true},
		"one that fails": {&ring{fails: errors.New("locked")}, true},
		"one that hangs": {patient{hung{}, 10 * time.Millisecond}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, said := keysIn(t, c.ring)
			where, err := s.keep(origin, remote.NewKey("caplo_x"))
			if err != nil || (where == inKeyring) == c.inFile {
				t.Fatalf("kept in %q, %v", where, err)
			}
			key, found, err := s.find(origin)
			if err != nil || key.Reveal() != "caplo_x" || found != where {
				t.Errorf("found %q in %q, %v", key.Reveal(), found, err)
			}
			for _, other := range []string{"http://caplo.example", "https://caplo.example:8443", "https://caplo.example.evil"} {
				if key, _, _ := s.find(other); !key.IsZero() {
					t.Errorf("%s gets the key", other)
				}
			}
			if was, err := s.forget(origin); !was || err != nil {
				t.Errorf("forget: %t, %v", was, err)
			}
			if known, err := s.file.read(); err != nil || len(known) != 0 {
				t.Errorf("the file still holds %v, %v", known, err)
			}
			if key, _, _ := s.find(origin); !key.IsZero() {
				t.Error("it is still there")
			}
			if strings.Contains(said.String(), "caplo_x") {
				t.Errorf("said %s", said)
			}
		})
	}
}

// TestKeyFileIsTheUsersAlone: nobody else can read it, it keeps other keys, and a
// damaged one is not written over.
func TestKeyFileIsTheUsersAlone(t *testing.T) {
	t.Parallel()
	s, _ := keysIn(t, nil)
	for _, o := range []string{origin, "https://other.example"} {
		if _, err := s.keep(o, remote.NewKey("caplo_"+o)); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Stat(s.file.path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if key, _, err := s.find(origin); err != nil || key.Reveal() != "caplo_"+origin {
		t.Errorf("%v", err)
	}
	left, err := os.ReadDir(filepath.Dir(s.file.path))
	if err != nil || len(left) != 2 { // and its lock
		t.Errorf("%v, %v", left, err)
	}
	write(t, s.file.path, "{")
	if _, err := s.keep(origin, remote.NewKey("caplo_new")); err == nil {
		t.Error("a damaged file was written over")
	}
}

// TestForgettingSaysWhatItCannot: a key that may still be there is no success.
func TestForgettingSaysWhatItCannot(t *testing.T) {
	t.Parallel()
	for name, then := range map[string]Keyring{
		"a locked keyring":     &ring{fails: errors.New("locked")},
		"a keyring that hangs": patient{hung{}, 10 * time.Millisecond},
		"no keyring any more":  nil,
	} {
		s, _ := keysIn(t, &ring{kept: map[string]string{}})
		if _, err := s.keep(origin, remote.NewKey("caplo_x")); err != nil {
			t.Fatal(err)
		}
		unlocked := s.ring
		s.ring = then
		for range 2 {
			if was, err := s.forget(origin); was || err == nil || !strings.Contains(err.Error(), "may still be in the keyring") {
				t.Errorf("%s: %t, %v", name, was, err)
			}
		}
		if key, _, err := s.find(origin); err == nil {
			t.Errorf("%s: found %v without a word", name, key)
		}
		s.ring = unlocked
		if was, err := s.forget(origin); !was || err != nil {
			t.Errorf("%s: once it is unlocked: %t, %v", name, was, err)
		}
		if was, err := s.forget(origin); was || err != nil {
			t.Errorf("%s: once it is forgotten: %t, %v", name, was, err)
		}
	}
}

// TestForgettingAnOlderKey: one that a locked keyring kept while a newer one went
// into the file is not passed over, and the newer one is forgotten at once.
func TestForgettingAnOlderKey(t *testing.T) {
	t.Parallel()
	working := &ring{kept: map[string]string{}}
	s, _ := keysIn(t, working)
	for _, r := range []Keyring{working, &ring{fails: errors.New("locked")}} {
		s.ring = r
		if _, err := s.keep(origin, remote.NewKey("caplo_x")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.forget(origin); err == nil {
		t.Error("an older key was left without a word")
	}
	if data, err := os.ReadFile(s.file.path); err != nil || strings.Contains(string(data), "caplo_x") {
		t.Errorf("the file holds %s, %v", data, err)
	}
	s.ring = working
	if was, err := s.forget(origin); !was || err != nil || len(working.kept) != 0 {
		t.Errorf("%t, %v, %v", was, err, working.kept)
	}
}

// TestNewestKeyWins: wherever an older one was left.
func TestNewestKeyWins(t *testing.T) {
	t.Parallel()
	s, _ := keysIn(t, nil)
	working, locked := &ring{kept: map[string]string{}}, &ring{fails: errors.New("locked")}
	for i, r := range []Keyring{working, locked, working, nil, working} {
		s.ring = r
		want := fmt.Sprintf("caplo_%d", i)
		if _, err := s.keep(origin, remote.NewKey(want)); err != nil {
			t.Fatal(err)
		}
		s.ring = working
		if key, where, err := s.find(origin); err != nil || key.Reveal() != want {
			t.Errorf("login %d: found %q in %s, %v", i, key.Reveal(), where, err)
		}
	}
}

// TestLoginsAtOnce: none is lost.
func TestLoginsAtOnce(t *testing.T) {
	t.Parallel()
	s, _ := keysIn(t, nil)
	var logins sync.WaitGroup
	for i := range 16 {
		logins.Go(func() {
			if _, err := s.keep(fmt.Sprintf("https://%d.example", i), remote.NewKey("caplo_x")); err != nil {
				t.Error(err)
			}
		})
	}
	logins.Wait()
	if keys, err := s.file.read(); err != nil || len(keys) != 16 {
		t.Errorf("%d keys, %v", len(keys), err)
	}
}
