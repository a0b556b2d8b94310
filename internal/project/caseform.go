package project

import (
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project/yamltree"
	"github.com/caplo/caplo/internal/rules"
)

// formFix is the fix of a diagnostic about the form that cases are written in,
// which rules cannot name: it takes text away. Nil where none is certain.
func (p *Project) formFix(problem agent.Problem) *diag.Fix {
	f := p.file(problem.Ref.ID)
	if f == nil || f.doc == nil {
		return nil
	}
	switch problem.Rule {
	case rules.ConsoleForm:
		return listForm(f.doc)
	case rules.CaseID:
		at := strings.TrimSuffix(problem.Ref.Pointer, "/id")
		if c, ok := f.doc.Find(at); ok {
			if e, ok := c.Cut("id"); ok {
				return fixOf(f.doc, "remove the id", e)
			}
		}
	}
	return nil
}

// listForm turns the console's export form into the list form: the key cases
// and the ids go, everything else stays where it is.
func listForm(doc *yamltree.Doc) *diag.Fix {
	evals, ok := doc.Find("/evals")
	list, found := doc.Find("/evals/cases")
	if !ok || !found || list.Kind() != yamltree.List || list.Shared() {
		return nil
	}
	edits, ok := evals.Unwrap()
	if !ok {
		return nil
	}
	for i := 0; ; i++ {
		c, ok := list.Item(i)
		if !ok {
			return fixOf(doc, "write the cases as a list, without ids", edits...)
		}
		if _, has := c.Member("id"); !has {
			continue
		}
		e, ok := c.Cut("id")
		if !ok {
			return nil
		}
		edits = append(edits, e)
	}
}

func fixOf(doc *yamltree.Doc, summary string, edits ...yamltree.Edit) *diag.Fix {
	fix := &diag.Fix{Summary: summary}
	for _, e := range edits {
		fix.Edits = append(fix.Edits, diag.Edit{Range: doc.RangeOf(e), Text: e.Text})
	}
	return fix
}
