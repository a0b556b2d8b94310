// Package docs holds the pages that commands show, embedded: what `caplo explain`
// prints is what the repository shows. It knows no rules of its own; a test holds
// the page against those that there are.
package docs

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed rules.md
var rulesPage string

// Rule is a rule's section of rules.md.
type Rule struct {
	ID       string
	Headline string // such as "Error: a key is known"
	Markdown string // the section, headline included, without its heading
}

// Rules are the sections of rules.md, in the page's order.
var Rules = sync.OnceValue(func() []Rule { return sections(rulesPage) })

// Lookup finds a rule's section.
func Lookup(id string) (Rule, bool) {
	for _, r := range Rules() {
		if r.ID == id {
			return r, true
		}
	}
	return Rule{}, false
}

// sections cuts a page into what stands below each heading of the third level.
func sections(page string) []Rule {
	var out []Rule
	var body *strings.Builder
	end := func() {
		if body != nil {
			last := &out[len(out)-1]
			last.Markdown = strings.TrimSpace(body.String()) + "\n"
			last.Headline, _, _ = strings.Cut(last.Markdown, "\n")
		}
		body = nil
	}
	fenced := false
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		id, heading := strings.CutPrefix(line, "### ")
		switch {
		case heading && !fenced:
			end()
			out, body = append(out, Rule{ID: strings.TrimSpace(id)}), &strings.Builder{}
		case strings.HasPrefix(line, "#") && !fenced:
			end()
		case body != nil:
			body.WriteString(line)
		}
	}
	end()
	return out
}

// Text is the section as plain text for a terminal: the id, then the section
// without marks, its examples indented.
func (r Rule) Text() string {
	var b strings.Builder
	b.WriteString(r.ID + "\n\n")
	fenced := false
	for line := range strings.Lines(r.Markdown) {
		switch {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
		case fenced && line != "\n":
			b.WriteString("    " + line)
		case fenced:
			b.WriteString(line)
		default:
			b.WriteString(strings.ReplaceAll(line, "`", ""))
		}
	}
	return strings.ReplaceAll(b.String(), "\n\n\n", "\n\n")
}
