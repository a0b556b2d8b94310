package server

import (
	"net/http"
	"strings"

	"github.com/caplo/caplo/internal/workspace"
)

// KeyAuth tells callers by the API key in the Authorization header. It looks
// nowhere else: addresses end up in logs, and browsers send cookies by themselves.
type KeyAuth struct{ Workspace *workspace.Workspace }

// Authenticate implements Authenticator.
func (a KeyAuth) Authenticate(r *http.Request) (workspace.Caller, error) {
	key, err := bearer(r.Header.Values("Authorization"))
	if err != nil {
		return workspace.Caller{}, err
	}
	return a.Workspace.Authenticate(r.Context(), key)
}

// bearer takes the key out of a request's Authorization headers. What was sent
// instead is not repeated: it may be a secret of somebody else's.
func bearer(headers []string) (string, error) {
	const how = "send one header, Authorization: Bearer, with the API key"
	refused := func(msg string) error {
		return &workspace.Problem{Code: workspace.Unauthorized, Message: msg, Hint: how}
	}
	switch len(headers) {
	case 0:
		return "", refused("the request has no API key")
	case 1:
	default:
		return "", refused("the request has several Authorization headers")
	}
	scheme, key, ok := strings.Cut(headers[0], " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return "", refused("the request's Authorization is not of the kind Bearer")
	}
	if key = strings.TrimLeft(key, " "); !ok || key == "" {
		return "", refused("the request's Authorization header holds no API key")
	}
	return key, nil
}
