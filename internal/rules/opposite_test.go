package rules

import (
	"strings"
	"testing"
)

// TestOpposites holds that no word is taken for one that says the opposite.
func TestOpposites(t *testing.T) {
	t.Parallel()
	pairs := [][2]string{
		{"answerIncludes", "answerExcludes"},
		{"answerincludes", "answerExcludes"},
		{"answer_includes", "answerExcludes"},
		{"answerNotContains", "answerContains"},
		{"answernotcontains", "answerContains"},
		{"notContains", "answerContains"},
		{"notSubAgent", "subAgent"},
		{"noSubAgent", "subAgent"},
		{"nosubagent", "subAgent"},
		{"noSubAgnt", "subAgent"},
		{"subAgent", "avoidSubAgent"},
		{"noTool", "tool"},
		{"notool", "tool"},
		{"no_tools", "tools"},
		{"toolNot", "tool"},
		{"maxConfidence", "minConfidence"},
		{"maxconfidence", "minConfidence"},
		{"output", "input"},
		{"unread", "read"},
		{"nofast", "fast"},
		{"write", "read"},
		{"model", "fast"},
		{"noTransfer", "transfer"},
		{"desk/set_order", "desk/get_order"},
		{"desk/start_order", "desk/stop_order"},
		{"desk/unlock_card", "desk/lock_card"},
		{"desk/enable_card", "desk/disable_card"},
		{"desk/credit", "desk/debit"},
		{"desk/import_all", "desk/export_all"},
		{"increase", "decrease"},
		{"inbound", "outbound"},
		{"unsubscribe", "subscribe"},
		{"desk/deactivate", "desk/activate"},
	}
	for _, p := range pairs {
		for _, w := range [][2]string{p, {p[1], p[0]}} {
			if got := nearest(w[0], []string{w[1]}); got != "" {
				t.Errorf("%s is taken for %s", w[0], got)
			}
		}
	}
}

// TestSlips holds that words which only look like opposites are still found.
func TestSlips(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"inptu": "input", "iput": "input", "nput": "input", "ouput": "output", "instrutions": "instructions", "nstructions": "instructions",
		"minConfidenc": "minConfidence", "mniConfidence": "minConfidence", "exmaples": "examples", "descripton": "description", "answerExclude": "answerExcludes",
		"answerContain": "answerContains", "avoidSubAgnet": "avoidSubAgent", "knowledgeBase": "knowledgeBases", "delegation": "delegations", "actoins": "actions",
		"desk/look-up": "desk/look_up", "desk/cancel_ordr": "desk/cancel_order", "oders": "orders", "unceratinty": "uncertainty", "fats": "fast", "raed": "read",
	} {
		if got := nearest(word, []string{want}); got != want || slip(word, want) == 1 && !certain(word, want) {
			t.Errorf("%s: %q, certain %v, want %s", word, got, certain(word, want), want)
		}
	}
}

// TestKeysMeant says which unknown keys are mended, and what is said of the
// others.
func TestKeysMeant(t *testing.T) {
	t.Parallel()
	inCase := func(key string) Input {
		return agentInput("a", good, `[{"name":"x","input":"x","desiredOutcome":"x","`+key+`":"x"}]`)
	}
	atTop := func(key, value string) Input {
		return agentInput("a", `{"name":"A","instructions":"x","`+key+`":`+value+`}`, "")
	}
	for _, c := range []struct {
		in            Input
		replace, hint string
	}{
		{inCase("answerIncludes"), "answerContains", "did you mean answerContains?"},
		{inCase("answerNotContains"), "answerExcludes", "did you mean answerExcludes?"},
		{inCase("notContains"), "answerExcludes", "did you mean answerExcludes?"},
		{inCase("notSubAgent"), "avoidSubAgent", "did you mean avoidSubAgent?"},
		{inCase("noSubAgent"), "avoidSubAgent", "did you mean avoidSubAgent?"},
		{inCase("noTool"), "", "known here: "},
		{inCase("avoidTool"), "", "known here: "},
		{inCase("answerContain"), "answerContains", "did you mean answerContains?"},
		{inCase("answerCntain"), "", "did you mean answerContains?"},
		{inCase("answer-contains"), "answerContains", "did you mean answerContains?"},
		{inCase("agent"), "", "agent belongs to an entry of subAgents; or did you mean subAgent?"},
		{inCase("tols"), "", "did you mean tool?"},
		{atTop("mode", `"fast"`), "", "mode belongs to routing; or did you mean model?"},
		{atTop("tool", `"a/b"`), "", "tool belongs to a case under evals"},
		{atTop("mdoel", `"a/b"`), "model", "did you mean model?"},
		{atTop("sub_agents", `["b"]`), "subAgents", "did you mean subAgents?"},
		{atTop("routing", `{"maxConfidence":0.5}`), "", "known here: "},
		{atTop("limits", `{"maxToolCalls":5}`), "toolCalls", "did you mean toolCalls?"},
	} {
		for _, p := range Judge(c.in).Problems() {
			if p.Rule == UnknownKey && (p.Replace != c.replace || !strings.HasPrefix(p.Hint, c.hint)) {
				t.Errorf("%s: %q, %q; want %q, %q", p.Message, p.Replace, p.Hint, c.replace, c.hint)
			}
		}
	}
}
