// Package schema holds the JSON Schemas of what people write: agent files, tool
// packages, the project file and the config file of a server. They are what editors complete and check by;
// the rules that no schema can say live in internal/rules. Beside them stand the
// schemas of what caplo writes.
package schema

import _ "embed"

// The schemas, as published.
var (
	//go:embed agent.schema.json
	Agent []byte
	//go:embed tools.schema.json
	Tools []byte
	//go:embed project.schema.json
	Project []byte
	//go:embed server.schema.json
	Server []byte
	//go:embed validation.schema.json
	Validation []byte
	// OpenAPI is how to speak to a workspace over HTTP.
	//go:embed openapi.yaml
	OpenAPI []byte
)

// Base is what the schemas' ids begin with.
const Base = "https://docs.caplo.si/schema/"
