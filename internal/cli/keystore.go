package cli

import (
	"fmt"
	"path/filepath"

	"github.com/caplo/caplo/internal/remote"
)

// keyStore keeps keys, each for one origin: in the keyring, else in a file.
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
	var trouble error
	if s.ring != nil {
		secret, err := s.ring.Get(keyringService, origin)
		if err == nil && secret != "" {
			return remote.NewKey(secret), inKeyring, nil
		}
		if err != nil && !notKept(err) {
			trouble = err
		}
	}
	if s.file.path != "" {
		keys, err := s.file.read()
		if err != nil {
			return key, "", err
		}
		if secret := keys[origin]; secret != "" {
			return remote.NewKey(secret), s.file.path, nil
		}
	}
	if trouble != nil {
		return key, "", &failure{
			msg:  "the keyring could not be asked for the key of " + origin + ": " + clean(trouble.Error()),
			hint: "unlock it, or set CAPLO_URL and CAPLO_API_KEY",
		}
	}
	return key, "", nil
}

// keep keeps a key for an origin and returns where.
func (s keyStore) keep(origin string, key remote.Key) (where string, err error) {
	if s.ring != nil {
		err := s.ring.Set(keyringService, origin, key.Reveal())
		if err == nil {
			return inKeyring, s.dropFromFile(origin)
		}
		fmt.Fprintf(s.env.Err, "note: the keyring cannot be used: %s\n", clean(err.Error()))
	}
	if s.file.path == "" {
		return "", &failure{msg: "there is no folder to keep the key in", hint: "set HOME or XDG_CONFIG_HOME"}
	}
	return s.file.path, s.file.change(func(keys map[string]string) { keys[origin] = key.Reveal() })
}

func (s keyStore) dropFromFile(origin string) error {
	if s.file.path == "" {
		return nil
	}
	keys, err := s.file.read()
	if _, ok := keys[origin]; err != nil || !ok {
		return err
	}
	return s.file.change(func(keys map[string]string) { delete(keys, origin) })
}

// forget removes what was kept for an origin and reports whether anything was.
func (s keyStore) forget(origin string) (was bool, err error) {
	if s.ring != nil {
		err := s.ring.Delete(keyringService, origin)
		if err != nil && !notKept(err) {
			fmt.Fprintf(s.env.Err, "note: the keyring cannot be used: %s\n", clean(err.Error()))
		}
		was = err == nil
	}
	if s.file.path == "" {
		return was, nil
	}
	keys, err := s.file.read()
	if err != nil {
		return was, err
	}
	if _, ok := keys[origin]; !ok {
		return was, nil
	}
	return true, s.dropFromFile(origin)
}
