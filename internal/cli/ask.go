package cli

import (
	"context"
	"fmt"
	"strings"
)

// canAsk reports whether somebody is there to answer a question.
func (env *Env) canAsk() bool { return env.Terminal.In && env.Terminal.Err }

// ask puts a question that is answered with y or yes; anything else is no.
func (env *Env) ask(ctx context.Context, question string) (bool, error) {
	fmt.Fprintf(env.Err, "%s [y/N] ", question)
	answered := make(chan string, 1)
	go func() {
		line, err := firstLine(env.In)
		if err != nil {
			line = "" // whoever cannot answer has not agreed
		}
		answered <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(env.Err)
		return false, ctx.Err()
	case a := <-answered:
		return a == "y" || a == "yes", nil
	}
}

// coloured reports whether results may have colours.
func (env *Env) coloured() bool {
	return env.Terminal.Out && env.Getenv("NO_COLOR") == "" && env.Getenv("TERM") != "dumb"
}

// progress shows how many of what is sent are sent, on a line of a terminal. The
// end takes it away, whether all were sent or not.
func (env *Env) progress(all int) (sent func(n int), end func()) {
	if !env.Terminal.Err || env.Getenv("TERM") == "dumb" {
		return func(int) {}, func() {}
	}
	so, shown := 0, false
	sent = func(n int) {
		if so += n; so < all {
			fmt.Fprintf(env.Err, "\ruploaded %d of %d", so, all)
			shown = true
		}
	}
	end = func() {
		if shown {
			fmt.Fprint(env.Err, "\r\x1b[K")
		}
	}
	return sent, end
}
