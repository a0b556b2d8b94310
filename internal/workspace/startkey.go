package workspace

import (
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
)

// request is what makes a start the same one when it is tried again: all that it
// asks for, and who asks.
func (s Start) request() (string, error) {
	member := s.By.Member
	s.Key, s.By = "", Caller{}
	return agent.KeyDigest("caplo-start-1", struct {
		Start  Start
		Member string
	}{s, member})
}

func checkStartKey(key string) error {
	if strings.ContainsFunc(key, hidden) {
		return &Problem{Code: InvalidRequest, Message: "the key of a start is of characters that show", Hint: "make it of letters and digits, at random"}
	}
	return nil
}

// startedBefore finds the run that a start made when it was tried before.
func startedBefore(tx Tx, s Start) (run trace.Run, ok bool, err error) {
	rec, ok, err := tx.RunByStartKey(s.Key)
	if err != nil || !ok {
		return run, false, err
	}
	same, err := s.made(rec)
	if err != nil {
		return run, false, err
	}
	if !same {
		return run, false, &Problem{Code: StartKeyReused, Message: "this start's key was used for another run", Hint: "start again under a new key"}
	}
	return rec.Run, true, nil
}

// made reports whether a run under the start's key is the start's own. Runs that
// were kept without what was asked for are told by what they are of.
func (s Start) made(rec RunRecord) (bool, error) {
	if rec.Request == "" {
		return rec.Agent == s.Agent && (s.Draft == "" || s.Draft == rec.Draft) && (s.Suite == "" || s.Suite == rec.Suite), nil
	}
	request, err := s.request()
	return request == rec.Request, err
}
