package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// covered is a coverage in short.
func covered(in []Input, o Options) string {
	var b strings.Builder
	for _, c := range Coverage(judgeAll(in), o) {
		fmt.Fprintf(&b, "%s %d:", c.Agent, c.Cases)
		for _, item := range c.Items {
			fmt.Fprintf(&b, " %s %s", item.Kind, item.Name)
			if r := item.Routing; r != nil {
				fmt.Fprintf(&b, " %d/%d", r.Cases, r.Needed)
			}
			fmt.Fprintf(&b, " %v", item.Cases)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func coverageInputs() []Input {
	return []Input{
		agentInput("support", `{"name":"Support","instructions":"x","tools":["desk/look_up","desk/cancel","desk/gone"],"subAgents":["orders","returns"],"routing":{"mode":"fast"},"actions":["transfer"]}`,
			`[{"name":"a","subAgent":"Orders","routedBy":"fast"`+oneCheck+`,{"name":"b","subAgent":"orders","tool":"desk/look-up"`+oneCheck+`]`),
		agentInput("orders", `{"name":"Orders","instructions":"x","tools":["desk/cancel"]}`, `[{"name":"c","tool":"desk/cancel"`+oneCheck+`]`),
		agentInput("returns", `{"name":"Returns","instructions":"x"}`, ""),
		toolsInput("desk", `{"tools":[{"name":"look_up","effect":"read"},{"name":"cancel","effect":"write"}]}`),
	}
}

func TestCoverage(t *testing.T) {
	t.Parallel()
	want := "orders 1: tool desk/cancel [{orders c}]\n" +
		"support 2: tool desk/look_up [{support b}] tool desk/cancel [{orders c}] subAgent orders 1/3 [{support a} {support b}] subAgent returns 0/3 [] action transfer []\n"
	if diff := cmp.Diff(want, covered(coverageInputs(), Options{RoutingCases: 3})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestCoverageWarnings holds that the table and the warnings agree.
func TestCoverageWarnings(t *testing.T) {
	t.Parallel()
	warned, graver := map[string]bool{}, map[string]bool{}
	for _, p := range Project(coverageInputs()) {
		at := p.Ref.Key + p.Ref.Pointer
		warned[at] = warned[at] || p.Rule == Uncovered
		graver[at] = graver[at] || p.Rule == RoutingCases // an error, beside which no warning is reported
	}
	seen := 0
	for _, c := range Coverage(judgeAll(coverageInputs()), Options{}) {
		for _, item := range c.Items {
			at := c.Agent + item.Pointer
			if want := !item.Covered() && !graver[at]; warned[at] != want {
				t.Errorf("%s: warned %v, want %v", at, warned[at], want)
			}
			delete(warned, at)
			seen++
		}
	}
	for at, left := range warned {
		if left {
			t.Errorf("%s is warned of, and not in the table", at)
		}
	}
	if seen != 6 {
		t.Errorf("the table has %d items", seen)
	}
}

// TestRoutingCasesAsked holds that as many are asked for as the options say.
func TestRoutingCasesAsked(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{
		0: "has 1 of 2 routing cases; 1 is missing add a case", 1: "", 2: "has 1 of 2 routing cases; 1 is missing add a case",
		3: "has 1 of 3 routing cases; 2 are missing add two cases", 10: "has 1 of 10 routing cases; 9 are missing add 9 cases",
	} {
		got := ""
		for _, p := range Together(judgeAll(coverageInputs()), Options{RoutingCases: n}) {
			if p.Rule == RoutingCases && strings.Contains(p.Message, "orders") {
				got = strings.TrimPrefix(p.Message, "the sub-agent orders ") + " " + strings.TrimSuffix(p.Hint, " with subAgent: orders and routedBy: fast")
			}
		}
		if got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// TestRoutingByUnknownName holds that a routing case may call a sub-agent by a
// name that cannot be looked up.
func TestRoutingByUnknownName(t *testing.T) {
	t.Parallel()
	alone := agentInput("a", `{"name":"A","instructions":"x","subAgents":["orders"],"routing":{"mode":"fast"}}`,
		`[{"name":"a","subAgent":"The Orders","routedBy":"fast"`+oneCheck+`,{"name":"b","subAgent":"orders","routedBy":"fast"`+oneCheck+`]`)
	if got := said(Together([]*Judged{Judge(alone)}, Options{Alone: true})); len(got) > 0 {
		t.Errorf("alone: %v", got)
	}
	unreadable := Input{Resource: toolsInput("orders", "").Resource, Unreadable: true}
	unreadable.Kind = "agent"
	if got := said(Project([]Input{alone, unreadable})); len(got) > 0 {
		t.Errorf("with a file that cannot be read: %v", got)
	}
}
