package agent

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Version tags of the digests: raise one when what it covers changes.
const (
	resourceTag = "caplo-resource-1"
	draftTag    = "caplo-draft-1"
	suiteTag    = "caplo-suite-1"
)

// Canonical writes JSON in one form: object keys sorted, no white space,
// numbers shortest, text as it is but for CRLF, which becomes LF. Two documents
// that say the same have the same canonical form.
func Canonical(data []byte) (json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, fmt.Errorf("canonical JSON: %w", err)
	}
	if dec.More() {
		return nil, fmt.Errorf("canonical JSON: more than one value")
	}
	return CanonicalValue(v)
}

// CanonicalValue is Canonical for a decoded value: nil, bool, string,
// json.Number, float64, int, []any, map[string]any.
func CanonicalValue(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	if err := writeCanonical(&b, v); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func writeCanonical(b *bytes.Buffer, v any) error {
	switch v := v.(type) {
	case nil:
		b.WriteString("null")
	case bool:
		b.WriteString(strconv.FormatBool(v))
	case string:
		writeString(b, v)
	case json.Number:
		return writeNumber(b, v)
	case int:
		b.WriteString(strconv.Itoa(v))
	case float64:
		return writeNumber(b, json.Number(strconv.FormatFloat(v, 'g', -1, 64)))
	case []any:
		b.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := writeCanonical(b, e); err != nil {
				return err
			}
		}
		b.WriteByte(']')
	case map[string]any:
		return writeObject(b, v)
	default:
		return fmt.Errorf("canonical JSON: cannot write a %T", v)
	}
	return nil
}

func writeObject(b *bytes.Buffer, m map[string]any) error {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	b.WriteByte('{')
	for i, k := range keys {
		if i > 0 {
			b.WriteByte(',')
		}
		writeString(b, k)
		b.WriteByte(':')
		if err := writeCanonical(b, m[k]); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

func writeString(b *bytes.Buffer, s string) {
	if plain(s) {
		b.WriteByte('"')
		b.WriteString(s)
		b.WriteByte('"')
		return
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s)       // a string always encodes
	b.Truncate(b.Len() - 1) // the encoder's line feed
}

// plain reports whether JSON writes a text as it is.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// writeNumber keeps whole numbers exact and writes others as the shortest text
// that reads back to the same float64.
func writeNumber(b *bytes.Buffer, n json.Number) error {
	s := n.String()
	if !strings.ContainsAny(s, ".eE") {
		if s == "-0" {
			s = "0"
		}
		b.WriteString(s)
		return nil
	}
	f, err := n.Float64()
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return fmt.Errorf("canonical JSON: the number %s is out of range", s)
	}
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		b.WriteString(strconv.FormatInt(int64(f), 10))
		return nil
	}
	b.WriteString(strconv.FormatFloat(f, 'g', -1, 64))
	return nil
}

// ResourceDigest is the digest of one resource: its kind and canonical body.
// The body must be canonical already.
func ResourceDigest(kind Kind, body json.RawMessage) string {
	return digest(resourceTag, string(kind), string(body))
}

// Digested is a resource's id and digest, without its body.
type Digested struct {
	ID
	Digest string `json:"digest"`
}

// DraftDigest is the digest of a draft: of the sorted list of all that the
// agent reaches, itself included. It is never recursive, so cycles are fine.
// The agent's key is part of it, so that two agents on one cycle differ.
func DraftDigest(key string, reached []Digested) string {
	sorted := append([]Digested(nil), reached...)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].ID.Less(sorted[j].ID) })
	parts := []string{draftTag, key}
	for _, d := range sorted {
		parts = append(parts, string(d.Kind), d.Key, d.Digest)
	}
	return digest(parts...)
}

// SuiteDigest is the digest of a suite: every field of its cases, sorted by
// name. The order in the file does not matter.
func SuiteDigest(cases []Case) string {
	type named struct{ name, digest string }
	list := make([]named, len(cases))
	for i, c := range cases {
		list[i] = named{c.Name, CaseDigest(c)}
	}
	slices.SortStableFunc(list, func(a, b named) int { return strings.Compare(a.name, b.name) })
	parts := make([]string, 0, len(list)+1)
	parts = append(parts, suiteTag)
	for _, n := range list {
		parts = append(parts, n.digest)
	}
	return digest(parts...)
}

// KeyDigest is the digest of anything that encodes as JSON, under a version
// tag.
func KeyDigest(tag string, v any) (string, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("digest %s: %w", tag, err)
	}
	body, err := Canonical(data)
	if err != nil {
		return "", err
	}
	return digest(tag, string(body)), nil
}

// digest hashes the parts, each preceded by its length so that no two lists of
// parts run together.
func digest(parts ...string) string {
	size := 0
	for _, p := range parts {
		size += len(p) + len("1234567:")
	}
	b := make([]byte, 0, size)
	for _, p := range parts {
		b = strconv.AppendInt(b, int64(len(p)), 10)
		b = append(b, ':')
		b = append(b, p...)
	}
	sum := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(sum[:])
}
