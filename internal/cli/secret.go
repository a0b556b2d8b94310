package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"golang.org/x/term"

	"github.com/caplo/caplo/internal/remote"
)

var keyForm = regexp.MustCompile(`^caplo_[A-Za-z0-9_-]{16,250}$`)

// checkKey checks a key's form. Messages do not repeat it.
func checkKey(key string) error {
	switch {
	case key == "":
		return errors.New("is empty")
	case !strings.HasPrefix(key, "caplo_"):
		return errors.New("does not begin with caplo_")
	case !keyForm.MatchString(key):
		return errors.New("is not whole, or holds what no key holds")
	}
	return nil
}

// terminal is the descriptor of a stream that is one.
func terminal(in any) (fd int, ok bool) {
	f, ok := in.(interface{ Fd() uintptr })
	if !ok {
		return 0, false
	}
	fd = int(f.Fd())
	return fd, term.IsTerminal(fd)
}

func isTerminal(stream any) bool {
	_, ok := terminal(stream)
	return ok
}

// askKey reads a key: with a prompt and without echo from a terminal, else the
// first line of what comes in.
func askKey(ctx context.Context, env *Env, origin string) (remote.Key, error) {
	read := func() (string, error) { return firstLine(env.In) }
	restore := func() {}
	if fd, ok := terminal(env.In); ok {
		fmt.Fprintf(env.Err, "API key for %s: ", origin)
		if state, err := term.GetState(fd); err == nil {
			restore = func() { _ = term.Restore(fd, state) }
		}
		read = func() (string, error) {
			secret, err := term.ReadPassword(fd)
			fmt.Fprintln(env.Err)
			return string(secret), err
		}
	}
	done := make(chan kept, 1)
	go func() {
		secret, err := read()
		done <- kept{secret, err}
	}()
	select {
	case <-ctx.Done():
		restore() // else the terminal would stay without echo
		return remote.Key{}, ctx.Err()
	case k := <-done:
		secret := strings.TrimSpace(k.secret)
		if k.err != nil {
			return remote.Key{}, &failure{msg: "the key could not be read: " + reason(k.err), hint: "pipe it in, or type it at the prompt"}
		}
		if err := checkKey(secret); err != nil {
			return remote.Key{}, &failure{msg: "what was given as the key " + err.Error(), hint: "copy the whole key, from caplo_ on"}
		}
		return remote.NewKey(secret), nil
	}
}

func firstLine(in io.Reader) (string, error) {
	if in == nil {
		return "", nil
	}
	line, err := bufio.NewReader(io.LimitReader(in, 4096)).ReadString('\n')
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return line, err
}
