package agent

import (
	"bytes"
	"encoding/json"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCanonical(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, want string }{
		{"keys sorted, white space gone", `{"b": 1, "a" : [true, null]}`, `{"a":[true,null],"b":1}`},
		{"CRLF in text is LF", `"a\r\nb"`, `"a\nb"`},
		{"a lone CR stays", `"a\rb"`, `"a\rb"`},
		{"text is not changed otherwise", `"  <b>&é\u00e9 "`, `"  <b>&éé "`},
		{"whole numbers stay exact", `[12345678901234567890, -0]`, `[12345678901234567890,0]`},
		{"numbers that are equal look equal", `[1.0, 1e0, 100e-2, 1.50, 15e-1]`, `[1,1,1,1.5,1.5]`},
		{"large and small", `[1e300, 1e-7]`, `[1e+300,1e-07]`},
		{"nested", `{"z":{"y":{"x":{}}},"a":[]}`, `{"a":[],"z":{"y":{"x":{}}}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := Canonical([]byte(c.in))
			if err != nil || string(got) != c.want {
				t.Errorf("got %s, %v; want %s", got, err, c.want)
			}
		})
	}
	for _, bad := range []string{``, `{`, `1 2`, `{"a":1e999}`} {
		if got, err := Canonical([]byte(bad)); err == nil {
			t.Errorf("%q became %s", bad, got)
		}
	}
}

// FuzzCanonical: canonical JSON says the same as what it was made from, and its
// canonical form is itself.
func FuzzCanonical(f *testing.F) {
	for _, s := range []string{`{"b":1,"a":[1.0,null,"x\r\n"]}`, `"\ud800"`, `-0.0`, `[1e400]`, `{"a":1,"a":2}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		once, err := Canonical(in)
		if err != nil {
			return
		}
		twice, err := Canonical(once)
		if err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%s, then %s, %v", once, twice, err)
		}
		var a, b any
		if json.Unmarshal(in, &a) != nil || json.Unmarshal(once, &b) != nil {
			return // a number that only json.Number holds
		}
		if diff := cmp.Diff(unixText(a), b); diff != "" {
			t.Fatalf("it says something else: %s", diff)
		}
	})
}

// unixText has LF for CRLF in all text of a value.
func unixText(v any) any {
	switch v := v.(type) {
	case string:
		return strings.ReplaceAll(v, "\r\n", "\n")
	case float64:
		return v + 0 // -0 is 0
	case []any:
		for i := range v {
			v[i] = unixText(v[i])
		}
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			out[strings.ReplaceAll(k, "\r\n", "\n")] = unixText(e)
		}
		return out
	}
	return v
}

func TestDigests(t *testing.T) {
	t.Parallel()
	a, b := Case{Name: "a", Input: "1"}, Case{Name: "b", Input: "1"}
	if SuiteDigest([]Case{a, b}) != SuiteDigest([]Case{b, a}) {
		t.Error("the order of cases changes a suite's digest")
	}
	for name, other := range map[string]Case{
		"input": {Name: "a", Input: "2"}, "name": {Name: "c", Input: "1"}, "a note": {Name: "a", Input: "1", Uncertainty: "x"},
	} {
		if SuiteDigest([]Case{a, b}) == SuiteDigest([]Case{other, b}) {
			t.Errorf("another %s leaves a suite's digest as it was", name)
		}
	}
	one := Digested{ID{KindAgent, "one"}, "d1"}
	two := Digested{ID{KindAgent, "two"}, "d2"}
	if DraftDigest("one", []Digested{one, two}) != DraftDigest("one", []Digested{two, one}) {
		t.Error("the order in which resources are reached changes a draft's digest")
	}
	if DraftDigest("one", []Digested{one, two}) == DraftDigest("two", []Digested{one, two}) {
		t.Error("two agents that reach each other share a digest")
	}
	if ResourceDigest(KindAgent, []byte(`{}`)) == ResourceDigest(KindTools, []byte(`{}`)) {
		t.Error("kinds share a digest")
	}
	if digest("ab", "c") == digest("a", "bc") {
		t.Error("parts run together")
	}
	if got := digest("x"); !regexp.MustCompile(`^sha256:[0-9a-f]{64}$`).MatchString(got) {
		t.Errorf("a digest looks like %s", got)
	}
	if _, err := KeyDigest("t", math.NaN()); err == nil {
		t.Error("NaN has a digest")
	}
}

func TestModelToolNames(t *testing.T) {
	t.Parallel()
	fits := regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
	long := strings.Repeat("k", 64)
	seen := map[string]string{}
	for name, got := range map[string]string{
		"order-desk/lookup_order":            ModelTool("order-desk/lookup_order"),
		"a/_b":                               ModelTool("a/_b"),
		"a/b":                                ModelTool("a/b"),
		"delegate/orders":                    ModelTool("delegate/orders"),
		"search/knowledge":                   ModelTool("search/knowledge"),
		"delegate to orders":                 ModelDelegate("orders"),
		"delegate to " + long:                ModelDelegate(long),
		"delegate to another":                ModelDelegate(long[:63] + "j"),
		long + "/" + strings.Repeat("t", 48): ModelTool(long + "/" + strings.Repeat("t", 48)),
		long + "/" + strings.Repeat("t", 47) + "u": ModelTool(long + "/" + strings.Repeat("t", 47) + "u"),
		"knowledge": ModelToolKnowledge,
		"transfer":  ModelToolTransfer,
	} {
		if !fits.MatchString(got) {
			t.Errorf("%s became %q, which providers refuse", name, got)
		}
		if other, taken := seen[got]; taken {
			t.Errorf("%s and %s are both %q", name, other, got)
		}
		seen[got] = name
	}
}

func TestReachAndResolve(t *testing.T) {
	t.Parallel()
	s := NewSet()
	for key, body := range map[string]string{
		"a": `{"name":"A","subAgents":["b",{"agent":"c"}],"tools":["p/t","p/u"]}`,
		"b": `{"name":"c","subAgents":["a"],"knowledgeBases":["k"]}`,
		"c": `{"name":"See","subAgents":["gone"]}`,
	} {
		if err := s.Add(Resource{ID{KindAgent, key}, []byte(body)}); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, id := range s.Reach("a") {
		got = append(got, id.String())
	}
	want := []string{"agent/a", "agent/b", "agent/c", "agent/gone", "knowledge/k", "tools/p"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for word, key := range map[string]string{"b": "b", "See": "c", "c": "c"} { // b's name is c's key: the key wins
		if got, ok := s.ResolveSubAgent(s.Agents["a"], word); !ok || got != key {
			t.Errorf("%s resolves to %s, want %s", word, got, key)
		}
	}
	if got, ok := s.ResolveSubAgent(s.Agents["a"], "A"); ok {
		t.Errorf("an agent that is no sub-agent resolved to %s", got)
	}
}

func TestWrites(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		tool   Tool
		writes bool
	}{
		"GET":                {Tool{Request: &Request{Method: "get"}}, false},
		"no method":          {Tool{Request: &Request{}}, false},
		"POST":               {Tool{Request: &Request{Method: "POST"}}, true},
		"no request":         {Tool{}, true},
		"declared read":      {Tool{Effect: EffectRead, Request: &Request{Method: "POST"}}, false},
		"declared write":     {Tool{Effect: EffectWrite, Request: &Request{Method: "GET"}}, true},
		"an effect misspelt": {Tool{Effect: "reed"}, true},
	} {
		if got := c.tool.Writes(); got != c.writes {
			t.Errorf("%s: writes %v", name, got)
		}
	}
}
