package remote

import (
	"fmt"

	"github.com/caplo/caplo/internal/agent"
)

// sound refuses a plan that names what no workspace has.
func (c *Client) sound(p *agent.Plan) error {
	if p == nil {
		return nil
	}
	return c.keyed("its plan", named(*p))
}

// keyed refuses ids that are none: people are shown them, within commands to type
// as well.
func (c *Client) keyed(what string, ids []agent.ID) error {
	for _, id := range ids {
		if !known(id.Kind) || !agent.ValidKey(id.Key) {
			return &Error{
				Address: c.origin,
				Msg:     fmt.Sprintf("%s does not answer as this caplo expects: %s names %q, which is no key of anything", c.origin, what, clean(id.String())),
				Hint:    "check the address, and that the workspace and this caplo are of like version",
			}
		}
	}
	return nil
}

// named is everything that a plan names.
func named(p agent.Plan) []agent.ID {
	var out []agent.ID
	for _, r := range p.Resources {
		out = append(out, r.ID)
	}
	for _, s := range p.Suites {
		out = append(out, agent.ID{Kind: agent.KindSuite, Key: s.Agent})
	}
	for _, key := range p.Unproved {
		out = append(out, agent.ID{Kind: agent.KindAgent, Key: key})
	}
	for _, d := range p.Deleted {
		out = append(out, d.ID)
	}
	for _, o := range p.Outside {
		out = append(out, o.ID)
	}
	return out
}

func known(k agent.Kind) bool {
	switch k {
	case agent.KindAgent, agent.KindTools, agent.KindKnowledge, agent.KindSuite:
		return true
	}
	return false
}
