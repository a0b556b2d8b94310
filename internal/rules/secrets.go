package rules

import (
	"regexp"
	"strings"
)

// secretForms are the shapes of keys that well-known services hand out.
var secretForms = []struct {
	what string
	re   *regexp.Regexp
}{
	{"a caplo key", regexp.MustCompile(`caplo_[a-z2-7]{16}_[a-z2-7]{52}`)},
	{"a private key", regexp.MustCompile(`-----BEGIN [A-Z ]*PRIVATE KEY-----`)},
	{"an API key", regexp.MustCompile(`\b(?:sk|pk|rk)[-_](?:live|test|ant|proj|or)?[-_]?[A-Za-z0-9_-]{20,}`)},
	{"a GitHub token", regexp.MustCompile(`\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})`)},
	{"an AWS key", regexp.MustCompile(`\bA(?:KIA|SIA)[A-Z0-9]{16}\b`)},
	{"a Google API key", regexp.MustCompile(`\bAIza[A-Za-z0-9_-]{35}`)},
	{"a Slack token", regexp.MustCompile(`\bxox[abprs]-[A-Za-z0-9-]{10,}`)},
	{"a signed token", regexp.MustCompile(`\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`)},
	{"a password in an address", regexp.MustCompile(`\b[a-z][a-z0-9+.-]*://[^\s/:@${}]+:[^\s/@${}]+@`)},
}

// secretHints must stand in a text for any of the forms to match; they keep the
// patterns away from most texts.
var secretHints = []string{"caplo_", "-----BEGIN", "sk-", "sk_", "pk_", "pk-", "rk_", "rk-", "gh", "AKIA", "ASIA", "AIza", "xox", "eyJ", "://"}

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
	for _, h := range secretHints {
		if strings.Contains(text, h) {
			for _, f := range secretForms {
				if m := f.re.FindString(text); m != "" && (f.what != "an API key" || random(m)) {
					return f.what
				}
			}
			return ""
		}
	}
	return ""
}
