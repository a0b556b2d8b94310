package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/project"
)

// TestProblemsStandOnTheProjectsLines: what a workspace finds wrong is shown where
// it stands, and what stands nowhere is said all the same.
func TestProblemsStandOnTheProjectsLines(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "caplo.yaml"), "project: shop\n")
	write(t, filepath.Join(dir, "agents", "desk.yaml"),
		"name: Desk\ninstructions: Answer.\nevals:\n  - name: one\n    input: hello\n    desiredOutcome: Greets.\n")
	p, _ := project.Load(dir)
	var out bytes.Buffer
	env := &Env{Err: &out, Dir: dir}
	ref := func(kind agent.Kind, key, pointer string) agent.Ref {
		return agent.Ref{ID: agent.ID{Kind: kind, Key: key}, Pointer: pointer}
	}
	err := env.onLines(p, &api.Problem{Detail: "2 problems", Problems: []agent.Problem{
		{Rule: "agents/x", Severity: agent.Error, Ref: ref(agent.KindAgent, "desk", "/instructions"), Message: "too short"},
		{Rule: "evals/x", Ref: ref(agent.KindSuite, "desk", "/0/input"), Message: "too polite"},
		{Rule: "agents/y", Severity: agent.Error, Ref: ref(agent.KindAgent, "other", "/name"), Message: "not\x1b[31m unique"},
	}})
	if msg, _ := explain(err); msg != "2 problems" || statusOf(err) != StatusFailed {
		t.Errorf("ends with %q, status %d", msg, statusOf(err))
	}
	for _, want := range []string{
		"agents/desk.yaml:2:", "too short", "agents/desk.yaml:5:", "too polite",
		"agent/other/name: not[31m unique (agents/y, in no file of this project)",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, &out)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
