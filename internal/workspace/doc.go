// Package workspace is the workspace: drafts, suites, revisions and runs, members
// and their keys, and the rules by which they change. The command line embeds it,
// a server hosts it; both reach it through the same HTTP handlers.
//
// It defines what it needs of a database (Store, Queue, Owners) and of whoever
// judges a case (Judge), and knows neither SQL nor models nor HTTP.
package workspace

import (
	"crypto/rand"
	"encoding/base32"
	"log/slog"
	"strings"
	"time"

	"github.com/caplo/caplo/internal/trace"
)

// Options configure a workspace.
type Options struct {
	Store Store
	Judge Judge

	// Models are the names used where nothing else names a model.
	Models ModelNames
	// Providers are the models' providers by name.
	Providers map[string]trace.Model
	// FastDecisions allows fast routing's decider to act.
	FastDecisions bool

	// Place is where the workspace works its runs; a run of another place is
	// neither reused nor joined. See trace.Terms.
	Place string

	// Served means that the workspace works its runs itself, whoever watches, and
	// that it runs nothing on a model that nobody chose.
	Served bool
	// Config is the file that names the models, for those who lack one.
	Config string

	Concurrency int                 // cases worked at once; at least 1
	Now         func() time.Time    // nil: the machine's clock
	Log         *slog.Logger        // nil: nobody reads it
	Judged      func(trace.Outcome) // told of each verdict that was recorded; may be nil
}

// ModelNames are models as settings write them: provider/name, or the provider
// alone.
type ModelNames struct {
	Agent  string
	Grader string
	Fast   string
}

// Workspace is one workspace. Its methods may be called from many goroutines.
type Workspace struct {
	opts  Options
	store Store
	pool  *pool
	uses  *uses
	// latest is what reads share.
	latest latest
}

// New returns a workspace on a store. Close it before the store.
func New(opts Options) *Workspace {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Concurrency < 1 {
		opts.Concurrency = 1
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	if opts.Judged == nil {
		opts.Judged = func(trace.Outcome) {}
	}
	w := &Workspace{opts: opts, store: opts.Store, uses: newUses(opts.Store)}
	w.pool = newPool(w)
	return w
}

// Close stops working: cases in hand are given back to the queue.
func (w *Workspace) Close() error {
	defer w.uses.close()
	return w.pool.close()
}

// newID makes a random id: a prefix and 80 bits in lower-case base 32.
func newID(prefix string) string {
	var b [10]byte
	_, _ = rand.Read(b[:]) // never fails: see crypto/rand
	return prefix + strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))
}
