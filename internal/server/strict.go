package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/caplo/caplo/internal/api"
)

// maxDepth is how deep a request's JSON may nest: as deep as a file may, in what
// it is wrapped into.
const maxDepth = 100

// How much one object or list of a request may hold: an object as much as a file's
// may, a list what a push of its largest size needs. Each misfit in them is told
// apart later, which must not take long.
const (
	maxKeys  = 2_000
	maxItems = 20_000
)

// checkJSON finds what makes JSON unfit to be read: what two readers may read
// differently, and what nests too deep. Nil means that it is sound.
func checkJSON(data []byte) *api.Unfit {
	if !utf8.Valid(data) {
		return &api.Unfit{Message: "is not UTF-8"}
	}
	s := scanner{data: data}
	if u := s.scan(); u != nil {
		return u
	}
	var raw json.RawMessage
	err := json.Unmarshal(data, &raw)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return &api.Unfit{Message: fmt.Sprintf("is not JSON: %s, at byte %d", syntax, syntax.Offset)}
	case err != nil:
		return &api.Unfit{Message: "is not JSON"}
	}
	return nil
}

// scanner walks JSON without decoding it. What is no JSON at all it may pass
// over: the decoder comes after it.
type scanner struct {
	data  []byte
	at    int
	stack []level
}

// level is an object or list that is open.
type level struct {
	keys  map[string]bool // of an object; nil for a list
	key   string          // of an object: the last one
	index int             // how many were read before
	named bool            // of an object: its value is next, not a key
}

func (s *scanner) scan() *api.Unfit {
	for s.at < len(s.data) {
		c := s.data[s.at]
		s.at++
		switch c {
		case '{':
			s.stack = append(s.stack, level{keys: map[string]bool{}})
		case '[':
			s.stack = append(s.stack, level{})
		case '}', ']':
			s.stack = s.stack[:max(len(s.stack)-1, 0)]
		case ',':
			if u := s.next(); u != nil {
				return u
			}
		case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			if u := s.number(); u != nil {
				return u
			}
		case '"':
			if u := s.text(); u != nil {
				return u
			}
		}
		if len(s.stack) > maxDepth {
			return &api.Unfit{Pointer: s.pointer(), Message: fmt.Sprintf("nests deeper than %d levels", maxDepth)}
		}
	}
	return nil
}

// next goes on to the next item of what is open.
func (s *scanner) next() *api.Unfit {
	top := s.top()
	if top == nil {
		return nil
	}
	top.index++
	top.named = false
	switch {
	case top.keys != nil && top.index >= maxKeys:
		return &api.Unfit{Pointer: s.pointer(), Message: fmt.Sprintf("the object has more than %d keys", maxKeys)}
	case top.keys == nil && top.index >= maxItems:
		s.stack = s.stack[:len(s.stack)-1]
		return &api.Unfit{Pointer: s.pointer(), Message: fmt.Sprintf("the list has more than %d items", maxItems)}
	}
	return nil
}

func (s *scanner) top() *level {
	if len(s.stack) == 0 {
		return nil
	}
	return &s.stack[len(s.stack)-1]
}

// number reads a number to its end; one that is no number of a machine's is not
// the same to all readers.
func (s *scanner) number() *api.Unfit {
	start := s.at - 1
	for s.at < len(s.data) && strings.IndexByte("+-.0123456789Ee", s.data[s.at]) >= 0 {
		s.at++
	}
	if _, err := strconv.ParseFloat(string(s.data[start:s.at]), 64); errors.Is(err, strconv.ErrRange) {
		return &api.Unfit{Pointer: s.pointer(), Message: "the number is too large"}
	}
	return nil
}

// text reads a text to its end; a key must be new to its object.
func (s *scanner) text() *api.Unfit {
	start := s.at - 1
	escaped := false
	for s.at < len(s.data) && s.data[s.at] != '"' {
		if s.data[s.at] == '\\' {
			escaped = true
			s.at++
		}
		s.at++
	}
	s.at = min(s.at+1, len(s.data))
	raw := s.data[start:s.at]
	if escaped && loneSurrogate(string(raw)) {
		return &api.Unfit{Pointer: s.pointer(), Message: "holds half of a character: \\u escapes of a surrogate stand in pairs"}
	}
	top := s.top()
	if top == nil || top.keys == nil || top.named {
		return nil
	}
	var key string
	if json.Unmarshal(raw, &key) != nil {
		return nil // no JSON: the decoder says so
	}
	top.key, top.named = key, true
	if top.keys[key] {
		return &api.Unfit{Pointer: s.pointer(), Message: "the key stands there twice"}
	}
	top.keys[key] = true
	return nil
}

// pointer leads to where the scanner is.
func (s *scanner) pointer() string {
	var b strings.Builder
	for i, l := range s.stack {
		switch {
		case l.keys == nil && i < len(s.stack)-1:
			b.WriteString("/" + strconv.Itoa(l.index))
		case l.keys != nil && l.named:
			b.WriteString("/" + escape(l.key))
		}
	}
	return b.String()
}

// loneSurrogate finds a \u escape that is half of a character without the other.
func loneSurrogate(raw string) bool {
	for i := 0; i+1 < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		i++
		switch n := surrogate(raw[i:]); {
		case n == 0:
		case n >= 0xdc00, i+5 >= len(raw) || raw[i+5] != '\\' || surrogate(raw[i+6:]) < 0xdc00:
			return true
		default:
			i += 10
		}
	}
	return false
}

// surrogate reads uXXXX where that is half of a character; else it is 0.
func surrogate(s string) int64 {
	if len(s) < 5 || s[0] != 'u' {
		return 0
	}
	n, err := strconv.ParseInt(s[1:5], 16, 32)
	if err != nil || n < 0xd800 || n > 0xdfff {
		return 0
	}
	return n
}
