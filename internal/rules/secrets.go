package rules

import (
	"regexp"
	"strings"
)

// secretForm is the shape of keys that a well-known service hands out.
type secretForm struct {
	what string
	// hints are what one of must stand in a text that has the form: looking for them
	// costs next to nothing, and a pattern does on a large knowledge base.
	hints []string
	re    *regexp.Regexp
	// spaced means that white space may stand in it; any other form is looked for in
	// single words.
	spaced bool
}

var secretForms = []secretForm{
	{"a caplo key", []string{"caplo_"}, regexp.MustCompile(`caplo_[a-z2-7]{16}_[a-z2-7]{52}`), false},
	{"a private key", []string{"-----BEGIN"}, regexp.MustCompile(`-----BEGIN [A-Z ]*PRIVATE KEY-----`), true},
	{
		"an API key",
		[]string{"sk-", "sk_", "pk-", "pk_", "rk-", "rk_"},
		regexp.MustCompile(`\b(?:sk|pk|rk)[-_](?:live|test|ant|proj|or)?[-_]?[A-Za-z0-9_-]{20,}`), false,
	},
	{
		"a GitHub token",
		[]string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"},
		regexp.MustCompile(`\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})`), false,
	},
	{"an AWS key", []string{"AKIA", "ASIA"}, regexp.MustCompile(`\bA(?:KIA|SIA)[A-Z0-9]{16}\b`), false},
	{"a Google API key", []string{"AIza"}, regexp.MustCompile(`\bAIza[A-Za-z0-9_-]{35}`), false},
	{"a Slack token", []string{"xox"}, regexp.MustCompile(`\bxox[abprs]-[A-Za-z0-9-]{10,}`), false},
	{"a signed token", []string{"eyJ"}, regexp.MustCompile(`\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`), false},
	{"a password in an address", []string{"://"}, regexp.MustCompile(`\b[a-z][a-z0-9+.-]*://[^\s/:@${}]+:[^\s/@${}]+@`), false},
}

// in reports whether a text holds the form.
func (f secretForm) in(text string) bool {
	for _, h := range f.hints {
		if f.spaced && strings.Contains(text, h) && f.re.MatchString(text) {
			return true
		}
		if !f.spaced && f.inWord(text, h) {
			return true
		}
	}
	return false
}

// inWord looks at the words that hold a hint, each once.
func (f secretForm) inWord(text, hint string) bool {
	const space = "\t\n\f\r "
	for {
		at := strings.Index(text, hint)
		if at < 0 {
			return false
		}
		word := text[strings.LastIndexAny(text[:at], space)+1:]
		if end := strings.IndexAny(word, space); end >= 0 {
			word, text = word[:end], word[end:]
		} else {
			text = ""
		}
		if m := f.re.FindString(word); m != "" && (f.what != "an API key" || random(m)) {
			return true
		}
	}
}

// secretHeaders carry a secret whatever it looks like.
var secretHeaders = regexp.MustCompile(`(?i)^(?:authorization|proxy-authorization|cookie|.*(?:api[-_]?key|token|secret|password).*)$`)

// secrets warns of what looks like a secret, wherever it stands.
func (j *Judged) secrets(v any, at *path) {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			j.secrets(e, at.member(k))
		}
	case []any:
		for i, e := range v {
			j.secrets(e, at.item(i))
		}
	case string:
		if what := secretIn(v, at); what != "" {
			j.add(Secret, at.pointer(), "this looks like "+what, "keep it out of the file: write ${CAPLO_NAME} and set that variable, or use a made-up value")
		}
	}
}

// wordless is a stretch that no word of a language fills.
var wordless = regexp.MustCompile(`[A-Za-z0-9]{16,}`)

// random reports whether what has the form of a key is as mixed as one, and not
// words joined by dashes.
func random(key string) bool {
	if !strings.ContainsAny(key, "0123456789") {
		return false
	}
	return strings.ToLower(key) != key && strings.ToUpper(key) != key || wordless.MatchString(key)
}

func secretIn(text string, at *path) string {
	if len(text) < 8 {
		return ""
	}
	if at != nil && at.up.last() == "headers" && secretHeaders.MatchString(at.last()) && !strings.Contains(text, "${") {
		return "a secret"
	}
	for _, f := range secretForms {
		if f.in(text) {
			return f.what
		}
	}
	return ""
}
