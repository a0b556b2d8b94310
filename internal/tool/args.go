package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxArgs bounds what a model may pass to a tool, in bytes.
const maxArgs = 256 << 10

// ReadArgs reads the arguments of a call as a model wrote them: a JSON object,
// returned without insignificant white space. Nothing at all means no
// arguments. An error says, for the model to read, why they are unreadable;
// such a call must not be carried out, whatever could be guessed from it.
func ReadArgs(raw string) (json.RawMessage, error) {
	if len(raw) > maxArgs {
		return nil, fmt.Errorf("the arguments are longer than %d bytes", maxArgs)
	}
	if !utf8.ValidString(raw) {
		return nil, errors.New("the arguments are not valid UTF-8")
	}
	text := strings.TrimSpace(raw)
	if text == "" {
		return json.RawMessage("{}"), nil
	}
	var out bytes.Buffer
	if err := json.Compact(&out, []byte(text)); err != nil {
		return nil, fmt.Errorf("the arguments are not JSON: %w", err)
	}
	if out.Bytes()[0] != '{' {
		return nil, errors.New("the arguments are not a JSON object")
	}
	if name, twice := repeated(out.Bytes()); twice {
		return nil, fmt.Errorf("the arguments hold %q twice", name)
	}
	return out.Bytes(), nil
}

// repeated finds a member that the object holds more than once. JSON leaves
// open which one counts, so the checker, the backend and a reader of the trace
// could each see another call.
func repeated(object []byte) (name string, twice bool) {
	dec := json.NewDecoder(bytes.NewReader(object))
	_, _ = dec.Token() // the opening brace; the caller knows that this is an object
	seen := map[string]bool{}
	for dec.More() {
		key, _ := dec.Token()
		name, _ := key.(string)
		if seen[name] {
			return name, true
		}
		seen[name] = true
		var skip json.RawMessage
		if dec.Decode(&skip) != nil {
			return "", false
		}
	}
	return "", false
}
