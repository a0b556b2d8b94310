package docs_test

import (
	"regexp"
	"strconv"
	"strings"
)

var (
	fileLine  = regexp.MustCompile(`(?m)^# ((?:agents|tools)/[a-z-]+\.yaml|caplo\.yaml)\n`)
	character = regexp.MustCompile(`‹U\+([0-9A-F]{4})›`)
	moreCases = regexp.MustCompile(`(?ms)(^  - name: Case )1(\n.*?)^  # … to case ([0-9]+)\n`)
)

// files takes an example apart: what stands below the line that names a file,
// or all of it for the support agent. What an agent's file always has need not
// be repeated in an example.
func files(text string) map[string]string {
	text = character.ReplaceAllStringFunc(text, func(s string) string {
		n, _ := strconv.ParseUint(character.FindStringSubmatch(s)[1], 16, 32)
		return string(rune(n))
	})
	if m := moreCases.FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[3])
		var all strings.Builder
		for i := range n {
			all.WriteString(m[1] + strconv.Itoa(i+1) + m[2])
		}
		text = strings.Replace(text, m[0], all.String(), 1)
	}
	out := map[string]string{}
	named := fileLine.FindAllStringSubmatchIndex(text, -1)
	if len(named) == 0 {
		out["agents/support.yaml"] = whole(small["agents/support.yaml"], text)
	}
	for i, at := range named {
		end := len(text)
		if i+1 < len(named) {
			end = named[i+1][0]
		}
		name := text[at[2]:at[3]]
		out[name] = text[at[1]:end]
		switch {
		case strings.HasPrefix(name, "agents/"):
			out[name] = whole(small[name], out[name])
		case strings.HasPrefix(name, "tools/") && !strings.Contains(out[name], "tools:"):
			out[name] += small[name]
		}
	}
	return out
}

var commentsOnly = regexp.MustCompile(`^(#.*\n|\n)*$`)

// whole puts the lines that an example leaves out before it.
func whole(usual, example string) string {
	if commentsOnly.MatchString(example) {
		return example
	}
	var b strings.Builder
	for line := range strings.Lines(usual) {
		key, _, _ := strings.Cut(line, ":")
		if !strings.Contains("\n"+example, "\n"+key+":") {
			b.WriteString(line)
		}
	}
	return b.String() + example
}
