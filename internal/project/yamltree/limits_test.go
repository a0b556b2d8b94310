package yamltree

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// hostile files are each refused with one diagnostic, quickly and without
// taking much memory.
func hostile() map[string]struct{ text, rule string } {
	repeat := strings.Repeat
	lines := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	return map[string]struct{ text, rule string }{
		"100,000 brackets":          {"a: " + repeat("[", 100_000), RuleLimit},
		"100,000 braces":            {"a: " + repeat("{a: ", 100_000), RuleLimit},
		"brackets on lines":         {"a:\n  " + repeat("[\n  ", 50_000), RuleLimit},
		"deep indentation":          {lines(2_000, "%[1]d:\n") + deep(2_000), RuleLimit},
		"dashes on one line":        {"a:\n  " + repeat("- ", 20_000) + "x\n", RuleLimit},
		"question marks":            {repeat("? ", 20_000) + "x\n", RuleLimit},
		"50,000 keys":               {lines(50_000, "k%d: v\n"), RuleLimit},
		"50,000 keys in braces":     {"a: {" + lines(50_000, "k%d: v,\n") + "}", RuleLimit},
		"50,000 keys without text":  {"a: {" + lines(50_000, "k%d,\n") + "}", RuleLimit},
		"50,000 empty keys":         {lines(50_000, "k%d:\n"), RuleLimit},
		"50,000 empty entries":      {"a:\n" + repeat("-\n", 50_000), RuleLimit},
		"50 MiB":                    {"a: |\n" + repeat("  text text text text\n", 50<<20/22), RuleLimit},
		"4 MiB of line feeds":       {repeat("\n", 4<<20), RuleLimit},
		"4 MiB of comments":         {repeat("#\n", 2<<20), RuleLimit},
		"4 MiB of brackets":         {repeat("[", 4<<20-1), RuleLimit},
		"4 MiB of quotes":           {"a: " + repeat("\"\"\n", 1<<20), RuleLimit},
		"a line of 1 MiB":           {"a: " + repeat("x", 1<<20), RuleLimit},
		"a line of 1 MiB in quotes": {"a: \"" + repeat("x", 1<<20) + "\"", RuleLimit},
		"lines of <":                {"a: x" + repeat(repeat("<", 60_000)+"\n  ", 60), RuleLimit},
		"lines of tabs":             {"a: \"" + repeat(repeat("x\t", 30_000)+"\n  ", 8), RuleLimit},
		"long lines of entries":     {"a:\n" + repeat("  - ["+repeat("a,", 30_000)+"]\n", 4), RuleLimit},
		"long lines of mappings":    {"a:\n" + repeat("  - ["+repeat("{a: b},", 8_000)+"]\n", 5), RuleLimit},
		"long lines of text":        {"a:\n" + repeat("  - "+repeat("é, ", 15_000)+"\n", 10) + "  }\n", RuleSyntax},
		"comments to caplo":         {"a: b\n" + repeat("# caplo:ignore x\n", 100_000), RuleLimit},
		"a long key":                {repeat("k", 5_000) + ": v\n", RuleLimit},
		"documents":                 {repeat("---\na: b\n", 20_000), RuleDocuments},
		"tags":                      {"a: " + repeat("!!str ", 10_000) + "x\n", RuleTag},
		"anchors":                   {"a: " + repeat("&a ", 10_000) + "x\n", RuleSyntax},
		"an alias bomb":             {bomb(9), RuleLimit},
		"a merge bomb":              {mergeBomb(), RuleLimit},
		"a long text by alias":      {"z: &a " + repeat("x", 60_000) + "\nl:\n" + repeat("- *a\n", 90_000), RuleLimit},
		"long words by alias":       {"instructions: &a " + repeat("y ", 30_000) + "\ntools:\n" + repeat("- *a\n", 1_000), RuleLimit},
		"long keys by alias":        {"a: &a\n  " + repeat("k", 1_000) + ": x\nl:\n" + repeat("- *a\n", 30_000), RuleLimit},
		"long keys by merges":       {"a: &a\n  " + repeat("k", 1_000) + ": x\nl:\n" + repeat("- <<: *a\n", 15_000), RuleLimit},
		"a block by nested aliases": {"a: &a |\n" + repeat("  text text\n", 5_000) + "b: &b [*a, *a]\nc: &c [*b, *b]\nd: &d [*c, *c, *c]\ne: [*d, *d]\n", RuleLimit},
		"a huge exponent":           {"a: 1e999999999\n", RuleNumber},
		"a number of 10,000 digits": {"a: " + repeat("1", 10_000) + "\n", RuleNumber},
	}
}

func deep(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i%60) + "k:\n")
	}
	for i := range 200 {
		b.WriteString(strings.Repeat(" ", i) + "k:\n")
	}
	return b.String()
}

func bomb(levels int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < levels; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [", i, i)
		for j := range 9 {
			if j > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "*a%d", i-1)
		}
		b.WriteString("]\n")
	}
	return b.String() + fmt.Sprintf("name: bomb\nmetadata: *a%d\n", levels-1)
}

func mergeBomb() string {
	var b strings.Builder
	b.WriteString("big: &big\n")
	for i := range 1_500 {
		fmt.Fprintf(&b, "  k%d: v\n", i)
	}
	b.WriteString("list:\n")
	for range 10_000 {
		b.WriteString("  - <<: *big\n")
	}
	return b.String()
}

func TestHostile(t *testing.T) {
	for name, c := range hostile() {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			_, ds := Parse([]byte(c.text))
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			if len(ds) != 1 || ds[0].Rule != c.rule {
				t.Fatalf("got %d diagnostics, first %+v; want one of %s", len(ds), first(ds), c.rule)
			}
			if took > time.Minute { // half a second on a machine that does nothing else; this is about hanging
				t.Errorf("took %v", took)
			}
			if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 200 {
				t.Errorf("allocated %d MiB", used)
			}
			if testing.Verbose() {
				t.Logf("%v, %d MiB: %s", took, (after.TotalAlloc-before.TotalAlloc)>>20, ds[0].Message)
			}
		})
	}
}

func first[T any](list []T) (v T) {
	if len(list) > 0 {
		v = list[0]
	}
	return v
}

// TestAliasLimit: the alias that goes over the limit is named, and what stays
// below it is read.
func TestAliasLimit(t *testing.T) {
	text := func(uses int) []byte {
		return []byte("a: &a " + strings.Repeat("x", 1<<16-10) + "\nl:\n" + strings.Repeat("- *a\n", uses))
	}
	if _, ds := Parse(text(16)); len(ds) != 0 {
		t.Errorf("below the limit: %+v", ds[0])
	}
	_, ds := Parse(text(30))
	if len(ds) != 1 || ds[0].Rule != RuleLimit || ds[0].Range.Start.Line != 19 {
		t.Errorf("got %+v, want one error on line 19", ds)
	}
}
