package project

import (
	"encoding/json"
	"path/filepath"
	"sync"

	"github.com/caplo/caplo/internal/agent"
)

// ServerConfig is the config file of caplo serve. What is left out is empty.
type ServerConfig struct {
	Listen    string                    `json:"listen"`
	Database  string                    `json:"database"`
	Hosts     []string                  `json:"hosts"`
	TLS       TLSFiles                  `json:"tls"`
	PlainHTTP bool                      `json:"plainHttp"`
	Limits    ServerLimits              `json:"limits"`
	Models    ModelNames                `json:"models"`
	Providers map[string]ProviderConfig `json:"providers"`
}

// TLSFiles are the files of a certificate and its key.
type TLSFiles struct {
	Cert string `json:"cert"`
	Key  string `json:"key"`
}

// ServerLimits are what a server does at most; 0: not said.
type ServerLimits struct {
	Concurrency int `json:"concurrency"`
}

// LoadServer reads a server's config file, under the name that diagnostics are to
// give it. It is judged by the same rules as a project's files: see Check of the
// project that comes back. Where Check finds an error the config is not to be used.
func LoadServer(name string, data []byte) (*Project, ServerConfig) {
	p := &Project{}
	p.sets = sync.OnceValue(p.set)
	f := &file{id: agent.ID{Kind: agent.KindServer, Key: projectKey}, path: filepath.ToSlash(name)}
	f.parse(data)
	p.files = []*file{f}
	var c ServerConfig
	if f.body != nil {
		_ = json.Unmarshal(f.body, &c) // what does not decode, Check names
	}
	return p, c
}

// isConfig reports whether a kind is configuration, which is never pushed and
// may be empty.
func isConfig(k agent.Kind) bool { return k == agent.KindProject || k == agent.KindServer }
