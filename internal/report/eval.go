package report

import (
	"strings"
	"time"

	"github.com/caplo/caplo/internal/trace"
)

// FormatVersion is the version of the JSON that results are written as. It is
// raised when a reader of the old one would read the new one wrongly.
const FormatVersion = 1

// Eval is the result of `caplo eval`; text and JSON are made from it.
type Eval struct {
	FormatVersion int          `json:"formatVersion"`
	Agents        []*EvalAgent `json:"agents"`
	Summary       Tally        `json:"summary"`
	// Problem says why there is no whole result, and Hint what to do.
	Problem string `json:"problem,omitempty"`
	Hint    string `json:"hint,omitempty"`
	// Note is set where a stand-in answered for real models.
	Note string `json:"note,omitempty"`
}

// EvalAgent is one agent's run, or why there is none.
type EvalAgent struct {
	Agent   string     `json:"agent"`
	Problem string     `json:"problem,omitempty"` // no run: it has no cases
	Hint    string     `json:"hint,omitempty"`
	Run     string     `json:"run,omitempty"`
	How     string     `json:"how,omitempty"` // started, joined or reused
	Status  string     `json:"status,omitempty"`
	Draft   string     `json:"draft,omitempty"`
	Suite   string     `json:"suite,omitempty"`
	Models  []string   `json:"models"` // of the agents
	Grader  string     `json:"grader,omitempty"`
	Created *time.Time `json:"created,omitempty"`
	Tally
	Cases []EvalCase `json:"cases"` // in the order of the file
}

// Tally counts cases by outcome.
type Tally struct {
	Total  int `json:"total"`
	OK     int `json:"ok"`
	Failed int `json:"failed"`
	Errors int `json:"errors"`
	// NotJudged counts cases that are ok and whose outcome was not judged.
	NotJudged int     `json:"notJudged"`
	Seconds   float64 `json:"seconds"` // as watched, from start to end
}

// EvalCase is one case's result.
type EvalCase struct {
	Name string `json:"name"`
	File string `json:"file,omitempty"` // where the case stands, from where caplo ran; empty: in no file
	Line int    `json:"line,omitempty"`
	trace.Result
	Seconds float64 `json:"seconds"` // turn and grading
}

// NewEval returns an empty result; its lists are never null.
func NewEval() *Eval { return &Eval{FormatVersion: FormatVersion, Agents: []*EvalAgent{}} }

// Add counts a case.
func (t *Tally) Add(r trace.Result) {
	t.Total++
	if r.Outcome == trace.OK && r.Verdict != nil && r.Verdict.NotJudged {
		t.NotJudged++
	}
	switch r.Outcome {
	case trace.OK:
		t.OK++
	case trace.Failed:
		t.Failed++
	default:
		t.Errors++
	}
}

// Begin describes the run that an agent's cases belong to.
func (a *EvalAgent) Begin(run trace.Run, how string) {
	a.Run, a.How, a.Draft, a.Suite, a.Created = run.ID, how, run.Draft, run.Suite, &run.Created
	a.Grader = run.Terms.Grader.String()
	a.Models = modelNames(run.Terms)
}

// modelNames lists the models of a run's agents, each once, by name.
func modelNames(t trace.Terms) []string {
	seen := map[string]bool{}
	for _, m := range t.Models {
		seen[m.String()] = true
	}
	return sortedKeys(seen)
}

// Passed reports whether every agent has cases and all of them are ok.
func (e *Eval) Passed() bool {
	for _, a := range e.Agents {
		if a.Problem != "" || a.Total == 0 || a.OK != a.Total {
			return false
		}
	}
	return len(e.Agents) > 0
}

// Sum adds the agents' tallies up.
func (e *Eval) Sum(took time.Duration) {
	e.Summary = Tally{Seconds: took.Seconds()}
	for _, a := range e.Agents {
		e.Summary.Total += a.Total
		e.Summary.OK += a.OK
		e.Summary.Failed += a.Failed
		e.Summary.Errors += a.Errors
		e.Summary.NotJudged += a.NotJudged
	}
}

// where is the case's place in the files, or nothing.
func (c EvalCase) where() string {
	if c.File == "" {
		return ""
	}
	return c.File + ":" + itoa(c.Line)
}

// indent puts a prefix before every line.
func indent(prefix, text string) string {
	return prefix + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n"+prefix)
}
