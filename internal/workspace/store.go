package workspace

import (
	"context"
	"encoding/json"
	"time"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
)

// Store keeps a workspace. Its transactions are serializable: what a function
// reads holds until its writes are committed.
type Store interface {
	// Read runs fn in a read transaction, on one snapshot.
	Read(ctx context.Context, fn func(Tx) error) error
	// Write runs fn in a write transaction; an error or a panic of fn undoes it
	// all. Inside fn no other Write may be called: it would wait for this one.
	Write(ctx context.Context, fn func(Tx) error) error
	// Owners tells which processes still work on cases.
	Owners() Owners
	// Close waits for running transactions; later ones are refused.
	Close() error
}

// Tx is a transaction, for one goroutine, until fn returns. A record that is not
// there is ok=false, not an error. After an error of any method the transaction
// is lost, even where fn ignores it; writing in a read transaction is one. Times
// are kept in whole microseconds, and a zero one that is stored means now.
type Tx interface {
	Bodies
	Heads
	Runs
	Queue
	Access
	Settings
}

// Bodies keeps what was written, by digest. A body never changes.
type Bodies interface {
	// LackingBodies returns those digests that the store does not hold, each
	// once, in the order given.
	LackingBodies(digests []string) ([]string, error)
	Body(digest string) (body json.RawMessage, ok bool, err error)
	// PutBody stores a body; where the digest is stored already, nothing changes.
	PutBody(digest string, body json.RawMessage) error
}

// Head is what a resource or suite is now.
type Head struct {
	agent.ID
	Revision int64      // the workspace revision that wrote it
	Digest   string     // of what it says
	Body     string     // digest of the stored body; a suite's holds the ids of its cases
	Project  string     // the project that pushed it
	Refs     []agent.ID // what it refers to directly
	Cases    int        // of a suite: how many
	Deleted  bool       // in the history: this revision took it away
}

// Revision is one change of the workspace.
type Revision struct {
	Number  int64
	Created time.Time
	Project string
	Author  string     // who made it, as Caller.Author says
	Origin  string     // OriginPush, OriginCases, OriginFile or OriginRestore
	Git     *agent.Git // where a push came from, if it said so
	PushKey string     // the random key of the push that made it
	Request string     // digest of what that push asked for
	Plan    agent.Plan // what it did
}

// What makes a revision.
const (
	OriginPush    = "push"    // a push of a project
	OriginFile    = "file"    // a push of a single file, without a project
	OriginCases   = "cases"   // a case that was edited in the workspace itself
	OriginRestore = "restore" // an earlier revision that was brought back
)

// Heads keeps resources and suites with all their earlier revisions.
type Heads interface {
	Head(id agent.ID) (head Head, ok bool, err error)
	// AllHeads lists every head, sorted by kind and key.
	AllHeads() ([]Head, error)
	// HeadsAfter lists the heads of a kind whose key comes after one, by key.
	HeadsAfter(kind agent.Kind, after string, limit int) ([]Head, error)
	// PutHead makes h current and keeps it in the history, once a revision. Its
	// body must be stored when the transaction ends.
	PutHead(h Head) error
	// DropHead takes a head away in a revision, which the history keeps. A body that
	// only the history refers to stays.
	DropHead(id agent.ID, revision int64) error
	// History lists a resource's revisions, newest first.
	History(id agent.ID) ([]Head, error)

	// LastRevision is the number of the newest revision, 0 before the first.
	LastRevision() (int64, error)
	// AddRevision stores r under the next number, which it returns. A push key
	// that another revision has is an error; none at all is fine.
	AddRevision(r Revision) (int64, error)
	Revision(number int64) (rev Revision, ok bool, err error)
	// RevisionStamp is Revision without the plan, which may be large.
	RevisionStamp(number int64) (rev Revision, ok bool, err error)
	// Revisions lists revisions below a number, the newest first, without their
	// plans; before 0 means from the newest on.
	Revisions(before int64, limit int) ([]Revision, error)
	RevisionByPushKey(key string) (rev Revision, ok bool, err error)
}

// RunRecord is a run with what it pinned.
type RunRecord struct {
	trace.Run
	Pinned    []agent.Digested // all that is reached, by digest of the body
	TimeLimit time.Duration    // how long it may be worked
	StartKey  string           // random key of the start that made it; empty: none
	Request   string           // digest of what that start asked for; empty: not known
	Number    int64            // in the order of AddRun, which gives it
}

// CaseRecord is one case of a run, with its own copy of the case.
type CaseRecord struct {
	trace.CaseRun
	Case  agent.Case
	Owner string // who works it, while it is running
}

// RunFilter narrows a list of runs; empty fields do not.
type RunFilter struct {
	Agent  string
	Key    string
	Draft  string
	Status trace.RunStatus
	Full   bool  // full runs only
	Counts bool  // no cancelled ones
	Before int64 // numbers below this one; 0: all
	Limit  int   // 0: all
}

// Runs keeps runs and their cases.
type Runs interface {
	// AddRun stores a run with its cases, all queued: enqueuing is part of
	// creating the run.
	AddRun(r RunRecord, cases []CaseRecord) error
	Run(id string) (run RunRecord, ok bool, err error)
	// RunByStartKey finds the run that a start made. The empty key is nobody's.
	RunByStartKey(key string) (run RunRecord, ok bool, err error)
	// FindRuns lists runs, the newest created first: in the order of AddRun,
	// whatever the clock said.
	FindRuns(f RunFilter) ([]RunRecord, error)
	// FinishRun writes status, counts and finishing time, and gives the run the
	// next order. A run that is not open any more stays as it is.
	FinishRun(r trace.Run) error
	// Cases lists a run's cases by position.
	Cases(run string) ([]CaseRecord, error)
	// LastResults finds, for those of an agent's case ids that have a result, the
	// one of the run that was created last.
	LastResults(agentKey string, ids []string) (map[string]LastResult, error)
	// DoneCases lists cases that finished after seq, in the order of finishing.
	DoneCases(run string, seq int64) ([]CaseRecord, error)
}

// LastResult is the newest result of a case.
type LastResult struct {
	Run      trace.Run
	Case     CaseRecord
	Finished bool // the run is over
}

// Access keeps members and their keys. Nothing of them is ever deleted.
type Access interface {
	// PutMember stores a member under its id. Of one that is there it changes the
	// name, the role and when it was removed.
	PutMember(m Member) error
	Member(id string) (m Member, ok bool, err error)
	// Members lists all members, removed ones as well, the oldest first.
	Members() ([]Member, error)
	// PutKey stores a key of a member under its id. Of one that is there it changes
	// the name, the scopes, when it ends and when it was revoked; whose it is and
	// its secret stay, and so does its last use.
	PutKey(k Key) error
	Key(id string) (k Key, ok bool, err error)
	// Keys lists a member's keys, or all where member is empty, the oldest first.
	Keys(member string) ([]Key, error)
	// KeysAfter lists as Keys does, from the key after one on, whose id is known;
	// after none means from the oldest on.
	KeysAfter(member, after string, limit int) ([]Key, error)
	// UseKey notes a key's last use; an earlier time than is known changes nothing.
	UseKey(id string, at time.Time) error
}

// Settings keeps values of the workspace by key, as JSON.
type Settings interface {
	Setting(key string) (value json.RawMessage, ok bool, err error)
	PutSetting(key string, value json.RawMessage) error
}

// Claim is a worker's hold on one case. A verdict is recorded only while the
// case's owner and attempt are still these.
type Claim struct {
	Run      string
	Position int
	Owner    string
	Attempt  int
	Case     agent.Case
}

// Queue hands out the queued cases of runs.
type Queue interface {
	// Claim takes the first queued case of the run for owner; ok is false where
	// none is queued or the run is not open.
	Claim(run, owner string) (claim Claim, ok bool, err error)
	// Record writes a claimed case's result; recorded is false where the claim
	// no longer holds or the run is not open, and then nothing is written.
	Record(c Claim, res trace.Result, micros int64) (recorded bool, err error)
	// RecordOpen writes res for every case of the run that has none, and returns
	// how many there were: 0 where the run is not open.
	RecordOpen(run string, res trace.Result) (int, error)
	// Release queues the running cases of owner again: those of one run, or of
	// all where run is empty.
	Release(owner, run string) (int, error)
	// RunOwners lists the owners of the run's running cases.
	RunOwners(run string) ([]string, error)
	// Tally counts a run's cases by outcome; open are those without one.
	Tally(run string) (ok, failed, errors, open int, err error)
}

// Owners tells living owners of cases from dead ones. An owner is a process
// that holds an operating-system lock, so that a killed one is found out.
type Owners interface {
	// Own makes a new owner, alive until release is called or the process ends.
	Own() (id string, release func(), err error)
	// Alive reports whether the owner's lock is held.
	Alive(id string) (bool, error)
}

// Pinned is what a run reads: nothing else of the workspace reaches its turns.
type Pinned struct {
	Run   trace.Run
	Set   *agent.Set
	Terms trace.Terms
}

// Judge judges the cases of runs.
type Judge interface {
	// Engine is a version that is raised whenever prompts, checks, rehearsal or
	// router change: it is part of every run key.
	Engine() string
	// Open readies what a run pinned; an error means that none of its cases
	// could be judged (a model without a provider, for one).
	Open(p Pinned) (CaseJudge, error)
}

// CaseJudge judges cases of one run; it is called from many goroutines.
type CaseJudge interface {
	// Judge runs one case as one turn of a fresh conversation and grades it. A
	// cancelled ctx gives a trace that ended as cancelled; it is not recorded.
	Judge(ctx context.Context, c agent.Case) trace.Result
}
