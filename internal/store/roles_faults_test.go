//go:build faults

package store_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

func hear(in *bufio.Reader) { _, _ = in.ReadString('\n') }

// helpOpen opens the database when told to.
func helpOpen(o store.Options, in *bufio.Reader, out io.Writer) error {
	fmt.Fprintln(out, "ready")
	hear(in)
	s, err := store.Open(context.Background(), o)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "ok")
	return s.Close()
}

// helpPut opens the database and stores a body.
func helpPut(o store.Options, _ *bufio.Reader, out io.Writer) error {
	s, err := store.Open(context.Background(), o)
	if err != nil {
		return err
	}
	defer s.Close()
	fmt.Fprintln(out, "open")
	if err := put(s, "b", 1); err != nil {
		return err
	}
	fmt.Fprintln(out, "ok")
	return nil
}

// helpWork works the run named run, adds a revision for each case, and says which cases it recorded.
func helpWork(o store.Options, in *bufio.Reader, out io.Writer) error {
	s, err := store.Open(context.Background(), o)
	if err != nil {
		return err
	}
	defer s.Close()
	id, release, err := s.Owners().Own()
	if err != nil {
		return err
	}
	defer release()
	fmt.Fprintln(out, "ready")
	hear(in)
	done := []string{}
	for {
		c, ok, err := claimOne(s, "run", id)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		recorded, err := recordOne(s, c)
		if err != nil {
			return err
		}
		if recorded {
			done = append(done, fmt.Sprint(c.Position))
		}
		if err := revise(s); err != nil {
			return err
		}
	}
	fmt.Fprintln(out, "did", strings.Join(done, " "))
	return nil
}

// helpDie claims a case, begins a write transaction larger than any cache, and
// waits inside for its end.
func helpDie(o store.Options, in *bufio.Reader, out io.Writer) error {
	s, err := store.Open(context.Background(), o)
	if err != nil {
		return err
	}
	id, _, err := s.Owners().Own()
	if err != nil {
		return err
	}
	c, _, err := claimOne(s, "run", id)
	if err != nil {
		return err
	}
	return s.Write(context.Background(), func(tx workspace.Tx) error {
		if _, err := tx.Record(c, trace.Result{Outcome: trace.OK}, 1); err != nil {
			return err
		}
		for i := range 16 {
			if err := tx.PutBody(fmt.Sprint("lost", i), make([]byte, 1<<20)); err != nil {
				return err
			}
		}
		fmt.Fprintln(out, id)
		hear(in)
		return errors.New("it was not killed")
	})
}

func claimOne(s workspace.Store, run, owner string) (c workspace.Claim, ok bool, err error) {
	err = s.Write(context.Background(), func(tx workspace.Tx) error {
		c, ok, err = tx.Claim(run, owner)
		return err
	})
	return c, ok, err
}

func recordOne(s workspace.Store, c workspace.Claim) (ok bool, err error) {
	err = s.Write(context.Background(), func(tx workspace.Tx) error {
		ok, err = tx.Record(c, trace.Result{Outcome: trace.OK}, 1)
		return err
	})
	return ok, err
}

// revise reads before it writes: what was read must still hold then.
func revise(s workspace.Store) error {
	return s.Write(context.Background(), func(tx workspace.Tx) error {
		last, err := tx.LastRevision()
		if err != nil {
			return err
		}
		n, err := tx.AddRevision(workspace.Revision{})
		if err == nil && n != last+1 {
			err = fmt.Errorf("revision %d came after %d", n, last)
		}
		return err
	})
}
