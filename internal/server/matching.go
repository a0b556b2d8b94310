package server

import (
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// Matching is the condition of a request that changes something only while it is
// what the caller read. Embed it in an operation's input.
type Matching struct {
	IfMatch string   `header:"If-Match" doc:"digests in quotes: change the case only while it has one of them"`
	digests []string // nil: whatever it is
}

// Resolve implements huma.Resolver: it reads all of the condition. One that names
// nothing is a mistake, and must not pass for none.
func (m *Matching) Resolve(hc huma.Context) []error {
	r, _ := humago.Unwrap(hc)
	sent := r.Header.Values("If-Match")
	tags, any := etags(sent)
	if len(sent) > 0 && len(tags) == 0 && !any {
		return []error{&huma.ErrorDetail{Location: "header.If-Match", Message: "holds no digest"}}
	}
	if !any {
		m.digests = tags
	}
	return nil
}

// etags reads the tags of a condition; any is said by a star. A weak tag is never
// the same.
func etags(headers []string) (tags []string, any bool) {
	for tag := range strings.SplitSeq(strings.Join(headers, ","), ",") {
		switch tag = strings.TrimSpace(tag); tag {
		case "*":
			return nil, true
		case "", `""`:
		default:
			tags = append(tags, strings.Trim(tag, `"`))
		}
	}
	return tags, false
}

var _ huma.Resolver = (*Matching)(nil)
