package tool

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
)

// desk is a package with every sort of effect.
const desk = `{"tools": [
	{"name": "lookup", "request": {"method": "GET"}, "input": {"type": "object"}, "examples": [
		{"input": {"id": "A"}, "output": {"state": "shipped"}},
		{"input": {"id": "A", "full": true}, "output": {"state": "shipped", "lines": 2}},
		{"input": {"n": 1}, "output": "one"},
		{"input": {"n": 1.0, "deep": {"b": [1, 2], "a": null}}, "output": "deep"}
	]},
	{"name": "today", "effect": "read", "examples": [{"output": {"day": "Monday"}}]},
	{"name": "bare", "effect": "read"},
	{"name": "cancel", "request": {"method": "POST"}, "examples": [{"input": {"id": "A"}, "output": {"status": "cancelled"}}]},
	{"name": "erase", "request": {"method": "delete"}},
	{"name": "silent"},
	{"name": "declared", "effect": "write", "request": {"method": "GET"}}
]}`

var deskEffects = map[string]string{
	"desk/lookup": "read", "desk/today": "read", "desk/bare": "read",
	"desk/cancel": "write", "desk/erase": "write", "desk/silent": "write", "desk/declared": "write",
	"desk/nothing": "write", "": "write",
}

func deskSet(t *testing.T) *agent.Set {
	t.Helper()
	set := agent.NewSet()
	r := agent.Resource{ID: agent.ID{Kind: agent.KindTools, Key: "desk"}, Body: json.RawMessage(desk)}
	if err := set.Add(r); err != nil {
		t.Fatal(err)
	}
	return set
}

// spy is a live backend that remembers what reached it.
type spy struct {
	seen []string
	err  error
	out  string
}

func (s *spy) Live() bool { return true }

func (s *spy) Read(_ context.Context, c Call) (json.RawMessage, error) {
	s.seen = append(s.seen, c.Name)
	return json.RawMessage(s.out), s.err
}

func TestExamples(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, tool, args, result, note string }{
		{"the matching one", "lookup", `{"id":"A"}`, `{"state": "shipped"}`, ""},
		{"more arguments than it needs", "lookup", `{"id":"A","note":"x"}`, `{"state": "shipped"}`, ""},
		{"the most specific", "lookup", `{"full":true,"id":"A"}`, `{"state": "shipped", "lines": 2}`, ""},
		{"equal as JSON, not as text", "lookup", `{"n":1.0}`, `"one"`, ""},
		{"nested", "lookup", `{"deep":{"a":null,"b":[1,2]},"n":1}`, `"deep"`, ""},
		{"an example without input", "today", ``, `{"day": "Monday"}`, ""},
		{"another type is not equal", "lookup", `{"n":"1"}`, "", `the nearest has {"n":1}`},
		{"none", "lookup", `{"id":"B"}`, "", `no example of desk/lookup has this input; the nearest has {"id":"A"}`},
		{"the nearest has most in common", "lookup", `{"id":"B","full":true}`, "", `the nearest has {"id":"A","full":true}`},
		{"no examples", "bare", `{}`, "", "desk/bare has no examples"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := NewCaller(deskSet(t), Examples{}, nil).Session()
			a := s.Call(context.Background(), "desk/"+c.tool, c.args)
			if string(a.Result) != c.result || a.Simulated || a.Refused != "" || !strings.HasSuffix(a.Note, c.note) || (a.Failed == "") != (c.note == "") || strings.Contains(a.Failed, "example") {
				t.Errorf("got %+v", a)
			}
			want := []trace.Entry{{Tool: "desk/" + c.tool, Effect: "read"}}
			if diff := cmp.Diff(want, s.Ledger()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWritesAreSimulated(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ tool, args, result string }{
		{"cancel", `{"id":"A"}`, `{"status": "cancelled"}`},
		{"cancel", `{"id":"B"}`, `{"status":"accepted"}`},
		{"cancel", ``, `{"status":"accepted"}`},
		{"erase", `{}`, `{"status":"accepted"}`},
		{"silent", `{}`, `{"status":"accepted"}`},
		{"declared", `{}`, `{"status":"accepted"}`},
	} {
		live := &spy{out: `{}`}
		s := NewCaller(deskSet(t), live, nil).Session()
		a := s.Call(context.Background(), "desk/"+c.tool, c.args)
		if string(a.Result) != c.result || !a.Simulated || a.Failed != "" || a.Refused != "" {
			t.Errorf("%s %s: got %+v", c.tool, c.args, a)
		}
		if len(live.seen) != 0 || s.Ledger()[0].CarriedOut {
			t.Errorf("%s %s reached the backend", c.tool, c.args)
		}
	}
}

func TestRefusedCallsAreRecordedAndNotMade(t *testing.T) {
	t.Parallel()
	check := func(_, args json.RawMessage) []string {
		if strings.Contains(string(args), `"id"`) {
			return nil
		}
		return []string{"id is required"}
	}
	for _, c := range []struct{ tool, raw, refused, rawArgs string }{
		{"desk/lookup", `{"id":`, "not JSON", `{"id":`},
		{"desk/cancel", `["A"]`, "not a JSON object", `["A"]`},
		{"desk/lookup", ``, "the arguments do not fit: id is required", ""},
		{"desk/nothing", `{"id":"A"}`, "there is no tool desk/nothing", ""},
	} {
		live := &spy{out: `{}`}
		s := NewCaller(deskSet(t), live, check).Session()
		a := s.Call(context.Background(), c.tool, c.raw)
		if !strings.Contains(a.Refused, c.refused) || a.RawArgs != c.rawArgs || a.Result != nil || a.Simulated {
			t.Errorf("%s %s: got %+v", c.tool, c.raw, a)
		}
		want := []trace.Entry{{Tool: c.tool, Effect: deskEffects[c.tool]}}
		if diff := cmp.Diff(want, s.Ledger()); diff != "" || len(live.seen) != 0 {
			t.Errorf("%s %s: seen %v, ledger %s", c.tool, c.raw, live.seen, diff)
		}
	}
}

func TestLiveReads(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		live   *spy
		result string
		failed string
	}{
		{"answered", &spy{out: `{"a":1}`}, `{"a":1}`, ""},
		{"failed", &spy{err: errors.New("no route")}, "", "no route"},
		{"no JSON", &spy{out: `<html>`}, "", "desk/lookup answered with something that is not JSON"},
	} {
		s := NewCaller(deskSet(t), c.live, nil).Session()
		a := s.Call(context.Background(), "desk/lookup", `{"id":"A"}`)
		if string(a.Result) != c.result || a.Failed != c.failed {
			t.Errorf("%s: got %+v", c.name, a)
		}
		want := []trace.Entry{{Tool: "desk/lookup", Effect: "read", CarriedOut: true}}
		if diff := cmp.Diff(want, s.Ledger()); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}
