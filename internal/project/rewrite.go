package project

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project/yamltree"
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
