package text

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// typographic quotes and what stands for them.
var quotes = strings.NewReplacer(
	"‘", "'", "’", "'", "‚", "'", "‛", "'", "‹", "'", "›", "'", "′", "'", "ʼ", "'",
	"“", `"`, "”", `"`, "„", `"`, "‟", `"`, "«", `"`, "»", `"`, "″", `"`,
)

// Plain makes spellings of one phrase equal, to look for it in a reply: NFC,
// case folding, white space collapsed, typographic quotes made plain. Unlike
// Fold it keeps accents: they tell words apart.
func Plain(s string) string {
	s = quotes.Replace(norm.NFC.String(s))
	// Folding can undo the composition, so it is made again. A Caser may keep
	// state, so none is shared.
	s = norm.NFC.String(cases.Fold().String(s))
	return strings.Join(strings.Fields(s), " ")
}
