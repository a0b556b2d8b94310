package project

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
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

// TestEmit holds that a new file says what is wanted, and that no reader of YAML
// 1.1 sees anything else in it.
func TestEmit(t *testing.T) {
	t.Parallel()
	for seed := range seeds(120) {
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
	for seed := range seeds(120) {
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
		got := rewriteTo(t, rewriteTo(t, text, b), a)
		f := &file{id: agent.ID{Kind: a.Kind, Key: "x"}}
		if f.parse(got); len(f.diags) > 0 {
			t.Fatalf("%v:\n%s", f.diags, got)
		}
	}
}

// TestEmitLong holds that no text is too long for a line.
func TestEmitLong(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("it is: a word, ", 6_000) + "end"
	for _, text := range []string{long, long + "\n", "a\n" + long + "\n\nb"} {
		w := Wanted{Kind: agent.KindAgent}
		w.Body, _ = agent.CanonicalValue(map[string]any{"name": "a", "instructions": text})
		got, err := Emit(w)
		if err != nil {
			t.Fatal(err)
		}
		rewriteTo(t, rewriteTo(t, []byte("name: b\ninstructions: |\n  One\nmodel: a/b\n"), w), w)
		rewriteTo(t, got, w)
	}
}
