package cli

import (
	"context"
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

	// Providers are further providers of models, by name; tests hand in
	// scripted ones.
	Providers map[string]Provider
}

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
		Dir: dir, Getenv: os.Getenv, Now: time.Now, Context: interruptible,
	}
}

func interruptible() (context.Context, context.CancelFunc) {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, cancel) // from now on the default action holds again
	return ctx, cancel
}

// writing is env with its results going to w.
func (env *Env) writing(w io.Writer) *Env {
	other := *env
	other.Out = w
	return &other
}
