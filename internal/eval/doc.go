// Package eval judges eval cases: one turn of a fresh conversation, then its
// grading. It holds the one rule that turns a trace, its checks and a verdict
// into an outcome.
//
// It knows no queue and no database, and it does not choose models: what a run
// pinned is handed in, and so is whatever makes providers, deciders and
// knowledge searches of it. Those are made once a run and shared by its cases.
package eval
