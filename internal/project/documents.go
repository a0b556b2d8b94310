package project

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project/yamltree"
)

// FileChange is a file to write, to replace or to delete.
type FileChange struct {
	Path   string // relative to the project's root, with slashes
	Before []byte // what it holds; nil where there is none
	After  []byte // what it is to hold; nil deletes it
}

// Documents lists what has to change for a knowledge base to hold the documents
// that are wanted, and nothing else: deletions first. Files that say the same
// but for line ends and a byte order mark stay as they are, and those that change
// keep both. Files that are no documents stay. It fails with ErrPath where a path
// cannot be a file, and with ErrUnreadable where a document that is there cannot
// be read.
func (p *Project) Documents(key string, want []agent.Document) ([]FileChange, error) {
	dir, err := ResourcePath(agent.ID{Kind: agent.KindKnowledge, Key: key})
	if err != nil {
		return nil, err
	}
	have, err := p.documents(key, dir)
	if err != nil {
		return nil, err
	}
	known, wanted := map[string]bool{}, map[string]bool{}
	for name := range have {
		known[name] = true
	}
	if err := checkDocumentPaths(want, known); err != nil {
		return nil, err
	}
	var out []FileChange
	for _, d := range want {
		wanted[d.Path] = true
	}
	for _, name := range sortedNames(have) {
		if !wanted[name] {
			out = append(out, FileChange{Path: path.Join(dir, name), Before: have[name]})
		}
	}
	for _, d := range want {
		before, there := have[d.Path]
		after := documentText(before, d.Text)
		if documentSays(after) != d.Text || len(after) > agent.MaxDocument || yamltree.CheckText(after) != nil {
			return nil, fmt.Errorf("the document %q cannot be kept as a file: its text is too long, or holds control characters", d.Path)
		}
		if !there || !bytes.Equal(before, after) {
			out = append(out, FileChange{Path: path.Join(dir, d.Path), Before: before, After: after})
		}
	}
	return out, nil
}

// documents reads the bytes of a knowledge base's files, by path; none where
// there is no such folder.
func (p *Project) documents(key, dir string) (map[string][]byte, error) {
	out := map[string][]byte{}
	f := p.file(agent.ID{Kind: agent.KindKnowledge, Key: key})
	if f == nil {
		_, err := os.Lstat(filepath.Join(p.Root, filepath.FromSlash(dir)))
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, ErrUnreadable // it came to be since the project was read, or is a link to nowhere
		}
		return out, nil
	}
	for _, d := range f.diags {
		if d.Severity == diag.Error {
			return nil, ErrUnreadable
		}
	}
	var base agent.KnowledgeBase
	if json.Unmarshal(f.body, &base) != nil {
		return nil, ErrUnreadable
	}
	for _, d := range base.Documents {
		data, err := os.ReadFile(filepath.Join(p.Root, filepath.FromSlash(path.Join(dir, d.Path))))
		if err != nil || documentSays(data) != d.Text {
			return nil, ErrUnreadable
		}
		out[d.Path] = append([]byte{}, data...)
	}
	return out, nil
}

// documentSays is a document's text as resources keep it.
func documentSays(data []byte) string {
	return strings.ReplaceAll(string(yamltree.TrimBOM(data)), "\r\n", "\n")
}

// documentText is the bytes of a document that says a text, in the manner of
// what it held before.
func documentText(before []byte, text string) []byte {
	if before != nil && documentSays(before) == text {
		return before
	}
	mark := before[:len(before)-len(yamltree.TrimBOM(before))]
	if strings.HasPrefix(text, "\ufeff") {
		mark = []byte("\ufeff") // the reader takes one away
	}
	if strings.Contains(text, "\r\n") && bytes.Contains(before, []byte("\r\n")) {
		return append(append([]byte{}, mark...), strings.ReplaceAll(text, "\n", "\r\n")...) // the return is text
	}
	return append(append([]byte{}, mark...), yamltree.KeepBreaks(string(yamltree.TrimBOM(before)), text)...)
}
