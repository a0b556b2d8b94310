package project

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// FileName is the name of the project file.
const FileName = "caplo.yaml"

// ErrNoProject means that no folder on the way up holds a project file.
var ErrNoProject = errors.New("no " + FileName + " found")

// Find walks up from dir to the nearest folder that holds caplo.yaml.
func Find(dir string) (string, error) {
	start, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("find the project: %w", err)
	}
	if info, err := os.Stat(start); err != nil || !info.IsDir() {
		return "", fmt.Errorf("find the project: %s is no folder", dir)
	}
	for at := start; ; {
		if info, err := os.Stat(filepath.Join(at, FileName)); err == nil && !info.IsDir() {
			return at, nil
		}
		if name := nearFile(at); name != "" {
			return "", &MisnamedError{at, name}
		}
		up := filepath.Dir(at)
		if up == at {
			return "", fmt.Errorf("%w in %s or any folder above it", ErrNoProject, dir)
		}
		at = up
	}
}
