package api

import (
	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
)

// Page is one page of a list. A list is at its end where there is no next.
type Page[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next,omitempty" doc:"cursor of the next page; none: this was the last"`
}

// Sizes of a page.
const (
	PageSize    = 50
	MaxPageSize = 200
)

// Agent is an agent of the workspace, without its text.
type Agent struct {
	Key      string `json:"key"`
	Name     string `json:"name"`
	Project  string `json:"project,omitempty" doc:"the project that pushed it last"`
	Revision int64  `json:"revision" doc:"the workspace revision that wrote its draft last"`
	Draft    string `json:"draft" doc:"digest of the draft: of the agent and all it reaches; empty where that is not all there"`
	Suite    string `json:"suite,omitempty" doc:"digest of its cases"`
	Cases    int    `json:"cases"`
}

// RunInfo is a run, and whether it is of what the workspace holds now.
type RunInfo struct {
	trace.Run
	EarlierDraft bool `json:"earlierDraft" doc:"the agent's draft was changed since"`
	EarlierCases bool `json:"earlierCases" doc:"the agent's cases were changed since"`
}

// Results are the cases of a run that ended after one: a way to follow a run
// without a stream.
type Results struct {
	Run   RunInfo         `json:"run"`
	Cases []trace.CaseRun `json:"cases" doc:"in the order in which they ended"`
}

// SuiteCase is a case as the workspace keeps it.
type SuiteCase struct {
	ID     string      `json:"id" doc:"stays as long as the case's name does, or the case is edited in place"`
	Case   agent.Case  `json:"case"`
	Digest string      `json:"digest" doc:"of the case as it is; send it as If-Match to change only this"`
	Last   *LastResult `json:"last,omitempty" doc:"its newest result"`
}

// LastResult is the newest result of a case.
type LastResult struct {
	Run          string        `json:"run" doc:"id of the run"`
	Created      string        `json:"created" format:"date-time" doc:"when that run was started"`
	EarlierDraft bool          `json:"earlierDraft" doc:"the agent's draft was changed since"`
	EarlierCase  bool          `json:"earlierCase" doc:"the case was changed since"`
	Result       *trace.Result `json:"result"`
}

// SavedCase answers a case that was added or changed.
type SavedCase struct {
	Case     SuiteCase       `json:"case"`
	Revision int64           `json:"revision" doc:"of the workspace"`
	Warnings []agent.Problem `json:"warnings" doc:"what validate would warn of"`
}

// RemovedCase answers a case that was removed.
type RemovedCase struct {
	Revision int64 `json:"revision" doc:"of the workspace"`
}
