package yamltree

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// Kind says what a value is.
type Kind uint8

// Kinds of values.
const (
	Null Kind = iota
	Bool
	Int
	Float
	String
	List
	Map
)

// Patterns of the core schema of YAML 1.2.
var (
	coreInt   = regexp.MustCompile(`^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$`)
	coreFloat = regexp.MustCompile(`^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$`)
	coreInf   = regexp.MustCompile(`^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$`)
)

// coreKind types a plain scalar by the core schema of YAML 1.2.
func coreKind(text string) Kind {
	switch text {
	case "", "~", "null", "Null", "NULL":
		return Null
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return Bool
	}
	if !numeric(text) {
		return String
	}
	switch {
	case coreInt.MatchString(text):
		return Int
	case coreFloat.MatchString(text), coreInf.MatchString(text):
		return Float
	}
	return String
}

// maxTyped is the length of the longest word that is no text.
const maxTyped = len("False")

// mayBeTyped reports whether a plain scalar can be anything but text.
func mayBeTyped(raw []byte) bool { return len(raw) <= maxTyped || numeric(string(raw[:1])) }

// numeric reports whether a number could begin like this; it keeps the patterns
// away from prose.
func numeric(text string) bool {
	c := text[0]
	return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.'
}

// Patterns of YAML 1.1 that its core successor reads as text.
var (
	oldInt   = regexp.MustCompile(`^[-+]?(?:0b[01_]+|0[0-7_]+|[1-9][0-9_]*|0x[0-9a-fA-F_]+)$`)
	oldFloat = regexp.MustCompile(`^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*(?:[eE][-+][0-9]+)?$`)
	oldSixty = regexp.MustCompile(`^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$`)
	oldDate  = regexp.MustCompile(`^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?)?$`)
)

// oldReading says as what YAML 1.1 reads a plain scalar that YAML 1.2 reads as
// text; empty where both read text.
func oldReading(text string) string {
	switch text {
	case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON":
		return "true"
	case "n", "N", "no", "No", "NO", "off", "Off", "OFF":
		return "false"
	}
	if text == "" || !numeric(text) || text == "." || strings.Trim(text, "._-+") == "" {
		return ""
	}
	switch {
	case oldInt.MatchString(text), oldFloat.MatchString(text):
		return "a number"
	case oldSixty.MatchString(text):
		return "a number to base 60"
	case oldDate.MatchString(text):
		return "a date"
	}
	return ""
}

// maxNumber bounds the length of a number, maxExponent its magnitude: what is
// beyond either is no quantity, and costs memory to compare.
const (
	maxNumber   = 64
	maxExponent = 308
)

// jsonNumber writes a core schema number as JSON does; false where JSON has no
// such number.
func jsonNumber(text string) (string, bool) {
	if len(text) > maxNumber || coreInf.MatchString(text) {
		return "", false
	}
	if strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0o") {
		base := map[byte]int{'x': 16, 'o': 8}[text[1]]
		n, ok := new(big.Int).SetString(text[2:], base)
		return n.String(), ok
	}
	sign := ""
	if text[0] == '-' {
		sign = "-"
	}
	text = strings.TrimLeft(text, "+-")
	mantissa, exponent := text, ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i+1:]
		if n, err := strconv.Atoi(exponent); err != nil || n > maxExponent || n < -maxExponent {
			return "", false
		}
		exponent = "e" + exponent
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	whole = strings.TrimLeft(whole, "0")
	if whole == "" {
		whole = "0"
	}
	if fraction != "" {
		fraction = "." + fraction
	}
	out := sign + whole + fraction + exponent
	_, err := strconv.ParseFloat(out, 64)
	return out, err == nil
}
