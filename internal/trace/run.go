package trace

import "time"

// Terms are the settings that a run pins: everything that can change its
// outcome, but no credentials.
type Terms struct {
	Models        map[string]Model `json:"models"` // by agent key, for all that is reached
	Grader        Model            `json:"grader"`
	Decider       Model            `json:"decider"`
	FastDecisions bool             `json:"fastDecisions"`
	Tools         string           `json:"tools"`  // examples or live
	Repeat        int              `json:"repeat"` // how often each case is run
	Votes         int              `json:"votes"`  // how many gradings decide
	Engine        string           `json:"engine"` // version of prompts, checks, rehearsal and router
	// Place tells whose machine worked the run: a digest of a secret that never
	// leaves it. A database that came with a clone then proves nothing here.
	Place string `json:"place,omitempty"`
}

// Tools modes of a run.
const (
	ToolsExamples = "examples" // reads are answered from the tools' examples
	ToolsLive     = "live"     // reads reach real systems
)

// RunStatus says where a run stands.
type RunStatus string

// Where a run can stand.
const (
	RunOpen      RunStatus = "open" // cases wait or are being worked
	RunFinished  RunStatus = "finished"
	RunCancelled RunStatus = "cancelled"
)

// Run is one run of an agent's cases, as everyone sees it.
type Run struct {
	ID     string    `json:"id"`
	Agent  string    `json:"agent"`
	Key    string    `json:"key"`   // what the run proves; equal keys can stand for each other
	Draft  string    `json:"draft"` // digest
	Suite  string    `json:"suite"` // digest
	Terms  Terms     `json:"terms"`
	Status RunStatus `json:"status"`
	Full   bool      `json:"full"` // all cases of the suite

	By       string     `json:"by,omitempty"` // who started it
	Created  time.Time  `json:"created"`
	Finished *time.Time `json:"finished,omitempty"`
	// Order counts finished runs of the workspace; the latest has the highest.
	Order int64 `json:"order,omitempty"`

	Cases  int `json:"cases"`
	OK     int `json:"ok"`
	Failed int `json:"failed"`
	Errors int `json:"errors"`
}

// Passed reports whether the run finished with every case ok.
func (r Run) Passed() bool {
	return r.Status == RunFinished && r.Cases > 0 && r.OK == r.Cases
}

// Rehearsed reports whether any model of the run was the rehearsal stand-in.
func (r Run) Rehearsed() bool {
	if r.Terms.Grader.Kind == KindRehearsal {
		return true
	}
	for _, m := range r.Terms.Models {
		if m.Kind == KindRehearsal {
			return true
		}
	}
	return false
}

// KindRehearsal is the kind of the stand-in model that needs no key.
const KindRehearsal = "rehearsal"

// CaseStatus says where a case of a run stands.
type CaseStatus string

// Where a case of a run can stand.
const (
	CaseQueued  CaseStatus = "queued"
	CaseRunning CaseStatus = "running"
	CaseDone    CaseStatus = "done"
)

// CaseRun is one case of a run.
type CaseRun struct {
	Position int        `json:"position"` // in the suite, from 0
	CaseID   string     `json:"caseId"`   // stays with the case as long as its name does
	Name     string     `json:"name"`
	Status   CaseStatus `json:"status"`
	Attempt  int        `json:"attempt"`
	Seq      int64      `json:"seq,omitempty"` // order of finishing in its run, from 1
	Result   *Result    `json:"result,omitempty"`
	Micros   int64      `json:"micros,omitempty"` // turn and grading
}
