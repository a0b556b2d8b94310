package agent

// Coverage says which cases check what one agent lists. It exists for agents
// that list cases.
type Coverage struct {
	Agent string        `json:"agent"` // its key
	Cases int           `json:"cases"` // how many it lists
	Items []CoveredItem `json:"items"` // tools, then sub-agents, then actions, each as listed
}

// CoveredKind says what a covered item is.
type CoveredKind string

// What cases can cover.
const (
	CoveredTool     CoveredKind = "tool"
	CoveredSubAgent CoveredKind = "subAgent"
	CoveredAction   CoveredKind = "action"
)

// CoveredItem is one thing that an agent lists, with the cases that check it.
type CoveredItem struct {
	Kind    CoveredKind   `json:"kind"`
	Name    string        `json:"name"` // as listed: package/tool, key, action
	Cases   []CaseRef     `json:"cases"`
	Routing *RoutingCount `json:"routing,omitempty"` // of a sub-agent under fast routing

	// Pointer leads to the item in the agent's file.
	Pointer string `json:"-"`
}

// Covered reports whether any case checks the item.
func (c CoveredItem) Covered() bool { return len(c.Cases) > 0 }

// CaseRef names a case. Agents are covered by each other's cases where they list
// the same tool.
type CaseRef struct {
	Agent string `json:"agent"`
	Name  string `json:"name"`
}

// RoutingCount is how many routing cases a sub-agent has, and how many it needs.
type RoutingCount struct {
	Cases  int `json:"cases"`
	Needed int `json:"needed"`
}
