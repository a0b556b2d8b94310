package remote_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/remote"
)

func TestOrigin(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://Caplo.Example.com":       "https://caplo.example.com",
		"https://caplo.example.com:443/":  "https://caplo.example.com",
		"https://caplo.example.com:8443":  "https://caplo.example.com:8443",
		"http://127.0.0.1:80":             "http://127.0.0.1",
		"http://[::1]:8080":               "http://[::1]:8080",
		"http://[::1]":                    "http://[::1]",
		"HTTPS://caplo.example.com":       "https://caplo.example.com",
		"caplo.example.com":               "",
		"ftp://caplo.example.com":         "",
		"https://":                        "",
		"https://user:pw@caplo.example":   "",
		"https://caplo.example/workspace": "",
		"https://caplo.example?x":         "",
		"https://caplo.example/#":         "",
		"https://caplo.example:0":         "",
		"https://caplo.example:99999":     "",
		"https://caplo.example:x":         "",
		"https://caplo example":           "",
		"https://good.example\\@evil":     "",
	} {
		got, err := remote.Origin(address)
		if want == "" && err == nil || want != "" && (err != nil || got != want) {
			t.Errorf("%s: %q, %v", address, got, err)
		}
		if err != nil && strings.Contains(err.Error(), "pw") {
			t.Errorf("%s: the message repeats the password: %v", address, err)
		}
	}
}

// TestPlainHTTPToAnEncryptedPort names the mistake, and not what stands there.
func TestPlainHTTPToAnEncryptedPort(t *testing.T) {
	t.Parallel()
	srv := httptest.NewUnstartedServer(http.NotFoundHandler())
	srv.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	srv.StartTLS()
	defer srv.Close()
	c := remote.New(remote.Options{BaseURL: "http://" + srv.Listener.Addr().String(), Key: remote.NewKey(secret)})
	defer c.Close()
	if err := c.Greet(t.Context()); err == nil || !strings.Contains(err.Error(), "speaks https, and the address says http") {
		t.Errorf("got %v", err)
	}
}

// TestProxySettingsAreReadWhole: one with white space in its password is no address.
func TestProxySettingsAreReadWhole(t *testing.T) {
	t.Parallel()
	c := remote.New(remote.Options{
		BaseURL: "https://caplo.example", Key: remote.NewKey(secret),
		Getenv: func(name string) string {
			if name == "HTTPS_PROXY" {
				return "http://user:sec ret@proxy.example:3128"
			}
			return ""
		},
	})
	defer c.Close()
	err := c.Greet(t.Context())
	if err == nil || strings.Contains(err.Error(), "http::") || !strings.Contains(err.Error(), "holds no address of a proxy") {
		t.Errorf("got %v", err)
	}
}

func TestPlainHTTPStaysOnThisMachine(t *testing.T) {
	t.Parallel()
	for origin, fine := range map[string]bool{
		"http://localhost:1": true, "http://127.9.9.9": true, "http://[::1]:1": true, "https://caplo.example": true,
		"http://caplo.example": false, "http://192.168.1.1": false, "http://localhost.evil.example": false, "http://[::2]": false,
	} {
		if err := remote.CheckPlain(origin); (err == nil) != fine {
			t.Errorf("%s: %v", origin, err)
		}
	}
	c := remote.New(remote.Options{BaseURL: "http://caplo.example", Key: remote.NewKey(secret)})
	defer c.Close()
	if err := c.Greet(t.Context()); err == nil || !strings.Contains(err.Error(), "plain http") {
		t.Errorf("%v", err)
	}
}

// TestKeysAreNotShown: neither alone nor within anything else.
func TestKeysAreNotShown(t *testing.T) {
	t.Parallel()
	key := remote.NewKey(secret)
	holder := struct {
		Key    remote.Key
		hidden remote.Key
		All    []remote.Key
	}{key, key, []remote.Key{key}}
	encoded, err := json.Marshal(map[string]any{"key": key, "holder": holder, "options": struct{ Key remote.Key }{key}})
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "key", key, "holder", holder)
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "key", key, "holder", holder)
	c := remote.New(remote.Options{BaseURL: "https://caplo.example", Key: key})
	defer c.Close()
	shown := string(encoded) + log.String()
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		shown += fmt.Sprintf(verb, key) + fmt.Sprintf(verb, &key) + fmt.Sprintf(verb, holder) + fmt.Sprintf(verb, []any{c, *c})
	}
	for _, told := range []string{secret, secret[6:22], fmt.Sprintf("%x", secret)} {
		if strings.Contains(shown, told) {
			t.Errorf("%q is told in %s", told, shown)
		}
	}
	if !strings.Contains(shown, "caplo_…") || key.Reveal() != secret {
		t.Errorf("shown as %s", shown)
	}
}

// TestProxies: the settings that are handed in hold, and this machine is reached
// without.
func TestProxies(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if r.Method == http.MethodConnect {
			http.Error(w, "", http.StatusProxyAuthRequired)
			return
		}
		asJSON(w, 200, described)
	}))
	t.Cleanup(proxy.Close)
	with := strings.Replace(proxy.URL, "http://", "http://user:hush@", 1)
	ask := func(base string, env map[string]string) error {
		c := remote.New(remote.Options{
			BaseURL: base, AllowHTTP: true, Key: remote.NewKey(secret),
			Getenv: func(name string) string { return env[name] },
		})
		defer c.Close()
		return c.Greet(t.Context())
	}
	if err := ask("http://caplo.invalid", map[string]string{"HTTP_PROXY": with}); err != nil || asked.Load() != 1 {
		t.Errorf("through the proxy: %v, asked %d times", err, asked.Load())
	}
	err := ask("https://caplo.invalid", map[string]string{"https_proxy": with})
	if err == nil || !strings.Contains(err.Error(), "the proxy lets nothing through: it answered 407") ||
		!strings.Contains(err.Error(), strings.TrimPrefix(proxy.URL, "http://")) || strings.Contains(err.Error(), "hush") {
		t.Errorf("a proxy that refuses: %v", err)
	}
	before := asked.Load()
	if err := ask("http://caplo.invalid", map[string]string{"HTTP_PROXY": with, "NO_PROXY": "caplo.invalid"}); err == nil {
		t.Error("a host that does not exist answered")
	}
	here := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { asJSON(w, 200, described) }))
	t.Cleanup(here.Close)
	if err := ask(here.URL, map[string]string{"HTTP_PROXY": with, "HTTPS_PROXY": with}); err != nil || asked.Load() != before {
		t.Errorf("this machine: %v, the proxy was asked %d times more", err, asked.Load()-before)
	}
	err = ask("https://caplo.invalid", map[string]string{"HTTPS_PROXY": "http://user:hush@%zz"})
	if err == nil || !strings.Contains(err.Error(), "holds no address of a proxy") || strings.Contains(err.Error(), "hush") {
		t.Errorf("a setting that is none: %v", err)
	}
}

// TestFirstContact: what does not answer is said soon, or waited for.
func TestFirstContact(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	late := func(w http.ResponseWriter, _ *http.Request) {
		if asked.Add(1) < 20 {
			http.Error(w, "starting", http.StatusBadGateway)
			return
		}
		asJSON(w, 200, described)
	}
	c, clock := stubWith(t, late, remote.Options{})
	began := clock.Now()
	if err := c.Greet(t.Context()); err == nil || clock.Now().Sub(began) > 5*time.Second {
		t.Errorf("%v after %s", err, clock.Now().Sub(began))
	}
	asked.Store(0)
	c, _ = stubWith(t, late, remote.Options{Wait: time.Minute})
	if err := c.Greet(t.Context()); err != nil || asked.Load() != 20 {
		t.Errorf("%v, asked %d times", err, asked.Load())
	}
	c, _ = stubWith(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, remote.Options{Wait: 20 * time.Millisecond})
	if err := c.Greet(t.Context()); err == nil || !strings.Contains(err.Error(), "an answer did not come within 20ms") {
		t.Errorf("%v", err)
	}
}
