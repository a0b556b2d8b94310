package workspace

import "fmt"

// reserve holds the place of a run that is about to start, until release is called
// or the run is worked. A served workspace has no more than MaxOpenRuns open: each
// one that waits costs, and whoever starts more is in a loop.
func (p *pool) reserve() (release func(), err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w.opts.Served && len(p.runs)+p.starting >= MaxOpenRuns {
		return nil, &Problem{
			Code: TooMany, Message: fmt.Sprintf("%d runs are open, and the workspace takes no more at once", MaxOpenRuns),
			Hint: "wait until some are over, or cancel them",
		}
	}
	p.starting++
	return func() {
		p.mu.Lock()
		p.starting--
		p.mu.Unlock()
	}, nil
}
