package agent

import (
	"encoding/json"
	"strings"
)

// ToolPackage is a tool package file, decoded.
type ToolPackage struct {
	Key        string     `json:"-"`
	Name       string     `json:"name,omitempty"`
	Connection Connection `json:"connection,omitzero"`
	Tools      []Tool     `json:"tools"`
}

// Connection says how a package's tools are reached in live mode.
type Connection struct {
	HTTP *HTTPConnection `json:"http,omitempty"`
	MCP  *MCPConnection  `json:"mcp,omitempty"`
}

// HTTPConnection is a plain HTTP service.
type HTTPConnection struct {
	BaseURL string            `json:"baseUrl"`
	Headers map[string]string `json:"headers,omitempty"`
}

// MCPConnection is a Model Context Protocol server, by address or command.
type MCPConnection struct {
	URL     string   `json:"url,omitempty"`
	Command []string `json:"command,omitempty"`
}

// Effects of a tool.
const (
	EffectRead  = "read"
	EffectWrite = "write"
)

// Tool is one tool of a package.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Effect      string          `json:"effect,omitempty"`
	Input       json.RawMessage `json:"input,omitempty"`
	Request     *Request        `json:"request,omitempty"`
	Examples    []Example       `json:"examples,omitempty"`
}

// Writes reports whether calling the tool changes something: as declared, else
// anything but a GET or HEAD request. A tool without a request is a write
// unless it says otherwise.
func (t *Tool) Writes() bool {
	switch t.Effect {
	case EffectRead:
		return false
	case EffectWrite:
		return true
	}
	if t.Request == nil {
		return true
	}
	m := strings.ToUpper(t.Request.Method)
	return m != "" && m != "GET" && m != "HEAD"
}

// Request is the HTTP request that a tool makes.
type Request struct {
	Method string            `json:"method,omitempty"`
	Path   string            `json:"path,omitempty"`
	Query  map[string]string `json:"query,omitempty"`
	Body   json.RawMessage   `json:"body,omitempty"`
}

// Example documents what a tool returns, and answers in its place in examples
// mode.
type Example struct {
	Input  json.RawMessage `json:"input"`
	Output json.RawMessage `json:"output"`
}
