package agent

import (
	"encoding/json"
	"fmt"
)

// Kind names a sort of resource.
type Kind string

// The kinds of resources. KindProject is the project file and KindServer the
// config file of a server; they are validated but never pushed.
const (
	KindAgent     Kind = "agent"
	KindTools     Kind = "tools"
	KindKnowledge Kind = "knowledge"
	KindProject   Kind = "project"
	KindServer    Kind = "server"

	// KindSuite is an agent's list of cases, under the agent's key. Rules point
	// into it through the agent (/evals); the workspace keeps it apart, since
	// cases are no part of a draft.
	KindSuite Kind = "suite"
)

// ID names a resource within a project or workspace.
type ID struct {
	Kind Kind   `json:"kind"`
	Key  string `json:"key"`
}

func (id ID) String() string { return string(id.Kind) + "/" + id.Key }

// Less orders IDs by kind, then key.
func (id ID) Less(other ID) bool {
	if id.Kind != other.Kind {
		return id.Kind < other.Kind
	}
	return id.Key < other.Key
}

// Resource is one resource as written: canonical JSON without defaults filled
// in. An agent's body is its draft; its cases stand apart, in a Suite.
type Resource struct {
	ID
	Body json.RawMessage `json:"body"`
}

// Routing modes of an agent.
const (
	ModeModel = "model" // the model decides by calling a delegate tool
	ModeFast  = "fast"  // the decider may pass the message on at once
)

// Values of a case's routedBy.
const (
	RoutedFast  = "fast"
	RoutedModel = "model"
	RoutedAny   = "any"
)

// ActionTransfer hands the conversation over to a person.
const ActionTransfer = "transfer"

// Defaults of design: what holds where an agent file is silent.
const (
	DefaultMinConfidence = 0.7
	DefaultToolCalls     = 10
	DefaultDelegations   = 3
)

// Agent is an agent file's draft, decoded. Defaults are not filled in; ask the
// methods.
type Agent struct {
	Key            string     `json:"-"`
	Name           string     `json:"name"`
	Description    string     `json:"description,omitempty"`
	Model          string     `json:"model,omitempty"`
	Instructions   string     `json:"instructions"`
	Tools          []string   `json:"tools,omitempty"`
	KnowledgeBases []string   `json:"knowledgeBases,omitempty"`
	SubAgents      []SubAgent `json:"subAgents,omitempty"`
	Routing        *Routing   `json:"routing,omitempty"`
	Actions        []string   `json:"actions,omitempty"`
	Limits         *Limits    `json:"limits,omitempty"`
}

// FastRouting reports whether the agent routes by the decider first.
func (a *Agent) FastRouting() bool { return a.Routing != nil && a.Routing.Mode == ModeFast }

// MinConfidence is the probability at which fast routing passes a message on.
func (a *Agent) MinConfidence() float64 {
	if a.Routing == nil || a.Routing.MinConfidence == nil {
		return DefaultMinConfidence
	}
	return *a.Routing.MinConfidence
}

// ToolCallLimit is the number of tool calls allowed per turn, over the whole
// delegation tree.
func (a *Agent) ToolCallLimit() int {
	if a.Limits == nil || a.Limits.ToolCalls == nil {
		return DefaultToolCalls
	}
	return *a.Limits.ToolCalls
}

// DelegationLimit is the number of delegations allowed per turn, over the
// whole delegation tree.
func (a *Agent) DelegationLimit() int {
	if a.Limits == nil || a.Limits.Delegations == nil {
		return DefaultDelegations
	}
	return *a.Limits.Delegations
}

// SubAgent is one entry of subAgents: a key alone, or the long form.
type SubAgent struct {
	Agent    string   `json:"agent"`
	When     string   `json:"when,omitempty"`
	Examples []string `json:"examples,omitempty"`
}

// UnmarshalJSON reads both the short form (a key) and the long form.
func (s *SubAgent) UnmarshalJSON(data []byte) error {
	var key string
	if err := json.Unmarshal(data, &key); err == nil {
		*s = SubAgent{Agent: key}
		return nil
	}
	type long SubAgent
	var l long
	if err := json.Unmarshal(data, &l); err != nil {
		return fmt.Errorf("a sub-agent is a key or {agent, when, examples}: %w", err)
	}
	*s = SubAgent(l)
	return nil
}

// Routing says how an agent chooses a sub-agent.
type Routing struct {
	Mode          string   `json:"mode,omitempty"`
	MinConfidence *float64 `json:"minConfidence,omitempty"`
}

// Limits bound one turn, over the whole delegation tree.
type Limits struct {
	ToolCalls   *int `json:"toolCalls,omitempty"`
	Delegations *int `json:"delegations,omitempty"`
}

// Case is an eval case: one customer message and what should happen.
type Case struct {
	Name             string `json:"name"`
	Input            string `json:"input"`
	DesiredOutcome   string `json:"desiredOutcome"`
	AnswerContains   string `json:"answerContains,omitempty"`
	AnswerExcludes   string `json:"answerExcludes,omitempty"`
	Tool             string `json:"tool,omitempty"`
	SubAgent         string `json:"subAgent,omitempty"`
	AvoidSubAgent    string `json:"avoidSubAgent,omitempty"`
	RoutedBy         string `json:"routedBy,omitempty"`
	Uncertainty      string `json:"uncertainty,omitempty"`
	ProhibitedAction string `json:"prohibitedAction,omitempty"`
}

// Limits of a knowledge base, in bytes of text and documents.
const (
	MaxDocument  = 1 << 20
	MaxDocuments = 5_000
	MaxBase      = 16 << 20
)

// KnowledgeBase is a folder of documents.
type KnowledgeBase struct {
	Key       string     `json:"-"`
	Documents []Document `json:"documents"`
}

// Document is one .md or .txt file of a knowledge base; Path is relative to
// the knowledge base, with forward slashes.
type Document struct {
	Path string `json:"path"`
	Text string `json:"text"`
}
