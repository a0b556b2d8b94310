package report_test

import (
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/report"
)

// TestPlanTextIsClean: nothing that a workspace says moves the cursor.
func TestPlanTextIsClean(t *testing.T) {
	t.Parallel()
	const evil = "a\x1b[2J\x1b]0;t\x07\u202eb"
	id := agent.ID{Kind: evil, Key: evil}
	p := report.NewPush(nil)
	p.Plan = agent.Plan{
		Resources: []agent.ResourceChange{{ID: id, Change: evil, Fields: []string{evil}, Owner: evil}},
		Suites: []agent.SuiteChange{{
			Agent: evil, Added: []string{evil}, Removed: []string{evil}, Owner: evil,
			Changed: []agent.CaseChange{{Name: evil, Fields: []string{evil}}},
		}},
		Unproved: []string{evil},
		Deleted:  []agent.Deletion{{ID: id, Cases: 1}},
		Outside:  []agent.Outside{{ID: id, Author: evil, Origin: evil, Cases: []string{evil}, Fields: []string{evil}}},
	}
	var b strings.Builder
	if err := p.PlanText(&b); err != nil || b.Len() == 0 {
		t.Fatal(err)
	}
	if strings.ContainsAny(b.String(), "\x1b\x07\u202e") {
		t.Errorf("%q", b.String())
	}
}

// TestWayBack: what is to be typed brings back what was overwritten, and no more.
func TestWayBack(t *testing.T) {
	t.Parallel()
	draft := func(n int64) agent.Outside {
		return agent.Outside{ID: agent.ID{Kind: agent.KindAgent, Key: "a"}, Revision: n}
	}
	suite := func(n int64) agent.Outside {
		return agent.Outside{ID: agent.ID{Kind: agent.KindSuite, Key: "a"}, Revision: n}
	}
	gone := agent.Deletion{ID: agent.ID{Kind: agent.KindAgent, Key: "a"}}
	for want, plan := range map[string]agent.Plan{
		"caplo agent restore a@2 --draft\n": {Outside: []agent.Outside{draft(2)}},
		"caplo agent restore a@4 --suite\n": {Outside: []agent.Outside{suite(3), suite(4)}},
		"caplo agent restore a@5\n":         {Outside: []agent.Outside{draft(2), suite(5)}},
		"caplo agent restore a@6\n":         {Outside: []agent.Outside{suite(6)}, Deleted: []agent.Deletion{gone}},
	} {
		p := report.NewPush(nil)
		p.Plan = plan
		var b strings.Builder
		if err := p.LossesText(&b); err != nil || !strings.HasSuffix(b.String(), "what brings it back: "+want) {
			t.Errorf("want %q: %q, %v", want, b.String(), err)
		}
	}
}
