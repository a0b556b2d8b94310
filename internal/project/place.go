package project

import (
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project/yamltree"
	"github.com/caplo/caplo/internal/rules"
)

// Place puts problems on lines, whether they were found here or by a
// workspace. Where a pointer leads to nothing, what holds it is named; where a
// resource has no file, the project file is.
func (p *Project) Place(problems []agent.Problem) []diag.Diagnostic {
	out := make([]diag.Diagnostic, 0, len(problems))
	values := make([]yamltree.Value, 0, len(problems))
	for _, problem := range problems {
		if d, v := p.place(problem); d != nil {
			out, values = append(out, *d), append(values, v)
		}
	}
	return atAnchors(out, values)
}

// place is nil for a problem with a value that a diagnostic was made of
// already.
func (p *Project) place(problem agent.Problem) (*diag.Diagnostic, yamltree.Value) {
	d := &diag.Diagnostic{
		Rule: problem.Rule, Severity: diag.Severity(problem.Severity),
		Message: problem.Message, Hint: problem.Hint,
	}
	var v yamltree.Value
	var found bool
	d.File, d.Range, v, found = p.locate(problem.Ref)
	if found && v.Bad() {
		return nil, v
	}
	for _, r := range problem.Related {
		name, at, _, _ := p.locate(r.Ref)
		d.Related = append(d.Related, diag.Related{File: name, Range: at, Message: r.Message})
	}
	p.inDocument(d, problem)
	if found {
		asWritten(d, v)
	}
	if d.Rule == rules.Text && problem.Ref.Kind == agent.KindServer && problem.Ref.Pointer == "/listen" {
		d.Hint, d.Fix = "write it as host:port, such as 127.0.0.1:8080", nil // in quotes it would be no address either
	}
	if found && problem.Replace != "" && problem.Ref.OnKey {
		d.Fix = respell(problem.Replace, v)
	}
	if d.Fix == nil {
		d.Fix = p.formFix(problem)
	} else if !problem.Ref.OnKey && v.Shared() {
		d.Fix = nil // what is right here may be wrong where the same text is used again; of keys, once judges that
	}
	return d, v
}

// locate finds where a reference stands. found is false where the pointer leads
// to nothing, or into no YAML.
func (p *Project) locate(ref agent.Ref) (name string, at diag.Range, v yamltree.Value, found bool) {
	start := diag.Pos{Line: 1, Column: 1}
	at = diag.Range{Start: start, End: start}
	f := p.file(ref.ID)
	if f == nil {
		return FileName, at, v, false
	}
	if f.doc == nil {
		return f.path, at, v, false
	}
	v, found = f.doc.Find(ref.Pointer)
	if !found {
		// A workspace counts cases as a list, whichever form the file has.
		if rest, ok := strings.CutPrefix(ref.Pointer, "/evals/"); ok {
			if w, ok := f.doc.Find("/evals/cases/" + rest); ok {
				v, found = w, true
			}
		}
	}
	at = v.Range()
	if key, ok := v.KeyRange(); ok && (ref.OnKey || !found || v.Kind() == yamltree.Null && v.Raw() == "") {
		at = key
	}
	return f.path, at, v, found
}

// asWritten says what a scalar is by the text in the file, which the JSON that
// rules see has lost: 3.10, 0510, ~.
func asWritten(d *diag.Diagnostic, v yamltree.Value) {
	if d.Rule != rules.Text || v.Style() != yamltree.StylePlain || v.Raw() == "" {
		return
	}
	raw := v.Raw()
	d.Message = "must be text, but " + raw + " reads as " + kindName(v.Kind())
	d.Hint = "put it in quotes: " + yamltree.Quote(raw)
	d.Fix = &diag.Fix{
		Summary: "put it in quotes",
		Edits:   []diag.Edit{{Range: v.FullRange(), Text: yamltree.Quote(raw)}},
	}
}

func kindName(k yamltree.Kind) string {
	switch k {
	case yamltree.Null:
		return "nothing"
	case yamltree.Bool:
		return "true or false"
	}
	return "a number"
}

// respell is the fix of a misspelt key. A misspelt reference has none: the
// nearest name is likely meant, but not certainly.
func respell(key string, v yamltree.Value) *diag.Fix {
	at, ok := v.KeyRange()
	if !ok || key == "id" { // ids are taken away by another fix, and a guess must not lead to that
		return nil
	}
	return &diag.Fix{Summary: "write " + key, Edits: []diag.Edit{{Range: at, Text: scalar(key)}}}
}

// scalar writes a text as a plain scalar where that is safe.
func scalar(text string) string {
	for i, r := range text {
		plain := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || i > 0 && (r == '-' || r == '_' || r == '/' || r >= '0' && r <= '9')
		if !plain {
			return yamltree.Quote(text)
		}
	}
	return text
}

// merge joins what was found while loading with what the rules found. A
// warning about a scalar is dropped where an error is about the same place.
func (p *Project) merge(loaded, placed []diag.Diagnostic) []diag.Diagnostic {
	type place struct {
		file string
		pos  diag.Pos
	}
	wrong := map[place]bool{}
	for _, d := range slices.Concat(loaded, placed) {
		if d.Severity == diag.Error {
			wrong[place{d.File, d.Range.Start}] = true
		}
	}
	return slices.DeleteFunc(slices.Concat(loaded, placed), func(d diag.Diagnostic) bool {
		return d.Severity == diag.Warning && strings.HasPrefix(d.Rule, "yaml/") && wrong[place{d.File, d.Range.Start}]
	})
}

// CasePos is where an agent's case stands: its name, or what holds the case.
func (p *Project) CasePos(agentKey, caseName string) (file string, pos diag.Pos, ok bool) {
	f := p.file(agent.ID{Kind: agent.KindAgent, Key: agentKey})
	if f == nil || f.doc == nil {
		return "", diag.Pos{}, false
	}
	list, ok := f.doc.Find("/evals/cases")
	if !ok {
		if list, ok = f.doc.Find("/evals"); !ok {
			return "", diag.Pos{}, false
		}
	}
	want := rules.CaseName(caseName)
	for i := 0; ; i++ {
		c, ok := list.Item(i)
		if !ok {
			return "", diag.Pos{}, false
		}
		if name, ok := c.Member("name"); ok && rules.CaseName(name.Text()) == want {
			return f.path, name.Range().Start, true
		}
	}
}
