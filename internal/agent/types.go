package agent

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
)

// Kind names a sort of resource.
type Kind string

// The kinds of resources. KindProject is the project file; it is validated but
// never pushed.
const (
	KindAgent     Kind = "agent"
	KindTools     Kind = "tools"
	KindKnowledge Kind = "knowledge"
	KindProject   Kind = "project"

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

// ToolPackage is a tool package file, decoded.
type ToolPackage struct {
	Key        string     `json:"-"`
	Name       string     `json:"name,omitempty"`
	Connection Connection `json:"connection,omitzero"`
	Tools      []Tool     `json:"tools"`
}

// Connection says how a package's tools are reached in live mode.
type Connection struct {
	HTTP *HTTPConnection `json:"http,omitempty"`
	MCP  *MCPConnection  `json:"mcp,omitempty"`
}

// HTTPConnection is a plain HTTP service.
type HTTPConnection struct {
	BaseURL string            `json:"baseUrl"`
	Headers map[string]string `json:"headers,omitempty"`
}

// MCPConnection is a Model Context Protocol server, by address or command.
type MCPConnection struct {
	URL     string   `json:"url,omitempty"`
	Command []string `json:"command,omitempty"`
}

// Effects of a tool.
const (
	EffectRead  = "read"
	EffectWrite = "write"
)

// Tool is one tool of a package.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Effect      string          `json:"effect,omitempty"`
	Input       json.RawMessage `json:"input,omitempty"`
	Request     *Request        `json:"request,omitempty"`
	Examples    []Example       `json:"examples,omitempty"`
}

// Writes reports whether calling the tool changes something: as declared, else
// anything but a GET or HEAD request. A tool without a request is a write
// unless it says otherwise.
func (t *Tool) Writes() bool {
	switch t.Effect {
	case EffectRead:
		return false
	case EffectWrite:
		return true
	}
	if t.Request == nil {
		return true
	}
	m := strings.ToUpper(t.Request.Method)
	return m != "" && m != "GET" && m != "HEAD"
}

// Request is the HTTP request that a tool makes.
type Request struct {
	Method string            `json:"method,omitempty"`
	Path   string            `json:"path,omitempty"`
	Query  map[string]string `json:"query,omitempty"`
	Body   json.RawMessage   `json:"body,omitempty"`
}

// Example documents what a tool returns, and answers in its place in examples
// mode.
type Example struct {
	Input  json.RawMessage `json:"input"`
	Output json.RawMessage `json:"output"`
}

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

// Set is a group of decoded resources that refer to each other: a project, or
// what one run pinned.
type Set struct {
	Agents    map[string]*Agent
	Tools     map[string]*ToolPackage
	Knowledge map[string]*KnowledgeBase
}

// NewSet returns an empty set.
func NewSet() *Set {
	return &Set{
		Agents:    map[string]*Agent{},
		Tools:     map[string]*ToolPackage{},
		Knowledge: map[string]*KnowledgeBase{},
	}
}

// Add decodes a resource into the set.
func (s *Set) Add(r Resource) error {
	var err error
	switch r.Kind {
	case KindAgent:
		a := &Agent{Key: r.Key}
		err = json.Unmarshal(r.Body, a)
		s.Agents[r.Key] = a
	case KindTools:
		p := &ToolPackage{Key: r.Key}
		err = json.Unmarshal(r.Body, p)
		s.Tools[r.Key] = p
	case KindKnowledge:
		k := &KnowledgeBase{Key: r.Key}
		err = json.Unmarshal(r.Body, k)
		s.Knowledge[r.Key] = k
	default:
		return fmt.Errorf("%s is not a kind that a set holds", r.Kind)
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", r.ID, err)
	}
	return nil
}

// Refs lists what a resource refers to directly, sorted, each once. Only
// agents refer to anything.
func (s *Set) Refs(id ID) []ID {
	a := s.Agents[id.Key]
	if id.Kind != KindAgent || a == nil {
		return nil
	}
	seen := map[ID]bool{}
	for _, t := range a.Tools {
		pkg, _ := SplitTool(t)
		seen[ID{KindTools, pkg}] = true
	}
	for _, k := range a.KnowledgeBases {
		seen[ID{KindKnowledge, k}] = true
	}
	for _, sub := range a.SubAgents {
		seen[ID{KindAgent, sub.Agent}] = true
	}
	return sortedIDs(seen)
}

// Reach lists all that the agents reach, themselves included, whether or not
// the set holds it, sorted. Cycles are fine.
func (s *Set) Reach(keys ...string) []ID {
	seen := map[ID]bool{}
	var todo []ID
	for _, k := range keys {
		todo = append(todo, ID{KindAgent, k})
	}
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[id] {
			continue
		}
		seen[id] = true
		todo = append(todo, s.Refs(id)...)
	}
	return sortedIDs(seen)
}

// Holds reports whether the set holds the resource.
func (s *Set) Holds(id ID) bool {
	switch id.Kind {
	case KindAgent:
		return s.Agents[id.Key] != nil
	case KindTools:
		return s.Tools[id.Key] != nil
	case KindKnowledge:
		return s.Knowledge[id.Key] != nil
	}
	return false
}

// Tool finds a tool by its full name, package/tool. It returns nil where there
// is none.
func (s *Set) Tool(name string) *Tool {
	pkg, short := SplitTool(name)
	p := s.Tools[pkg]
	if p == nil {
		return nil
	}
	for i := range p.Tools {
		if p.Tools[i].Name == short {
			return &p.Tools[i]
		}
	}
	return nil
}

// SplitTool splits a full tool name into package key and tool name.
func SplitTool(name string) (pkg, tool string) {
	pkg, tool, _ = strings.Cut(name, "/")
	return pkg, tool
}

// ResolveSubAgent finds which direct sub-agent of a word names: a key wins over
// a name. It returns the key, or false where the word names none.
func (s *Set) ResolveSubAgent(a *Agent, word string) (string, bool) {
	for _, sub := range a.SubAgents {
		if sub.Agent == word {
			return word, true
		}
	}
	for _, sub := range a.SubAgents {
		if t := s.Agents[sub.Agent]; t != nil && t.Name == word {
			return sub.Agent, true
		}
	}
	return "", false
}

func sortedIDs(set map[ID]bool) []ID {
	out := make([]ID, 0, len(set))
	for id := range set {
		out = append(out, id)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Less(out[j]) })
	return out
}
