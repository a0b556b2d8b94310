package yamltree

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Shape is how people write a value: in which order its keys stand, and what an
// entry of its lists is known by. A nil Shape knows nothing.
type Shape struct {
	Keys []string          // the usual order
	Of   map[string]*Shape // what stands under a key
	Item *Shape            // what a list holds, and a mapping under its other keys
	Name string            // the member that tells one entry of a list from another
}

func (s *Shape) member(key string) *Shape {
	if s == nil {
		return nil
	}
	if below := s.Of[key]; below != nil {
		return below
	}
	return s.Item
}

func (s *Shape) item() *Shape {
	if s == nil {
		return nil
	}
	return s.Item
}

// rank is where a key usually stands: unknown ones behind all others.
func (s *Shape) rank(key string) int {
	if s != nil {
		if i := slices.Index(s.Keys, key); i >= 0 {
			return i
		}
	}
	return unranked
}

const unranked = 1 << 20

func (s *Shape) compare(a, b string) int {
	if ra, rb := s.rank(a), s.rank(b); ra != rb {
		return ra - rb
	}
	return strings.Compare(a, b)
}

// sorted lists a mapping's keys in their usual order.
func (s *Shape) sorted(m map[string]any) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.SortFunc(out, s.compare)
	return out
}

// named is what an entry of a list is known by, where it has a name.
func (s *Shape) named(entry any) (string, bool) {
	if s == nil || s.Name == "" {
		return "", false
	}
	switch e := entry.(type) {
	case string: // the short form of an entry is its name
		return e, true
	case map[string]any:
		if name, ok := e[s.Name].(string); ok {
			return norm.NFC.String(strings.TrimSpace(name)), true
		}
	}
	return "", false
}
