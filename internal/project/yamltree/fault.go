package yamltree

import "github.com/caplo/caplo/internal/diag"

// Ids of the rules that a file can break before anybody asks what it means.
const (
	RuleAlias     = "yaml/alias"           // an alias without an anchor, or one that holds itself
	RuleAmbiguous = "yaml/ambiguous"       // text that YAML 1.1 reads as something else
	RuleBidi      = "yaml/bidi"            // a text that is shown in another order than it has
	RuleConflict  = "yaml/conflict"        // markers of a merge conflict
	RuleDocuments = "yaml/one-document"    // a second document
	RuleDuplicate = "yaml/duplicate-key"   // a key twice in one mapping
	RuleEmpty     = "yaml/empty"           // nothing in the file
	RuleEncoding  = "yaml/encoding"        // not UTF-8, or control characters
	RuleEscape    = "yaml/escape"          // an unknown escape in double quotes
	RuleHash      = "yaml/comment-in-text" // a comment that looks like text
	RuleInvisible = "yaml/invisible"       // a character that only looks like a space
	RuleKey       = "yaml/key"             // a key that is not one line of text
	RuleLimit     = "yaml/limit"           // larger or deeper than is read
	RuleMerge     = "yaml/merge"           // << with something that is no mapping
	RuleNumber    = "yaml/number"          // a number that JSON cannot hold
	RuleQuotes    = "yaml/smart-quotes"    // typographic quotes, which are text
	RuleSyntax    = "yaml/syntax"          // not YAML
	RuleTab       = "yaml/tab"             // a tab in the indentation
	RuleTag       = "yaml/tag"             // a tag that is not !!str
)

// Fault is something wrong with a file as YAML.
type Fault struct {
	Rule    string
	Message string
	Hint    string
	Related []FaultRelated

	span span
}

// FaultRelated is another place that a fault speaks of.
type FaultRelated struct {
	Message string
	span    span
}

// diagnostic places the fault. The caller names the file.
func (f Fault) diagnostic(s *source) diag.Diagnostic {
	d := diag.Diagnostic{
		Rule:     f.Rule,
		Severity: diag.Error,
		Range:    s.rangeOf(f.span),
		Message:  f.Message,
		Hint:     f.Hint,
	}
	for _, r := range f.Related {
		d.Related = append(d.Related, diag.Related{Range: s.rangeOf(r.span), Message: r.Message})
	}
	return d
}
