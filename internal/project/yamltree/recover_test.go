package yamltree

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/caplo/caplo/internal/diag"
)

// broken are files with syntax errors: what is reported, and what is read
// nonetheless.
var broken = []struct {
	name, text string
	at         []string
	json       string // empty where nothing is read
	holes      string
}{
	{
		"one case of many",
		"name: A\nevals:\n  - name: x\n    input: \"a\n  - name: w\n    input: b\n",
		[]string{"4:12 yaml/syntax"},
		`{"evals":[{"input":"b","name":"w"}],"name":"A"}`, "evals",
	},
	{
		"a quote that ends in the next case",
		"name: A\nevals:\n  - name: x\n    input: \"a\n  - name: w\n    input: \"b\"\n  - name: z\n    input: \"c\"\n",
		[]string{"4:12 yaml/syntax"},
		`{"evals":[{"input":"b","name":"w"},{"input":"c","name":"z"}],"name":"A"}`, "evals",
	},
	{
		"two cases of many",
		"evals:\n- name: x\n  input: a: b\n- name: w\n  input: b\n- name: z\n  input: [c\n",
		[]string{"3:11 yaml/syntax", "7:10 yaml/syntax"},
		`{"evals":[{"input":"b","name":"w"}]}`, "evals evals",
	},
	{
		"all cases",
		"name: A\nevals:\n  - name: x\n    input: a: b\n",
		[]string{"4:13 yaml/syntax"},
		`{"name":"A"}`, "evals evals!",
	},
	{
		"a key at the top",
		"name: A\ndescription: b: c\ninstructions: d\n",
		[]string{"2:15 yaml/syntax"},
		`{"instructions":"d","name":"A"}`, "description!",
	},
	{
		"several keys",
		"name: @a\ndescription: b\ninstructions: `d\nmodel: e/f\n",
		[]string{"1:7 yaml/syntax", "3:15 yaml/syntax"},
		`{"description":"b","model":"e/f"}`, "name! instructions!",
	},
	{
		"a line that is no pair",
		"name: A\nthis is text\nmodel: e/f\n",
		[]string{"2:1 yaml/syntax"},
		`{"model":"e/f","name":"A"}`, "!",
	},
	{
		"a tab",
		"name: A\nrouting:\n\tmode: fast\nmodel: e/f\n",
		[]string{"3:1 yaml/tab"},
		`{"model":"e/f","name":"A"}`, "routing!",
	},
	{
		"a case inside the console's form",
		"evals:\n  cases:\n    - name: x\n      input: }\n    - name: w\n",
		[]string{"4:14 yaml/syntax"},
		`{"evals":{"cases":[{"name":"w"}]}}`, "evals",
	},
	{
		"a syntax error and another mistake",
		"name: A\nname: B\nmodel: a: b\nlimits: *x\n",
		[]string{"2:1 yaml/duplicate-key", "3:9 yaml/syntax", "4:9 yaml/alias"},
		`{"limits":null,"name":"A"}`, "model!",
	},
	{
		"behind the line of the version",
		"%YAML 1.2\n---\nname: A\nmodel: a: b\n",
		[]string{"4:9 yaml/syntax"},
		`{"name":"A"}`, "model!",
	},
	{
		"text that is indented too little",
		"instructions: |2\n    - a\n - b\nname: A\n",
		[]string{"3:2 yaml/syntax"},
		`{"name":"A"}`, "instructions!",
	},
	{
		"a list at the top",
		"- a\n- b: c: d\n- e\n",
		[]string{"2:7 yaml/syntax"},
		`["a","e"]`, "!",
	},
	{
		"nothing else",
		"a: b: c\n",
		[]string{"1:5 yaml/syntax"},
		"", "",
	},
}

func TestRecovery(t *testing.T) {
	t.Parallel()
	for _, c := range broken {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			doc, ds := Parse([]byte(c.text))
			var at []string
			for _, d := range ds {
				at = append(at, fmt.Sprintf("%d:%d %s", d.Range.Start.Line, d.Range.Start.Column, d.Rule))
			}
			if fmt.Sprint(at) != fmt.Sprint(c.at) {
				t.Errorf("got %v, want %v", at, c.at)
			}
			if doc == nil {
				if c.json != "" {
					t.Fatalf("nothing is read; want %s", c.json)
				}
				return
			}
			if got := toJSON(t, doc); got != c.json {
				t.Errorf("got  %s\nwant %s", got, c.json)
			}
			var holes []string
			for _, h := range doc.Holes() {
				holes = append(holes, h.Key+map[bool]string{true: "!"}[h.Whole])
			}
			if got := strings.Join(holes, " "); got != c.holes {
				t.Errorf("holes %q, want %q", got, c.holes)
			}
			if string(doc.Source()) != c.text {
				t.Error("the source is not the file's")
			}
		})
	}
}

// suiteWith is an agent's file in which the second of three cases is given, with
// things to warn of in front of it and behind it.
func suiteWith(second string) string {
	return "name: A\nevals:\n  - name: one\n    input: yes\n" + second + "  - name: three\n    input: 012\n    tool: \"a\"\ndescription: off\n"
}

// FuzzRecover breaks one case and holds what is left to the file without it.
func FuzzRecover(f *testing.F) {
	for _, s := range []string{`"a`, `'a`, "a: b", "[a", "{a", "]", "@a", "%", "\ta", "- a", "&a", "*", "!a b", `"a" b`, `"a": b`, "? a", "|x", "a # b: c", "\"\\q\"", "\u00a0a"} {
		f.Add(s)
	}
	without, wantDs := Parse([]byte(suiteWith("#\n#\n")))
	want := toJSON(f, without)
	f.Fuzz(func(t *testing.T, value string) {
		if strings.ContainsAny(value, "\r\n") || !utf8.ValidString(value) {
			t.Skip()
		}
		doc, ds := Parse([]byte(suiteWith("  - name: two\n    input: " + value + "\n")))
		if doc != nil && len(doc.Holes()) == 0 {
			t.Skip() // nothing stopped the parser
		}
		if len(ds) == 0 {
			t.Fatal("neither read nor reported")
		}
		if doc == nil {
			if recoverable(Fault{Rule: ds[0].Rule, span: span{0, 1}}) {
				t.Fatalf("nothing is read: %+v", ds)
			}
			return
		}
		if got := toJSON(t, doc); got != want {
			t.Errorf("%q: got  %s\nwant %s", value, got, want)
		}
		rest := slices.DeleteFunc(ds, func(d diag.Diagnostic) bool { return d.Range.Start.Line == 6 })
		if !reflect.DeepEqual(rest, wantDs) || len(ds) != len(rest)+1 {
			t.Errorf("%q: got  %+v\nwant %+v", value, ds, wantDs)
		}
	})
}
