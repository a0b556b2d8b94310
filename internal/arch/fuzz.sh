#!/bin/sh
# Runs every fuzz target of the module for $FUZZTIME each; having none is a fault.
set -eu
go=${GO:-go}
time=${FUZZTIME:-5s}
packages=$($go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}} {{.Dir}}{{end}}' ./...)
targets=$(echo "$packages" | while read -r pkg dir; do
	sed -n "s|^func \\(Fuzz[A-Za-z0-9_]*\\).*|$pkg \\1|p" "$dir"/*_test.go
done)
test -n "$targets" || { echo "no fuzz targets"; exit 1; }
echo "$targets" | while read -r pkg target; do
	echo "fuzz $pkg $target"
	$go test "$pkg" -run '^$' -fuzz "^$target\$" -fuzztime "$time"
done
