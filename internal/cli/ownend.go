package cli

import (
	"context"
	"fmt"

	"github.com/caplo/caplo/internal/workspace"
)

// sayShutOut says after something was ended whether that was what the user is
// signed in with, and then how to get in again.
func (env *Env) sayShutOut(ctx context.Context, conn *connection, what string) {
	if _, err := conn.WhoAmI(ctx); err == nil || codeOf(err) != workspace.Unauthorized {
		return
	}
	fmt.Fprintf(env.Err, "note: that was %s: nothing you do at %s with this key works any more\n", what, conn.served)
	fmt.Fprintf(env.Err, "hint: ask an owner or admin for another key, then `caplo login %s`\n", conn.served)
}
