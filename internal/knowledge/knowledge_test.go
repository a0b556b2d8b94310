package knowledge

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

const policy = `# Returns policy

You may send back anything within 30 days of delivery.
It must be unworn.

## Refunds

Refunds go to the card that paid, 5 working days after we have the parcel.

### Sale items

Sale items are exchanged, not refunded.

## Opened cosmetics cannot be returned

## How to send a parcel back

1. Print the label.
2. Drop the parcel at a shop.
`

var shop = []Document{
	{Base: "returns-policy", Path: "policy.md", Text: policy},
	{Base: "shipping", Path: "times.txt", Text: "Delivery takes 2 to 4 days.\r\n\r\nExpress delivery takes one day and costs 9.90."},
	{Base: "shipping", Path: "abroad/norway.md", Text: "We ship to Norway. Customs are paid by the customer."},
}

// place says where a passage stands.
func place(p Passage) string {
	return p.Base + "/" + p.Path + ": " + strings.Join(p.Headings, " > ")
}

func TestSearch(t *testing.T) {
	t.Parallel()
	x := NewIndex(shop)
	tests := []struct {
		name, query string
		want        string // the first passage's place, "" for none
	}{
		{"plain", "When do I get my refund?", "returns-policy/policy.md: Returns policy > Refunds"},
		{"other ending", "refunding", "returns-policy/policy.md: Returns policy > Refunds"},
		{"narrower heading", "Are sale items refunded?", "returns-policy/policy.md: Returns policy > Refunds > Sale items"},
		{"heading alone", "I opened the cosmetics", "returns-policy/policy.md: Returns policy > Opened cosmetics cannot be returned"},
		{"plain text", "express", "shipping/times.txt: "},
		{"file name", "norway", "shipping/abroad/norway.md: "},
		{"number", "30 days", "returns-policy/policy.md: Returns policy"},
		{"other case and accents", "EXPRÉSS", "shipping/times.txt: "},
		{"no such word", "vouchers", ""},
		{"function words only", "what is it about?", ""},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := x.Search(tt.query, 3)
			if tt.want == "" {
				if len(got) != 0 {
					t.Errorf("found %q", place(got[0]))
				}
				return
			}
			if len(got) == 0 || place(got[0]) != tt.want {
				t.Errorf("found %+v, want %q first", got, tt.want)
			}
		})
	}
}

func TestSearchOtherScripts(t *testing.T) {
	t.Parallel()
	x := NewIndex([]Document{
		{Base: "ja", Path: "a.md", Text: "# 返品\n\n返品は30日以内に受け付けます。"},
		{Base: "ja", Path: "b.md", Text: "# 配送\n\n配送には2日かかります。"},
		{Base: "ru", Path: "a.md", Text: "Возврат возможен в течение 30 дней."},
	})
	for query, want := range map[string]string{"返品したいです": "ja/a.md: 返品", "配送はいつ": "ja/b.md: 配送", "ВОЗВРАТ": "ru/a.md: "} {
		if got := x.Search(query, 1); len(got) != 1 || place(got[0]) != want {
			t.Errorf("%s: found %+v", query, got)
		}
	}
}

func TestSearchBounds(t *testing.T) {
	t.Parallel()
	x := NewIndex(shop)
	for n, want := range map[int]int{-1: 0, 0: 0, 1: 1, 100: 3} {
		if got := x.Search("delivery parcel", n); n < 100 && len(got) != want || n == 100 && len(got) < want {
			t.Errorf("n %d: %d passages", n, len(got))
		}
	}
	if got := NewIndex(nil).Search("delivery", 3); len(got) != 0 {
		t.Errorf("an empty index found %+v", got)
	}
	x.Search("sale", 1)[0].Headings[0] = "changed"
	if got := x.Search("sale", 1)[0].Headings[0]; got != "Returns policy" {
		t.Errorf("a caller changed the index: %q", got)
	}
}

func TestSearchOrder(t *testing.T) {
	t.Parallel()
	docs := append(slices.Clone(shop), Document{Base: "copy", Path: "b.md", Text: policy}, Document{Base: "copy", Path: "a.md", Text: policy})
	want := NewIndex(docs).Search("refund a parcel within days", 20)
	for seed := range uint64(10) {
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(docs), func(i, j int) { docs[i], docs[j] = docs[j], docs[i] })
		got := NewIndex(docs).Search("days within parcel a refund", 20)
		if !slices.EqualFunc(got, want, func(a, b Passage) bool { return place(a) == place(b) && a.Line == b.Line && a.Score == b.Score }) {
			t.Errorf("seed %d: another order", seed)
		}
	}
	for i := 1; i < len(want); i++ {
		if want[i].Score > want[i-1].Score {
			t.Errorf("passage %d scores more than the one before", i)
		}
	}
}

func FuzzSearch(f *testing.F) {
	f.Add(policy, "When do I get my refund?")
	f.Add("a\n===\n\n```\n# no heading\n\n```\nb", "heading")
	f.Add(strings.Repeat("very long ", 500), "long")
	f.Add("\uFEFF# 返品\r\r返品", "返品")
	f.Add("\xff\n#\n# #\n## x ##", "\xff")
	f.Fuzz(func(t *testing.T, doc, query string) {
		x := NewIndex([]Document{{Base: "b", Path: "d.md", Text: doc}})
		got := x.Search(query, 5)
		lines := strings.Count(strings.ReplaceAll(doc, "\r", "\n"), "\n") + 1
		for _, p := range got {
			if p.Text == "" || utf8.RuneCountInString(p.Text) > maxRunes || p.Line < 1 || p.Line > lines || !(p.Score > 0) {
				t.Errorf("%+v of %d lines", p, lines)
			}
		}
		if len(terms(query)) == 0 && len(got) > 0 {
			t.Errorf("%q asks for nothing and found %d", query, len(got))
		}
	})
}

func BenchmarkSearch(b *testing.B) {
	var docs []Document
	for i := range 200 {
		docs = append(docs, Document{Base: "b", Path: string(rune('a'+i%26)) + ".md", Text: strings.Repeat(policy, 5)})
	}
	x := NewIndex(docs)
	b.ReportMetric(float64(x.Len()), "passages")
	for b.Loop() {
		x.Search("When do I get the refund for the parcel that I sent back?", 5)
	}
}
