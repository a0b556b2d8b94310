package workspace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// strangeKeys are no keys, though they resemble one.
func strangeKeys() []string {
	_, sent, _ := newSecret()
	key := sent.Reveal()
	list := []string{
		"", "caplo_", "caplo__", key[1:], key[:len(key)-1], key + "a", " " + key, key + " ", key + "\n",
		strings.ToUpper(key), "caplo-" + key[6:], strings.Replace(key, "_", "__", 1),
		key[:22] + "-" + key[23:], key[:30] + "1" + key[31:], key[:30] + "\x00" + key[31:], key[:30] + "é" + key[32:],
		key + key, "Bearer " + key, strings.Repeat("caplo_", 1<<12),
	}
	return append(list, key[:6]+strings.Repeat("_", len(key)-6))
}

func TestParseKey(t *testing.T) {
	t.Parallel()
	id, sent, hash := newSecret()
	gotID, secret, ok := ParseKey(sent.Reveal())
	if !ok || gotID != id || hashSecret(secret) != hash || len(secret) != 52 || len(id) != 16 {
		t.Errorf("%q: %q %q %v", sent.Reveal(), gotID, secret, ok)
	}
	for _, s := range strangeKeys() {
		if id, secret, ok := ParseKey(s); ok || id != "" || secret != "" {
			t.Errorf("%q is a key: %q %q", s, id, secret)
		}
	}
}

func FuzzParseKey(f *testing.F) {
	_, sent, _ := newSecret()
	for _, s := range append(strangeKeys(), sent.Reveal()) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		id, secret, ok := ParseKey(s)
		switch {
		case !ok && id+secret != "":
			t.Errorf("%q is no key and has parts", s)
		case ok && keyPrefix+id+"_"+secret != s:
			t.Errorf("%q came apart as %q and %q", s, id, secret)
		case ok && strings.Trim(s, keyAlphabet+"_") != "":
			t.Errorf("%q is not one word", s)
		}
	})
}

func TestSecretsProve(t *testing.T) {
	t.Parallel()
	id, sent, hash := newSecret()
	_, secret, _ := ParseKey(sent.Reveal())
	for name, c := range map[string]struct {
		key    Key
		secret string
		want   bool
	}{
		"its own":         {Key{ID: id, Hash: hash}, secret, true},
		"another":         {Key{ID: id, Hash: hash}, strings.Repeat("a", 52), false},
		"empty":           {Key{ID: id, Hash: hash}, "", false},
		"the hash":        {Key{ID: id, Hash: hash}, hash, false},
		"no such key":     {Key{}, secret, false},
		"no hash":         {Key{ID: id}, "", false},
		"a broken hash":   {Key{ID: id, Hash: hash[:63]}, secret, false},
		"nobody's hash":   {Key{Hash: hash}, secret, false},
		"in upper case":   {Key{ID: id, Hash: hash}, strings.ToUpper(secret), false},
		"hash in capital": {Key{ID: id, Hash: strings.ToUpper(hash)}, secret, false},
	} {
		if got := c.key.proves(c.secret); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestSecretsStayHidden prints, logs and encodes what holds a secret in every way
// that is likely to happen to it.
func TestSecretsStayHidden(t *testing.T) {
	t.Parallel()
	_, sent, _ := newSecret()
	made := MadeKey{Key: Key{Name: "n"}, Secret: sent}
	out := &bytes.Buffer{}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		fmt.Fprintf(out, verb+verb+verb, sent, made, &made)
	}
	for _, v := range []any{sent, made, &made, map[string]any{"m": made}} {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(data)
		slog.New(slog.NewJSONHandler(out, nil)).Info("made", "key", v)
		slog.New(slog.NewTextHandler(out, nil)).Info("made", "key", v)
	}
	_, secret, _ := ParseKey(sent.Reveal())
	if strings.Contains(out.String(), secret) || strings.Contains(out.String(), fmt.Sprintf("%x", secret)) {
		t.Errorf("the secret shows: %s", out)
	}
	if !strings.Contains(out.String(), "caplo_…") {
		t.Error("nothing was printed")
	}
}
