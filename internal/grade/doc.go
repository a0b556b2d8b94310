// Package grade judges a turn: the checks of a case, which are pure functions
// of case and trace, and the grader, a model that judges the desired outcome.
//
// It runs no turns and decides no case's outcome: package eval puts checks and
// verdict together. The grader's answer is the only thing here that comes from
// a model, and only a whole verdict object in the expected form counts as one.
package grade
