package rules

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/google/go-cmp/cmp"
)

func agentInput(key, body, evals string) Input {
	in := Input{Resource: agent.Resource{ID: agent.ID{Kind: agent.KindAgent, Key: key}, Body: json.RawMessage(body)}}
	if evals != "" {
		in.Evals = json.RawMessage(evals)
	}
	return in
}

func toolsInput(key, body string) Input {
	return Input{Resource: agent.Resource{ID: agent.ID{Kind: agent.KindTools, Key: key}, Body: json.RawMessage(body)}}
}

// said is problems in short: severity, resource, pointer and rule.
func said(ps []agent.Problem) []string {
	out := []string{}
	for _, p := range ps {
		at := p.Ref.Pointer
		if p.Ref.OnKey {
			at += " (key)"
		}
		out = append(out, fmt.Sprintf("%s %s%s %s", p.Severity, p.Ref.Key, at, p.Rule))
	}
	return out
}

const (
	good     = `{"name":"Support","instructions":"Help."}`
	oneCheck = `,"desiredOutcome":"x","input":"x","answerContains":"x"}`
)

// TestOneMistake breaks one thing and expects one problem, whatever follows
// from it.
func TestOneMistake(t *testing.T) {
	t.Parallel()
	orders := agentInput("orders", `{"name":"Orders","instructions":"Help.","tools":["desk/look_up"]}`, "")
	desk := toolsInput("desk", `{"tools":[{"name":"look_up","effect":"read"}]}`)
	cases := []struct {
		name string
		in   Input
		want string
	}{
		{
			"a misspelt required key",
			agentInput("a", `{"name":"A","instrutcions":"Help."}`, ""),
			"error a/instrutcions (key) schema/unknown-key",
		},
		{
			"a misspelt key of a case",
			agentInput("a", good, `[{"name":"x","input":"x","desiredOutcom":"x","answerContains":"x"}]`),
			"error a/evals/0/desiredOutcom (key) schema/unknown-key",
		},
		{
			"a misspelt check is no missing check",
			agentInput("a", good, `[{"name":"x","input":"x","desiredOutcome":"x","answer_contains":"x"}]`),
			"error a/evals/0/answer_contains (key) schema/unknown-key",
		},
		{
			"a check of another tool is no missing check",
			agentInput("a", good, `[{"name":"x","input":"x","desiredOutcome":"x","assert":[{"type":"contains"}]}]`),
			"error a/evals/0/assert (key) schema/unknown-key",
		},
		{
			"tools that are no list",
			agentInput("a", `{"name":"A","instructions":"x","tools":"desk/look_up"}`, `[{"name":"x","tool":"desk/look_up"`+oneCheck+`]`),
			"error a/tools schema/type",
		},
		{
			"a tool misspelt where it is listed",
			agentInput("a", `{"name":"A","instructions":"x","tools":["desk/look-up"]}`, `[{"name":"x","tool":"desk/look_up"`+oneCheck+`]`),
			"error a/tools/0 agent/unknown-tool",
		},
		{
			"a tool misspelt in its only case",
			agentInput("a", `{"name":"A","instructions":"x","tools":["desk/look_up"]}`, `[{"name":"x","tool":"desk/look-up"`+oneCheck+`]`),
			"error a/evals/0/tool evals/unknown-tool",
		},
		{
			"a sub-agent misspelt where it is listed",
			agentInput("a", `{"name":"A","instructions":"x","subAgents":["oders"],"routing":{"mode":"fast"}}`,
				`[{"name":"x","subAgent":"orders","routedBy":"fast"`+oneCheck+`]`),
			"error a/subAgents/0 agent/unknown-sub-agent",
		},
		{
			"a sub-agent misspelt in a case",
			agentInput("a", `{"name":"A","instructions":"x","subAgents":["orders"],"routing":{"mode":"fast"}}`,
				`[{"name":"x","subAgent":"oders","routedBy":"fast"`+oneCheck+`,{"name":"y","subAgent":"Orders","routedBy":"model"`+oneCheck+`]`),
			"error a/evals/0/subAgent evals/unknown-sub-agent",
		},
		{
			"a routing mode that does not exist",
			agentInput("a", `{"name":"A","instructions":"x","subAgents":["orders"],"routing":{"mode":"fst"}}`,
				`[{"name":"x","subAgent":"orders","routedBy":"fast"`+oneCheck+`]`),
			"error a/routing/mode schema/value",
		},
		{
			"a misspelt routedBy counts",
			agentInput("a", `{"name":"A","instructions":"x","subAgents":["orders"],"routing":{"mode":"fast"}}`,
				`[{"name":"x","subAgent":"orders","routedBy":"fats"`+oneCheck+`,{"name":"y","subAgent":"orders","routedBy":"fast"`+oneCheck+`]`),
			"error a/evals/0/routedBy schema/value",
		},
		{
			"a sub-agent of the wrong type in its long form",
			agentInput("a", `{"name":"A","instructions":"x","subAgents":[{"agent":7}]}`, ""),
			"error a/subAgents/0/agent schema/text",
		},
		{
			"an entry that is neither form",
			agentInput("a", `{"name":"A","instructions":"x","subAgents":[[]]}`, ""),
			"error a/subAgents/0 schema/type",
		},
		{
			"evals that are neither form",
			agentInput("a", good, `"none"`),
			"error a/evals schema/type",
		},
		{
			"a case that is no mapping",
			agentInput("a", good, `["x"]`),
			"error a/evals/0 schema/type",
		},
		{
			"bare evals",
			agentInput("a", good, `null`),
			"error a/evals (key) evals/bare",
		},
		{
			"no mapping at all",
			agentInput("a", `[]`, ""),
			"error a schema/type",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff([]string{c.want}, said(Project([]Input{c.in, orders, desk}))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestNothingWrong holds what is fine, at the edges of the rules.
func TestNothingWrong(t *testing.T) {
	t.Parallel()
	orders := agentInput("orders", `{"name":"Orders","instructions":"x","tools":["desk/look_up"]}`, "")
	desk := toolsInput("desk", `{"tools":[{"name":"look_up"}]}`)
	long := strings.Repeat("é", 80)
	cases := map[string]Input{
		"no cases":           agentInput("a", `{"name":"A","instructions":"x","subAgents":["orders"],"routing":{"mode":"fast"}}`, ""),
		"an empty suite":     agentInput("a", `{"name":"A","instructions":"x","subAgents":["orders"],"routing":{"mode":"fast"}}`, "[]"),
		"80 characters":      agentInput("a", `{"name":"`+long+`","instructions":"x"}`, `[{"name":"`+long+`"`+oneCheck+`]`),
		"a sub-agent's tool": agentInput("a", `{"name":"A","instructions":"x","subAgents":["orders"]}`, `[{"name":"x","tool":"desk/look_up","subAgent":"Orders"`+oneCheck+`]`),
		"two routing cases": agentInput("a", `{"name":"A","instructions":"x","subAgents":["orders"],"routing":{"mode":"fast"}}`,
			`[{"name":"x","subAgent":"orders","routedBy":"fast"`+oneCheck+`,{"name":"y","subAgent":"Orders","routedBy":"any"`+oneCheck+`]`),
		"a note that the outcome says": agentInput("a", good, `[{"name":"x","input":"x","desiredOutcome":"Does not promise refunds","prohibitedAction":"promising a refund","answerContains":"x"}]`),
	}
	for name, in := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := Project([]Input{in, orders, desk}); len(got) > 0 {
				t.Errorf("%+v", got)
			}
		})
	}
}

// TestForm holds what a workspace asks of a push: coverage and references are
// not its form.
func TestForm(t *testing.T) {
	t.Parallel()
	in := agentInput("a", `{"name":"A","instructions":"x","subAgents":["orders"],"routing":{"mode":"fast"},"tools":["desk/look_up"]}`,
		`[{"name":"x","subAgent":"orders","routedBy":"fast"`+oneCheck+`]`)
	if got := Form(in.Resource, in.Evals); len(got) > 0 {
		t.Errorf("a push that is fine: %+v", got)
	}
	bad := agentInput("a", good, `[{"name":"x"`+oneCheck+`,{"name":" x"`+oneCheck+`,{"name":"y","routedBy":"any"`+oneCheck+`]`)
	want := []string{"error a/evals/1/name evals/unique-name", "error a/evals/2/routedBy evals/routed-by-alone"}
	if diff := cmp.Diff(want, said(Form(bad.Resource, bad.Evals))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	inside := agentInput("a", `{"name":"A","instructions":"x","evals":[]}`, "")
	if got := said(Form(inside.Resource, nil)); !slices.Equal(got, []string{"error a/evals (key) schema/unknown-key"}) {
		t.Errorf("cases in the body: %v", got)
	}
	if got := said(Form(agent.Resource{ID: agent.ID{Kind: agent.KindAgent, Key: "../a"}, Body: json.RawMessage(good)}, nil)); len(got) != 1 {
		t.Errorf("a key that is none: %v", got)
	}
	if got := said(Form(agent.Resource{ID: bad.ID, Body: json.RawMessage(`{`)}, nil)); !slices.Equal(got, []string{"error a schema/json"}) {
		t.Errorf("broken JSON: %v", got)
	}
}

func TestUnreadable(t *testing.T) {
	t.Parallel()
	in := agentInput("a", `{"name":"A","instructions":"x","subAgents":["orders"],"tools":["desk/look_up"],"knowledgeBases":["faq"]}`,
		`[{"name":"x","tool":"desk/other","subAgent":"Order Desk"`+oneCheck+`]`)
	hidden := func(kind agent.Kind, key string) Input {
		return Input{Resource: agent.Resource{ID: agent.ID{Kind: kind, Key: key}}, Unreadable: true}
	}
	if got := Project([]Input{in, hidden("agent", "orders"), hidden("tools", "desk"), hidden("knowledge", "faq")}); len(got) > 0 {
		t.Errorf("what cannot be read is missing: %+v", got)
	}
	if got := Together([]*Judged{Judge(in)}, Options{Alone: true}); len(got) > 0 {
		t.Errorf("without its project: %+v", got)
	}
}

func TestOrderIsStable(t *testing.T) {
	t.Parallel()
	in := []Input{
		agentInput("b", `{"x1":1,"x2":2,"x3":3,"tools":["a/b","c/d"]}`, `[{"k1":1,"k2":2},{"k3":1}]`),
		agentInput("a", `{"name":"A","instructions":"x","subAgents":["x","y","z"]}`, ""),
	}
	first := Project(in)
	for range 20 {
		slices.Reverse(in)
		if got := Project(in); !reflect.DeepEqual(first, got) {
			t.Fatalf("the order changes:\n%v\n%v", said(first), said(got))
		}
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	ids := []string{}
	for _, r := range Table() {
		ids = append(ids, r.ID)
		if r.Summary == "" || strings.HasSuffix(r.Summary, ".") {
			t.Errorf("%s: summary %q", r.ID, r.Summary)
		}
	}
	if !slices.IsSorted(ids) || len(slices.Compact(ids)) != len(Table()) {
		t.Errorf("the table is not sorted, or holds a rule twice: %v", ids)
	}
}

func TestInputCheck(t *testing.T) {
	t.Parallel()
	const object = `{"type":"object","properties":{"orderNumber":{"type":"string"},"count":{"type":"integer","minimum":1},"kind":{"enum":["a","b"]}},"required":["orderNumber"],"additionalProperties":false}`
	cases := []struct {
		schema, args string
		want         []string
	}{
		{object, `{"orderNumber":"SO-1","count":2}`, nil},
		{object, `{}`, []string{"the key orderNumber is missing"}},
		{object, `{"orderNumber":7}`, []string{"orderNumber must be text, but is the number 7"}},
		{object, `{"order_number":"x"}`, []string{"unknown key order_number; did you mean orderNumber?"}},
		{object, `{"orderNumber":"x","count":0,"kind":"c"}`, []string{"count 0 is out of bounds", "kind must be a or b, not c"}},
		{object, `[]`, []string{"the arguments must be an object, not a list"}},
		{object, `{"orderNumber":"x","count":1e999999999}`, []string{"the arguments cannot be read: the number 1e999999999 is out of range"}},
		{object, `{"orderNumber":"x","count":1e-999999999}`, []string{"the arguments cannot be read: the number 1e-999999999 is out of range"}},
		{object, `{"orderNumber":"x"} {}`, []string{"the arguments cannot be read: there is more than one value"}},
		{object, `{`, []string{"the arguments cannot be read: unexpected EOF"}},
		{"", `{"anything":1}`, nil},
		{"true", `{"anything":1}`, nil},
		{`{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{"a":1}`, nil},
		{`{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{}`, []string{"fits none of the alternatives: the key a is missing; the key b is missing"}},
		{`{"type":"object","properties":{"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"number"}}}`, `{"a":"x"}`, []string{`a must be a number, but is the text "x"`}},
	}
	for _, c := range cases {
		s, err := CompileInput(json.RawMessage(c.schema))
		if err != nil {
			t.Fatalf("%s: %v", c.schema, err)
		}
		if diff := cmp.Diff(c.want, s.Check(json.RawMessage(c.args))); diff != "" {
			t.Errorf("%s with %s: -want +got:\n%s", c.schema, c.args, diff)
		}
	}
}

func TestCompileInputRefuses(t *testing.T) {
	t.Parallel()
	for schema, want := range map[string]string{
		`{`:                             "is not JSON",
		`[]`:                            "must be a schema",
		`{"type":"strng"}`:              "strng is not a type",
		`{"properties":{"a":{"b":1}}`:   "is not JSON",
		`{"$ref":"file:///etc/passwd"}`: "only to itself",
		`{"allOf":[{"$ref":"https://a.example/x.json"}]}`: "only to itself",
		`{"allOf":[{"$ref":"other.json"}]}`:               "only to itself",
		`{"$ref":"#"}`:                                    "infinite loop",
		`{"pattern":"("}`:                                 "",
		`{"minLength":-1}`:                                "",
	} {
		_, err := CompileInput(json.RawMessage(schema))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", schema, err, want)
		}
		if err != nil && (strings.Contains(err.Error(), "/work") || strings.Contains(err.Error(), "file:///work")) {
			t.Errorf("%s: the message leaks a folder: %v", schema, err)
		}
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	keys := []string{"answerContains", "answerExcludes", "desiredOutcome", "input", "name", "subAgent", "subAgents", "tool", "tools"}
	for word, want := range map[string]string{
		"desiredOutcom": "desiredOutcome", "sub_agent": "subAgent", "SubAgents": "subAgents", "tols": "tools", "inptu": "input",
		"assert": "", "colour": "", "x": "", "nmae": "name", "answer-contains": "answerContains",
	} {
		if got := nearest(word, keys); got != want {
			t.Errorf("nearest(%s) = %q, want %q", word, got, want)
		}
	}
}

// TestManyErrors keeps the cost of a thoroughly wrong file down: the library
// took minutes to write 20,000 errors.
func TestManyErrors(t *testing.T) {
	t.Parallel()
	entries := make([]string, 20_000)
	for i := range entries {
		entries[i] = `{"nmae":1}`
	}
	got := Form(agentInput("a", good, "").Resource, json.RawMessage("["+strings.Join(entries, ",")+"]"))
	if len(got) < 20_000 {
		t.Errorf("%d problems", len(got))
	}
}
