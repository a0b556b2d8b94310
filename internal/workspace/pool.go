package workspace

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/caplo/caplo/internal/trace"
)

// pool works the queued cases of the runs that it was told to work, a bounded
// number at once over all runs. Case rows are the durable state: a pool that
// dies leaves rows that the next one takes up.
type pool struct {
	w     *Workspace
	ctx   context.Context
	stop  context.CancelFunc
	slots chan struct{}
	group sync.WaitGroup

	// claiming ends when no more cases are to be claimed; what is in hand goes on.
	claiming context.Context
	halt     context.CancelFunc
	inHand   atomic.Int64 // cases that are being judged

	mu       sync.Mutex
	closed   bool
	owner    string
	release  func()
	line     *line
	runs     map[string]*working
	starting int                      // runs that may be among them in a moment
	limits   map[string]time.Duration // of runs that were asked for here
	judges   map[string]CaseJudge     // of runs that were started here and not worked yet
	signals  map[string]*signal       // of runs that somebody watches
}

// working is a run that this pool works.
type working struct {
	stop context.CancelFunc // stops its cases
	done chan struct{}      // closed when the pool let go of it
	err  error              // why, where it could not go on
}

func newPool(w *Workspace) *pool {
	ctx, stop := context.WithCancel(context.Background())
	claiming, halt := context.WithCancel(ctx)
	return &pool{
		w: w, ctx: ctx, stop: stop, claiming: claiming, halt: halt, slots: make(chan struct{}, w.opts.Concurrency),
		line: newLine(), runs: map[string]*working{}, limits: map[string]time.Duration{}, judges: map[string]CaseJudge{}, signals: map[string]*signal{},
	}
}

// drainAll claims no more cases, and waits for those in hand as long as ctx lets
// it.
func (p *pool) drainAll(ctx context.Context) {
	p.refuse()
	p.halt()
	idle := make(chan struct{})
	go func() {
		p.group.Wait()
		close(idle)
	}()
	select {
	case <-idle:
	case <-ctx.Done():
	}
}

// refuse takes no more runs.
func (p *pool) refuse() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
}

// close stops all work, waits for it and gives its cases back.
func (p *pool) close() error {
	p.refuse()
	p.stop()
	p.group.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.owner == "" {
		return nil
	}
	owner := p.owner
	p.owner = ""
	defer p.release()
	return p.w.store.Write(context.Background(), func(tx Tx) error {
		_, err := tx.Release(owner, "")
		return err
	})
}

// work makes the pool work a run, if it does not already, and returns its state.
func (p *pool) work(id string) (*working, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, errClosed
	}
	if r := p.runs[id]; r != nil {
		return r, nil
	}
	if p.owner == "" {
		owner, release, err := p.w.store.Owners().Own()
		if err != nil {
			return nil, err
		}
		p.owner, p.release = owner, release
	}
	ctx, stop := context.WithCancel(p.ctx)
	r := &working{stop: stop, done: make(chan struct{})}
	p.runs[id] = r
	p.line.join(id)
	owner := p.owner
	p.group.Go(func() {
		defer stop()
		r.err = p.persist(ctx, id, owner)
		p.line.leave(id)
		p.mu.Lock()
		delete(p.runs, id)
		delete(p.limits, id)
		p.mu.Unlock()
		close(r.done)
		p.changed(id)
	})
	return r, nil
}

// errClosed is what whoever comes too late gets.
var errClosed = &Problem{
	Code: Unavailable, Message: "the workspace is closing", Hint: "try again in a moment",
}

// ready keeps the judge of a run that is being started.
func (p *pool) ready(id string, judge CaseJudge) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.judges[id] = judge
}

// open returns the judge of a run: the one that was readied when the run was
// started here, else one made from what the run pinned.
func (p *pool) open(ctx context.Context, id string) (CaseJudge, RunRecord, error) {
	pinned, rec, err := p.w.pinned(ctx, id)
	if err != nil || rec.Status != trace.RunOpen {
		return nil, rec, err
	}
	p.mu.Lock()
	judge := p.judges[id]
	delete(p.judges, id)
	if limit, ok := p.limits[id]; ok {
		rec.TimeLimit = limit // of whoever asked for it here, who may have joined it
	}
	p.mu.Unlock()
	if judge != nil {
		return judge, rec, nil
	}
	if judge, err = p.w.opts.Judge.Open(pinned); err != nil {
		err = &unreadiedError{err}
	}
	return judge, rec, err
}

// limit says how long a run that was asked for here may be worked here.
func (p *pool) limit(id string, limit time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.limits[id] = limit
}

// abandon stops the cases of a run that was cancelled.
func (p *pool) abandon(id string) {
	p.line.leave(id)
	p.mu.Lock()
	delete(p.judges, id)
	if r := p.runs[id]; r != nil {
		r.stop()
	}
	p.mu.Unlock()
	p.changed(id)
}
