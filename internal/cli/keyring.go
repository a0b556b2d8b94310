package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/zalando/go-keyring"
)

// Keyring keeps secrets of the user's. What it does not have is
// keyring.ErrNotFound.
type Keyring interface {
	Get(service, user string) (string, error)
	Set(service, user, password string) error
	Delete(service, user string) error
}

// keyringService is under what caplo's keys stand in a keyring; the user is the
// workspace's origin.
const keyringService = "caplo"

// keyringPatience bounds what a keyring may take: one that hangs must not hang
// caplo.
const keyringPatience = 3 * time.Second

// systemKeyring is the operating system's; nil where there is none. Without a
// session bus there is nobody to ask, and asking could start one.
func systemKeyring(getenv func(string) string) Keyring {
	if runtime.GOOS == "linux" && getenv("DBUS_SESSION_BUS_ADDRESS") == "" {
		dir := getenv("XDG_RUNTIME_DIR")
		if _, err := os.Stat(filepath.Join(dir, "bus")); dir == "" || err != nil {
			return nil
		}
	}
	return patient{osKeyring{}, keyringPatience}
}

type osKeyring struct{}

func (osKeyring) Get(service, user string) (string, error) { return keyring.Get(service, user) }
func (osKeyring) Set(service, user, password string) error {
	return keyring.Set(service, user, password)
}
func (osKeyring) Delete(service, user string) error { return keyring.Delete(service, user) }

// patient gives a keyring up that does not answer.
type patient struct {
	in   Keyring
	wait time.Duration
}

type kept struct {
	secret string
	err    error
}

func (p patient) within(do func() (string, error)) (string, error) {
	done := make(chan kept, 1)
	go func() {
		secret, err := do()
		done <- kept{secret, err}
	}()
	timer := time.NewTimer(p.wait)
	defer timer.Stop()
	select {
	case k := <-done:
		return k.secret, k.err
	case <-timer.C:
		return "", fmt.Errorf("it did not answer within %s", p.wait)
	}
}

func (p patient) Get(service, user string) (string, error) {
	return p.within(func() (string, error) { return p.in.Get(service, user) })
}

func (p patient) Set(service, user, password string) error {
	_, err := p.within(func() (string, error) { return "", p.in.Set(service, user, password) })
	return err
}

func (p patient) Delete(service, user string) error {
	_, err := p.within(func() (string, error) { return "", p.in.Delete(service, user) })
	return err
}

func notKept(err error) bool { return errors.Is(err, keyring.ErrNotFound) }

// errNoRing is that a key was put into a keyring that cannot be reached now.
var errNoRing = errors.New("it is out of reach here, where no session of the desktop runs")
