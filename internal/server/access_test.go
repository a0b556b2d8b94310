package server_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/api"
)

const (
	reads     = "agents:read"
	writes    = "agents:write"
	publishes = "agents:publish"
	settings  = "settings:write"
)

var scopes = []string{reads, writes, publishes, settings}

// operation is a request and the scopes of which each alone lets it in.
type operation struct{ method, path, body, need string }

// operations are those that need one scope, whoever it is that asks.
var operations = []operation{
	{"POST", "/v1/push/plan", `{"project":"p","resources":[],"suites":[],"selected":[]}`, reads},
	{"POST", "/v1/push/bodies", `{"resources":[]}`, writes},
	{"GET", "/v1/revisions/1", "", reads},
	{"POST", "/v1/agents/none/runs", `{}`, publishes},
	{"GET", "/v1/runs/none", "", reads},
	{"GET", "/v1/runs/none/events", "", reads},
	{"POST", "/v1/runs/none/cancel", "", publishes},
	{"GET", "/v1/members", "", reads},
	{"POST", "/v1/members", `{"name":"new","role":"member"}`, settings},
	{"PATCH", "/v1/members/none", `{"role":"member"}`, settings},
	{"DELETE", "/v1/members/none", "", settings},
	{"POST", "/v1/members/none/keys", "", settings},
}

// known are the operations for which it is enough to be known.
var known = []operation{
	{"GET", "/v1/workspace", "", ""},
	{"GET", "/v1/whoami", "", ""},
	{"GET", "/v1/keys", "", ""},
	{"DELETE", "/v1/keys/none", "", ""},
}

// TestScopesDoNotNest tries every operation with a key of each scope alone, of an
// owner: nothing but the scope that it needs lets it in.
func TestScopesDoNotNest(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	for _, has := range scopes {
		key := m.key(m.owner, has, has)
		for _, o := range operations {
			a := m.send(key, o.method, o.path, o.body)
			refused := a.status == http.StatusForbidden
			// Making a member makes a key, which takes all of the scopes.
			may := o.need == has && o.path != "/v1/members" || o.need == has && o.method == "GET"
			if refused == may {
				t.Errorf("%s alone: %s %s answers %d %s", has, o.method, o.path, a.status, a.body)
			}
			if p := a.problem; refused && o.need != has && p(t).Scope != o.need {
				t.Errorf("%s alone: %s %s lacks %q", has, o.method, o.path, p(t).Scope)
			}
		}
		for _, o := range known {
			if a := m.send(key, o.method, o.path, o.body); a.status == http.StatusForbidden || a.status == http.StatusUnauthorized {
				t.Errorf("%s alone: %s %s answers %d %s", has, o.method, o.path, a.status, a.body)
			}
		}
	}
}

// TestAllButOneScope tries every operation with all scopes but the one that it
// needs.
func TestAllButOneScope(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	for _, lacks := range scopes {
		key := m.key(m.owner, "no "+lacks, slices.DeleteFunc(slices.Clone(scopes), func(s string) bool { return s == lacks })...)
		for _, o := range operations {
			a := m.send(key, o.method, o.path, o.body)
			if o.need == lacks && (a.status != http.StatusForbidden || a.problem(t).Scope != lacks) {
				t.Errorf("without %s: %s %s answers %d %s", lacks, o.method, o.path, a.status, a.body)
			}
		}
	}
}

// TestRoleCapsKeys: the key of an owner who is one no longer may do what members
// may, whatever it was given.
func TestRoleCapsKeys(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	key := m.member("Ada", "owner")
	if a := m.send(m.owner, http.MethodPatch, "/v1/members/Ada", `{"role":"member"}`); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	for _, o := range operations {
		a := m.send(key, o.method, o.path, o.body)
		if want := o.need == publishes || o.need == settings; want != (a.status == http.StatusForbidden) {
			t.Errorf("%s %s answers %d %s", o.method, o.path, a.status, a.body)
		} else if want && !strings.Contains(a.problem(t).Detail, "your role, member, does not allow it") {
			t.Errorf("%s %s does not say why: %s", o.method, o.path, a.body)
		}
	}
}

// TestKeysHaveAState, by the workspace's clock.
func TestKeysHaveAState(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	m.key(m.owner, "revoked", reads)
	m.keep(decode[api.MadeKey](t, m.send(m.owner, http.MethodPost, "/v1/keys", `{"name":"expired","scopes":["agents:read"],"days":1}`)).Secret)
	m.send(m.owner, http.MethodDelete, "/v1/keys/revoked", "")
	m.at(noon.AddDate(0, 0, 1))
	for _, k := range decode[api.Page[api.Key]](t, m.send(m.owner, http.MethodGet, "/v1/keys", "")).Items {
		if want := map[string]string{"first": "valid"}[k.Name]; k.State != want && k.State != k.Name {
			t.Errorf("the key %s is %q", k.Name, k.State)
		}
	}
}

// TestEndedKeysOpenNothing tries every operation with keys that are good no
// longer, and with none.
func TestEndedKeysOpenNothing(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	week := m.keep(decode[api.MadeKey](t, m.send(m.owner, http.MethodPost, "/v1/keys",
		`{"name":"week","scopes":["agents:read","agents:write","agents:publish","settings:write"],"days":7}`)).Secret)
	revoked, removed := m.key(m.owner, "revoked", scopes...), m.member("Ada", "admin")
	for _, path := range []string{"/v1/keys/revoked", "/v1/members/Ada"} {
		if a := m.send(m.owner, http.MethodDelete, path, ""); a.status >= 300 {
			t.Fatalf("%s: %d %s", path, a.status, a.body)
		}
	}
	m.at(noon.AddDate(0, 0, 7))
	for why, key := range map[string]string{"revoked": revoked, "removed": removed, "expired": week, "no API key": ""} {
		for _, o := range slices.Concat(operations, known, []operation{{"POST", "/v1/keys", `{}`, ""}, {"GET", "/", "", ""}}) {
			a := m.send(key, o.method, o.path, o.body)
			if p := a.problem(t); a.status != http.StatusUnauthorized || !strings.Contains(p.Detail, why) {
				t.Errorf("%s: %s %s answers %d %s", why, o.method, o.path, a.status, a.body)
			}
		}
	}
}

func TestWhoAmI(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	ci := m.key(m.member("Ada", "admin"), "ci", writes, reads)
	if a := m.send(m.owner, http.MethodPatch, "/v1/members/Ada", `{"role":"member"}`); a.status >= 300 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	me := decode[api.Identity](t, m.send(ci, http.MethodGet, "/v1/whoami", ""))
	if me.Member != "Ada" || me.Role != "member" || !slices.Equal(me.Scopes, []string{reads, writes}) || me.Key == nil || me.Key.Name != "ci" {
		t.Errorf("%+v", me)
	}
	ws := decode[api.Workspace](t, m.send(ci, http.MethodGet, "/v1/workspace", ""))
	if ws.ID == "" || ws.ID != me.Workspace {
		t.Errorf("the workspace is %q, and %q", ws.ID, me.Workspace)
	}
}

// TestNewSecretsAreNotKept by whatever lies between, and come once.
func TestNewSecretsAreNotKept(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	for path, body := range map[string]string{
		"/v1/keys": `{"name":"ci","scopes":["agents:read"]}`, "/v1/members": `{"name":"Ada","role":"member"}`, "/v1/members/owner/keys": "",
	} {
		a := m.send(m.owner, http.MethodPost, path, body)
		if a.status != http.StatusOK || a.header.Get("Cache-Control") != "no-store" || !strings.Contains(string(a.body), `"secret":"caplo_`) {
			t.Errorf("%s: %d %v", path, a.status, a.header)
		}
	}
	if a := m.send(m.owner, http.MethodGet, "/v1/keys", ""); strings.Contains(string(a.body), "secret") || strings.Contains(string(a.body), "hash") {
		t.Errorf("%s", a.body)
	}
}

// TestNobodyAsksForMore: what a request says beyond the contract, or in other
// letters, gives nothing.
func TestNobodyAsksForMore(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	ada := m.member("Ada", "member")
	for _, c := range []struct {
		path, body string
		status     int // 0: it does not fit the contract, or is forbidden as it is
	}{
		{"/v1/keys", `{"name":"a","scopes":["agents:publish"]}`, 403},
		{"/v1/keys", `{"name":"a","scopes":["agents:read"],"member":"owner"}`, 0},
		{"/v1/keys", `{"name":"a","scopes":["AGENTS:READ"]}`, 0},
		{"/v1/keys", `{"name":"a","scopes":[" agents:read"]}`, 0},
		{"/v1/keys", `{"name":"a","scopes":["agents:read","agents:read"]}`, 400},
		{"/v1/keys", `{"name":"a","scopes":[]}`, 0},
		{"/v1/keys", `{"name":"a","scopes":null}`, 400},
		{"/v1/keys", `{"name":"a","scopes":["agents:read"],"days":99999}`, 0},
		{"/v1/keys", `{"name":"a","scopes":["agents:read"],"scopes":["settings:write"]}`, 0},
		{"/v1/keys", `{"name":"` + strings.Repeat("a", 81) + `","scopes":["agents:read"]}`, 0},
		{"/v1/keys", `{"name":"\u0007","scopes":["agents:read"]}`, 400},
		{"/v1/members", `{"name":"Eve","role":"owner"}`, 403},
	} {
		a := m.send(ada, http.MethodPost, c.path, c.body)
		code := a.problem(t).Code
		unfit := c.status == 0 && (code == api.CodeBadRequest || code == api.CodeForbidden)
		if !unfit && a.status != c.status {
			t.Errorf("%s: %d %s", c.body, a.status, a.body)
		}
	}
	if p := decode[api.Page[api.Key]](t, m.send(ada, http.MethodGet, "/v1/keys", "")); len(p.Items) != 1 {
		t.Errorf("%+v", p)
	}
}

func TestPagesOfKeys(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	ada := m.member("Ada", "member")
	for i := range 7 {
		m.at(noon.AddDate(0, 0, -i)) // a clock that goes backwards
		m.key(ada, fmt.Sprint("k", i), reads)
		m.key(m.owner, fmt.Sprint("k", i), reads)
	}
	m.at(noon)
	list := func(key string, limit int) (ids []string, cursors []string) {
		for path := fmt.Sprint("/v1/keys?limit=", limit); ; {
			p := decode[api.Page[api.Key]](t, m.send(key, http.MethodGet, path, ""))
			if len(p.Items) > limit {
				t.Errorf("%d items by %d", len(p.Items), limit)
			}
			for _, k := range p.Items {
				ids = append(ids, k.ID)
			}
			if p.Next == "" {
				return ids, cursors
			}
			cursors = append(cursors, p.Next)
			path = fmt.Sprint("/v1/keys?limit=", limit, "&cursor=", p.Next)
		}
	}
	all, cursors := list(m.owner, 3)
	if len(all) != 16 || len(slices.Compact(slices.Sorted(slices.Values(all)))) != 16 {
		t.Errorf("the owner sees %q", all)
	}
	hers, _ := list(ada, 2)
	if len(hers) != 8 {
		t.Errorf("she sees %q", hers)
	}
	for _, c := range cursors { // another's cursor shows no more than one's own keys
		p := decode[api.Page[api.Key]](t, m.send(ada, http.MethodGet, "/v1/keys?cursor="+c, ""))
		for _, k := range p.Items {
			if k.Member != "Ada" {
				t.Errorf("she sees %+v", k)
			}
		}
	}
	for _, query := range []string{"cursor=nonsense", "cursor=" + cursors[0] + "x", "limit=0", "limit=201", "limit=-1", "limit=x"} {
		if a := m.send(ada, http.MethodGet, "/v1/keys?"+query, ""); a.status < 400 || a.status >= 500 {
			t.Errorf("%s: %d %s", query, a.status, a.body)
		}
	}
}
