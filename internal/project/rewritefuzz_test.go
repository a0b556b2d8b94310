package project

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/project/yamltree"
)

// FuzzRewrite brings one text to say what another says. It is refused or done,
// what both say stays as it is written, and doing nothing changes nothing.
func FuzzRewrite(f *testing.F) {
	names, _ := filepath.Glob("testdata/rewrite/*.txtar")
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for i := 0; i+2 < len(a.Files); i += 3 {
			f.Add(unescape(a.Files[i].Data), unescape(a.Files[i+1].Data), strings.HasPrefix(a.Files[i].Name, "tools"))
		}
	}
	f.Fuzz(func(t *testing.T, before, want []byte, tools bool) {
		kind := agent.KindAgent
		if tools {
			kind = agent.KindTools
		}
		w, ok := saying(kind, want)
		if !ok {
			return
		}
		now, valid := saying(kind, before)
		got, err := Rewrite(before, w)
		if !valid || err != nil {
			if err != nil && !errors.Is(err, ErrByHand) && !errors.Is(err, ErrUnreadable) {
				t.Fatal(err)
			}
			return
		}
		said, ok := saying(kind, got)
		if w.Cases == nil {
			said.Cases = nil
		}
		if !ok || !sameSaying(said, w) {
			t.Fatalf("says %s %v, not %s %v:\n%s", said.Body, said.Cases, w.Body, w.Cases, got)
		}
		untouched(t, before, got)
		if same, err := Rewrite(before, now); err != nil || !bytes.Equal(same, before) {
			t.Fatalf("%v: %q became %q", err, before, same)
		}
	})
}

// untouched holds that what two texts say alike at the top is written alike. An
// alias may have to be written out, and brackets be opened.
func untouched(t *testing.T, before, after []byte) {
	t.Helper()
	a, _ := yamltree.Parse(bytes.Clone(before))
	b, _ := yamltree.Parse(bytes.Clone(after))
	if bytes.ContainsRune(before, '*') || a.Root().Style() == yamltree.StyleFlow {
		return
	}
	for key := range a.Root().JSON().(map[string]any) {
		x, _ := a.Root().Member(key)
		if y, has := b.Root().Member(key); has && reflect.DeepEqual(x.JSON(), y.JSON()) && x.Raw() != y.Raw() {
			t.Fatalf("%s was %q and is %q", key, x.Raw(), y.Raw())
		}
	}
}

// TestRewriteLines changes one field of one case and holds that nothing but the
// lines of that case changes.
func TestRewriteLines(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 4))
	n := 0
	for _, text := range realFiles(t) {
		w, ok := saying(agent.KindAgent, text)
		if !ok || len(w.Cases) == 0 || bytes.ContainsRune(text, '*') || strings.HasPrefix(string(text), "{") {
			continue
		}
		n++
		i := r.IntN(len(w.Cases))
		w.Cases[i].Input = "Something else: \"this\"."
		w.Cases[i].Uncertainty = "Not\nsure.\n"
		got := rewriteTo(t, text, w)
		doc, _ := yamltree.Parse(bytes.Clone(text))
		c, _ := doc.Find("/evals")
		if list, has := c.Member("cases"); has {
			c = list
		}
		c, _ = c.Item(i)
		from, to := c.FullRange().Start.Line, c.FullRange().End.Line
		before, after := strings.Split(string(text), "\n"), strings.Split(string(got), "\n")
		head, tail := before[:from-1], before[min(to+1, len(before)):]
		if !reflect.DeepEqual(after[:len(head)], head) || !reflect.DeepEqual(after[len(after)-len(tail):], tail) {
			t.Errorf("lines elsewhere changed:\n%s\nwas\n%s", got, text)
		}
	}
	if n < 50 {
		t.Errorf("%d files: the test tells little", n)
	}
}
