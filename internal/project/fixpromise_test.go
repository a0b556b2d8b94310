package project_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project"
	"github.com/caplo/caplo/internal/project/yamltree"
	"github.com/caplo/caplo/internal/rules"
	"github.com/google/go-cmp/cmp"
)

// checkFix holds what fixing promises of any file.
func checkFix(t *testing.T, data []byte) {
	t.Helper()
	p := project.LoadFile("agents/a.yaml", data)
	before := p.Check()
	fixes := p.Fix(rules.Options{}, everything)
	if len(fixes.Files) == 0 {
		return
	}
	after := fixes.Files[0].After
	if bytes.Equal(after, data) || !bytes.Equal(fixes.Files[0].Before, data) {
		t.Fatalf("%q became %q", data, after)
	}
	errors, _ := diag.Count(before)
	left, _ := diag.Count(fixes.Left)
	if len(fixes.Left) >= len(before) || left > errors {
		t.Fatalf("%d problems became %d:\n%s", len(before), len(fixes.Left), after)
	}
	again := project.LoadFile("agents/a.yaml", after)
	if !cmp.Equal(fixes.Left, again.Check()) {
		t.Fatalf("what is left is not what is found:\n%s", cmp.Diff(fixes.Left, again.Check()))
	}
	if more := again.Fix(rules.Options{}, everything); len(more.Files) > 0 {
		t.Fatalf("not all at once: %q, then %q", after, more.Files[0].After)
	}
	sameLeaves(t, data, after)
}

// sameLeaves holds that all text of a file is still there, but for the ids of
// cases, whatever way it is written.
func sameLeaves(t *testing.T, before, after []byte) {
	t.Helper()
	old, _ := yamltree.Parse(before)
	renewed, _ := yamltree.Parse(after)
	if renewed == nil {
		t.Fatalf("no YAML any more:\n%s", after)
	}
	was, is := leaves(old), leaves(renewed)
	for _, text := range is {
		i := slices.Index(was, text)
		if i < 0 {
			t.Fatalf("%q was not there:\n%s", text, after)
		}
		was = slices.Delete(was, i, i+1)
	}
	for _, text := range was {
		if !strings.HasPrefix(text, "id ") {
			t.Fatalf("%q is gone:\n%s", text, after)
		}
	}
	var comments [2][]string
	for i, doc := range []*yamltree.Doc{old, renewed} {
		for _, c := range doc.Comments() {
			if !strings.Contains(c.Text, "caplo:ignore") {
				comments[i] = append(comments[i], c.Text)
			}
		}
	}
	if diff := cmp.Diff(comments[0], comments[1]); diff != "" {
		t.Fatalf("comments: %s", diff)
	}
}

// leaves lists the scalars of a file as text; those under the key id say so.
func leaves(doc *yamltree.Doc) (out []string) {
	var walk func(v any, pointer string)
	walk = func(v any, pointer string) {
		switch v := v.(type) {
		case map[string]any:
			for k, e := range v {
				walk(e, pointer+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(k))
			}
		case []any:
			for i, e := range v {
				walk(e, fmt.Sprintf("%s/%d", pointer, i))
			}
		default:
			leaf, _ := doc.Find(pointer)
			text := leaf.Raw()
			if leaf.Kind() == yamltree.String {
				text = leaf.Text()
			}
			if strings.HasSuffix(pointer, "/id") {
				text = "id " + text
			}
			out = append(out, text)
		}
	}
	walk(doc.Root().JSON(), "")
	return out
}
