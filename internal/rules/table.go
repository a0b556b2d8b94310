package rules

import "github.com/caplo/caplo/internal/agent"

// Rule describes one rule.
type Rule struct {
	ID       string         `json:"id"`
	Severity agent.Severity `json:"severity"`
	Summary  string         `json:"summary"` // what it asks for, one line
}

// Ids of the rules about resources. Those about YAML and files stand in
// internal/project; the table below lists all.
const (
	UnknownKey    = "schema/unknown-key"
	Required      = "schema/required"
	Type          = "schema/type"
	Text          = "schema/text"
	Value         = "schema/value"
	Blank         = "schema/blank"
	Length        = "schema/length"
	Format        = "schema/format"
	Range         = "schema/range"
	Size          = "schema/size"
	Twice         = "schema/twice"
	NotJSON       = "schema/json"
	BareEvals     = "evals/bare"
	CaseID        = "evals/id"
	UniqueCase    = "evals/unique-name"
	TooManyCases  = "evals/too-many"
	BlankPhrase   = "evals/blank-phrase"
	Contradiction = "evals/contradiction"
	CaseTool      = "evals/unknown-tool"
	CaseSubAgent  = "evals/unknown-sub-agent"
	SameSubAgent  = "evals/same-sub-agent"
	RoutedAlone   = "evals/routed-by-alone"
	FastOff       = "evals/fast-off"
	RoutingCases  = "evals/routing-cases"
	NoCheck       = "evals/no-check"
	Uncovered     = "evals/uncovered"
	NeverFast     = "evals/never-fast"
	UncheckedNote = "evals/unchecked-note"
	Swallowed     = "evals/swallowed-key"
	ConsoleForm   = "evals/console-form"
	UniqueAgent   = "agent/unique-name"
	MissingTool   = "agent/unknown-tool"
	MissingAgent  = "agent/unknown-sub-agent"
	MissingBase   = "agent/unknown-knowledge"
	OwnSubAgent   = "agent/own-sub-agent"
	SubAgentTwice = "agent/sub-agent-twice"
	AmbiguousName = "agent/ambiguous-name"
	Cycle         = "agent/cycle"
	FastAlone     = "agent/fast-alone"
	NoProvider    = "agent/unknown-provider"
	ToolName      = "tools/unique-name"
	BadInput      = "tools/input-schema"
	DoubtfulInput = "tools/input-doubt"
	ExampleInput  = "tools/example"
	UnsafeRead    = "tools/unsafe-read"
	Placeholder   = "tools/placeholder"
	OwnProvider   = "project/known-provider"
	Secret        = "secret/in-file"
)

// Table lists every rule, sorted by id.
func Table() []Rule { return append([]Rule(nil), table...) }

// Lookup finds a rule by its id.
func Lookup(id string) (Rule, bool) {
	for _, r := range table {
		if r.ID == id {
			return r, true
		}
	}
	return Rule{}, false
}

var table = []Rule{
	{AmbiguousName, agent.Error, "a sub-agent's name is not the key of another sub-agent of the same agent"},
	{Cycle, agent.Warning, "sub-agents do not lead back to where they started"},
	{FastAlone, agent.Warning, "fast routing has sub-agents to choose from"},
	{OwnSubAgent, agent.Error, "an agent is not its own sub-agent"},
	{SubAgentTwice, agent.Error, "an agent lists each sub-agent once"},
	{UniqueAgent, agent.Error, "no two agents of a project have the same name"},
	{MissingBase, agent.Error, "a knowledge base that an agent lists exists"},
	{NoProvider, agent.Warning, "the provider of a model is known or named in caplo.yaml"},
	{MissingAgent, agent.Error, "a sub-agent that an agent lists exists"},
	{MissingTool, agent.Error, "a tool that an agent lists exists"},
	{BareEvals, agent.Error, "evals has a value: [] empties the suite, no key leaves it alone"},
	{BlankPhrase, agent.Error, "a phrase to look for is not blank"},
	{ConsoleForm, agent.Warning, "cases are a list, not the console's export form"},
	{Contradiction, agent.Error, "no phrase is both required and excluded"},
	{FastOff, agent.Error, "routedBy: fast is asked only of an agent with fast routing"},
	{CaseID, agent.Error, "a case in the list form has no id"},
	{NeverFast, agent.Warning, "an agent with fast routing has a case that asks for it"},
	{NoCheck, agent.Warning, "a case has a check that needs no grader"},
	{RoutedAlone, agent.Error, "a case with routedBy names a sub-agent"},
	{RoutingCases, agent.Error, "each direct sub-agent of an agent with fast routing has two routing cases"},
	{SameSubAgent, agent.Error, "subAgent and avoidSubAgent differ"},
	{Swallowed, agent.Warning, "no key of a case stands inside one of its texts"},
	{TooManyCases, agent.Error, "an agent has at most 100 cases"},
	{UncheckedNote, agent.Warning, "what a note warns of is also said where runs check it"},
	{Uncovered, agent.Warning, "every tool, sub-agent and action is covered by a case"},
	{UniqueCase, agent.Error, "no two cases of an agent have the same name"},
	{CaseSubAgent, agent.Error, "a case names direct sub-agents of its agent"},
	{CaseTool, agent.Error, "a case names a tool that its agent, or a sub-agent it reaches, lists"},
	{"file/link", agent.Error, "no link leads out of the project"},
	{"file/name", agent.Error, "a file in agents/ or tools/ is called KEY.yaml"},
	{"file/read", agent.Error, "a file can be read"},
	{"ignore/error", agent.Warning, "no comment tries to switch an error off"},
	{"ignore/unknown-rule", agent.Warning, "a caplo:ignore comment names rules that exist"},
	{"ignore/unused", agent.Warning, "a caplo:ignore comment switches something off"},
	{"knowledge/empty", agent.Warning, "a knowledge base holds text"},
	{"knowledge/unread", agent.Warning, "no document of a knowledge base is passed over"},
	{OwnProvider, agent.Error, "openai and anthropic are known and not defined again"},
	{Blank, agent.Error, "a text is not blank"},
	{Format, agent.Error, "a text has the form that is asked for"},
	{NotJSON, agent.Error, "a resource is JSON"},
	{Length, agent.Error, "a text is not too long"},
	{Range, agent.Error, "a number lies within its bounds"},
	{Required, agent.Error, "a key that is required is there"},
	{Size, agent.Error, "a list or mapping has not too few and not too many entries"},
	{Text, agent.Error, "a text is text, not a number, true, false or nothing"},
	{Twice, agent.Error, "a list names nothing twice"},
	{Type, agent.Error, "a value is of the kind that is asked for"},
	{UnknownKey, agent.Error, "a key is known"},
	{Value, agent.Error, "a value is one of those that are allowed"},
	{Secret, agent.Warning, "no secret stands in a file"},
	{ExampleInput, agent.Error, "a tool's example fits the tool's input schema"},
	{DoubtfulInput, agent.Warning, "an input schema is spelt right and requires only what it has"},
	{BadInput, agent.Error, "a tool's input is a JSON Schema"},
	{Placeholder, agent.Error, "a request takes only arguments that the tool's input has"},
	{ToolName, agent.Error, "no two tools of a package have the same name"},
	{UnsafeRead, agent.Warning, "a tool that reads uses a method that only reads"},
	{"yaml/alias", agent.Error, "an alias has an anchor before it and does not hold itself"},
	{"yaml/ambiguous", agent.Warning, "a value reads the same in YAML 1.1 and 1.2"},
	{"yaml/bidi", agent.Warning, "no invisible character changes the order of a text"},
	{"yaml/comment-in-text", agent.Warning, "no comment looks like the rest of a text"},
	{"yaml/conflict", agent.Error, "no merge conflict is left in a file"},
	{"yaml/duplicate-key", agent.Error, "a mapping holds each key once"},
	{"yaml/empty", agent.Error, "a file is not empty"},
	{"yaml/encoding", agent.Error, "a file is UTF-8 without control characters"},
	{"yaml/escape", agent.Error, "a backslash in double quotes begins an escape that YAML knows"},
	{"yaml/invisible", agent.Error, "what looks like a space is a space"},
	{"yaml/key", agent.Error, "a key is one line of text"},
	{"yaml/limit", agent.Error, "a file is not larger or deeper than is read"},
	{"yaml/merge", agent.Error, "<< takes a mapping, or a list of mappings"},
	{"yaml/number", agent.Error, "a number can be kept exactly"},
	{"yaml/one-document", agent.Error, "a file holds one document"},
	{"yaml/smart-quotes", agent.Warning, "a value is not wrapped in typographic quotes"},
	{"yaml/syntax", agent.Error, "a file is YAML"},
	{"yaml/tab", agent.Error, "no tab is used for indentation"},
	{"yaml/tag", agent.Error, "no tag but !!str is used"},
}

// severities is the table as a map.
var severities = func() map[string]agent.Severity {
	m := make(map[string]agent.Severity, len(table))
	for _, r := range table {
		m[r.ID] = r.Severity
	}
	return m
}()
