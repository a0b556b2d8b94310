// Package agent holds the words of the domain: agents, tool packages,
// knowledge bases and eval cases as they are written, references into them,
// problems found in them, their digests, and the comparison of two states
// (what a push would change).
//
// It knows no files, no database and no network. Resources arrive as JSON; the
// project makes that JSON from YAML, the workspace stores it as it is.
package agent
