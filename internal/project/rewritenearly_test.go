package project

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"github.com/caplo/caplo/internal/agent"
)

// TestRewriteMessy turns files that are written in every manner into others, and
// back.
func TestRewriteMessy(t *testing.T) {
	t.Parallel()
	right := 0
	for seed := range seeds(150) {
		r := rand.New(rand.NewPCG(seed, 5))
		w := wants{r}.either(seed)
		text := messyText(r, w)
		said, ok := saying(w.Kind, text)
		if !ok {
			continue
		}
		right++
		other := wants{r}.either(seed)
		if seed%3 == 0 { // most of it stays
			other = nearly(r, said)
		}
		if got := rewriteTo(t, text, said); string(got) != string(text) {
			t.Fatalf("%q became %q", text, got)
		}
		if other.Kind != "" {
			rewriteTo(t, rewriteTo(t, text, other), said)
		}
	}
	if right < 50 {
		t.Errorf("%d files could be read: the test tells little", right)
	}
}

var note = regexp.MustCompile(`# note \d+`)

// TestRewriteComments changes one case of files that are written in every manner
// and holds that no comment is lost. Merge keys may have to be written out, with
// what stands beside them.
func TestRewriteComments(t *testing.T) {
	t.Parallel()
	n := 0
	for seed := range seeds(150) {
		r := rand.New(rand.NewPCG(seed, 6))
		text := messyText(r, wants{r}.agent())
		w, ok := saying(agent.KindAgent, text)
		if !ok || len(w.Cases) == 0 || bytes.Contains(text, []byte("<<")) {
			continue
		}
		i := r.IntN(len(w.Cases))
		w.Cases[i].Input, w.Cases[i].AnswerExcludes, w.Cases[i].DesiredOutcome = wants{r}.text(), "never", "This: that"
		got := rewriteTo(t, text, w)
		for _, comment := range note.FindAll(text, -1) {
			n++
			if !bytes.Contains(got, comment) {
				t.Fatalf("%s is lost:\n%s\nwas\n%s", comment, got, text)
			}
		}
	}
	if n < 50 {
		t.Errorf("%d comments: the test tells little", n)
	}
}

// nearly is what a file says with a little changed.
func nearly(r *rand.Rand, w Wanted) Wanted {
	v, _ := decoded(w.Body)
	changeOne(r, v)
	data, _ := json.Marshal(v)
	out := w
	out.Body, _ = agent.Canonical(data)
	if n := len(w.Cases); n > 0 {
		out.Cases = append(out.Cases[:0:0], w.Cases...)
		i := r.IntN(n)
		switch r.IntN(4) {
		case 0:
			out.Cases = append(out.Cases[:i], out.Cases[i+1:]...)
		case 1:
			out.Cases[i].Input = wants{r}.text()
			out.Cases[i].AnswerContains = ""
		case 2:
			out.Cases[i].Tool, out.Cases[i].SubAgent = "", wants{r}.name()
		default:
			c := out.Cases[i]
			c.Name = "another"
			out.Cases = slices.Insert(out.Cases, i+1, c)
		}
	}
	return out
}

func changeOne(r *rand.Rand, v any) {
	switch v := v.(type) {
	case map[string]any:
		keys := sortedNames(v)
		if len(keys) == 0 {
			return
		}
		k := keys[r.IntN(len(keys))]
		switch e := v[k].(type) {
		case string:
			v[k] = wants{r}.name()
		case []any:
			if len(e) > 0 && r.IntN(2) == 0 {
				i := r.IntN(len(e))
				v[k] = append(e[:i:i], e[i+1:]...)
				return
			}
			changeOne(r, e)
		default:
			changeOne(r, e)
		}
	case []any:
		if len(v) > 0 {
			i := r.IntN(len(v))
			if _, text := v[i].(string); text {
				v[i] = wants{r}.name()
			} else {
				changeOne(r, v[i])
			}
		}
	}
}
