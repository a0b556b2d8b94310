package cli

import (
	"fmt"
	"path/filepath"

	"github.com/caplo/caplo/internal/remote"
)

// keyStore keeps keys, each for one origin: in the keyring, else in a file. The
// file says of each origin where its newest key is, so that neither an older one
// in the keyring is taken for it, nor a keyring that is out of reach for an empty
// one.
type keyStore struct {
	ring Keyring
	file keyFile
	env  *Env
}

func openKeys(env *Env) keyStore {
	s := keyStore{ring: env.Keyring, env: env}
	if dir := configFolder(env); dir != "" {
		s.file.path = filepath.Join(dir, keyFileName)
	}
	return s
}

const inKeyring = "the keyring"

// find returns the key that was kept for an origin, and where it is.
func (s keyStore) find(origin string) (key remote.Key, where string, err error) {
	noted, known, err := s.file.entry(origin)
	if err != nil {
		return key, "", err
	}
	if noted != keptInRing {
		return remote.NewKey(noted), s.file.path, nil
	}
	secret, err := s.askRing(origin, known)
	switch {
	case err != nil:
		return key, "", &failure{
			msg:  "the keyring could not be asked for the key of " + origin + ": " + clean(err.Error()),
			hint: "unlock it, or set CAPLO_URL and CAPLO_API_KEY",
		}
	case secret == "":
		return key, "", nil
	}
	return remote.NewKey(secret), inKeyring, nil
}

// askRing asks the keyring for a key; known means that one was put there.
func (s keyStore) askRing(origin string, known bool) (string, error) {
	if s.ring == nil {
		if known {
			return "", errNoRing
		}
		return "", nil
	}
	secret, err := s.ring.Get(keyringService, origin)
	if err != nil && notKept(err) {
		err = nil
	}
	return secret, err
}

// keep keeps a key for an origin and returns where.
func (s keyStore) keep(origin string, key remote.Key) (where string, err error) {
	if s.ring != nil {
		err := s.ring.Set(keyringService, origin, key.Reveal())
		if err == nil {
			return inKeyring, s.noteRing(origin)
		}
		fmt.Fprintf(s.env.Err, "note: the keyring cannot be used: %s\n", clean(err.Error()))
	}
	if s.file.path == "" {
		return "", &failure{msg: "there is no folder to keep the key in", hint: "set HOME or XDG_CONFIG_HOME"}
	}
	return s.file.path, s.file.change(func(keys map[string]string) {
		if noted, known := keys[origin]; known && noted == keptInRing {
			keys[older(origin)] = keptInRing
		}
		keys[origin] = key.Reveal()
	})
}

// older is the file's entry for a key that had to be left in the keyring when a
// newer one went into the file.
func older(origin string) string { return origin + " (older)" }

// noteRing notes that an origin's newest key is in the keyring. Where it cannot be
// noted, nothing is lost, unless an older key stays in the file.
func (s keyStore) noteRing(origin string) error {
	if s.file.path == "" {
		return nil
	}
	err := s.file.change(func(keys map[string]string) {
		keys[origin] = keptInRing
		delete(keys, older(origin))
	})
	if err == nil {
		return nil
	}
	if noted, _, unread := s.file.entry(origin); unread == nil && noted == keptInRing {
		return nil
	}
	return err
}

// forget removes what was kept for an origin and reports whether anything was. An
// error means that a key may still be there.
func (s keyStore) forget(origin string) (was bool, err error) {
	noted, known, err := s.file.entry(origin)
	if err != nil {
		return false, err
	}
	_, left, err := s.file.entry(older(origin))
	if err != nil {
		return false, err
	}
	inFile := noted != keptInRing
	was, err = s.dropFromRing(origin, left || known && !inFile)
	switch {
	case err != nil && inFile && !left:
		// One that cannot be used never had a key of this origin.
		fmt.Fprintf(s.env.Err, "note: the keyring cannot be used: %s\n", clean(err.Error()))
	case err != nil:
		if inFile { // forget at least this one
			_ = s.file.change(func(keys map[string]string) { keys[origin] = keptInRing })
		}
		return was, &failure{
			msg:  "the key for " + origin + " may still be in the keyring, which cannot be used: " + clean(err.Error()),
			hint: "unlock it and `caplo logout` again, or remove the entry caplo there by hand",
		}
	}
	if !known {
		return was, nil
	}
	return was || inFile, s.file.change(func(keys map[string]string) {
		delete(keys, origin)
		delete(keys, older(origin))
	})
}

// dropFromRing removes a key from the keyring; known means that one was put there.
func (s keyStore) dropFromRing(origin string, known bool) (was bool, err error) {
	if s.ring == nil {
		if known {
			return false, errNoRing
		}
		return false, nil
	}
	err = s.ring.Delete(keyringService, origin)
	if err != nil && notKept(err) {
		return false, nil
	}
	return err == nil, err
}
