package rules

import "slices"

// sameWords are other names of a key that can mean nothing else here.
var sameWords = map[string][]string{
	"answerContains": {
		"answerIncludes", "answerMustContain", "answerMustInclude", "replyContains", "replyIncludes", "mustContain", "mustInclude",
		"expectContains", "contains", "includes",
	},
	"answerExcludes": {
		"answerNotContains", "answerNotContain", "answerDoesNotContain", "answerMustNotContain", "answerOmits", "answerAvoids",
		"replyExcludes", "replyNotContains", "mustNotContain", "mustExclude", "notContains", "doesNotContain", "excludes",
	},
	"avoidSubAgent":  {"notSubAgent", "noSubAgent", "excludeSubAgent", "avoidsSubAgent", "mustNotCallSubAgent", "forbiddenSubAgent", "avoidAgent", "notAgent"},
	"desiredOutcome": {"expectedOutcome", "expectedOutput"},
	"evals":          {"evalCases", "testCases"},
	"input":          {"customerMessage", "inputSchema"},
	"instructions":   {"systemPrompt"},
	"knowledgeBases": {"kb", "knowledge"},
	"subAgent":       {"expectedSubAgent", "mustCallSubAgent"},
	"tool":           {"expectedTool", "mustCallTool"},
	"toolCalls":      {"maxToolCalls"},
	"delegations":    {"maxDelegations"},
}

// otherWords are keys of other tools, and words that lie close, with what they
// are probably called here.
var otherWords = map[string][]string{
	"answerContains":   {"assert", "asserts"},
	"desiredOutcome":   {"expected", "outcome", "rubric", "criteria", "goal"},
	"evals":            {"assert", "tests", "cases", "scenarios"},
	"input":            {"message", "question", "prompt", "query", "user", "parameters", "schema"},
	"instructions":     {"prompt", "system"},
	"limits":           {"limit"},
	"output":           {"result", "response", "returns"},
	"prohibitedAction": {"prohibited", "forbidden", "forbiddenAction"},
	"routedBy":         {"route", "routing", "routed"},
	"subAgent":         {"agent", "handoff"},
	"subAgents":        {"agents", "handoffs", "children"},
	"tool":             {"toolCall"},
	"toolCalls":        {"tools"},
	"when":             {"description", "if", "condition"},
}

// synonym finds the key that a word of another tool stands for here; empty
// where there is none, or more than one.
func synonym(word string, known []string, words map[string][]string) string {
	found := ""
	for _, k := range known {
		if !slices.ContainsFunc(words[k], func(o string) bool { return plainWord(o) == plainWord(word) }) {
			continue
		}
		if found != "" {
			return ""
		}
		found = k
	}
	return found
}
