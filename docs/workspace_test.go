package docs_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/caplo/caplo/docs"
	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/rules"
	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/workspace"
)

// onlyValidate are rules about what never reaches a workspace, or what is not its
// business.
var onlyValidate = map[string]string{
	"evals/routing-cases":    "coverage is validate's and the gate's, so that cases can be added one at a time",
	"project/known-provider": "the project file is not pushed",
	"file/":                  "a workspace has no files",
	"yaml/":                  "a workspace reads JSON; what it makes of that, the server's own tests hold",
}

// instead are bad examples of rules whose own is of the project file.
var instead = map[string]string{
	"schema/format": "tools: [order-desk/lookup-order]\n",
}

func exempt(rule string) bool {
	folder, _, _ := strings.Cut(rule, "/")
	return onlyValidate[rule] != "" || onlyValidate[folder+"/"] != ""
}

// TestWorkspaceRefusesWhatValidateDoes pushes the bad example of every rule that
// makes an error, past all that keeps such a push from being sent.
func TestWorkspaceRefusesWhatValidateDoes(t *testing.T) {
	t.Parallel()
	for _, r := range rules.Table() {
		if r.Severity != agent.Error || exempt(r.ID) {
			continue
		}
		t.Run(r.ID, func(t *testing.T) {
			t.Parallel()
			section, _ := docs.Lookup(r.ID)
			found := block.FindAllStringSubmatch(section.Markdown, -1)
			err := pushTo(t, example(t, found[0][2], cmp.Or(instead[r.ID], found[0][3])))
			var p *workspace.Problem
			if !errors.As(err, &p) || p.Code != workspace.InvalidResource && p.Code != workspace.BrokenDraft {
				t.Fatalf("pushing the bad example: %v", err)
			}
			broken := slices.ContainsFunc(p.Problems, func(q agent.Problem) bool { return q.Rule == r.ID })
			// What is wrong with a resource alone is told before it is held against others.
			if !broken && p.Code == workspace.InvalidResource && !rules.LooksAround(r.ID) {
				t.Errorf("refused for another reason: %+v", p.Problems)
			}
			if err := pushTo(t, example(t, found[1][2], found[1][3])); err != nil {
				t.Errorf("pushing the good example: %v", err)
			}
		})
	}
}

// example is what the resources of an example look like to the rules.
func example(t *testing.T, language, text string) []rules.Input {
	t.Helper()
	if language == "json" {
		return []rules.Input{{Resource: agent.Resource{ID: agent.ID{Kind: agent.KindAgent, Key: "support"}, Body: []byte(text)}}}
	}
	root := filepath.Join(t.TempDir(), "desk")
	all := map[string]string{}
	for name, text := range small {
		all[name] = text
	}
	for name, text := range files(text) {
		all[name] = text
	}
	for name, text := range all {
		write(t, root, name, text)
	}
	p, _ := project.Load(root)
	return p.Inputs()
}

// pushTo pushes resources and cases to a new workspace, as nobody's client would:
// whatever they are.
func pushTo(t *testing.T, in []rules.Input) error {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Path: filepath.Join(t.TempDir(), "w.db")})
	if err != nil {
		t.Fatal(err)
	}
	w := workspace.New(workspace.Options{Store: db})
	defer db.Close()
	defer w.Close()
	m, all := offer(t, in)
	if _, err := w.Upload(t.Context(), workspace.Local(), all); err != nil {
		return err
	}
	plan, err := w.Propose(t.Context(), m)
	if err != nil {
		return err
	}
	_, err = w.Apply(t.Context(), workspace.Local(), workspace.Commit{Manifest: m, Expect: plan.Expect, PushKey: "k"})
	return err
}

func offer(t *testing.T, in []rules.Input) (m agent.Manifest, all []agent.Resource) {
	t.Helper()
	add := func(id agent.ID, body json.RawMessage, digest string) agent.Digested {
		all = append(all, agent.Resource{ID: id, Body: body})
		return agent.Digested{ID: id, Digest: digest}
	}
	for _, i := range in {
		if i.Kind == agent.KindProject {
			continue
		}
		body := i.Body
		if canonical, err := agent.Canonical(body); err == nil {
			body = canonical
		}
		m.Resources = append(m.Resources, add(i.ID, body, agent.ResourceDigest(i.Kind, body)))
		evals := i.Evals
		if i.Decoded != nil {
			evals, _ = json.Marshal(*i.Decoded)
		}
		if evals != nil {
			var cases []agent.Case
			_ = json.Unmarshal(evals, &cases) // what is no list the upload refuses
			m.Suites = append(m.Suites, add(agent.ID{Kind: agent.KindSuite, Key: i.Key}, evals, agent.SuiteDigest(cases)))
		}
	}
	return m, all
}
