package agent

import (
	"crypto/sha256"
	"encoding/base32"
	"regexp"
	"strings"
)

// Names of the tools that caplo itself offers a model. Each holds a single
// underscore first, so that none equals a package's tool (key__tool).
const (
	ModelToolKnowledge = "search_knowledge"
	ModelToolTransfer  = "transfer_to_person"
	delegatePrefix     = "delegate_"
)

// maxModelTool is the length that every provider accepts for a tool name.
const maxModelTool = 64

// ModelTool is the name under which a model knows a package's tool:
// order-desk/lookup_order becomes order-desk__lookup_order. Package keys hold
// no underscore, so no two tools share a name; names over 64 characters are cut
// and end in a digest of the whole name.
func ModelTool(full string) string {
	pkg, tool := SplitTool(full)
	return shorten(pkg + "__" + tool)
}

// ModelDelegate is the name of the tool by which a model calls a sub-agent.
func ModelDelegate(key string) string { return shorten(delegatePrefix + key) }

func shorten(name string) string {
	if len(name) <= maxModelTool {
		return name
	}
	sum := sha256.Sum256([]byte(name))
	tail := strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:10]))
	return name[:maxModelTool-len(tail)-1] + "-" + tail
}

var (
	keyPattern  = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$`)
	toolPattern = regexp.MustCompile(`^[a-zA-Z0-9_]{1,48}$`)
)

// ValidKey reports whether s can be the key of a resource.
func ValidKey(s string) bool { return keyPattern.MatchString(s) }

// ValidToolName reports whether s can be a tool's name inside its package.
func ValidToolName(s string) bool { return toolPattern.MatchString(s) }
