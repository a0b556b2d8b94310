package rules

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
)

// toolPackage judges a tool package.
func (j *Judged) toolPackage(v any) {
	first := map[string]int{}
	for i := range j.tools.Tools {
		t := &j.tools.Tools[i]
		at := fmt.Sprintf("/tools/%d", i)
		if n, twice := first[t.Name]; twice && t.Name != "" {
			p := j.add(ToolName, at+"/name", "two tools are called "+short(t.Name), "give one of them another name")
			p.Related = []agent.Related{{Ref: agent.Ref{ID: j.ID, Pointer: fmt.Sprintf("/tools/%d/name", n)}, Message: "the first is here"}}
		} else {
			first[t.Name] = i
		}
		if t.Effect == agent.EffectRead && t.Request != nil && !safe(t.Request.Method) {
			j.add(UnsafeRead, at+"/effect", "the tool is declared to read, but "+t.Request.Method+" usually changes something",
				"write effect: write, unless the service only reads here")
		}
		j.input(t, at, memberAt(v, "tools", i))
		j.placeholders(t, at)
	}
}

func safe(method string) bool {
	return slices.Contains([]string{"", "GET", "HEAD"}, strings.ToUpper(method))
}

// memberAt is the i-th entry of a member that is a list.
func memberAt(v any, key string, i int) any {
	return step(step(v, key), fmt.Sprint(i))
}

// input judges a tool's input schema, and its examples by it.
func (j *Judged) input(t *agent.Tool, at string, raw any) {
	if step(raw, "input") == nil {
		return
	}
	data, err := json.Marshal(step(raw, "input"))
	if err != nil {
		return
	}
	compiled, faults := compileInput(data)
	for _, f := range faults {
		j.add(BadInput, at+"/input"+f.pointer, f.message, f.hint)
	}
	if why := noObject(step(raw, "input")); why != "" && compiled != nil {
		j.add(BadInput, at+"/input", why, "write type: object, with the arguments under properties")
		return
	}
	for _, f := range doubts(step(raw, "input"), "", 0) {
		j.add(DoubtfulInput, at+"/input"+f.pointer, f.message, f.hint).Ref.OnKey = f.onKey
	}
	if compiled == nil || len(t.Examples) == 0 {
		return
	}
	loose, err := json.Marshal(relaxed(step(raw, "input")))
	if err != nil {
		return
	}
	if compiled, _ = compileInput(loose); compiled == nil {
		return
	}
	for i := range t.Examples {
		given := step(step(step(raw, "examples"), fmt.Sprint(i)), "input")
		if _, ok := given.(map[string]any); !ok {
			continue
		}
		for _, f := range compiled.check(given) {
			p := j.add(ExampleInput, fmt.Sprintf("%s/examples/%d/input%s", at, i, f.pointer), "the example does not fit the tool's input: "+f.message, f.hint)
			p.Ref.OnKey = f.onKey
		}
	}
}
