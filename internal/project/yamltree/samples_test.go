package yamltree

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// samples are files that broke other tools, with what is said of each.
var samples = map[string][]string{
	"y01-norway":                   {"2:10 yaml/ambiguous", "4:5 yaml/ambiguous", "5:5 yaml/ambiguous", "6:10 yaml/ambiguous"},
	"y03-trailing-zero":            nil,
	"y05-duplicate-key":            {"7:1 yaml/duplicate-key (2:1)"},
	"y08-tab-indent":               {"3:1 yaml/tab"},
	"y10-bom":                      nil,
	"y13-empty-block-then-comment": nil,
	"y15-emoji-column":             {"4:15 yaml/syntax"},
	"y19-colon-in-value":           {"2:27 yaml/syntax"},
	"y20-windows-path":             {"3:8 yaml/escape"},
	"y21-multi-doc":                {"3:1 yaml/one-document"},
	"y23-unknown-key":              nil,
	"y24-alias-bomb":               {"11:11 yaml/limit"},
}

func TestSamples(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(files) != len(samples) {
		t.Fatalf("%d samples, want %d (%v)", len(files), len(samples), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, ds := Parse(data)
		var got []string
		for _, d := range ds {
			line := fmt.Sprintf("%d:%d %s", d.Range.Start.Line, d.Range.Start.Column, d.Rule)
			for _, r := range d.Related {
				line += fmt.Sprintf(" (%d:%d)", r.Range.Start.Line, r.Range.Start.Column)
			}
			got = append(got, line)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		if fmt.Sprint(got) != fmt.Sprint(samples[name]) {
			t.Errorf("%s: got %v, want %v", name, got, samples[name])
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	doc, _ := Parse([]byte("a:\n  - b: x\n    \"c/d\": y\n  - &e [1, 2]\nf: *e\n"))
	for _, c := range []struct {
		pointer, raw, at, key string
		found                 bool
	}{
		{"/a/0/b", "x", "2:8", "2:5", true},
		{"/a/0/c~1d", "y", "3:12", "3:5", true},
		{"/a/1/1", "2", "4:12", "", true},
		{"/f/0", "1", "4:9", "", true},
		{"/f", "[1, 2]", "5:4", "5:1", true},
		{"/a/7", "", "2:3", "1:1", false},
		{"/x/y", "", "1:1", "", false},
	} {
		v, found := doc.Find(c.pointer)
		r, key := v.Range(), ""
		if k, ok := v.KeyRange(); ok {
			key = fmt.Sprintf("%d:%d", k.Start.Line, k.Start.Column)
		}
		at := fmt.Sprintf("%d:%d", r.Start.Line, r.Start.Column)
		if found != c.found || at != c.at || key != c.key || c.raw != "" && v.Raw() != c.raw {
			t.Errorf("Find(%s) = %q at %s, key at %s, %v; want %q at %s, key at %s, %v", c.pointer, v.Raw(), at, key, found, c.raw, c.at, c.key, c.found)
		}
	}
}
