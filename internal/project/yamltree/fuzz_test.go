package yamltree

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"unicode/utf8"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
)

func FuzzParse(f *testing.F) {
	for _, c := range readings {
		f.Add([]byte(c.text))
	}
	for _, c := range faulty {
		f.Add([]byte(c.text))
	}
	files, _ := filepath.Glob("testdata/*.yaml")
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, ds := Parse(data)
		src := newSource(TrimBOM(data))
		for _, d := range ds {
			within(t, src, d.Range)
			for _, r := range d.Related {
				within(t, src, r.Range)
			}
			if d.Message == "" || d.Rule == "" {
				t.Errorf("a diagnostic without words: %+v", d)
			}
		}
		if doc == nil && len(ds) == 0 {
			t.Fatal("neither a document nor a diagnostic")
		}
		again, dsAgain := Parse(data)
		if !reflect.DeepEqual(ds, dsAgain) {
			t.Fatalf("diagnostics differ:\n%+v\n%+v", ds, dsAgain)
		}
		if doc == nil {
			return
		}
		if !reflect.DeepEqual(doc, again) {
			t.Fatal("documents differ")
		}
		for i := range doc.entries {
			v := Value{doc, uint32(i)}
			within(t, src, v.Range())
			within(t, src, v.FullRange())
			if r, ok := v.KeyRange(); ok {
				within(t, src, r)
			}
		}
		if _, err := agent.CanonicalValue(doc.Root().JSON()); err != nil {
			t.Fatalf("not JSON: %v", err)
		}
	})
}

// within fails unless a range lies inside the file and does not run backwards.
func within(t *testing.T, s *source, r diag.Range) {
	t.Helper()
	for _, p := range []diag.Pos{r.Start, r.End} {
		if p.Line < 1 || p.Line > len(s.lines) || p.Column < 1 {
			t.Fatalf("%+v is not in the file", r)
		}
		start := int(s.lines[p.Line-1])
		end := len(s.text)
		if p.Line < len(s.lines) {
			end = int(s.lines[p.Line])
		}
		if p.Column > utf8.RuneCount(s.text[start:end])+1 {
			t.Fatalf("%+v is not in line %d", r, p.Line)
		}
	}
	if r.Start.Compare(r.End) > 0 {
		t.Fatalf("%+v runs backwards", r)
	}
}

func toJSON(t *testing.T, d *Doc) string {
	t.Helper()
	data, err := json.Marshal(d.Root().JSON())
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
