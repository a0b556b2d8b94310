package project_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project"
)

// TestExportReadsBack holds that a file in the console's form says all that was
// exported: hidden characters, numbers that are texts, lines that YAML would fold.
func TestExportReadsBack(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body  string
		cases []project.ExportCase
	}{
		"no cases": {body: `{"instructions":"Answer.","name":"A"}`},
		"texts": {
			body: `{"instructions":"line\n\n  indented: \"x\"\n# no comment\ttab\n","name":"客服 'Desk' ☂","limits":{"toolCalls":3},"routing":{"minConfidence":0.75,"mode":"model"}}`,
			cases: []project.ExportCase{
				{ID: "c_1", Case: agent.Case{Name: "NO", Input: "9:30", DesiredOutcome: "1.50"}},
				{ID: "c_2", Case: agent.Case{Name: "two: 2", Input: "a\nb\n", DesiredOutcome: "\u202eturned", AnswerContains: " spaced ", AnswerExcludes: "~", Uncertainty: "- list", ProhibitedAction: "{x"}},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := project.Export(json.RawMessage(c.body), c.cases)
			if err != nil {
				t.Fatal(err)
			}
			p := project.LoadFileAs("a.yaml", "a", text)
			for _, d := range p.Check() {
				if d.Severity == diag.Error {
					t.Errorf("%s\n%s", d.Message, text)
				}
			}
			want, err := agent.Canonical([]byte(c.body))
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Resources(); len(got) != 1 || string(got[0].Body) != string(want) {
				t.Errorf("%s\n%s", got, text)
			}
			cases, listed := p.Suite("a")
			wantCases := []agent.Case{}
			for _, c := range c.cases {
				wantCases = append(wantCases, c.Case)
			}
			if diff := cmp.Diff(wantCases, cases); !listed || diff != "" {
				t.Errorf("%v %s\n%s", listed, diff, text)
			}
		})
	}
}

// TestLoadConfig reads the settings alone, whatever the other files are like.
func TestLoadConfig(t *testing.T) {
	t.Parallel()
	full, _ := load(t, "-- caplo.yaml --\nproject: shop\nworkspace: https://caplo.example.com\n-- agents/a.yaml --\nname: [\n")
	p := project.LoadConfig(full.Root)
	if p.Config.Project != "shop" || p.Config.Workspace != "https://caplo.example.com" || len(p.Check()) != 0 || len(p.Agents()) != 0 {
		t.Errorf("%+v %v", p.Config, p.Check())
	}
}
