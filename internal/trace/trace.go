// Package trace holds what happened in a turn and what was made of it: Trace,
// CheckResult, Verdict and Outcome. Data only; turn writes traces, grade reads
// them, reports show them.
//
// Everything a model, tool or customer wrote stands here as it came; whoever
// shows it to a terminal strips it first.
package trace

import "encoding/json"

// Trace is everything that happened in one turn.
type Trace struct {
	Route  *Route  `json:"route,omitempty"` // nil: the agent has no sub-agents
	Steps  []Step  `json:"steps"`
	Reply  string  `json:"reply"`
	End    End     `json:"end"`
	Usage  []Usage `json:"usage"`  // one entry a model, in order of first use
	Ledger []Entry `json:"ledger"` // every attempt to call a package's tool
	Micros int64   `json:"micros"` // how long the turn took
}

// Route is how the message came to a sub-agent, or why it did not.
type Route struct {
	By       string `json:"by,omitempty"` // fast or model; empty: to no sub-agent
	SubAgent string `json:"subAgent,omitempty"`

	// What the decider said, where fast routing was on.
	Decided       bool        `json:"decided,omitempty"`
	Confidence    float64     `json:"confidence,omitempty"` // of the best candidate
	MinConfidence float64     `json:"minConfidence,omitempty"`
	Candidates    []Candidate `json:"candidates,omitempty"` // most probable first
	None          float64     `json:"none,omitempty"`       // "none of them"
}

// Candidate is one sub-agent with the decider's probability.
type Candidate struct {
	SubAgent   string  `json:"subAgent"`
	Confidence float64 `json:"confidence"`
}

// StepKind says what a step was.
type StepKind string

// Kinds of steps. StepUnknown is a call of a tool that was not offered.
const (
	StepTool      StepKind = "tool"
	StepKnowledge StepKind = "knowledge"
	StepDelegate  StepKind = "delegate"
	StepTransfer  StepKind = "transfer"
	StepUnknown   StepKind = "unknown"
)

// Step is one thing an agent did in a turn.
type Step struct {
	Agent string   `json:"agent"` // key of the agent that acted
	Kind  StepKind `json:"kind"`
	Name  string   `json:"name"` // package/tool, or a sub-agent's key

	// Args are the arguments where they could be read, RawArgs what the model
	// wrote where they could not.
	Args    json.RawMessage `json:"args,omitempty"`
	RawArgs string          `json:"rawArgs,omitempty"`
	// Refused says why a call was not carried out: unreadable or unfitting
	// arguments, an unknown tool, a limit.
	Refused string `json:"refused,omitempty"`

	Result    json.RawMessage `json:"result,omitempty"`
	Failed    string          `json:"failed,omitempty"`    // a tool's own failure, as told to the model
	Simulated bool            `json:"simulated,omitempty"` // a write, answered without being carried out
	Note      string          `json:"note,omitempty"`      // for who reads the trace; no model was told

	Passages []Passage `json:"passages,omitempty"` // what a knowledge search found
	Steps    []Step    `json:"steps,omitempty"`    // a delegation's own steps
	Micros   int64     `json:"micros"`
}

// Readable reports whether the call's arguments could be read.
func (s Step) Readable() bool { return s.RawArgs == "" }

// Walk visits every step of the tree, parents first, until visit returns false.
func Walk(steps []Step, visit func(Step) bool) bool {
	for _, s := range steps {
		if !visit(s) || !Walk(s.Steps, visit) {
			return false
		}
	}
	return true
}

// Passage is a piece of a knowledge base.
type Passage struct {
	KnowledgeBase string  `json:"knowledgeBase"`
	Document      string  `json:"document"`
	Heading       string  `json:"heading,omitempty"`
	Text          string  `json:"text"`
	Score         float64 `json:"score"`
}

// EndKind says how a turn ended.
type EndKind string

// How a turn can end. Only EndReply is a reply; EndProvider alone makes the
// case an error, since the agent cannot be blamed for it.
const (
	EndReply    EndKind = "reply"
	EndEmpty    EndKind = "empty"     // the model answered with nothing
	EndLimit    EndKind = "limit"     // a delegation or tool limit
	EndLength   EndKind = "length"    // the model's own length limit
	EndRefused  EndKind = "refused"   // the model refused
	EndFiltered EndKind = "filtered"  // a content filter
	EndProvider EndKind = "provider"  // transport, time-out, cut stream, rate limit
	EndCanceled EndKind = "cancelled" // the run was stopped; nothing is recorded for it
)

// End is how a turn ended and why.
type End struct {
	Kind   EndKind `json:"kind"`
	Detail string  `json:"detail,omitempty"`
	Limit  string  `json:"limit,omitempty"` // toolCalls, delegations or modelCalls, for EndLimit
	Path   string  `json:"path,omitempty"`  // support → orders → support, for EndLimit
}

// Usage is what one model used.
type Usage struct {
	Model        string `json:"model"`
	Calls        int    `json:"calls"`
	InputTokens  int    `json:"inputTokens"`
	OutputTokens int    `json:"outputTokens"`
}

// AddUsage adds u to the entry of its model.
func AddUsage(all []Usage, u Usage) []Usage {
	for i := range all {
		if all[i].Model == u.Model {
			all[i].Calls += u.Calls
			all[i].InputTokens += u.InputTokens
			all[i].OutputTokens += u.OutputTokens
			return all
		}
	}
	return append(all, u)
}

// Entry is one attempt to call a package's tool, in the ledger of a turn.
type Entry struct {
	Tool       string `json:"tool"`
	Effect     string `json:"effect"`     // read or write
	CarriedOut bool   `json:"carriedOut"` // it reached the real system
}

// Model is a model as resolved for a run: what is asked and where, without
// credentials.
type Model struct {
	Provider string `json:"provider"` // rehearsal, openai, anthropic, or a name from the settings
	Kind     string `json:"kind"`     // rehearsal, scripted, openai, anthropic, builtin
	BaseURL  string `json:"baseUrl,omitempty"`
	Name     string `json:"name,omitempty"`
}

func (m Model) String() string {
	if m.Name == "" {
		return m.Provider
	}
	return m.Provider + "/" + m.Name
}

// Ids of the checks, in the order in which they are shown.
const (
	CheckTurnCompleted  = "turnCompleted"
	CheckNoAction       = "noBusinessAction"
	CheckWithinLimits   = "withinLimits"
	CheckAnswerContains = "answerContains"
	CheckAnswerExcludes = "answerExcludes"
	CheckTool           = "tool"
	CheckSubAgent       = "subAgent"
	CheckAvoidSubAgent  = "avoidSubAgent"
	CheckRoutedBy       = "routedBy"
	CheckDesiredOutcome = "desiredOutcome"
)

// CheckResult is one check of one case.
type CheckResult struct {
	Check    string `json:"check"`
	Pass     bool   `json:"pass"`
	Message  string `json:"message,omitempty"`  // what was wrong, in a sentence
	Expected string `json:"expected,omitempty"` // what the case asked for
	Seen     string `json:"seen,omitempty"`     // what there was instead
}

// Verdict is the grader's judgement of the desired outcome.
type Verdict struct {
	Achieved  bool   `json:"achieved"`
	Rationale string `json:"rationale"`
	// NotJudged is set by the rehearsal grader alone, where the desired outcome
	// holds nothing it can go by.
	NotJudged bool `json:"notJudged,omitempty"`
}

// Outcome of a case.
type Outcome string

// Outcomes. Error means that the case could not be judged; neither Failed nor
// Error passes.
const (
	OK     Outcome = "ok"
	Failed Outcome = "failed"
	Error  Outcome = "error"
)

// Result is what came of one case.
type Result struct {
	Outcome Outcome       `json:"outcome"`
	Error   string        `json:"error,omitempty"` // why it could not be judged
	Said    string        `json:"said,omitempty"`  // what a model wrote that led to the error
	Checks  []CheckResult `json:"checks"`
	Verdict *Verdict      `json:"verdict,omitempty"`
	Trace   Trace         `json:"trace"`
}
