package remote

import (
	"errors"
	"net/http"

	"github.com/caplo/caplo/internal/api"
)

// Error is that a workspace could not be asked, or that what answered is none.
// Problems of the contract are *api.Problem instead.
type Error struct {
	Address string // whom was asked
	Msg     string // what is wrong, in one sentence
	Hint    string // what to do
	// Lost means that no whole answer came: nothing is known of what the request
	// did.
	Lost bool
	// Status is that of an answer that is not of the contract; 0: none came.
	Status int
	Err    error // the cause, if any; it is in no message

	// standing means that trying again at once is no use.
	standing bool
}

func (e *Error) Error() string { return e.Msg }
func (e *Error) Unwrap() error { return e.Err }

// passing reports whether an error may be gone when the request is made again.
func passing(err error) bool {
	var e *Error
	if errors.As(err, &e) {
		return e.Lost || busy(e.Status)
	}
	var p *api.Problem
	return errors.As(err, &p) && busy(p.Status)
}

func busy(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}
