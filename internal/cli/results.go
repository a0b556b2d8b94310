package cli

import (
	"errors"
	"io"
)

// results is where results go. It keeps the first error, so that whoever prints
// need not look at each line, and a command whose results nobody can have read
// does not end as if they had.
type results struct {
	w     io.Writer
	err   error
	wrote bool
}

// Write implements io.Writer. It shows no key.
func (r *results) Write(p []byte) (int, error) { return r.write(masked{r.w}, p) }

func (r *results) write(w io.Writer, p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	n, err := w.Write(p)
	r.err, r.wrote = err, true
	return n, err
}

// missing is what a command ends with that ended with err: a result that could
// not be written is no result. Any other trouble stands before it.
func (r *results) missing(err error) error {
	if r.err == nil {
		return err
	}
	var done *ended
	if err == nil || errors.Is(err, r.err) || errors.As(err, &done) && done.status == StatusNotPassed {
		return &failure{
			msg:  "the result could not be written: " + reason(r.err),
			hint: "send it elsewhere and run the command again; what was pushed and judged is kept",
			err:  r.err,
		}
	}
	return err
}
