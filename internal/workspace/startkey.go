package workspace

import "github.com/caplo/caplo/internal/trace"

// startedBefore finds the run that a start made when it was tried before.
func startedBefore(tx Tx, s Start) (run trace.Run, ok bool, err error) {
	rec, ok, err := tx.RunByStartKey(s.Key)
	if err != nil || !ok {
		return run, false, err
	}
	if rec.Agent != s.Agent || s.Draft != "" && s.Draft != rec.Draft || s.Suite != "" && s.Suite != rec.Suite {
		return run, false, &Problem{Code: StartKeyReused, Message: "this start's key was used for another run", Hint: "start again under a new key"}
	}
	return rec.Run, true, nil
}
