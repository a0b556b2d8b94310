package rules

import (
	"strconv"
	"strings"
)

// path is a place in a resource. It is a list from the inside out, so that a
// walk that finds nothing wrong writes no pointers.
type path struct {
	up    *path
	key   string
	index int // of a list's entry; -1 for a member
}

func (p *path) member(key string) *path { return &path{up: p, key: key, index: -1} }
func (p *path) item(i int) *path        { return &path{up: p, index: i} }

// pointer writes the path as a JSON pointer (RFC 6901).
func (p *path) pointer() string {
	if p == nil {
		return ""
	}
	if p.index >= 0 {
		return p.up.pointer() + "/" + strconv.Itoa(p.index)
	}
	return p.up.pointer() + "/" + escapePointer(p.key)
}

// last is the key of the innermost member.
func (p *path) last() string {
	for ; p != nil; p = p.up {
		if p.index < 0 {
			return p.key
		}
	}
	return ""
}

func escapePointer(key string) string {
	return strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
}

func splitPointer(pointer string) []string {
	if pointer == "" {
		return nil
	}
	parts := strings.Split(pointer[1:], "/")
	for i, p := range parts {
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(p, "~1", "/"), "~0", "~")
	}
	return parts
}

// comparePointers orders pointers as a reader meets them: lists by number,
// members by name, what holds before what it holds.
func comparePointers(a, b string) int {
	as, bs := splitPointer(a), splitPointer(b)
	for i := 0; i < len(as) && i < len(bs); i++ {
		if as[i] == bs[i] {
			continue
		}
		x, errX := strconv.Atoi(as[i])
		y, errY := strconv.Atoi(bs[i])
		if errX == nil && errY == nil {
			return x - y
		}
		return strings.Compare(as[i], bs[i])
	}
	return len(as) - len(bs)
}
