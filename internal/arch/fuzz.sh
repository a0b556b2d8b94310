#!/bin/sh
# Runs every fuzz target of the module for $FUZZTIME each.
set -eu
go=${GO:-go}
time=${FUZZTIME:-5s}
$go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}} {{.Dir}}{{end}}' ./... | while read -r pkg dir; do
	grep -hs '^func Fuzz' "$dir"/*_test.go | sed 's/^func \(Fuzz[A-Za-z0-9_]*\).*/\1/' | while read -r target; do
		echo "fuzz $pkg $target"
		$go test "$pkg" -run '^$' -fuzz "^$target\$" -fuzztime "$time"
	done
done
