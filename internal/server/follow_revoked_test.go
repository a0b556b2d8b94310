package server_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/caplo/caplo/internal/api"
)

// TestRevokedKeysStopFollowing: a stream ends with its key, and tells why; the run
// goes on.
func TestRevokedKeysStopFollowing(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	if a := m.push(m.owner, "Help."); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	m.send(m.owner, http.MethodPost, "/v1/agents/support/cases", `{"name":"held","input":"in","desiredOutcome":"done","answerContains":"r"}`)
	for name, end := range map[string]func(watcher string){
		"revoked": func(id string) { m.send(m.owner, http.MethodDelete, "/v1/keys/"+id, "") },
		"expired": func(string) { m.at(noon.Add(48 * time.Hour)) },
	} {
		m.at(noon)
		made := decode[api.MadeKey](t, m.send(m.owner, http.MethodPost, "/v1/keys", `{"name":"`+name+`","scopes":["agents:read"],"days":1}`))
		m.keep(made.Secret)
		run := decode[api.StartedRun](t, m.send(m.owner, http.MethodPost, "/v1/agents/support/runs", "{}")).Run
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, m.url+"/v1/runs/"+run.ID+"/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+made.Secret)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		end(made.Key.ID)
		text, err := io.ReadAll(res.Body)
		if err != nil || res.Body.Close() != nil || !strings.Contains(string(text), "event: problem") || !strings.Contains(string(text), `"code":"unauthorized"`) {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		m.at(noon)
		if now := decode[api.RunDetail](t, m.send(m.owner, http.MethodGet, "/v1/runs/"+run.ID, "")); now.Run.Status != "open" {
			t.Errorf("%s: the run is %s", name, now.Run.Status)
		}
	}
	close(m.hold)
}
