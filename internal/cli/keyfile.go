package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// keyFileName is the file of the user's config folder that holds keys where there
// is no keyring: JSON, from origin to key.
const keyFileName = "keys.json"

type keyFile struct{ path string }

// read returns the kept keys. A file that others can read is refused: what is in
// it may be known already.
func (f keyFile) read() (map[string]string, error) {
	keys := map[string]string{}
	data, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return keys, nil
	}
	if err != nil {
		return nil, f.fault("cannot be read: " + reason(err))
	}
	if info, err := os.Stat(f.path); err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, &failure{
			msg:  fmt.Sprintf("%s holds keys and others may read it (mode %04o)", f.path, info.Mode().Perm()),
			hint: "chmod 600 " + shellWord(f.path) + "; where others have read it, revoke the keys",
		}
	}
	dir := filepath.Dir(f.path)
	if info, err := os.Stat(dir); err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o022 != 0 {
		return nil, &failure{
			msg:  fmt.Sprintf("others may write the folder %s (mode %04o), and put keys of theirs into it", dir, info.Mode().Perm()),
			hint: "chmod 700 " + shellWord(dir),
		}
	}
	if json.Unmarshal(data, &keys) != nil || keys == nil {
		return nil, f.fault("is damaged: it is not JSON of addresses and keys")
	}
	return keys, nil
}

// change rewrites the file, whole or not at all.
func (f keyFile) change(do func(map[string]string)) error {
	keys, err := f.read()
	if err != nil {
		return err
	}
	do(keys)
	data, err := json.MarshalIndent(keys, "", "  ")
	if err != nil {
		return fmt.Errorf("write the keys: %w", err)
	}
	dir := filepath.Dir(f.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return f.unwritten(err)
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
