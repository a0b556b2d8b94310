package docs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/server"
	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// TestAPIExamples runs the page's examples, one after the other, against a
// workspace that is served with keys, and holds the answers against what the page
// shows. UPDATE_GOLDEN=1 writes those that differ.
func TestAPIExamples(t *testing.T) {
	t.Parallel()
	checkAPI(t, func(t *testing.T, command string, env map[string]string) string {
		return parseCurl(t, command, env).run(t)
	})
}

var apiExample = regexp.MustCompile("(?ms)^```sh\n(curl .*?)^```\n\n```(json|http|text)\n(.*?)^```$")

func checkAPI(t *testing.T, run func(t *testing.T, command string, env map[string]string) string) {
	t.Helper()
	data, err := os.ReadFile("api.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	env := serveForPage(t)
	examples := apiExample.FindAllStringSubmatchIndex(page, -1)
	if len(examples) != strings.Count(page, "```sh\n") || len(examples) < 10 {
		t.Fatalf("%d of the examples have an answer", len(examples))
	}
	after, last := "", 0
	for _, at := range examples {
		command, language, shown := page[at[2]:at[3]], page[at[4]:at[5]], page[at[6]:at[7]]
		got := run(t, command, env)
		learn(env, got)
		got = shape(t, language, got)
		if diff := cmp.Diff(lasting(shown), lasting(got)); diff != "" {
			if os.Getenv("UPDATE_GOLDEN") == "" {
				t.Errorf("%s(-shown +run):\n%s", command, diff)
			}
			shown = got
		}
		after += page[last:at[6]] + shown
		last = at[7]
	}
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile("api.md", []byte(after+page[last:]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// serveForPage serves a workspace and returns the variables of the examples.
func serveForPage(t *testing.T) map[string]string {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Path: filepath.Join(t.TempDir(), "w.db")})
	if err != nil {
		t.Fatal(err)
	}
	ws := workspace.New(workspace.Options{
		Store: db, Judge: shipped{}, Models: workspace.ModelNames{Agent: "lab/small", Grader: "lab/large"},
		Providers: map[string]trace.Model{"lab": {Provider: "lab", Kind: "openai", BaseURL: "https://models.example.com/v1"}}, Concurrency: 2,
		Served: true,
	})
	made, _, err := ws.Setup(t.Context(), "Kim", nil)
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(server.New(server.Options{
		Workspace: ws, Authenticator: server.KeyAuth{Workspace: ws}, Version: "0.4.0",
		Log: slog.New(slog.NewTextHandler(faults{t}, &slog.HandlerOptions{Level: slog.LevelError})),
	}))
	t.Cleanup(func() {
		srv.Close()
		if err := ws.Close(); err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return map[string]string{"CAPLO_URL": srv.URL, "CAPLO_API_KEY": made.Secret.Reveal()}
}

// faults is a log of faults, of which there are to be none.
type faults struct{ t *testing.T }

func (f faults) Write(p []byte) (int, error) {
	f.t.Errorf("%s", p)
	return len(p), nil
}

// shipped judges every case alike: what is shown is the API, not a model.
type shipped struct{}

func (shipped) Engine() string { return "1" }

func (s shipped) Open(workspace.Pinned) (workspace.CaseJudge, error) { return s, nil }

func (shipped) Judge(context.Context, agent.Case) trace.Result {
	return trace.Result{
		Outcome: trace.OK, Checks: []trace.CheckResult{{Check: "answerContains", Pass: true, Expected: "shipped"}},
		Verdict: &trace.Verdict{Achieved: true, Rationale: "The reply says that the order has shipped."},
		Trace: trace.Trace{
			Reply: "Order SO-1002 has shipped.", End: trace.End{Kind: trace.EndReply},
			Steps: []trace.Step{}, Usage: []trace.Usage{}, Ledger: []trace.Entry{},
		},
	}
}

// learn takes from an answer what later examples name.
func learn(env map[string]string, answer string) {
	for name, pattern := range map[string]string{
		"CASE": `"id":"(c_[a-z2-7]+)"`, "RUN": `"id":"(run_[a-z2-7]+)"`, "DIGEST": `"digest":"(sha256:[0-9a-f]+)"`,
	} {
		if m := regexp.MustCompile(pattern).FindStringSubmatch(answer); m != nil {
			env[name] = m[1]
		}
	}
}

// shape is an answer as the page shows it.
func shape(t *testing.T, language, answer string) string {
	t.Helper()
	switch language {
	case "json":
		return pretty(t, answer)
	case "http":
		head, body, _ := strings.Cut(answer, "\r\n\r\n")
		lines := strings.Split(head, "\r\n")
		shown := []string{lines[0]}
		for _, l := range lines[1:] {
			if name, _, _ := strings.Cut(strings.ToLower(l), ":"); slices.Contains([]string{"content-type", "etag", "allow", "retry-after"}, name) {
				shown = append(shown, l)
			}
		}
		slices.Sort(shown[1:])
		return strings.Join(shown, "\n") + "\n\n" + pretty(t, body)
	}
	return regexp.MustCompile(`(?m)^:\n\n`).ReplaceAllString(strings.ReplaceAll(answer, "\r\n", "\n"), "")
}

func pretty(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	if err := json.Indent(&out, bytes.TrimSpace([]byte(text)), "", "  "); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return out.String() + "\n"
}

// lasting is an answer without what differs from run to run.
func lasting(s string) string {
	for _, c := range []struct{ is, becomes string }{
		{`\b(c|run|ws|req)_[a-z2-7]{16}\b`, "${1}_"},
		{`\d{4}-\d\d-\d\dT[0-9:.]+Z`, "TIME"},
		{`("micros": ?)\d+`, "${1}0"},
	} {
		s = regexp.MustCompile(c.is).ReplaceAllString(s, c.becomes)
	}
	return s
}
