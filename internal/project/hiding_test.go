package project

import "testing"

// TestHiddenIsSaidOnce: a word with an invisible character is no unknown word as
// well.
func TestHiddenIsSaidOnce(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"name: A\ninstructions: i\nde\u202escription: x\n",
		"name: A\ninstructions: i\nmodel: \"op\u202eenai/x\"\n",
		"name: A\ninstructions: i\nevals:\n  - name: a\n    input: i\n    desiredOutcome: d\n    answerContains: x\n    routedBy: \"mod\u200bel\"\n    subAgent: b\nsubAgents: [b]\n",
	} {
		ds := LoadFile("a.yaml", []byte(text)).Check()
		n := 0
		for _, d := range ds {
			if d.Severity == "error" {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%q: %+v", text, ds)
		}
	}
}
