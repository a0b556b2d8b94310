package agent

// Severity of a problem.
type Severity string

// Severities. Only errors make a resource unusable.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Ref points into a resource: Pointer is an RFC 6901 JSON pointer into the
// resource as written, with an agent's cases under /evals. OnKey means the key
// of that member, not its value.
type Ref struct {
	ID
	Pointer string `json:"pointer"`
	OnKey   bool   `json:"onKey,omitempty"`
}

// Problem is something wrong with a resource. Rules make problems; the project
// places them on lines.
type Problem struct {
	Rule     string    `json:"rule"` // stable id, such as evals/unique-name
	Severity Severity  `json:"severity"`
	Ref      Ref       `json:"ref"`
	Message  string    `json:"message"`        // what is wrong
	Hint     string    `json:"hint,omitempty"` // what to do
	Related  []Related `json:"related,omitempty"`

	// Replace, where certain, is what should stand in place of what Ref points
	// at (the key if OnKey, else a string value).
	Replace string `json:"replace,omitempty"`
}

// Related is another place that a problem speaks of.
type Related struct {
	Ref     Ref    `json:"ref"`
	Message string `json:"message"`
}
