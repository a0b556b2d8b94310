package rules

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/schema"
	"github.com/santhosh-tekuri/jsonschema/v5"
)

// library compiles one of caplo's schemas as an editor would.
func library(tb testing.TB, name string, data []byte) *jsonschema.Schema {
	tb.Helper()
	c := jsonschema.NewCompiler()
	if err := c.AddResource(schema.Base+name, bytes.NewReader(data)); err != nil {
		tb.Fatal(err)
	}
	s, err := c.Compile(schema.Base + name)
	if err != nil {
		tb.Fatalf("%s is not a JSON Schema: %v", name, err)
	}
	return s
}

// agreeSeeds are agents, right and wrong, each wrong in another keyword.
var agreeSeeds = []string{
	`{"name":"a","instructions":"b"}`,
	`{"name":"","instructions":"b"}`,
	`{"name":" ","instructions":"b"}`,
	`{"name":1,"instructions":null}`,
	`{"instructions":"b","nam":"a"}`,
	`{"name":"a","instructions":"b","tools":["x/y","x/y"]}`,
	`{"name":"a","instructions":"b","tools":["X/y"],"knowledgeBases":["-a"]}`,
	`{"name":"a","instructions":"b","subAgents":["a",{"agent":"b","when":"c","examples":["d"]}]}`,
	`{"name":"a","instructions":"b","subAgents":[{"when":"c"},7,{"agent":"b","x":1}]}`,
	`{"name":"a","instructions":"b","routing":{"mode":"fast","minConfidence":0.7}}`,
	`{"name":"a","instructions":"b","routing":{"mode":"x","minConfidence":1.7}}`,
	`{"name":"a","instructions":"b","routing":{},"limits":{"toolCalls":1.0,"delegations":1.5}}`,
	`{"name":"a","instructions":"b","limits":{"toolCalls":-1,"delegations":"3"},"actions":["transfer","x"]}`,
	`{"name":"a","instructions":"b","evals":[{"name":"a","input":"b","desiredOutcome":"c","routedBy":"any"}]}`,
	`{"name":"a","instructions":"b","evals":[{"name":"a","id":"x"}]}`,
	`{"name":"a","instructions":"b","evals":{"cases":[{"id":"x","name":"a","input":"b","desiredOutcome":"c"}]}}`,
	`{"name":"a","instructions":"b","evals":{"cases":[{"id":1}],"x":1}}`,
	`{"name":"a","instructions":"b","evals":null}`,
	`[]`, `null`, `7`, `"x"`, `true`,
}

// FuzzAgree holds the walker to the library: what one takes, the other takes.
func FuzzAgree(f *testing.F) {
	for _, s := range agreeSeeds {
		f.Add([]byte(s))
	}
	lib := library(f, "agent.schema.json", schema.Agent)
	own := shapes[agent.KindAgent]()
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := decode(data)
		if err != nil || oddSpace(string(data)) {
			t.Skip()
		}
		w := newWalker(own)
		w.walk(own, v, nil)
		if err := lib.Validate(v); (err == nil) != (len(w.found) == 0) {
			t.Errorf("%s: the library says %v, the walker %+v", data, err, w.found)
		}
	})
}

// oddSpace reports white space that is blank to people and not to \S.
func oddSpace(s string) bool {
	var v any
	_ = json.Unmarshal([]byte(s), &v)
	out, _ := json.Marshal(v)
	return bytes.ContainsAny(out, "\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000") ||
		bytes.Contains(out, []byte(`\u000b`)) || bytes.Contains(out, []byte(`\u2028`)) || bytes.Contains(out, []byte(`\u2029`))
}

func TestSchemasAreSchemas(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{
		"agent.schema.json": schema.Agent, "tools.schema.json": schema.Tools, "project.schema.json": schema.Project, "server.schema.json": schema.Server,
	} {
		library(t, name, data)
		s, err := parseShape(data)
		if err != nil {
			t.Fatal(err)
		}
		described(t, name, s)
	}
}

// described fails where an editor would have nothing to say.
func described(t *testing.T, at string, s *shape) {
	t.Helper()
	if s.ref == "" && s.description == "" {
		t.Errorf("%s has no description", at)
	}
	for _, k := range keysOf(s.properties) {
		described(t, at+"/"+k, s.properties[k])
	}
	for _, k := range keysOf(s.defs) {
		described(t, at+"/$defs/"+k, s.defs[k])
	}
	for _, b := range s.oneOf {
		described(t, at+"/oneOf", b)
	}
	if s.items != nil {
		described(t, at+"/items", s.items)
	}
}
