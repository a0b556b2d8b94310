package server

import (
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/caplo/caplo/internal/api"
)

// How many uploads are read at once, and how long others wait for that to end.
const (
	maxUploads = 4
	uploadWait = 10 * time.Second
)

// gate bounds how many requests of a kind are in hand at once.
type gate struct {
	places chan struct{}
	wait   time.Duration // until a place is free
}

func newGate(places int, wait time.Duration) *gate {
	return &gate{places: make(chan struct{}, places), wait: wait}
}

// pass lets a request through once there is a place for it. No gate is open.
func (g *gate) pass(hc huma.Context, next func(huma.Context)) {
	if g == nil {
		next(hc)
		return
	}
	late := time.NewTimer(g.wait)
	defer late.Stop()
	select {
	case g.places <- struct{}{}:
		defer func() { <-g.places }()
		next(hc)
	case <-late.C:
		refuse(hc, tooMany("the workspace is busy with other uploads"))
	case <-hc.Context().Done(): // nobody waits for an answer
	}
}

func tooMany(what string) *api.Problem {
	return &api.Problem{
		Type: "about:blank", Title: http.StatusText(http.StatusTooManyRequests), Status: http.StatusTooManyRequests,
		Detail: what, Hint: "try again in a moment", Code: api.CodeTooMany,
	}
}
