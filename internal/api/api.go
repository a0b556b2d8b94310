// Package api holds the HTTP contract's wire types and problem codes, shared by
// the server and the client. Resources are raw JSON in it: rules alone judge
// them.
//
// Digests, manifests, plans, runs and results are the domain's own types; this
// package adds only what exists because there is a wire between.
package api

import (
	"time"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
)

// Limits of one upload; a client sends what is lacking in batches within them.
// A single body may be larger than a batch, up to MaxBody.
const (
	MaxBatchBytes = 4 << 20
	MaxBatchItems = 200
	// MaxBody is the size of any request, in bytes: room for the largest knowledge
	// base, 16 MiB of text, every character of which may need a backslash.
	MaxBody = 40 << 20
)

// Heartbeat is how often a run's stream says that it is still there, while no
// case ends. A client that hears nothing for several of them has lost it.
const Heartbeat = 5 * time.Second

// Contract is the version of the contract.
const Contract = 1

// MaxTimeLimit is how long a run may be worked, at most.
const MaxTimeLimit = 24 * time.Hour

// Workspace describes the workspace that answers.
type Workspace struct {
	ID       string `json:"id,omitempty" doc:"of a served workspace"`
	Version  string `json:"version" doc:"version of caplo that answers"`
	Contract int    `json:"contract,omitempty" doc:"version of the contract that it speaks; none: 1"`
	Served   bool   `json:"served" doc:"it works its runs itself, whoever watches"`
	Revision int64  `json:"revision" doc:"number of the newest revision, 0 before the first"`
}

// Resource is one resource as written: canonical JSON, defaults not filled in.
type Resource = agent.Resource

// Upload is a batch of bodies for a later commit.
type Upload struct {
	Resources []Resource `json:"resources" doc:"bodies, within the limits of a batch"`
}

// Uploaded names what a batch was stored as.
type Uploaded struct {
	Stored []agent.Digested `json:"stored" doc:"digests as the workspace computed them, in the order sent"`
}

// Proposal is what a push would do, or what the workspace lacks to say so.
type Proposal struct {
	Revision int64            `json:"revision"`
	Lacking  []agent.Digested `json:"lacking" doc:"upload these first; while there are any, there is no plan"`
	Plan     *agent.Plan      `json:"plan,omitempty"`
	Expect   []agent.Expect   `json:"expect" doc:"hand back with the commit"`
	Left     []agent.ID       `json:"left,omitempty" doc:"of a whole push: what the workspace will still have of the project and the manifest does not name"`
}

// Commit is a push to apply, whole or not at all.
type Commit struct {
	Manifest agent.Manifest `json:"manifest"`
	Expect   []agent.Expect `json:"expect"`
	PushKey  string         `json:"pushKey" doc:"random; the same only when the same push is tried again"`
	TakeOver bool           `json:"takeOver,omitempty" doc:"overwrite what another project pushed"`
}

// Committed is what a push did.
type Committed struct {
	Revision int64      `json:"revision"`
	Plan     agent.Plan `json:"plan"`
}

// Revision is one change of the workspace, with what it did.
type Revision struct {
	RevisionInfo
	Plan agent.Plan `json:"plan"`
}

// RevisionInfo is one change of the workspace, as lists have it.
type RevisionInfo struct {
	Number  int64      `json:"number"`
	Created string     `json:"created" format:"date-time"`
	Project string     `json:"project,omitempty"`
	Author  string     `json:"author,omitempty" doc:"who made it"`
	Origin  string     `json:"origin" enum:"push,file,cases,restore" doc:"a push of a project, one of a single file, a case edited in the workspace, or an earlier revision brought back"`
	Git     *agent.Git `json:"git,omitempty" doc:"the commit that a push was made from"`
}

// Start asks for a run of an agent's cases.
type Start struct {
	Rerun     bool   `json:"rerun,omitempty" doc:"run even where a passing run could be reused"`
	Model     string `json:"model,omitempty" doc:"the model of every agent, over files and settings"`
	Grader    string `json:"grader,omitempty" doc:"the grader's model, over settings"`
	Draft     string `json:"draft,omitempty" doc:"digest of the draft that is meant; another one is a conflict"`
	Suite     string `json:"suite,omitempty" doc:"digest of the cases that are meant; others are a conflict"`
	StartKey  string `json:"startKey,omitempty" maxLength:"100" doc:"random; the same only when the same start is tried again"`
	TimeLimit int64  `json:"timeLimitSeconds,omitempty" minimum:"0" maximum:"86400" doc:"how long the run may be worked, a day at most; 0: ten minutes"`
}

// StartedRun answers a Start.
type StartedRun struct {
	Run trace.Run `json:"run"`
	How string    `json:"how" enum:"started,joined,reused"`
	// Of a start that was tried again: what became of the agent in between.
	EarlierDraft bool `json:"earlierDraft" doc:"the agent's draft was changed since"`
	EarlierCases bool `json:"earlierCases" doc:"the agent's cases were changed since"`
}

// RunDetail is a run with its cases, by position.
type RunDetail struct {
	Run   RunInfo         `json:"run"`
	Cases []trace.CaseRun `json:"cases"`
}

// Names of the events of a run's stream. Its id is the case's seq; a stream can
// be taken up again after it.
const (
	EventCase    = "case"    // data: trace.CaseRun; a case ended
	EventRun     = "run"     // data: trace.Run; the run is over, and so is the stream
	EventProblem = "problem" // data: Problem; the run cannot be followed any further
)

// Problem is an error answer (RFC 9457).
type Problem struct {
	Type     string          `json:"type" doc:"always about:blank; code says more"`
	Title    string          `json:"title"`
	Status   int             `json:"status"`
	Detail   string          `json:"detail" doc:"what is wrong, in one sentence"`
	Code     string          `json:"code" doc:"stable"`
	Hint     string          `json:"hint,omitempty" doc:"what to do"`
	Problems []agent.Problem `json:"problems,omitempty" doc:"where, in the resources that were sent"`

	RequestID string  `json:"requestId,omitempty" doc:"names the request in the workspace's log"`
	Scope     string  `json:"scope,omitempty" doc:"the scope that the key lacks"`
	Errors    []Unfit `json:"errors,omitempty" doc:"where the request does not fit the contract"`
}

// Unfit is a place of a request that does not fit the contract.
type Unfit struct {
	Pointer string `json:"pointer" doc:"JSON pointer into the body, or the name of a parameter"`
	Message string `json:"message"`
}

func (p *Problem) Error() string { return p.Detail }

// GetStatus is the HTTP status of the answer.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType is the media type of problem answers.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// Codes of requests that never reach the workspace.
const (
	CodeBadRequest   = "bad-request"            // it does not fit the contract
	CodeUnauthorized = "unauthorized"           // nobody knows who makes it
	CodeForbidden    = "forbidden"              // who makes it may not
	CodeWrongHost    = "wrong-host"             // it was sent to another name than the server's
	CodeTooLarge     = "too-large"              // it is larger than the workspace takes
	CodeSlow         = "slow-request"           // its body took too long to come
	CodeMediaType    = "unsupported-media-type" // its body is not JSON
	CodeMethod       = "method-not-allowed"     // the path takes other methods
	CodeTooMany      = "too-many-requests"      // the workspace has its hands full
	CodeUnavailable  = "unavailable"            // the workspace is closing
	CodeInternal     = "internal"               // a fault of caplo; the log says more under the request id
)
