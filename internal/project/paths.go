package project

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/caplo/caplo/internal/agent"
)

// ErrPath says that a name chosen elsewhere cannot become the path of a file.
var ErrPath = errors.New("cannot be the name of a file here")

// ResourcePath is where a resource stands in a project, relative to its root and
// with slashes: a file, or a knowledge base's folder. It fails with ErrPath for
// what is no key, and for a kind that has no file of its own.
func ResourcePath(id agent.ID) (string, error) {
	if !agent.ValidKey(id.Key) {
		return "", fmt.Errorf("%q %w: it is no key", id.Key, ErrPath)
	}
	switch id.Kind {
	case agent.KindAgent:
		return "agents/" + id.Key + ".yaml", nil
	case agent.KindTools:
		return "tools/" + id.Key + ".yaml", nil
	case agent.KindKnowledge:
		return "knowledge/" + id.Key, nil
	}
	return "", fmt.Errorf("%s %w: it has none of its own", id, ErrPath)
}

// Limits of a path, which the file systems in use have.
const (
	maxName = 255
	maxPath = 1024
)

// checkDocumentPath judges the path of a document, relative to its knowledge
// base, that no file of the project has yet. What passes names one file below
// that folder on every system.
func checkDocumentPath(name string) error {
	wrong := func(why string) error { return fmt.Errorf("the document %q %w: %s", name, ErrPath, why) }
	switch {
	case !utf8.ValidString(name) || strings.ContainsFunc(name, hides):
		return wrong("it holds characters that cannot be seen")
	case strings.ContainsAny(name, `\:*?"<>|`):
		return wrong(`\ : * ? " < > and | are not allowed in names everywhere`)
	case len(name) > maxPath:
		return wrong("it is too long")
	case !isDocument(name):
		return wrong("only .md and .txt files are read")
	}
	for _, part := range strings.Split(name, "/") {
		if why := wrongPart(part); why != "" {
			return wrong(why)
		}
	}
	return nil
}

// hides reports whether a character of a name cannot be seen, those aside that
// letters of some scripts need.
func hides(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d' || r == '\u2028' || r == '\u2029'
}

// wrongPart says why a folder or file cannot have a name; empty if it can.
func wrongPart(part string) string {
	if len(part) > maxName {
		return "a name is too long"
	}
	part = visible(part)
	switch {
	case part == "" || part == "." || part == "..":
		return "it is no path below the knowledge base"
	case part != strings.TrimRight(strings.TrimLeft(part, " "), " ."):
		return "a name begins or ends with a space, or ends with a dot"
	case strings.EqualFold(part, ".git") || strings.EqualFold(part, "git~1"):
		return "git keeps its own files there"
	case reserved(part):
		return "Windows keeps this name for a device"
	}
	return ""
}

// visible is a name without the characters that some file systems pass over when
// they compare names: to them, what is left is the name.
func visible(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
			return -1
		}
		return r
	}, name)
}

// reserved reports whether Windows takes a name for a device, whatever stands
// behind its first dot.
func reserved(part string) bool {
	base, _, _ := strings.Cut(part, ".")
	base = strings.ToLower(strings.TrimRight(base, " "))
	switch base {
	case "con", "prn", "aux", "nul", "conin$", "conout$":
		return true
	}
	port, ok := strings.CutPrefix(base, "com")
	if !ok {
		port, ok = strings.CutPrefix(base, "lpt")
	}
	return ok && utf8.RuneCountInString(port) == 1 && strings.Contains("0123456789¹²³", port)
}

// checkDocumentPaths judges the paths of a knowledge base's documents together:
// no two may be one file on any system, and none may be a folder of another.
// Those in have are files of the project already.
func checkDocumentPaths(docs []agent.Document, have map[string]bool) error {
	seen := map[string]string{}
	for _, d := range docs {
		if !have[d.Path] {
			if err := checkDocumentPath(d.Path); err != nil {
				return err
			}
		}
		if other, twice := seen[sameFile(d.Path)]; twice {
			return fmt.Errorf("the document %q %w: %q is the same to some systems", d.Path, ErrPath, other)
		}
		seen[sameFile(d.Path)] = d.Path
	}
	for _, d := range docs {
		for dir := path.Dir(d.Path); dir != "." && dir != "/"; dir = path.Dir(dir) {
			if other, file := seen[sameFile(dir)]; file {
				return fmt.Errorf("the document %q %w: %q is a file, not a folder", d.Path, ErrPath, other)
			}
		}
	}
	return nil
}

// sameFile is equal for names that are one to some file system.
func sameFile(name string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(visible(name))))
}

// NewPath is ResourcePath for a resource that has no file yet: it refuses what
// some system could not keep under that name.
func NewPath(id agent.ID) (string, error) {
	if reserved(id.Key) {
		return "", fmt.Errorf("%q %w: Windows keeps this name for a device", id.Key, ErrPath)
	}
	return ResourcePath(id)
}
