package project

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project/yamltree"
)

// readBase reads every .md and .txt file below the folder of a knowledge base.
func (l *loader) readBase(f *file) {
	base := agent.KnowledgeBase{Documents: []agent.Document{}}
	total := 0
	full := filepath.Join(l.root, filepath.FromSlash(f.path))
	if l.escapes(f.path) {
		f.diags = append(f.diags, wholeFile(ruleLink, f.path, "the link leads out of the project", "copy what it points at into the project"))
		return
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		full = real // a walk does not follow a link it starts from
	}
	_ = filepath.WalkDir(full, func(at string, e fs.DirEntry, err error) error {
		rel, relErr := filepath.Rel(full, at)
		if err != nil || relErr != nil {
			f.diags = append(f.diags, wholeFile(ruleRead, f.path, "the folder cannot be read: "+reason(err), "check its permissions"))
			return fs.SkipDir
		}
		name := path.Join(f.path, filepath.ToSlash(rel))
		if e.Type()&fs.ModeSymlink != 0 && l.isDir(name) {
			f.diags = append(f.diags, wholeFile(ruleLink, name, "links to folders are not followed here", "copy the folder's files here"))
			return nil
		}
		if e.IsDir() || !isDocument(e.Name()) {
			if unread := passedOver(e, name); unread != nil {
				f.diags = append(f.diags, *unread)
			}
			return nil
		}
		text, d := l.document(name)
		if d != nil {
			f.diags = append(f.diags, *d)
			return nil
		}
		total += len(text)
		if total > agent.MaxBase || len(base.Documents) == agent.MaxDocuments {
			f.diags = append(f.diags, wholeFile(yamltree.RuleLimit, f.path,
				fmt.Sprintf("the knowledge base has more than %d MiB or %d documents", agent.MaxBase>>20, agent.MaxDocuments), "split it"))
			return fs.SkipAll
		}
		base.Documents = append(base.Documents, agent.Document{Path: filepath.ToSlash(rel), Text: text})
		return nil
	})
	if len(f.diags) == 0 && !holdsText(base.Documents) {
		f.diags = append(f.diags, wholeFile("knowledge/empty", f.path, "the knowledge base holds no text", "put .md or .txt files into it, or take it from the agents that list it"))
	}
	slices.SortFunc(base.Documents, func(a, b agent.Document) int { return strings.Compare(a.Path, b.Path) })
	data, err := json.Marshal(base)
	if err == nil {
		f.body, _ = agent.Canonical(data)
	}
}

// formats are those of documents that people keep and caplo does not read.
var formats = []string{".pdf", ".doc", ".docx", ".odt", ".rtf", ".html", ".htm", ".csv", ".xls", ".xlsx", ".ppt", ".pptx", ".mdx", ".markdown", ".rst", ".adoc", ".tex"}

// passedOver warns of a document that is not read: whoever put it there counts
// on it.
func passedOver(e fs.DirEntry, name string) *diag.Diagnostic {
	if e.IsDir() || !slices.Contains(formats, strings.ToLower(path.Ext(name))) {
		return nil
	}
	d := wholeFile("knowledge/unread", name, "this document is not read: only .md and .txt files are", "save its text as a .md or .txt file")
	return &d
}

func holdsText(docs []agent.Document) bool {
	return slices.ContainsFunc(docs, func(d agent.Document) bool { return strings.TrimSpace(d.Text) != "" })
}

func isDocument(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".md" || ext == ".txt"
}

func (l *loader) document(name string) (string, *diag.Diagnostic) {
	data, d := l.bytes(name, agent.MaxDocument)
	if d != nil {
		return "", d
	}
	text := yamltree.TrimBOM(data)
	if f := yamltree.CheckText(text); f != nil {
		f.File = name
		return "", f
	}
	return string(text), nil
}
