package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/caplo/caplo/internal/cli/clitest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"caplo": clitest.Main})
}

// TestScripts runs sessions of the command line as a person would have them, each
// in an empty home and a folder of its own.
func TestScripts(t *testing.T) {
	t.Parallel()
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	schemaDir, err := filepath.Abs("../../schema")
	if err != nil {
		t.Fatal(err)
	}
	goldenDir, err := filepath.Abs("testdata/golden")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Values[serversKey{}] = servers{}
			env.Values[standinsKey{}] = map[string]*standin{}
			env.Setenv("EXAMPLES", examples)
			env.Setenv("GOLDEN", goldenDir)
			env.Setenv("SCHEMA", schemaDir)
			env.Setenv("CI", "")
			env.Setenv("HOME", filepath.Join(env.WorkDir, "home"))
			forGo, err := goEnv()
			env.Vars = append(env.Vars, forGo...)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "example": example, "golden": golden,
			"preCommit": preCommit, "recipe": recipe,
			"serve": serve, "stopServe": stopServe, "ask": ask, "cut": cut, "called": called, "hurry": hurry,
			"stand": stand, "editCase": editCase, "removeCase": removeCase, "visits": visits, "interrupt": interrupt,
		},
		RequireExplicitExec: true,
	})
}

// exits runs a command and wants an exact exit status: exits 3 caplo eval
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND [ARGUMENT...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// golden holds what the last command wrote to standard output against a file,
// which UPDATE_GOLDEN=1 rewrites: golden NAME
func golden(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: golden NAME")
	}
	got := settled(strings.ReplaceAll(ts.ReadFile("stdout"), ts.Getenv("WORK"), "WORK"))
	path := filepath.Join(ts.Getenv("GOLDEN"), args[0])
	if os.Getenv("UPDATE_GOLDEN") != "" {
		ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
		ts.Check(os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	ts.Check(err)
	if diff := cmp.Diff(string(want), got); diff != "" {
		ts.Fatalf("%s (-want +got):\n%s", args[0], diff)
	}
}

// example copies an example project into a folder: example order-desk shop
func example(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: example NAME FOLDER")
	}
	from := filepath.Join(ts.Getenv("EXAMPLES"), args[0])
	root, err := os.OpenRoot(from)
	ts.Check(err)
	defer root.Close()
	to := ts.MkAbs(args[1])
	ts.Check(os.CopyFS(to, root.FS()))
	ts.Check(os.RemoveAll(filepath.Join(to, ".caplo"))) // somebody may have run it
}
