package main

import "regexp"

// changing is what differs from run to run: ids, times, the folder of the test.
var changing = []struct {
	is   *regexp.Regexp
	want string
}{
	{regexp.MustCompile(`run_[a-z2-7]{16}`), "run_ID"},
	{regexp.MustCompile(`\bc_[a-z2-7]{16}`), "c_ID"},
	{regexp.MustCompile(`\breq_[a-z2-7]{16}`), "req_ID"},
	{regexp.MustCompile(`sha256:[0-9a-f]{64}`), "sha256:DIGEST"},
	{regexp.MustCompile(`\b[0-9]+\.[0-9] s\b`), "N s"},
	{regexp.MustCompile(`"(seconds|micros)": [0-9.e-]+`), `"$1": 0`},
	{regexp.MustCompile(`20[0-9]{2}-[0-9]{2}-[0-9]{2}([ T][0-9:.]+(Z|[+-][0-9:]+)?)?`), "TIME"},
}

// settled replaces what differs from run to run.
func settled(s string) string {
	for _, c := range changing {
		s = c.is.ReplaceAllString(s, c.want)
	}
	return s
}
