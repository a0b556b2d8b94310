package workspace

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
)

// A key as it is sent is caplo_ID_SECRET: the id finds it, the secret proves it.
// Both are lower-case base 32, so that the whole is one word wherever it is
// pasted.
const (
	keyPrefix   = "caplo_"
	keyIDLen    = 16 // 80 bits
	keySecrets  = 32 // bytes
	keyAlphabet = "abcdefghijklmnopqrstuvwxyz234567"
)

var keyEncoding = base32.NewEncoding(keyAlphabet).WithPadding(base32.NoPadding)

// Secret is a key as it is sent. It shows itself only where Reveal asks it to,
// whatever prints, logs or encodes the value that holds it.
type Secret struct{ text string }

// Reveal is the key as it is sent.
func (s Secret) Reveal() string { return s.text }

// Format implements fmt.Formatter for every verb.
func (Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, keyPrefix+"…") }

// MarshalText implements encoding.TextMarshaler.
func (Secret) MarshalText() ([]byte, error) { return []byte(keyPrefix + "…"), nil }

// newSecret makes a key's id, the key as it is sent, and the digest that is kept
// of it.
func newSecret() (id string, sent Secret, hash string) {
	var random [keySecrets]byte
	_, _ = rand.Read(random[:]) // never fails: see crypto/rand
	id, secret := newID(""), keyEncoding.EncodeToString(random[:])
	return id, Secret{keyPrefix + id + "_" + secret}, hashSecret(secret)
}

// ParseKey takes a key apart. Only what newSecret could have made is one: nothing
// is trimmed, and no letter is made small.
func ParseKey(s string) (id, secret string, ok bool) {
	rest, ok := strings.CutPrefix(s, keyPrefix)
	if !ok || len(rest) != keyIDLen+1+keyEncoding.EncodedLen(keySecrets) || rest[keyIDLen] != '_' {
		return "", "", false
	}
	id, secret = rest[:keyIDLen], rest[keyIDLen+1:]
	if strings.Trim(id+secret, keyAlphabet) != "" {
		return "", "", false
	}
	return id, secret, true
}

// KeyWithin finds in a text a key, or the beginning of one with some of its secret,
// and returns its id.
func KeyWithin(text string) (id string, found bool) {
	if at := keyWithin.FindStringSubmatch(text); at != nil {
		return at[1], true
	}
	return "", false
}

func hashSecret(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// nobodysHash is compared with where there is no key, so that an unknown id takes
// as long as a wrong secret.
var nobodysHash = strings.Repeat("0", hex.EncodedLen(sha256.Size))

// proves reports whether a secret is the key's, in a time that tells nothing.
func (k Key) proves(secret string) bool {
	want, known := k.Hash, 1
	if k.ID == "" || len(want) != len(nobodysHash) {
		want, known = nobodysHash, 0
	}
	return subtle.ConstantTimeCompare([]byte(hashSecret(secret)), []byte(want))&known == 1
}
