package api

import (
	"time"

	"github.com/caplo/caplo/internal/agent"
)

// AskState asks how the workspace differs from what a client has: from its files,
// say. A suite that the client does not name is of no concern to it, except those
// of agents that it does not have at all.
type AskState struct {
	Project  string           `json:"project,omitempty" doc:"with all: what this project pushed"`
	Selected []string         `json:"selected" doc:"keys of agents; with all that they reach"`
	All      bool             `json:"all,omitempty" doc:"besides the selected ones, all that the project pushed"`
	Have     []agent.Digested `json:"have" doc:"what the client has, suites by their digest"`
}

// State is how the workspace differs from what a client has.
type State struct {
	Revision int64      `json:"revision"`
	Items    []Item     `json:"items" doc:"what differs, or what the client does not have"`
	Missing  []agent.ID `json:"missing" doc:"what the client has and the workspace does not"`
	Unlisted []Unlisted `json:"unlisted,omitempty" doc:"agents that the client has and whose suite it does not name, where the workspace has cases of them"`
}

// Unlisted is how many cases an agent has.
type Unlisted struct {
	Agent string `json:"agent"`
	Cases int    `json:"cases"`
}

// Item is a resource or suite as the workspace has it, without its body.
type Item struct {
	agent.ID
	Digest   string    `json:"digest"`
	Revision int64     `json:"revision" doc:"the workspace revision that wrote it"`
	Created  time.Time `json:"created"`
	Author   string    `json:"author"`
	Origin   string    `json:"origin" enum:"push,file,cases,restore"`
	Project  string    `json:"project,omitempty"`
	Cases    int       `json:"cases,omitempty"`
	Earlier  bool      `json:"earlier,omitempty" doc:"what the client has is an earlier revision of it, which the workspace keeps"`
}

// AskBodies asks for bodies as of the revisions that a state gave.
type AskBodies struct {
	Items []agent.Expect `json:"items" maxItems:"1000"`
}

// Bodies are bodies in the order asked for: as many as fit, one at least. Ask for
// the rest again.
type Bodies struct {
	Resources []Resource `json:"resources" doc:"a suite's body is the list of its cases, each with its id"`
}

// HistoryEntry is one change of an agent: of its own draft, its cases, or both.
type HistoryEntry struct {
	Revision int64      `json:"revision"`
	Created  time.Time  `json:"created"`
	Author   string     `json:"author"`
	Origin   string     `json:"origin" enum:"push,file,cases,restore"`
	Project  string     `json:"project,omitempty"`
	Git      *agent.Git `json:"git,omitempty"`
	Draft    bool       `json:"draft" doc:"it changed the agent itself"`
	Fields   []string   `json:"fields" doc:"of the agent, those that it changed"`
	Suite    bool       `json:"suite" doc:"it changed the agent's cases"`
	Cases    int        `json:"cases" doc:"how many there were then"`
	Deleted  bool       `json:"deleted,omitempty" doc:"it took the agent away"`
}

// AgentAt is an agent as it was at a revision.
type AgentAt struct {
	Agent
	At    int64          `json:"at" doc:"the revision asked for, or the newest"`
	Body  Resource       `json:"body"`
	Suite []CaseWithID   `json:"suite" doc:"its cases then"`
	Reach []agent.Expect `json:"reach" doc:"all else that it reaches, with the revisions then"`
}

// CaseWithID is a case and the id under which the workspace keeps it.
type CaseWithID struct {
	ID string `json:"id"`
	agent.Case
}

// Restore asks for an earlier revision of an agent and its cases to be what it is
// now.
type Restore struct {
	Revision int64 `json:"revision" minimum:"1"`
	Draft    bool  `json:"draft,omitempty" doc:"bring the agent itself back; neither this nor suite: both"`
	Suite    bool  `json:"suite,omitempty" doc:"bring its cases back"`
}
