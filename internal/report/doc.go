// Package report renders what caplo found for people and machines. It renders
// from values that are made elsewhere and decides nothing itself.
package report
