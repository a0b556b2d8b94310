package project

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project/yamltree"
	"github.com/caplo/caplo/internal/rules"
)

// Reasons why a file's text is not changed. They are sentences about a file
// that is named in front.
var (
	ErrByHand     = yamltree.ErrByHand
	ErrUnreadable = errors.New("cannot be read; caplo validate says why")
)

// Wanted is what the file of an agent or tool package is to say.
type Wanted struct {
	Kind agent.Kind
	Body json.RawMessage // canonical, without evals
	// Cases are an agent's. Nil leaves evals as they are; an empty list makes it
	// evals: [].
	Cases []agent.Case
}

// Rewrite is a file's text with what differs changed, and nothing else: other
// values, comments, order, quotes, line ends and a byte order mark stay byte for
// byte. A text that says what is wanted comes back as it is. The order of cases
// means nothing, so that of the file is kept. It fails with ErrUnreadable for a
// file with errors of YAML, and with ErrByHand where no change is certain to say
// what is wanted.
func Rewrite(before []byte, w Wanted) ([]byte, error) {
	doc, found := yamltree.Parse(bytes.Clone(yamltree.TrimBOM(before)))
	for _, d := range found {
		if d.Severity == diag.Error {
			return nil, ErrUnreadable
		}
	}
	return rewrite(doc, before, w)
}

// Rewrite is the function of that name for a resource's file, whose text it
// returns as well. It fails with ErrUnreadable where there is none.
func (p *Project) Rewrite(id agent.ID, w Wanted) (before, after []byte, err error) {
	f := p.file(id)
	if f == nil || f.doc == nil || f.body == nil {
		return nil, nil, ErrUnreadable
	}
	for _, d := range f.diags {
		if d.Severity == diag.Error {
			return nil, nil, ErrUnreadable
		}
	}
	before = f.bytes()
	after, err = rewrite(f.doc, before, w)
	return before, after, err
}

func rewrite(doc *yamltree.Doc, before []byte, w Wanted) ([]byte, error) {
	if doc == nil {
		return nil, ErrUnreadable
	}
	if doc.Root().Kind() != yamltree.Map {
		return nil, ErrByHand
	}
	want, err := w.value(doc)
	if err != nil {
		return nil, err
	}
	if doc.Root().Says(want) {
		return before, nil
	}
	after, err := doc.Rewrite(want, shapeOf(w.Kind))
	if err != nil {
		return nil, err
	}
	mark := before[:len(before)-len(yamltree.TrimBOM(before))]
	return append(bytes.Clone(mark), after...), nil
}

// Emit is the text of a new file, as a person would write it. It fails where
// YAML cannot hold what is wanted.
func Emit(w Wanted) ([]byte, error) {
	want, err := w.value(nil)
	if err != nil {
		return nil, err
	}
	text, err := yamltree.Write(want, shapeOf(w.Kind))
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", w.Kind, err)
	}
	return text, nil
}

// value is all that the file is to say, decoded. doc is what it says now; nil
// for a new file.
func (w Wanted) value(doc *yamltree.Doc) (map[string]any, error) {
	body, err := decoded(w.Body)
	if err != nil {
		return nil, err
	}
	want, ok := body.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the body of %s is no object", w.Kind)
	}
	if w.Kind != agent.KindAgent {
		return want, nil
	}
	delete(want, "evals")
	var now any
	if doc != nil {
		if v, has := doc.Root().Member("evals"); has {
			now = v.JSON()
			want["evals"] = now
		}
	}
	if w.Cases == nil {
		return want, nil
	}
	want["evals"], err = wantedCases(now, w.Cases)
	return want, err
}

// decoded is JSON in its canonical form, decoded with numbers as they are.
func decoded(data []byte) (v any, err error) {
	body, err := agent.Canonical(data)
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	err = dec.Decode(&v)
	return v, err
}

// wantedCases is what is to stand under evals: the cases in the file's order and
// in its form. A case that stands there already is as it stands there, and a
// changed one keeps the id that the console's form gives it.
func wantedCases(now any, cases []agent.Case) (any, error) {
	written, isExport := now, false
	if export, ok := now.(map[string]any); ok {
		written, isExport = export["cases"], true
	}
	have := casesOf(written)
	list := []any{}
	for _, c := range ordered(now, cases) {
		old, there := have[caseKey(c)]
		if there && old.said == c {
			list = append(list, old.written)
			continue
		}
		m, err := caseValue(c)
		if err != nil {
			return nil, err
		}
		if id, has := old.written["id"]; has && isExport {
			m["id"] = id
		}
		list = append(list, m)
	}
	if isExport {
		return map[string]any{"cases": list}, nil
	}
	return list, nil
}

func caseValue(c agent.Case) (map[string]any, error) {
	data, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	v, err := decoded(data)
	m, _ := v.(map[string]any)
	return m, err
}

// writtenCase is a case of a file, as it is read and as it is written.
type writtenCase struct {
	said    agent.Case
	written map[string]any
}

func casesOf(written any) map[string]writtenCase {
	out := map[string]writtenCase{}
	list, _ := written.([]any)
	said, _ := rules.Cases(written)
	for i, c := range said {
		m, ok := list[i].(map[string]any)
		if _, twice := out[caseKey(c)]; ok && !twice {
			out[caseKey(c)] = writtenCase{c, m}
		}
	}
	return out
}

// ordered puts cases that the file has in the file's order, and each other one
// behind the case that it follows in the list.
func ordered(now any, cases []agent.Case) []agent.Case {
	old, _ := rules.Cases(now)
	has := map[string]bool{}
	for _, c := range old {
		has[caseKey(c)] = true
	}
	kept, after, last := map[string]agent.Case{}, map[string][]agent.Case{}, ""
	for _, c := range cases {
		key := caseKey(c)
		if _, twice := kept[key]; has[key] && !twice {
			kept[key], last = c, key
			continue
		}
		after[last] = append(after[last], c)
	}
	out := append([]agent.Case{}, after[""]...)
	for _, c := range old {
		key := caseKey(c)
		if k, there := kept[key]; there {
			out = append(append(out, k), after[key]...)
			delete(kept, key)
			delete(after, key)
		}
	}
	return out
}

// caseKey tells cases apart; no name makes it empty.
func caseKey(c agent.Case) string { return "=" + agent.NameKey(c.Name) }
