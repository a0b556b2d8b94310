package project

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/caplo/caplo/internal/agent"
)

// realFiles are agent and tools files that somebody wrote, by where they stand;
// $CAPLO_YAML names a folder of more.
func realFiles(tb testing.TB) (texts [][]byte) {
	tb.Helper()
	add := func(pattern string) {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				tb.Fatal(err)
			}
			if !strings.HasSuffix(name, ".txtar") {
				texts = append(texts, data)
				continue
			}
			for _, f := range txtar.Parse(data).Files {
				texts = append(texts, unescape(f.Data))
			}
		}
	}
	for _, pattern := range []string{"../../examples/*/*/*.yaml", "yamltree/testdata/*.yaml", "testdata/*/*.txtar", filepath.Join(os.Getenv("CAPLO_YAML"), "*.yaml")} {
		add(pattern)
	}
	return texts
}

// TestRewriteSame holds that a file that says what is wanted stays byte for byte.
func TestRewriteSame(t *testing.T) {
	t.Parallel()
	n := 0
	for _, text := range realFiles(t) {
		for _, kind := range []agent.Kind{agent.KindAgent, agent.KindTools} {
			w, ok := saying(kind, text)
			if !ok {
				continue
			}
			n++
			for _, text := range [][]byte{text, crlf(text), append([]byte("\ufeff"), bytes.TrimPrefix(text, []byte("\ufeff"))...)} {
				if got, err := Rewrite(text, w); err != nil || !bytes.Equal(got, text) {
					t.Errorf("changed: %v\n%s\n%s", err, text, got)
				}
			}
		}
	}
	if n < 100 {
		t.Errorf("%d files: the test tells little", n)
	}
}

func crlf(text []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
}

// rewriteTo rewrites a text and holds that it says what is wanted, and that it
// is left alone after that.
func rewriteTo(tb testing.TB, text []byte, w Wanted) []byte {
	tb.Helper()
	got, err := Rewrite(text, w)
	if err != nil {
		tb.Fatalf("%v: to %s %v\n%s", err, w.Body, w.Cases, text)
	}
	said, ok := saying(w.Kind, got)
	if w.Cases == nil {
		said.Cases = nil
	}
	if !ok || !sameSaying(said, w) {
		tb.Fatalf("says %s %v, not %s %v:\n%s\nbefore:\n%s", said.Body, said.Cases, w.Body, w.Cases, got, text)
	}
	if again, err := Rewrite(got, w); err != nil || !bytes.Equal(again, got) {
		tb.Fatalf("a second time: %v\n%s\n%s", err, again, got)
	}
	return got
}

// TestRewriteReal turns real files into each other and back.
func TestRewriteReal(t *testing.T) {
	t.Parallel()
	var texts [][]byte
	var all []Wanted
	for _, text := range realFiles(t) {
		w, ok := saying(agent.KindAgent, text)
		if ok && len(text) < 3000 {
			texts, all = append(texts, text), append(all, w)
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	for i, text := range texts {
		if all[i].Cases == nil {
			continue
		}
		for range 3 {
			other := all[r.IntN(len(all))]
			if other.Cases == nil {
				other.Cases = []agent.Case{}
			}
			if n := len(other.Cases); n > 1 { // some cases stay, some go, some change
				other.Cases = append(append([]agent.Case{}, other.Cases[r.IntN(n):]...), all[i].Cases...)
				other.Cases = unique(other.Cases)
			}
			rewriteTo(t, rewriteTo(t, text, other), all[i])
		}
	}
}

func unique(cases []agent.Case) (out []agent.Case) {
	seen := map[string]bool{}
	for _, c := range cases {
		if key := caseKey(c); !seen[key] {
			seen[key] = true
			out = append(out, c)
		}
	}
	return append([]agent.Case{}, out...)
}

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

// TestEmit holds that a new file says what is wanted, and that no reader of YAML
// 1.1 sees anything else in it.
func TestEmit(t *testing.T) {
	t.Parallel()
	for seed := range seeds(250) {
		w := wants{rand.New(rand.NewPCG(seed, 2))}.either(seed)
		text, err := Emit(w)
		if err != nil {
			t.Fatalf("%v: %s", err, w.Body)
		}
		said, ok := saying(w.Kind, text)
		if !ok || !sameSaying(said, w) {
			t.Fatalf("says %s %v, not %s %v:\n%s", said.Body, said.Cases, w.Body, w.Cases, text)
		}
		f := &file{id: agent.ID{Kind: w.Kind, Key: "x"}}
		if f.parse(text); len(f.diags) > 0 {
			t.Fatalf("%v:\n%s", f.diags, text)
		}
	}
}

// TestRewriteGenerated turns generated files into others and back, in several
// manners of writing them.
func TestRewriteGenerated(t *testing.T) {
	t.Parallel()
	for seed := range seeds(250) {
		r := wants{rand.New(rand.NewPCG(seed, 3))}
		a, b := r.either(seed), r.either(seed)
		text, err := Emit(a)
		if err != nil {
			t.Fatal(err)
		}
		switch seed % 5 {
		case 1, 2:
			text = crlf(text)
		case 3:
			text = bytes.TrimRight(text, "\n")
			if a2, ok := saying(a.Kind, text); !ok || !sameSaying(a2, a) {
				continue
			}
		}
		rewriteTo(t, rewriteTo(t, text, b), a)
	}
}
