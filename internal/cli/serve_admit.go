package cli

import (
	"context"
	"fmt"

	"github.com/caplo/caplo/internal/server"
	"github.com/caplo/caplo/internal/workspace"
)

// admit readies the workspace for its members. A new one gets its owner, whose
// first key is printed: nobody can ask for it again, so it comes before anything
// else.
func (s *serving) admit(ctx context.Context, url string) (server.Authenticator, error) {
	_, _, err := s.ws.Setup(ctx, "owner", func(made workspace.MadeKey) error {
		_, err := fmt.Fprintf(s.env.revealing(), "This is a new workspace. Its owner's first key is shown this once:\n\n  %s\n\n"+
			"Keep it in a safe place, or give it to `caplo login %s`.\n\n", made.Secret.Reveal(), url)
		return err
	})
	return server.KeyAuth{Workspace: s.ws}, err
}
