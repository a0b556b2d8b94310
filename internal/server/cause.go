package server

import (
	"errors"

	"github.com/caplo/caplo/internal/workspace"
)

// cause is an error as the log shows it: with what the answer keeps to itself.
func cause(err error) string {
	if err == nil {
		return "" // the router answered by itself
	}
	text := err.Error()
	var p *workspace.Problem
	if errors.As(err, &p) && p.Err != nil {
		text += ": " + p.Err.Error()
	}
	return text
}
