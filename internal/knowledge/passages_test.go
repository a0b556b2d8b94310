package knowledge

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestPassages(t *testing.T) {
	t.Parallel()
	type want struct {
		Line     int
		Headings string
		Text     string
	}
	tests := []struct {
		name, in string
		want     []want
	}{
		{"empty", " \n\n", nil},
		{"paragraphs share a passage", "one\n\ntwo\nlines", []want{{1, "", "one\n\ntwo\nlines"}}},
		{"headings part", "# A\none\n## B\ntwo\n# C\nthree", []want{{2, "A", "one"}, {4, "A > B", "two"}, {6, "C", "three"}}},
		{"levels may be left out", "### A\none\n# B\ntwo", []want{{2, "A", "one"}, {4, "B", "two"}}},
		{"heading alone is text", "# A\n## B\n## C\ntwo\n## D", []want{{2, "A > B", "B"}, {4, "A > C", "two"}, {5, "A > D", "D"}}},
		{"underlined", "A\n===\none\n\nB\n---\ntwo", []want{{3, "A", "one"}, {7, "A > B", "two"}}},
		{"closing signs", "## A # ##\nx", []want{{2, "A #", "x"}}},
		{"no headings", "#tag\n\n    # indented\n\n#\n\n####### seven", []want{{1, "", "#tag\n\n# indented\n\n#\n\n####### seven"}}},
		{"fenced", "# A\n```sh\n# no heading\n\nx\n```\ny", []want{{2, "A", "```sh\n# no heading\n\nx\n```\n\ny"}}},
		{"fence not closed", "~~~\n# no heading", []want{{1, "", "~~~\n# no heading"}}},
		{"line ends, mark", "\uFEFF# A\r\none\r\n\r\ntwo", []want{{2, "A", "one\n\ntwo"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []want
			for _, p := range passages(Document{Text: tt.in}) {
				got = append(got, want{p.Line, strings.Join(p.Headings, " > "), p.Text})
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// Long paragraphs are cut without losing a word, where sentences end if they do.
func TestPassagesAreBounded(t *testing.T) {
	t.Parallel()
	for name, in := range map[string]string{
		"sentences": strings.Repeat("This is one sentence of many. ", 200),
		"lines":     strings.Repeat("a line of a table | with cells\n", 200),
		"words":     strings.Repeat("word ", 1000),
		"one word":  strings.Repeat("é", 5000),
		"kanji":     strings.Repeat("返品は三十日以内です。", 400),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var all strings.Builder
			for _, p := range passages(Document{Text: in}) {
				if n := utf8.RuneCountInString(p.Text); n > maxRunes {
					t.Errorf("a passage of %d", n)
				}
				if name == "sentences" && !strings.HasSuffix(p.Text, ".") {
					t.Errorf("cut in a sentence: …%q", p.Text[len(p.Text)-20:])
				}
				all.WriteString(p.Text)
			}
			blank := strings.NewReplacer(" ", "", "\n", "")
			if blank.Replace(all.String()) != blank.Replace(in) {
				t.Error("text was lost")
			}
		})
	}
}

func TestPassageLines(t *testing.T) {
	t.Parallel()
	in := "# A\n\n" + strings.Repeat("0123456789\n", 300)
	for _, p := range passages(Document{Text: in})[1:] {
		if want := strings.Split(in, "\n")[p.Line-1]; !strings.HasPrefix(p.Text, want) {
			t.Errorf("line %d begins %q", p.Line, want)
		}
	}
	if got := passages(Document{Text: in})[1].Line; got <= 3 {
		t.Errorf("the second passage begins on line %d", got)
	}
}
