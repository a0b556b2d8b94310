package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/remote"
)

// target is the workspace that a command is about; the zero value is the local
// one.
type target struct {
	origin    string
	from      string // which setting names it
	key       remote.Key
	keyOrigin string
	allowHTTP bool
}

// Settings that name a workspace.
const (
	fromArgument = "the argument"
	fromURL      = "CAPLO_URL"
	fromProject  = "caplo.yaml"
)

// address finds the workspace's address: argument, then environment, then
// caplo.yaml, then the user's config file. p is nil outside of projects.
//
// A project file is whatever a pull request makes of it. It may say where a
// workspace is, and never where a key goes.
func address(env *Env, p *project.Project, argument string) (target, error) {
	config, err := readUserConfig(env)
	if err != nil {
		return target{}, err
	}
	t := target{allowHTTP: config.allowHTTP}
	fromEnv := strings.TrimSpace(env.Getenv("CAPLO_URL"))
	named := ""
	if p != nil {
		named = p.Config.Workspace
	}
	for _, s := range []struct{ address, from string }{
		{argument, fromArgument}, {fromEnv, fromURL}, {named, fromProject}, {config.workspace, config.path},
	} {
		if s.address == "" {
			continue
		}
		t.from = s.from
		if t.origin, err = remote.Origin(s.address); err != nil {
			return t, wrongAddress(s.from, err)
		}
		break
	}
	if t.from == fromURL && named != "" {
		if other, err := remote.Origin(named); err != nil || other != t.origin {
			return t, &failure{
				msg:  fmt.Sprintf("CAPLO_URL is %s, and caplo.yaml says workspace: %s", t.origin, clean(withoutUser(named))),
				hint: "make them the same, or leave one out",
			}
		}
	}
	return t, nil
}

// withoutUser hides what may be a password in an address.
func withoutUser(address string) string {
	if at := strings.LastIndex(address, "@"); at >= 0 {
		return "…" + address[at:]
	}
	return address
}

func wrongAddress(from string, err error) error {
	msg := fmt.Sprintf("the workspace's address from %s is not usable: %s", from, err)
	if from == fromURL || from == fromArgument {
		return usagef("give an address such as https://caplo.example.com", "%s", msg)
	}
	return &failure{msg: msg, hint: "write an address such as https://caplo.example.com"}
}

// settle finds the workspace and the key that goes there. CAPLO_API_KEY goes to
// CAPLO_URL alone, and a kept key to the origin that it was kept for.
func settle(env *Env, p *project.Project) (target, error) {
	secret := strings.TrimSpace(env.Getenv("CAPLO_API_KEY"))
	if secret != "" && strings.TrimSpace(env.Getenv("CAPLO_URL")) == "" {
		return target{}, usagef("set CAPLO_URL to the workspace that the key is of", "CAPLO_API_KEY is set without CAPLO_URL, so nothing says where the key may go")
	}
	t, err := address(env, p, "")
	if err != nil || t.origin == "" {
		return t, err
	}
	if !t.allowHTTP {
		if err := remote.CheckPlain(t.origin); err != nil {
			return t, err
		}
	}
	if secret != "" {
		if err := checkKey(secret); err != nil {
			return t, usagef("copy the whole key, from caplo_ on", "CAPLO_API_KEY %s", err)
		}
		t.key, t.keyOrigin = remote.NewKey(secret), "taken from CAPLO_API_KEY"
		return t, nil
	}
	key, where, err := openKeys(env).find(t.origin)
	if err != nil {
		return t, err
	}
	if key.IsZero() {
		return t, noKey(t)
	}
	if where != inKeyring {
		where = filepath.Base(where)
	}
	t.key, t.keyOrigin = key, fmt.Sprintf("kept by caplo login for %s (%s)", t.origin, where)
	return t, nil
}

func noKey(t target) error {
	return &failure{
		msg:  fmt.Sprintf("there is no key for the workspace %s, which %s names", t.origin, t.from),
		hint: "`caplo login " + t.origin + "`, or set CAPLO_URL and CAPLO_API_KEY",
	}
}
