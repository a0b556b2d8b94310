package server

import (
	"net/http"
	"strings"

	"github.com/caplo/caplo/internal/workspace"
)

// keyScheme names the API key in the contract.
const keyScheme = "apiKey"

// description says what an operation does beyond its summary, and what it needs.
func (o op) description() string {
	needs := "Any key will do that is known."
	switch {
	case o.need != "":
		needs = "Needs the scope " + string(o.need) + "."
	case o.runs():
		needs = "Needs an owner or admin in person, or a key with the scope " + string(workspace.ScopePublish) + "."
	}
	return strings.TrimSpace(o.about + " " + needs)
}

// runs reports whether an operation starts or ends runs.
func (o op) runs() bool { return o.method == http.MethodPost && o.tag() == "runs" }

func (o op) scopes() []string {
	switch {
	case o.need != "":
		return []string{string(o.need)}
	case o.runs():
		return []string{string(workspace.ScopePublish)}
	}
	return []string{}
}

// tag is the noun that an operation is about: the last of its path that is one.
func (o op) tag() string {
	tag := ""
	for part := range strings.SplitSeq(strings.TrimPrefix(o.path, "/v1/"), "/") {
		switch part {
		case "push", "state", "runs", "cases", "agents", "revisions", "workspace", "keys", "members", "whoami":
			tag = part
		}
	}
	return tag
}

// errors are the statuses of the problems that an operation can answer with.
func (o op) errors() []int {
	out := []int{
		http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound,
		http.StatusMethodNotAllowed, http.StatusMisdirectedRequest,
		http.StatusInternalServerError, http.StatusServiceUnavailable,
	}
	if o.method == http.MethodPost || o.method == http.MethodPut || o.method == http.MethodPatch {
		out = append(out, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
			http.StatusUnprocessableEntity)
	}
	if o.runs() {
		out = append(out, http.StatusTooManyRequests)
	}
	if o.method != http.MethodGet {
		out = append(out, http.StatusConflict, http.StatusInsufficientStorage)
	}
	if o.tag() == "runs" {
		out = append(out, http.StatusGatewayTimeout)
	}
	if o.upload != nil {
		out = append(out, http.StatusTooManyRequests)
	}
	if o.tag() == "cases" && (o.method == http.MethodPut || o.method == http.MethodDelete) {
		out = append(out, http.StatusPreconditionFailed)
	}
	return out
}
