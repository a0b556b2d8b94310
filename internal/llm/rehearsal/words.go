package rehearsal

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// set is a set of stems.
type set map[string]bool

// stopWords carry no topic: function words, and the words in which anybody
// asks for anything or an instruction speaks of whoever asks.
var stopWords = setOf(strings.Fields(`
a an the this that these those there here it its he she they them their his her him i me my mine we us our ours you your yours
and or but nor so yet if when whenever while where whether which who whom whose what why how than then else otherwise unless until once because
as at by for from in into of off on onto out over to up down with without within about after before between through during under above per via
is are was were be been being am do does did done doing have has had having can could may might must shall should will would
not no never none cannot only also just even still already again ever always too very really quite much many more most less few some any all every each both either neither other another same such own
get got gets getting make makes made take takes took taken give gives gave given go goes going went come comes came want wants wanted need needs needed like know knows knew
tell tells told say says said ask asks asked asking see let lets use uses using see sees seen please thanks thank hi hello hey ok okay yes sorry help helps work works working
one ones thing things something anything nothing everything someone anyone somebody anybody everyone way
now today soon later first last next long well able possible currently
customer customers user users visitor people's id
don doesn didn isn aren wasn weren won wouldn couldn shouldn haven hasn hadn ll ve re im`))

func setOf(list []string) set {
	s := set{}
	for _, w := range list {
		s[w] = true
	}
	return s
}

var quoteMarks = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "’", "'", "‘", "'", "‚", "'")

// plain folds a text for comparison: no case, no accents, plain quotes, single
// spaces.
func plain(s string) string {
	s = norm.NFKD.String(quoteMarks.Replace(s))
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// tokens splits a folded text into runs of letters and digits; an apostrophe
// cuts, so that "it's" leaves "it".
func tokens(s string) []string {
	return strings.FieldsFunc(plain(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// stems lists the topical words of a text in order, each once. Anything with a
// digit is a value, not a topic.
func stems(s string) []string {
	var out []string
	seen := set{}
	for _, w := range tokens(s) {
		if len(w) < 2 || stopWords[w] || strings.ContainsFunc(w, unicode.IsDigit) {
			continue
		}
		if st := stem(w); !seen[st] {
			seen[st] = true
			out = append(out, st)
		}
	}
	return out
}

func stemSet(s string) set { return setOf(stems(s)) }

var suffixes = []struct{ end, with string }{
	{"ations", ""},
	{"ation", ""},
	{"ments", ""},
	{"ment", ""},
	{"able", ""},
	{"ings", ""},
	{"ing", ""},
	{"ies", "y"},
	{"ied", "y"},
	{"ed", ""},
	{"es", "e"},
	{"s", ""},
}

// stem strips common English endings. It need not be right, only the same for
// the forms of one word.
func stem(w string) string {
	for _, s := range suffixes {
		if base, ok := strings.CutSuffix(w, s.end); ok && len(base) >= 3 && !strings.HasSuffix(w, "ss") && strings.ContainsAny(base, "aeiouy") {
			w = base + s.with
			break
		}
	}
	if len(w) > 3 {
		w = strings.TrimSuffix(w, "e")
	}
	if len(w) > 5 {
		w = strings.TrimSuffix(w, "y")
	}
	if n := len(w); n > 3 && w[n-1] == w[n-2] && !strings.ContainsRune("aeiou", rune(w[n-1])) {
		w = w[:n-1]
	}
	return w
}

var (
	lineStart   = regexp.MustCompile(`^\s*(?:[-*•#>]+|\d+[.)])\s+`)
	sentenceEnd = regexp.MustCompile(`[.!?]["')]?\s+`)
	shortened   = regexp.MustCompile(`(?i)\b(?:e\.g|i\.e|etc|no|mr|mrs|dr|approx)\.\s+$`)
)

// sentences splits a text; wrapped lines are joined, list items and headings
// stand alone, and a quotation is not cut.
func sentences(s string) []string {
	var out []string
	for _, p := range paragraphs(s) {
		from := 0
		for _, at := range sentenceEnd.FindAllStringIndex(p, -1) {
			head := p[from:at[1]]
			if shortened.MatchString(head) || strings.Count(head, `"`)%2 == 1 {
				continue
			}
			out = append(out, strings.TrimSpace(head))
			from = at[1]
		}
		if rest := strings.TrimSpace(p[from:]); rest != "" {
			out = append(out, rest)
		}
	}
	return out
}

func paragraphs(s string) []string {
	var out []string
	open := false
	for line := range strings.SplitSeq(strings.ReplaceAll(s, "\r\n", "\n"), "\n") {
		text := strings.TrimSpace(lineStart.ReplaceAllString(line, ""))
		fresh := lineStart.MatchString(line)
		if text == "" {
			open = false
			continue
		}
		if open && !fresh {
			out[len(out)-1] += " " + text
		} else {
			out = append(out, text)
		}
		open = !strings.HasPrefix(strings.TrimSpace(line), "#")
	}
	return out
}
