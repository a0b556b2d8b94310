package project

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"github.com/caplo/caplo/internal/agent"
)

// oddTexts try every style and most of what can go wrong in one.
var oddTexts = []string{
	"a", "shipped", "a longer text of several words", "no", "1", "0x1f", "1e3", "2024-01-01", "12:30:45", "null", "~", "=", "<<", "1,000", "- a", "a: b", "a #b", "#a", "a:", ":a",
	"it's", `say "a"`, `C:\new`, "a\tb", "\ta", " a", "a ", "a\nb", "a\nb\n", "a\n\nb\n\n", "\na", "\n", "  a\nb", "a\n  b\nc\n", "a \nb", "a\n \nb", "a\n  ", "a\n#b\n", "a: b\n- c\n",
	"é", "日本", "“a”", "\u00a0a", "a\u00a0b", "a\u2028b", "a\u0085b", "\ufeffa", "a\rb", "a\x00b", "\u202ea", "\u200b", "👩\u200d💻", "\U0001fffe", "&a", "*a", "!a", "%a", "@a", "`a", "|", ">", "[a]", "{a}", "a, b", "a]b", "?", "? a", "---", "--- a", "...", "---\na\n",
	"Order #1002, please: it's \"late\".", strings.Repeat("word ", 40) + "end", strings.Repeat("it is: so ", 40) + "end", "a\n" + strings.Repeat("word ", 40) + "end\nb",
}

// seeds is how many values are made: $CAPLO_SEEDS, or what is quick.
func seeds(quick uint64) uint64 {
	if n, err := strconv.ParseUint(os.Getenv("CAPLO_SEEDS"), 10, 64); err == nil {
		return n
	}
	return quick
}

type wants struct{ *rand.Rand }

func (r wants) text() string {
	if r.IntN(3) == 0 {
		return oddTexts[r.IntN(len(oddTexts))] + oddTexts[r.IntN(len(oddTexts))]
	}
	return oddTexts[r.IntN(len(oddTexts))]
}

// name is a text that is short enough for a name.
func (r wants) name() string {
	for {
		if text := r.text(); len(text) <= 80 {
			return text
		}
	}
}

// agent makes what an agent file may say.
func (r wants) agent() Wanted {
	body := map[string]any{"name": r.name(), "instructions": r.text()}
	set := func(key string, v any) {
		if r.IntN(2) == 0 {
			body[key] = v
		}
	}
	set("description", r.text())
	set("tools", r.texts(r.name))
	set("subAgents", []any{r.name(), map[string]any{"agent": r.name(), "when": r.text(), "examples": r.texts(r.text)}, map[string]any{"agent": r.name()}}[r.IntN(3):])
	set("routing", map[string]any{"minConfidence": json.Number([]string{"0.5", "1e-07", "1"}[r.IntN(3)])})
	set("limits", map[string]any{"toolCalls": json.Number("3"), "delegations": json.Number("2")})
	w := Wanted{Kind: agent.KindAgent, Cases: []agent.Case{}}
	w.Body, _ = agent.CanonicalValue(body)
	for i := range []int{r.IntN(5), r.IntN(30)}[r.IntN(5)/4] {
		c := agent.Case{Name: fmt.Sprintf("case %d", r.IntN(2+r.IntN(3))*100+i), Input: r.text(), DesiredOutcome: r.text()}
		if r.IntN(2) == 0 {
			c.AnswerContains, c.Tool = r.text(), r.name()
		}
		w.Cases = append(w.Cases, c)
	}
	return w
}

func (r wants) texts(text func() string) []any {
	out := []any{}
	for range r.IntN(4) {
		out = append(out, text())
	}
	return out
}

// value makes any value, as an example of a tool may hold.
func (r wants) value(depth int) any {
	switch n := r.IntN(8); {
	case n < 2 && depth < 3:
		out := []any{}
		for range r.IntN(4) {
			out = append(out, r.value(depth+1))
		}
		return out
	case n < 4 && depth < 3:
		out := map[string]any{}
		for range r.IntN(4) {
			out[r.text()] = r.value(depth + 1)
		}
		return out
	case n == 4:
		return []any{nil, true, false, json.Number("12"), json.Number("-0.25"), json.Number("1e+21")}[r.IntN(6)]
	}
	return r.text()
}

func (r wants) tools() Wanted {
	list := []any{}
	for i := range 1 + r.IntN(3) {
		list = append(list, map[string]any{
			"name": fmt.Sprintf("tool_%d", i*r.IntN(3)), "input": r.value(0),
			"examples": []any{map[string]any{"input": r.value(0), "output": r.value(0)}},
		})
	}
	w := Wanted{Kind: agent.KindTools}
	w.Body, _ = agent.CanonicalValue(map[string]any{"tools": list})
	return w
}

func (r wants) either(i uint64) Wanted {
	if i%2 == 0 {
		return r.agent()
	}
	return r.tools()
}
