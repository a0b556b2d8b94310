package cli

import (
	"context"

	"github.com/caplo/caplo/internal/server"
)

func (s *serving) admit(ctx context.Context) (server.Authenticator, error) {
	return server.EmbeddedAuth{}, nil
}
