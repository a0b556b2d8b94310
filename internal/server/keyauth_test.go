package server_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/api"
)

// TestKeysAreTakenFromOneHeader and from nowhere else.
func TestKeysAreTakenFromOneHeader(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	header := func(values ...string) func(*http.Request) {
		return func(r *http.Request) { r.Header["Authorization"] = values }
	}
	for name, c := range map[string]struct {
		change func(*http.Request)
		says   string // empty: let in
	}{
		"Bearer":           {header("Bearer " + m.owner), ""},
		"in small letters": {header("bearer " + m.owner), ""},
		"more spaces":      {header("Bearer   " + m.owner), ""},
		"none":             {header(), "has no API key"},
		"twice":            {header("Bearer "+m.owner, "Bearer "+m.owner), "several Authorization headers"},
		"two kinds":        {header("Basic YTpi", "Bearer "+m.owner), "several Authorization headers"},
		"in one":           {header("Bearer " + m.owner + ", Bearer " + m.owner), "does not know"},
		"Basic":            {header("Basic " + m.owner), "not of the kind Bearer"},
		"the key alone":    {header(m.owner), "not of the kind Bearer"},
		"empty":            {header(""), "not of the kind Bearer"},
		"Bearer alone":     {header("Bearer"), "holds no API key"},
		"a tab":            {header("Bearer\t" + m.owner), "not of the kind Bearer"},
		"quoted":           {header(`Bearer "` + m.owner + `"`), "does not know"},
		"in the address":   {func(r *http.Request) { r.URL.RawQuery = "key=" + m.owner + "&access_token=" + m.owner }, "has no API key"},
		"a cookie":         {func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "key", Value: m.owner}) }, "has no API key"},
		"another header":   {func(r *http.Request) { r.Header.Set("X-Api-Key", m.owner) }, "has no API key"},
		"a proxy's header": {func(r *http.Request) { r.Header.Set("Proxy-Authorization", "Bearer "+m.owner) }, "has no API key"},
		"a user":           {func(r *http.Request) { r.SetBasicAuth("owner", m.owner) }, "not of the kind Bearer"},
	} {
		a := m.send("", http.MethodGet, "/v1/whoami", "", c.change)
		if c.says == "" {
			if a.status != http.StatusOK {
				t.Errorf("%s: %d %s", name, a.status, a.body)
			}
			continue
		}
		p := a.problem(t)
		if a.status != http.StatusUnauthorized || p.Code != api.CodeUnauthorized || !strings.Contains(p.Detail, c.says) || p.Hint == "" {
			t.Errorf("%s: %+v", name, p)
		}
		if got := a.header.Get("WWW-Authenticate"); got != "Bearer" {
			t.Errorf("%s: WWW-Authenticate is %q", name, got)
		}
	}
}

// but is an answer without the id of its request, which no two share.
func but(body []byte) string {
	return regexp.MustCompile(`"requestId":"[^"]*"`).ReplaceAllString(string(body), "")
}

// TestStrangersLearnNothing: what is there and what is not looks the same.
func TestStrangersLearnNothing(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	wrong := m.owner[:23] + strings.Repeat("a", 52)
	want := m.send("caplo_"+strings.Repeat("a", 16)+m.owner[22:], http.MethodGet, "/v1/whoami", "")
	for _, path := range []string{"/v1/whoami", "/v1/agents/none/runs", "/v2/none", "/", "/v1/runs/run_none"} {
		a := m.send(wrong, http.MethodGet, path, "")
		if a.status != http.StatusUnauthorized || but(a.body) != but(want.body) {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
}
