package eval

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// judging are the packages whose code can change the outcome of a case.
var judging = []string{"eval", "grade", "turn", "tool", "route", "knowledge", "text", "llm/rehearsal"}

// TestEngineIsRaised fails where that code changed and Engine did not: a result
// of the old engine would then be reused for the new one. Comments and layout do
// not count. Raise Engine, then UPDATE_GOLDEN=1 go test ./internal/eval
func TestEngineIsRaised(t *testing.T) {
	t.Parallel()
	const file = "testdata/engine.txt"
	digest := sourceDigest(t)
	recorded, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	engine, was, _ := strings.Cut(strings.TrimSpace(string(recorded)), " ")
	switch {
	case was == digest && engine == Engine:
	case engine == Engine:
		t.Errorf("the code that judges cases changed, and Engine is still %q: raise it in engine.go, then run this test with UPDATE_GOLDEN=1", Engine)
	case os.Getenv("UPDATE_GOLDEN") != "":
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(Engine+" "+digest+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is of engine %q: run this test with UPDATE_GOLDEN=1", file, engine)
	}
}

// sourceDigest hashes the tokens of all that judges cases.
func sourceDigest(t *testing.T) string {
	t.Helper()
	h := sha256.New()
	for _, pkg := range judging {
		files, err := filepath.Glob(filepath.Join("..", pkg, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no sources in %s: %v", pkg, err)
		}
		slices.Sort(files)
		for _, f := range files {
			if strings.HasSuffix(f, "_test.go") || filepath.Base(f) == "engine.go" {
				continue
			}
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(h, "%s\n", filepath.ToSlash(f))
			var s scanner.Scanner
			fset := token.NewFileSet()
			s.Init(fset.AddFile(f, -1, len(src)), src, nil, 0) // without comments
			for {
				_, tok, lit := s.Scan()
				if tok == token.EOF {
					break
				}
				fmt.Fprintf(h, "%s %s\n", tok, lit)
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
