package yamltree

import (
	"fmt"
	"testing"
)

// readings are files that are read, with what they say as JSON. Most of them
// come out otherwise, or not at all, from the library alone.
var readings = []struct{ name, text, json string }{
	{"text that only looks like true", "a: yes\nb: NO\nc: off\n", `{"a":"yes","b":"NO","c":"off"}`},
	{"numbers as they are written", "a: 3.10\nb: 19.90\nc: 1e3\n", `{"a":3.10,"b":19.90,"c":1e3}`},
	{"numbers that JSON writes otherwise", "a: 0x1f\nb: +5\nc: 0123\nd: .5\ne: 1.\nf: 0o17\n", `{"a":31,"b":5,"c":123,"d":0.5,"e":1,"f":15}`},
	{"text that only looks like a number", "a: 1_000\nb: 9:30\nc: 1.2.3\nd: 0b1\ne: 2024-01-02\n", `{"a":"1_000","b":"9:30","c":"1.2.3","d":"0b1","e":"2024-01-02"}`},
	{"nothing in five ways", "a: ~\nb: null\nc: Null\nd: NULL\ne:\n", `{"a":null,"b":null,"c":null,"d":null,"e":null}`},
	{"a byte order mark", "\ufeffname: x\n", `{"name":"x"}`},
	{"carriage returns", "a:\r\n  b: c\r\nd: |\r\n  x\r\n  y\r\n", `{"a":{"b":"c"},"d":"x\ny\n"}`},
	{"a tab inside text", "a: x\ty\nb: 2\n", `{"a":"x\ty","b":2}`},
	{"a tab behind the colon", "a:\tx\n", `{"a":"x"}`},
	{"white space around", "a : x  \nb: 1\n", `{"a":"x","b":1}`},
	{"an empty block scalar before a comment", "a: |\n\n# c\nb: x\n", `{"a":"","b":"x"}`},
	{"an empty block scalar before a key", "a: |\nb: x\n", `{"a":"","b":"x"}`},
	{"an empty block scalar at the end", "a: |", `{"a":""}`},
	{"kept line breaks and nothing else", "a: |+\n\n\nb: 1\n", `{"a":"\n\n","b":1}`},
	{"a comment behind |", "a: |  # c\n  text\nb: 1\n", `{"a":"text\n","b":1}`},
	{"a comment inside text is text", "a: |\n  x\n  # c\nb: 1\n", `{"a":"x\n# c\n","b":1}`},
	{"a comment below the text is none", "a:\n  b: |\n    x\n   # c\n  c: 1\n", `{"a":{"b":"x\n","c":1}}`},
	{"indentation by number", "a: |2\n    x\n   y\nb:\n  c: |1\n     q\n", `{"a":"  x\n y\n","b":{"c":"  q\n"}}`},
	{"folded text", "a: >\n  one\n  two\n\n\n  three\n    four\n  five\n\n\n", `{"a":"one two\n\nthree\n  four\nfive\n"}`},
	{"folded and stripped", "a: >-\n  x\n  y\n\n  z\n", `{"a":"x y\nz"}`},
	{"trailing white space in a block", "a: |\n  x  \n  y\n", `{"a":"x  \ny\n"}`},
	{"block scalars in a list", "- |\n  a\n- >\n  b\n", `["a\n","b\n"]`},
	{"plain text over lines", "a: foo\n  bar\n\n  baz # c\nb: 2\n", `{"a":"foo bar\nbaz","b":2}`},
	{"double quotes over lines", "a: \"x\n  y\\\n  z\"\n", `{"a":"x yz"}`},
	{"single quotes", "a: '''x'' y'\n", `{"a":"'x' y"}`},
	{"escapes", `a: "\t\x41\u00e9\U0001F600\ud83d\ude00\/"` + "\n", `{"a":"\tAé😀😀/"}`},
	{"a backslash in single quotes", `a: 'C:\docs\new'` + "\nb: C:\\docs\n", `{"a":"C:\\docs\\new","b":"C:\\docs"}`},
	{"colons and hashes inside words", "a: http://x:80/y#z\nb: x#c\n", `{"a":"http://x:80/y#z","b":"x#c"}`},
	{"flow collections", "a: [b, {c: d}, [e]]\nf: {g: 1, h}\n", `{"a":["b",{"c":"d"},["e"]],"f":{"g":1,"h":null}}`},
	{"a pair in a flow list", "a: [b, c: d]\n", `{"a":["b",{"c":"d"}]}`},
	{"JSON", `{"a":1,"b":[true,null,"x"]}`, `{"a":1,"b":[true,null,"x"]}`},
	{"a list below its key", "a:\n- x\n- y\nb: 1\n", `{"a":["x","y"],"b":1}`},
	{"entries without values", "- a\n-\n- b\n", `["a",null,"b"]`},
	{"lists in lists", "- - a\n  - b\n- c\n", `[["a","b"],"c"]`},
	{"quoted and explicit keys", "'k': v\n\"k2\": v\n? k3\n: v\n1: v\ntrue: v\n", `{"1":"v","k":"v","k2":"v","k3":"v","true":"v"}`},
	{"anchors", "a: &x {b: 1}\nc: *x\nd: [*x, *x]\n", `{"a":{"b":1},"c":{"b":1},"d":[{"b":1},{"b":1}]}`},
	{"an anchor used again", "a: &x 1\nb: *x\nc: &x 2\nd: *x\n", `{"a":1,"b":1,"c":2,"d":2}`},
	{"an anchor on nothing", "a: &x\nb: *x\n", `{"a":null,"b":null}`},
	{"an override before <<", "b: &b {x: 1, y: 2}\na: {x: 3, <<: *b}\n", `{"a":{"x":3,"y":2},"b":{"x":1,"y":2}}`},
	{"an override after <<", "b: &b {x: 1, y: 2}\na: {<<: *b, x: 3}\n", `{"a":{"x":3,"y":2},"b":{"x":1,"y":2}}`},
	{"several merges", "b: &b {x: 1}\nc: &c {x: 2, y: 2}\na: {<<: [*b, *c, {z: 3}]}\n", `{"a":{"x":1,"y":2,"z":3},"b":{"x":1},"c":{"x":2,"y":2}}`},
	{"text by tag", "a: !!str 19.90\nb: !!str null\nd: !!str .inf\n", `{"a":"19.90","b":"null","d":".inf"}`},
	{"the version line", "%YAML 1.2\n---\na: b\n", `{"a":"b"}`},
	{"one document with its ends", "---\na: b\n...\n# c\n", `{"a":"b"}`},
	{"other scripts", "名前: 値\nemoji: 👋🏽\n", `{"emoji":"👋🏽","名前":"値"}`},
}

func TestReadings(t *testing.T) {
	t.Parallel()
	for _, c := range readings {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			doc, ds := Parse([]byte(c.text))
			if doc == nil {
				t.Fatalf("not read: %+v", ds)
			}
			for _, d := range ds {
				if d.Severity == "error" {
					t.Errorf("error: %+v", d)
				}
			}
			if got := toJSON(t, doc); got != c.json {
				t.Errorf("got  %s\nwant %s", got, c.json)
			}
		})
	}
}

// faulty are files with something wrong, each with where the one error stands.
var faulty = []struct{ name, text, at, rule string }{
	{"a stray brace", "}}}}", "1:1", RuleSyntax},
	{"stray braces on a line", "a: 1\n}}}}\n", "2:1", RuleSyntax},
	{"stray braces behind a value", "a: {b: c}}}}}\n", "1:10", RuleSyntax},
	{"a stray bracket", "a: b\nc: ]\n", "2:4", RuleSyntax},
	{"a bracket that is not closed", "a:\n- x\nb: [1, 2\n", "3:4", RuleSyntax},
	{"brackets that cross", "a: [b, {c: d]}\n", "1:13", RuleSyntax},
	{"a quote that is not closed", "a: \"x\nb: c\n", "1:4", RuleSyntax},
	{"an apostrophe that opens a quote", "a: 'x\n", "1:4", RuleSyntax},
	{"text behind a quoted value", "a: \"x\" oops\n", "1:8", RuleSyntax},
	{"a colon inside a value", "a: b: c\n", "1:5", RuleSyntax},
	{"a key below a value", "a: b\n  c: d\n", "2:4", RuleSyntax},
	{"a line that is no pair", "a: b\nc\nd: e\n", "2:1", RuleSyntax},
	{"a list on its key's line", "a: - b\n", "1:4", RuleSyntax},
	{"a reserved character", "a: @x\n", "1:4", RuleSyntax},
	{"a percent sign", "a: %x\n", "1:4", RuleSyntax},
	{"a directive", "%TAG ! x\n---\na: b\n", "1:1", RuleSyntax},
	{"an indentation that fits nothing", "a:\n  - b: 1\n    c: 2\n   d: 3\n", "4:4", RuleSyntax},
	{"a list as a key", "[a, b]: c\n", "1:7", RuleKey},
	{"nothing as a key", "a: b\n~: c\n", "2:1", RuleKey},
	{"a tab as indentation", "a:\n\tb: 1\n", "2:1", RuleTab},
	{"a tab behind spaces", "a:\n  b: 1\n \tc: 2\n", "3:2", RuleTab},
	{"a tab deeper than the key", "a:\n  b:\n  \tc: 2\n", "3:3", RuleTab},
	{"an unknown escape", `a: "\q"` + "\n", "1:5", RuleEscape},
	{"a path in double quotes", `a: "C:\Users\ana"` + "\n", "1:7", RuleEscape},
	{"half a surrogate pair", `a: "\ud83d x"` + "\n", "1:5", RuleEscape},
	{"too few digits", `a: "\x4"` + "\n", "1:5", RuleEscape},
	{"an escape in a key", `"\q": a` + "\n", "1:2", RuleEscape},
	{"a second document", "a: b\n---\nc: d\n", "2:1", RuleDocuments},
	{"an empty second document", "a: b\n---\n", "2:1", RuleDocuments},
	{"text behind the end", "a: b\n...\nc: d\n", "3:1", RuleDocuments},
	{"a key twice", "a: 1\nb: 2\na: 3\n", "3:1", RuleDuplicate},
	{"a key twice in braces", "x: {a: 1, a: 2}\n", "1:11", RuleDuplicate},
	{"a key twice, once in quotes", "a: 1\n\"a\": 2\n", "2:1", RuleDuplicate},
	{"an alias without an anchor", "a: *x # c\n", "1:4", RuleAlias},
	{"an alias before its anchor", "a: *x\nb: &x 1\n", "1:4", RuleAlias},
	{"a cycle", "a: &a [*a]\n", "1:8", RuleAlias},
	{"a cycle by merging", "a: &a {<<: *a}\n", "1:12", RuleAlias},
	{"merging text", "a: &a x\nb: {<<: *a}\n", "2:9", RuleMerge},
	{"infinity", "a: .inf\n", "1:4", RuleNumber},
	{"a number without bounds", "a: 1e999\n", "1:4", RuleNumber},
	{"a tag", "a: !foo bar\n", "1:4", RuleTag},
	{"!!str on nothing", "a: !!str\nb: c\n", "1:4", RuleTag},
	{"!!str on a list", "a: !!str\n  - b\n", "1:4", RuleTag},
	{"a no-break space as indentation", "a:\n\u00a0 b: c\n", "2:1", RuleInvisible},
	{"a no-break space behind a colon", "a:\u00a0b\n", "1:3", RuleInvisible},
	{"a no-break space behind a dash", "a:\n  -\u00a0b\n", "2:4", RuleInvisible},
	{"a zero-width space at the end", "a: b\u200b\n", "1:5", RuleInvisible},
	{"nothing", "", "1:1", RuleEmpty},
	{"nothing but comments", "# a\n# b\n", "1:1", RuleEmpty},
	{"UTF-16", "\xff\xfea\x00", "1:1", RuleEncoding},
	{"UTF-16 without a mark", "a\x00:\x00", "1:1", RuleEncoding},
	{"Latin-1", "a: b\nc: caf\xe9\n", "2:7", RuleEncoding},
	{"a NUL byte", "aa: \x00\n", "1:5", RuleEncoding},
	{"a bell", "aa: \"\x07\"\n", "1:6", RuleEncoding},
}

func TestFaulty(t *testing.T) {
	t.Parallel()
	for _, c := range faulty {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, ds := Parse([]byte(c.text))
			if len(ds) != 1 {
				t.Fatalf("got %d diagnostics, want one: %+v", len(ds), ds)
			}
			d := ds[0]
			if at := fmt.Sprintf("%d:%d", d.Range.Start.Line, d.Range.Start.Column); at != c.at || d.Rule != c.rule {
				t.Errorf("got %s %s (%s), want %s %s", at, d.Rule, d.Message, c.at, c.rule)
			}
			if d.Hint == "" {
				t.Error("no hint")
			}
		})
	}
}
