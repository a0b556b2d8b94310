package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/trace"
)

// Env is all that a command may touch of the world outside: streams,
// environment, working directory, clock and interruptions.
type Env struct {
	In     io.Reader
	Out    io.Writer // results
	Err    io.Writer // everything else
	Dir    string    // the working directory
	Getenv func(string) string
	Now    func() time.Time

	// Context ends when the user interrupts; a second interruption then ends
	// the process.
	Context func() (context.Context, context.CancelFunc)

	// Terminal says which of the streams are a terminal.
	Terminal Terminal

	// Local is the folder of the local workspace; empty: .caplo in the project.
	// Tests let several projects share one.
	Local string

	// Keyring is the operating system's; nil: there is none, and keys are kept in
	// a file.
	Keyring Keyring

	// Providers are further providers of models, by name; tests hand in
	// scripted ones.
	Providers map[string]Provider
}

// Terminal says which streams are a terminal that somebody sits at.
type Terminal struct{ In, Out, Err bool }

// Provider is a provider of models as the command line wires it.
type Provider struct {
	Model trace.Model // without the model's name
	LLM   llm.Provider
}

// System is the real world.
func System() *Env {
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	return &Env{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Terminal: Terminal{In: isTerminal(os.Stdin), Out: isTerminal(os.Stdout), Err: isTerminal(os.Stderr)},
		Dir:      dir, Getenv: os.Getenv, Now: time.Now, Context: interruptible, Keyring: systemKeyring(os.Getenv),
	}
}

// errTerminated is why a context ended that the machine, not the user, ended.
var errTerminated = errors.New("the process was asked to end")

// interruptible ends its context at the first signal; from then on the default
// action holds again, so that a second one ends the process.
func interruptible() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			if s != os.Interrupt {
				cancel(errTerminated)
				return
			}
			cancel(context.Canceled)
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(context.Canceled)
	}
}

// wrote reports whether the command has written any result.
func (env *Env) wrote() bool {
	out, ok := env.Out.(*results)
	return ok && out.wrote
}

// writing is env with its results going to w.
func (env *Env) writing(w io.Writer) *Env {
	other := *env
	other.Out = w
	return &other
}
