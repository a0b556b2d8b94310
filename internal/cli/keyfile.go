package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gofrs/flock"
)

// keyFileName is the file of the user's config folder that says where keys are:
// JSON, from origin to key where there is no keyring, else to keptInRing.
const keyFileName = "keys.json"

// keptInRing stands in place of a key that is in the keyring.
const keptInRing = ""

// keyFilePatience bounds the wait for another caplo that changes the file.
const keyFilePatience = 5 * time.Second

type keyFile struct{ path string }

// entry is what the file says of an origin; known is false where it says nothing.
func (f keyFile) entry(origin string) (key string, known bool, err error) {
	if f.path == "" {
		return keptInRing, false, nil
	}
	keys, err := f.read()
	key, known = keys[origin]
	return key, known, err
}

// read returns what is in the file. One that others can read is refused, before it
// is read: what is in it may be known already.
func (f keyFile) read() (map[string]string, error) {
	keys := map[string]string{}
	in, err := os.Open(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return keys, nil
	}
	if err != nil {
		return nil, f.fault("cannot be read: " + reason(err))
	}
	defer in.Close()
	// The open file is looked at: the name may stand for another a moment later.
	info, err := in.Stat()
	if err != nil {
		return nil, f.fault("cannot be read: " + reason(err))
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, &failure{
			msg:  fmt.Sprintf("%s holds keys and others may read it (mode %04o)", f.path, info.Mode().Perm()),
			hint: "chmod 600 " + shellWord(f.path) + "; where others have read it, revoke the keys",
		}
	}
	if err := f.checkFolder(); err != nil {
		return nil, err
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, f.fault("cannot be read: " + reason(err))
	}
	if json.Unmarshal(data, &keys) != nil || keys == nil {
		return nil, f.fault("is damaged: it is not JSON of addresses and keys")
	}
	return keys, nil
}

// checkFolder refuses a folder into which others could put a file of theirs.
func (f keyFile) checkFolder() error {
	dir := filepath.Dir(f.path)
	if info, err := os.Stat(dir); err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o022 != 0 {
		return &failure{
			msg:  fmt.Sprintf("others may write the folder %s (mode %04o), and put keys of theirs into it", dir, info.Mode().Perm()),
			hint: "chmod 700 " + shellWord(dir),
		}
	}
	return nil
}

// change rewrites the file, whole or not at all. Nobody else changes it meanwhile:
// of two logins at once neither is lost.
func (f keyFile) change(do func(map[string]string)) error {
	dir := filepath.Dir(f.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return f.unwritten(err)
	}
	lock := flock.New(f.path+".lock", flock.SetPermissions(0o600))
	ctx, cancel := context.WithTimeout(context.Background(), keyFilePatience)
	defer cancel()
	if held, err := lock.TryLockContext(ctx, 10*time.Millisecond); !held {
		if errors.Is(err, context.DeadlineExceeded) {
			return &failure{msg: f.path + " is being changed by another caplo", hint: "try again when that one is done"}
		}
		return f.unwritten(err)
	}
	defer func() { _ = lock.Unlock() }() // it ends with the process at the latest
	keys, err := f.read()
	if err != nil {
		return err
	}
	do(keys)
	return f.write(dir, keys)
}

func (f keyFile) write(dir string, keys map[string]string) error {
	data, err := json.MarshalIndent(keys, "", "  ")
	if err != nil {
		return fmt.Errorf("write the keys: %w", err)
	}
	tmp, err := os.CreateTemp(dir, ".keys-*") // for the user alone from the start
	if err != nil {
		return f.unwritten(err)
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(append(data, '\n'))
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), f.path)
	}
	if err != nil {
		return f.unwritten(err)
	}
	return nil
}

func (f keyFile) unwritten(err error) error {
	return &failure{
		msg:  f.path + " cannot be written: " + reason(err),
		hint: "make its folder writable for you, or set CAPLO_URL and CAPLO_API_KEY, of which nothing is kept", err: err,
	}
}

func (f keyFile) fault(what string) error {
	return &failure{msg: f.path + " " + what, hint: "mend or remove it, then `caplo login` again"}
}

// configFolder is the user's config folder of caplo; empty where there is none.
func configFolder(env *Env) string {
	for _, at := range []struct{ variable, below string }{
		{"XDG_CONFIG_HOME", ""}, {"APPDATA", ""}, {"HOME", ".config"},
	} {
		if dir := env.Getenv(at.variable); filepath.IsAbs(dir) {
			return filepath.Join(dir, at.below, "caplo")
		}
	}
	return ""
}
