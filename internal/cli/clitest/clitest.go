// Package clitest is the command line as tests and benchmarks run it: the real
// one, with a provider of scripted models beside the others. Nothing of the
// released binary imports it.
package clitest

import (
	"fmt"
	"os"
	"time"

	"github.com/caplo/caplo/internal/cli"
	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/llm/scripted"
	"github.com/caplo/caplo/internal/trace"
)

// ScriptVariable names the environment variable that holds the path of a script
// for the provider "scripted".
const ScriptVariable = "CAPLO_TEST_SCRIPT"

// LocalVariable names the environment variable that holds the folder of the local
// workspace, where it is not to be the project's own.
const LocalVariable = "CAPLO_TEST_LOCAL"

// ClockVariable names the environment variable that holds by how much the clock is
// wrong, such as -48h.
const ClockVariable = "CAPLO_TEST_CLOCK"

// TerminalVariable names the environment variable that, where it is set, makes the
// streams count as a terminal's.
const TerminalVariable = "CAPLO_TEST_TERMINAL"

// Main is caplo's main with the scripted provider.
func Main() {
	env := cli.System()
	env.Keyring = nil // a test leaves the machine's alone
	env.Local = env.Getenv(LocalVariable)
	if by := env.Getenv(ClockVariable); by != "" {
		d, err := time.ParseDuration(by)
		if err != nil {
			fmt.Fprintf(os.Stderr, "caplo: %s: %v\n", ClockVariable, err)
			os.Exit(2)
		}
		env.Now = func() time.Time { return time.Now().Add(d) }
	}
	if env.Getenv(TerminalVariable) != "" {
		env.Terminal = cli.Terminal{In: true, Out: true, Err: true}
	}
	if path := env.Getenv(ScriptVariable); path != "" {
		p, err := load(path, env.Getenv(CallsVariable))
		if err != nil {
			fmt.Fprintf(os.Stderr, "caplo: %s: %v\n", path, err)
			os.Exit(2)
		}
		env.Providers = map[string]cli.Provider{"scripted": {
			Model: trace.Model{Provider: "scripted", Kind: "scripted"},
			LLM:   p,
		}}
	}
	os.Exit(int(cli.Main(env, os.Args)))
}

func load(path, calls string) (llm.Provider, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	p, err := scripted.FromJSON(data)
	if err != nil || calls == "" {
		return p, err
	}
	return noted(p, calls)
}
