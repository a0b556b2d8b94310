// Package rehearsal is the stand-in for a model that needs no key and no
// network. It reads what any model is given (instructions, tools with their
// schemas, sub-agents, knowledge), picks by the words that a message shares
// with them, fills arguments as the schemas say, and answers from what it got
// back. As a grader it decides on literals alone.
//
// It proves wiring, routing and checks. It understands no language, holds no
// word of any trade, and is not meant to become cleverer: a project whose cases
// pass here for the right reasons still wants a real model before customers
// meet it.
package rehearsal
