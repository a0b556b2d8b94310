package main

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
)

// Answers of stand-ins that speak the contract and mean no good.
func init() {
	named := func(key string) agent.Resource {
		return resource(agent.KindAgent, key, map[string]any{"name": "Evil", "instructions": "Answer."})
	}
	answers["traversal"] = holding(named("../../evil"))
	answers["device"] = holding(named("con"))
	answers["documents"] = holding(resource(agent.KindKnowledge, "hours", map[string]any{
		"documents": []any{map[string]any{"path": "../../../evil.md", "text": "Evil."}},
	}))
	answers["sequences"] = holding(resource(agent.KindAgent, "support", map[string]any{
		"name": "Support\x1b]0;owned\x07", "instructions": "Answer.\n\x1b[2JEvil.\n",
	}))
	answers["links"] = holding(resource(agent.KindTools, "evil", map[string]any{"tools": []any{}}))
	other := named("extra")
	other.Body = json.RawMessage(`{"name":"Another","instructions":"Answer."}`)
	answers["others"] = holdingAs(other, named("extra"))
}

func resource(kind agent.Kind, key string, v any) agent.Resource {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	body, err := agent.Canonical(data)
	if err != nil {
		panic(err)
	}
	return agent.Resource{ID: agent.ID{Kind: kind, Key: key}, Body: body}
}

// holding is a workspace that holds one resource.
func holding(r agent.Resource) http.HandlerFunc { return holdingAs(r, r) }

// holdingAs is holding that names another body than it gives.
func holdingAs(given, named agent.Resource) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var answer any
		switch r.URL.Path {
		case "/v1/workspace":
			answer = api.Workspace{Version: "v1", Served: true, Revision: 1}
		case "/v1/state":
			answer = api.State{Revision: 1, Missing: []agent.ID{}, Items: []api.Item{{
				ID: named.ID, Digest: agent.ResourceDigest(named.Kind, named.Body), Revision: 1,
				Created: time.Unix(1_800_000_000, 0).UTC(), Author: "\x1b[31mann", Origin: "file",
			}}}
		case "/v1/state/bodies":
			answer = api.Bodies{Resources: []agent.Resource{given}}
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(answer)
	}
}
