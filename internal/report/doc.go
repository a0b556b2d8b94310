// Package report writes results for people and machines: text, JSON and the
// formats of other tools. Every format is made from the same value, so that none
// can say more than another.
package report
