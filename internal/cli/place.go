package cli

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// place tells this user's machine from others: a digest of a random secret that
// is kept outside every project. Results of the local workspace count only at the
// place where they were made, so that a database which came with a clone, a
// pull request say, proves nothing. Where the secret cannot be kept, each process
// is a place of its own.
func place(env *Env) string {
	secret, err := placeSecret(placeFile(env))
	if err != nil {
		secret = rand.Text()
	}
	sum := sha256.Sum256([]byte("caplo-place-1:" + secret))
	return hex.EncodeToString(sum[:16])
}

// placeFile is where the secret is kept; empty where there is no such folder.
func placeFile(env *Env) string {
	for _, at := range []struct{ variable, below string }{
		{"XDG_STATE_HOME", ""}, {"LOCALAPPDATA", ""}, {"HOME", filepath.Join(".local", "state")},
	} {
		if dir := env.Getenv(at.variable); filepath.IsAbs(dir) {
			return filepath.Join(dir, at.below, "caplo", "place")
		}
	}
	return ""
}

// placeSecret reads the secret, or makes it. Two processes that make it at once
// end with the same one: a whole file is linked into place, and the first wins.
func placeSecret(file string) (string, error) {
	if file == "" {
		return "", fs.ErrNotExist
	}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeSecret(file); err != nil {
			return "", err
		}
		data, err = os.ReadFile(file)
	}
	secret := strings.TrimSpace(string(data))
	if err == nil && len(secret) < 16 {
		err = errors.New("the secret is cut off")
	}
	return secret, err
}

func makeSecret(file string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), ".place-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.WriteString(rand.Text() + "\n")
	if err = errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	if err := os.Link(tmp.Name(), file); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
