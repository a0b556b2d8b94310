package project

import (
	"encoding/json"
	"path"
	"strconv"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/rules"
)

// document is the document of a knowledge base that a pointer leads into.
func (f *file) document(pointer string) (doc agent.Document, ok bool) {
	rest, ok := strings.CutPrefix(pointer, "/documents/")
	if !ok || f.id.Kind != agent.KindKnowledge {
		return doc, false
	}
	number, _, _ := strings.Cut(rest, "/")
	n, err := strconv.Atoi(number)
	var base agent.KnowledgeBase
	if err != nil || json.Unmarshal(f.body, &base) != nil || n < 0 || n >= len(base.Documents) {
		return doc, false
	}
	return base.Documents[n], true
}

// inDocument places a problem with a document in its own file. A secret is placed
// on its line, and what to do with it is another thing in prose.
func (p *Project) inDocument(d *diag.Diagnostic, problem agent.Problem) {
	f := p.file(problem.Ref.ID)
	if f == nil {
		return
	}
	doc, ok := f.document(problem.Ref.Pointer)
	if !ok {
		return
	}
	d.File = path.Join(f.path, doc.Path)
	if d.Rule != rules.Secret {
		return
	}
	line := secretLine(doc.Text)
	d.Range = diag.Range{Start: diag.Pos{Line: line, Column: 1}, End: diag.Pos{Line: line, Column: 1}}
	d.Hint = "take it out; if it was real, replace it where it was issued, since it is known now"
}

// secretLine is the first line of a text that looks like a secret to the rules,
// which judge texts and know no lines.
func secretLine(text string) int {
	lines := strings.Split(text, "\n")
	base := agent.KnowledgeBase{}
	for i, line := range lines {
		base.Documents = append(base.Documents, agent.Document{Path: strconv.Itoa(i) + ".md", Text: line})
	}
	body, _ := json.Marshal(base)
	id := agent.ID{Kind: agent.KindKnowledge, Key: "lines"}
	for _, problem := range rules.Form(agent.Resource{ID: id, Body: body}, nil) {
		number, _, _ := strings.Cut(strings.TrimPrefix(problem.Ref.Pointer, "/documents/"), "/")
		if n, err := strconv.Atoi(number); err == nil && problem.Rule == rules.Secret {
			return n + 1
		}
	}
	return 1
}
