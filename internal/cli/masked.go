package cli

import (
	"bytes"
	"io"
	"regexp"
)

// wholeKey is what looks like an API key, wherever it was put: in the place of a
// command, an address or a name, it would be repeated by what is wrong with that.
var wholeKey = regexp.MustCompile(`(?i)caplo_[a-z0-9]{16}[a-z0-9_-]{8,}`)

// maskedKey is what is shown in its place.
const maskedKey = "caplo_…"

func mask(p []byte) []byte {
	if !bytes.Contains(p, []byte("_")) { // most of what is written
		return p
	}
	return wholeKey.ReplaceAll(p, []byte(maskedKey))
}

// masked is a writer that shows no key. A key must come in one piece.
type masked struct{ w io.Writer }

// Write implements io.Writer.
func (m masked) Write(p []byte) (int, error) {
	shown := mask(p)
	n, err := m.w.Write(shown)
	if err != nil {
		return min(n, len(p)), err
	}
	return len(p), nil
}

// masked is env with no key in whatever it writes, but for what is made to be
// shown.
func (env *Env) masked(out *results) *Env {
	other := *env
	other.Out, other.Err = out, masked{env.Err}
	return &other
}

// revealing is where results go that hold a key which was just made: this is the
// only time that it is shown.
func (env *Env) revealing() io.Writer {
	if out, ok := env.Out.(*results); ok {
		return revealing{out}
	}
	return env.Out
}

type revealing struct{ *results }

// Write implements io.Writer.
func (r revealing) Write(p []byte) (int, error) { return r.write(r.w, p) }
