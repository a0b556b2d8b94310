package yamltree

import "testing"

func TestHidden(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text   string
		rule   string
		column int
	}{
		{"na\u202eme: x\n", RuleInvisible, 3},
		{"\"na\u200bme\": x\n", RuleInvisible, 4},
		{"name: Supp\u00adort\n", RuleInvisible, 11},
		{"name: 'Supp\u2067ort'\n", RuleInvisible, 12},
		{"name: a\u200db\n", RuleInvisible, 8},
		{"name: \U0001f469\u200d\U0001f4bb\n", "", 0},
		{"name: \u0645\u06cc\u200c\u062e\n", "", 0},
		{"name: \"Supp\\u202eort\"\n", "", 0},
		{"text: pay\u202ement\n", RuleBidi, 10},
		{"text: pay\u00adment a\u200db\n", "", 0},
	} {
		doc, ds := Parse([]byte(c.text))
		if len(ds) > 0 {
			t.Fatalf("%q: %+v", c.text, ds)
		}
		ds = doc.Hidden(func(key string) bool { return key == "name" })
		switch {
		case c.rule == "" && len(ds) > 0:
			t.Errorf("%q: %+v", c.text, ds)
		case c.rule != "" && (len(ds) != 1 || ds[0].Rule != c.rule || ds[0].Range.Start.Column != c.column):
			t.Errorf("%q: got %+v, want %s in column %d", c.text, ds, c.rule, c.column)
		}
	}
}
