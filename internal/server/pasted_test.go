package server_test

import (
	"strings"
	"testing"
)

// TestPastedKeysAreNotRepeated: whoever pastes a key where a name belongs finds it
// in no answer, nor anything else without bound.
func TestPastedKeysAreNotRepeated(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	b.support("a")
	for _, sent := range []string{"caplo_abcdefghijklmnop_qrstuvwx", strings.Repeat("x", 5_000)} {
		for _, at := range []struct{ method, path, body string }{
			{"GET", "/v1/runs/KEY", ""},
			{"GET", "/v1/runs/KEY/results", ""},
			{"POST", "/v1/runs/KEY/cancel", ""},
			{"GET", "/v1/agents/KEY", ""},
			{"GET", "/v1/agents/KEY/runs", ""},
			{"POST", "/v1/agents/KEY/runs", "{}"},
			{"GET", "/v1/agents/KEY/cases", ""},
			{"GET", "/v1/agents/support/cases/KEY", ""},
			{"DELETE", "/v1/agents/support/cases/KEY", ""},
			{"POST", "/v1/agents/support/runs", `{"model":"KEY/m"}`},
			{"GET", "/v1/KEY", ""},
			{"GET", "/v1/agents?KEY=1", ""},
		} {
			got := b.ask(at.method, strings.Replace(at.path, "KEY", sent, 1), strings.Replace(at.body, "KEY", sent, 1))
			got.problem(t)
			if strings.Contains(got.body, sent) || len(got.body) > 1_000 {
				t.Errorf("%s %s %s: %d %.300s", at.method, at.path, at.body, got.status, got.body)
			}
		}
	}
}
