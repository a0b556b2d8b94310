package server

import (
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// contractVersion is the version of the contract, not of the program.
const contractVersion = "1"

// OpenAPI is the contract as an OpenAPI 3.1 document in YAML, made from the
// handlers' types. It is what schema/openapi.yaml holds.
func OpenAPI() ([]byte, error) {
	a := contract(http.NewServeMux(), Options{})
	doc := a.OpenAPI()
	doc.Info = &huma.Info{
		Title: "caplo workspace", Version: contractVersion,
		Description: "Drafts, cases and runs of customer-support agents. Error answers are RFC 9457 problems with a stable code; " +
			"lists are paged; times are RFC 3339 in UTC. docs/api.md tells the rest.",
	}
	doc.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		keyScheme: {Type: "http", Scheme: "bearer", BearerFormat: "caplo_…", Description: "An API key. Scopes do not nest: agents:write does not include agents:read."},
	}
	out, err := doc.YAML()
	if err != nil {
		return nil, fmt.Errorf("write the contract: %w", err)
	}
	return append([]byte("# Generated from the handlers' types: UPDATE_GOLDEN=1 go test ./internal/server\n"), out...), nil
}
