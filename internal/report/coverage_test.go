package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/google/go-cmp/cmp"
	"github.com/rivo/uniseg"
)

var coverage = []agent.Coverage{
	{Agent: "empty", Cases: 1},
	{Agent: "support", Cases: 12, Items: []agent.CoveredItem{
		{Kind: agent.CoveredTool, Name: "desk/look_up", Cases: []agent.CaseRef{{Agent: "support", Name: "A\x1b[31m case"}, {Agent: "orders", Name: strings.Repeat("値", 60)}}},
		{Kind: agent.CoveredSubAgent, Name: strings.Repeat("x", 64), Cases: []agent.CaseRef{}, Routing: &agent.RoutingCount{Cases: 0, Needed: 2}},
		{Kind: agent.CoveredAction, Name: "transfer", Cases: []agent.CaseRef{}},
	}},
}

func TestCoverageText(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := CoverageText(&b, coverage); err != nil {
		t.Fatal(err)
	}
	want := `agent/empty: 1 case, 0 of 0 covered

agent/support: 12 cases, 1 of 3 covered
  tool desk/look_up: 2 cases
      A[31m case
      agent/orders: ` + strings.Repeat("値", 28) + `...
! sub-agent xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...: no case, 0 for routing (2 needed)
! action transfer: no case
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for line := range strings.Lines(b.String()) {
		if n := uniseg.StringWidth(strings.TrimSuffix(line, "\n")); n > coverageWidth {
			t.Errorf("%d wide: %s", n, line)
		}
	}
	b.Reset()
	if err := CoverageText(&b, nil); err != nil || b.String() != "no agent lists cases\n" {
		t.Errorf("%q %v", b.String(), err)
	}
}

func TestCoverageJSON(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := CoverageJSON(&b, coverage); err != nil || strings.Contains(b.String(), "null") || !strings.Contains(b.String(), `"formatVersion": 1`) {
		t.Errorf("%s %v", b.String(), err)
	}
	b.Reset()
	if err := CoverageJSON(&b, nil); err != nil || !strings.Contains(b.String(), `"agents": []`) {
		t.Errorf("%s %v", b.String(), err)
	}
}
