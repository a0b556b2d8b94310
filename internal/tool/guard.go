package tool

import (
	"context"
	"encoding/json"

	"github.com/caplo/caplo/internal/agent"
)

// Call is one call of a tool as a backend sees it: the arguments are a JSON
// object that fits the tool's schema.
type Call struct {
	Name string // package/tool
	Tool *agent.Tool
	Args json.RawMessage
}

// Backend carries out reads: from examples, over HTTP, over MCP. It has no way
// to be asked for a write, since the guard in front of it answers those itself.
type Backend interface {
	// Read answers a call with a JSON value. An error is the tool's own failure;
	// its text is told to the model and kept in the trace, so it must hold no
	// secret.
	Read(ctx context.Context, c Call) (json.RawMessage, error)
	// Live reports whether a read reaches a real system.
	Live() bool
}

// guard lets reads through to a backend and never a write.
type guard struct{ backend Backend }

// reply is what came of a call that was not refused.
type reply struct {
	result     json.RawMessage
	simulated  bool
	carriedOut bool
	failed     error
}

// accepted answers a write that no example answers.
var accepted = json.RawMessage(`{"status":"accepted"}`)

// call answers a write as if it had been carried out, so that the model goes on
// as it would for a customer, and hands a read to the backend.
func (g guard) call(ctx context.Context, c Call) reply {
	if effectOf(c.Tool) != agent.EffectRead {
		if out, ok := matching(c.Tool, c.Args); ok {
			return reply{result: out, simulated: true}
		}
		return reply{result: accepted, simulated: true}
	}
	out, err := g.backend.Read(ctx, c)
	return reply{result: out, carriedOut: g.backend.Live(), failed: err}
}

// effectOf is the one place that decides whether a call is a write. Whatever
// else comes to be known of a tool's effect (a server that calls it
// destructive) may only make it a write, here.
func effectOf(t *agent.Tool) string {
	if t == nil || t.Writes() {
		return agent.EffectWrite
	}
	return agent.EffectRead
}
