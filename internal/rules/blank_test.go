package rules

import (
	"strings"
	"testing"
)

// TestBlank holds that text of white space alone is an error wherever the
// schema takes none.
func TestBlank(t *testing.T) {
	t.Parallel()
	inCase := func(key string) Input {
		return agentInput("a", good, `[{"name":"x","`+key+`":" "`+oneCheck+`]`)
	}
	project := func(body string) Input {
		in := agentInput("project", body, "")
		in.Kind = "project"
		return in
	}
	for name, in := range map[string]Input{
		"model": agentInput("a", `{"name":"A","instructions":"x","model":" "}`, ""), "tools": agentInput("a", `{"name":"A","instructions":"x","tools":[" "]}`, ""),
		"knowledgeBases": agentInput("a", `{"name":"A","instructions":"x","knowledgeBases":["\t"]}`, ""), "subAgents": agentInput("a", `{"name":"A","instructions":"x","subAgents":[" "]}`, ""),
		"long sub-agent": agentInput("a", `{"name":"A","instructions":"x","subAgents":[{"agent":" "}]}`, ""),
		"tool":           inCase("tool"), "subAgent": inCase("subAgent"), "avoidSubAgent": inCase("avoidSubAgent"),
		"uncertainty": inCase("uncertainty"), "prohibitedAction": inCase("prohibitedAction"),
		"models": project(`{"models":{"agent":" "}}`), "fast": project(`{"models":{"fast":" "}}`),
	} {
		got := said(Project([]Input{in}))
		if len(got) != 1 || !strings.HasSuffix(got[0], Blank) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestModels says what a model may be called.
func TestModels(t *testing.T) {
	t.Parallel()
	own, lone := shapes["project"](), shapes["agent"]()
	for _, c := range []struct {
		key, model string
		want       bool
	}{
		{"agent", "openai/gpt-5-mini", true},
		{"agent", "lab/org/model:7b", true},
		{"agent", "rehearsal", true},
		{"grader", "rehearsal", true},
		{"fast", "builtin", true},
		{"fast", "openai/gpt-5-mini", true},
		{"agent", "gpt-5-mini", false},
		{"agent", "openai/", false},
		{"agent", "/gpt-5-mini", false},
		{"agent", "openai/gpt 5", false},
		{"agent", "builtin", false},
		{"fast", "rehearsal", false},
	} {
		w := newWalker(own)
		w.walk(own, map[string]any{"models": map[string]any{c.key: c.model}}, nil)
		if (len(w.found) == 0) != c.want || !c.want && !strings.Contains(w.found[0].Hint, "provider/model") {
			t.Errorf("models.%s: %s: %+v", c.key, c.model, w.found)
		}
	}
	w := newWalker(lone)
	w.walk(lone, map[string]any{"name": "A", "instructions": "x", "model": "gpt-5-mini"}, nil)
	if len(w.found) != 1 || w.found[0].Rule != Format {
		t.Errorf("an agent's model: %+v", w.found)
	}
}

// TestQuotedWords holds that white space which is the mistake can be seen.
func TestQuotedWords(t *testing.T) {
	t.Parallel()
	got := Project([]Input{agentInput("a", good, `[{"name":"x","subAgent":"c "`+oneCheck+`]`)})
	if len(got) != 1 || !strings.HasPrefix(got[0].Message, `"c " is no direct sub-agent`) {
		t.Errorf("%+v", got)
	}
	export := agentInput("a", good, `{"cases":[{"id":7,"name":"x"`+oneCheck+`,{"id":null,"name":"y"`+oneCheck+`]}`)
	if got := said(Project([]Input{export})); len(got) != 1 || !strings.HasSuffix(got[0], ConsoleForm) {
		t.Errorf("ids of any kind: %v", got)
	}
}
