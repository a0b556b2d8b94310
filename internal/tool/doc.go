// Package tool calls the tools of packages on behalf of an agent: it reads the
// arguments that a model wrote, refuses those that cannot be read or do not
// fit, keeps a ledger of every attempt, and guards every backend against
// writes.
//
// It knows no models and no turns: how many calls are allowed, and what a model
// is told of a result, is package turn's business. Which tools an agent may
// call at all is decided there too.
package tool
