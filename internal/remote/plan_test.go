package remote_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/remote"
)

// TestAgentsOfStrangers: the same holds of the agents that it lists.
func TestAgentsOfStrangers(t *testing.T) {
	t.Parallel()
	for page, ask := range map[string]func(*remote.Client) error{
		`{"items": [{"key": "x; rm -rf ~", "name": "A"}]}`:                            func(c *remote.Client) error { _, err := c.Agents(t.Context(), "A"); return err },
		`{"key": "x; rm -rf ~", "name": "A", "revision": 1, "draft": "", "cases": 0}`: func(c *remote.Client) error { _, err := c.Agent(t.Context(), "a"); return err },
	} {
		c := stub(t, func(w http.ResponseWriter, _ *http.Request) { asJSON(w, 200, page) })
		if err := ask(c); err == nil || !strings.Contains(err.Error(), "which is no key of anything") {
			t.Errorf("%s: %v", page, err)
		}
	}
}

// TestPlanOfStrangers: what a plan names is shown within commands to type, so that
// a key that is none is refused.
func TestPlanOfStrangers(t *testing.T) {
	t.Parallel()
	for name, part := range map[string]string{
		"outside":   `"outside": [{"kind": "agent", "key": "x; rm -rf ~", "revision": 1, "created": "2026-01-01T00:00:00Z", "author": "", "origin": "file"}]`,
		"resources": `"resources": [{"kind": "agent", "key": "\u001b[2J", "change": "created", "fields": []}]`,
		"kind":      `"resources": [{"kind": "$(id)", "key": "a", "change": "created", "fields": []}]`,
		"suites":    `"suites": [{"agent": "a b", "added": [], "changed": [], "unchanged": 0, "removed": []}]`,
		"unproved":  `"unproved": ["$(id)"]`,
		"deleted":   `"deleted": [{"kind": "agent", "key": "A"}]`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole := `{"resources": [], "suites": [], "unproved": []}`
			field, _, _ := strings.Cut(part, ":")
			if strings.Contains(whole, field) {
				whole = strings.Replace(whole, field+": []", part, 1)
			} else {
				whole = strings.TrimSuffix(whole, "}") + ", " + part + "}"
			}
			c, _ := stubWith(t, func(w http.ResponseWriter, r *http.Request) {
				switch r.URL.Path {
				case "/v1/push/plan":
					asJSON(w, 200, fmt.Sprintf(`{"revision": 1, "lacking": [], "expect": [], "plan": %s}`, whole))
				case "/v1/workspace":
					asJSON(w, 200, described)
				default:
					asJSON(w, 200, fmt.Sprintf(`{"revision": 1, "plan": %s}`, whole))
				}
			}, remote.Options{Key: remote.NewKey(secret)})
			_, planned := c.Plan(t.Context(), agent.Manifest{})
			_, pushed := c.Push(t.Context(), api.Commit{})
			_, restored := c.Restore(t.Context(), "a", api.Restore{Revision: 1})
			for _, err := range []error{planned, pushed, restored} {
				if e := new(remote.Error); !errors.As(err, &e) || !strings.Contains(e.Msg, "does not answer as this caplo expects: its plan names") || strings.Contains(e.Msg, "\x1b") {
					t.Errorf("%v", err)
				}
			}
		})
	}
}
