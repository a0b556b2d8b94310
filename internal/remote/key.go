package remote

import (
	"fmt"
	"io"
	"strings"
)

// Key is an API key. It is sent, and never shown: every way to print, log or
// encode it gives hiddenKey.
//
// The text stands behind a pointer since fmt prints what unexported fields of
// other structs hold without asking its methods.
type Key struct{ secret *string }

const hiddenKey = "caplo_…"

// NewKey makes a key of its text.
func NewKey(secret string) Key {
	if secret == "" {
		return Key{}
	}
	return Key{&secret}
}

// IsZero reports whether there is no key.
func (k Key) IsZero() bool { return k.secret == nil }

// Reveal is the key itself, for the request that carries it and the place that
// keeps it.
func (k Key) Reveal() string {
	if k.secret == nil {
		return ""
	}
	return *k.secret
}

// scrub hides the key in a text that somebody else wrote.
func (k Key) scrub(s string) string {
	if k.secret == nil {
		return s
	}
	return strings.ReplaceAll(s, *k.secret, hiddenKey)
}

func (k Key) String() string {
	if k.secret == nil {
		return ""
	}
	return hiddenKey
}

// GoString implements fmt.GoStringer.
func (k Key) GoString() string { return k.String() }

// Format implements fmt.Formatter, for verbs that ask for neither text nor Go.
func (k Key) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, k.String()) }

// MarshalText implements encoding.TextMarshaler: of JSON and of logs.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }
