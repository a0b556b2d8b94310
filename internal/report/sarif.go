package report

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/caplo/caplo/internal/diag"
)

// sourceRoot is the base of all relative addresses. What it is on a machine is
// for the reader to say: a report made in one place is read in another.
const sourceRoot = "%SRCROOT%"

// sarif is the validation as SARIF 2.1.0.
func (v *Validation) sarif() sarifLog {
	rules, index := v.sarifRules()
	run := sarifRun{
		Tool: sarifTool{Driver: sarifDriver{Name: v.Tool.Name, Version: v.Tool.Version, Rules: rules}},
		// The command did its work, whatever it found.
		Invocations:        []sarifInvocation{{ExecutionSuccessful: true}},
		OriginalURIBaseIDs: map[string]sarifBase{sourceRoot: {sarifText{"where caplo was run, or the root of the repository"}}},
		Artifacts:          []sarifArtifact{},
		Results:            []sarifResult{},
		NewlineSequences:   []string{"\r\n", "\n", "\r"},
		ColumnKind:         "unicodeCodePoints",
		DefaultEncoding:    "UTF-8",
		Language:           "en",
	}
	for _, f := range v.Files {
		run.Artifacts = append(run.Artifacts, sarifArtifact{v.artifact(f), []string{"analysisTarget"}})
	}
	for _, d := range v.Diagnostics {
		run.Results = append(run.Results, v.sarifResult(d, index[d.Rule]))
	}
	return sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0", Runs: []sarifRun{run},
	}
}

// sarifRules lists the known rules, and those that only diagnostics name.
func (v *Validation) sarifRules() ([]sarifRule, map[string]int) {
	out, index := []sarifRule{}, map[string]int{}
	add := func(r Rule) {
		if _, ok := index[r.ID]; ok {
			return
		}
		index[r.ID] = len(out)
		out = append(out, asSarifRule(r))
	}
	for _, r := range v.rules {
		add(r)
	}
	for _, d := range v.Diagnostics {
		add(Rule{ID: d.Rule, Severity: d.Severity, Summary: d.Rule})
	}
	return out, index
}

func asSarifRule(r Rule) sarifRule {
	out := sarifRule{
		ID:               r.ID,
		ShortDescription: sarifText{sarifString(r.Summary)},
		FullDescription:  sarifText{sarifString(r.Summary)},
		Configuration:    sarifConfiguration{string(r.Severity)},
	}
	if r.Help != "" {
		out.Help = &sarifHelp{Text: sarifString(r.Help), Markdown: literal(r.Markdown)}
	}
	return out
}

func (v *Validation) sarifResult(d Diagnostic, rule int) sarifResult {
	out := sarifResult{
		RuleID: d.Rule, RuleIndex: rule, Level: string(d.Severity),
		Message:   sarifText{sarifString(sentence(d.Message, d.Hint))},
		Locations: []sarifLocation{{Physical: v.physical(d.File, d.Range)}},
	}
	for i, r := range d.Related {
		out.Related = append(out.Related, sarifLocation{
			ID: i + 1, Physical: v.physical(r.File, r.Range), Message: &sarifText{sarifString(r.Message)},
		})
	}
	if d.Fix != nil && len(d.Fix.Edits) > 0 {
		out.Fixes = []sarifFix{v.sarifFix(d.File, d.Fix)}
	}
	return out
}

// sentence joins message and hint: SARIF has one text for both.
func sentence(message, hint string) string {
	if hint == "" {
		return message
	}
	return message + "\nhint: " + hint
}

func (v *Validation) sarifFix(file string, fix *diag.Fix) sarifFix {
	change := sarifChange{Artifact: v.artifact(file)}
	for _, e := range fix.Edits {
		change.Replacements = append(change.Replacements, sarifReplacement{region(e.Range), sarifText{e.Text}})
	}
	return sarifFix{sarifText{sarifString(fix.Summary)}, []sarifChange{change}}
}

func (v *Validation) physical(file string, r diag.Range) sarifPhysical {
	return sarifPhysical{v.artifact(file), region(r)}
}

// region is a range: SARIF too counts from 1 and names the first position behind.
func region(r diag.Range) sarifRegion {
	return sarifRegion{r.Start.Line, r.Start.Column, r.End.Line, r.End.Column}
}

func (v *Validation) artifact(file string) sarifArtifactLocation {
	if file = path.Clean(file); strings.HasPrefix(file, "/") {
		return sarifArtifactLocation{URI: "file://" + uri(file)}
	}
	return sarifArtifactLocation{URI: uri(file), Base: sourceRoot}
}

// uri writes a path as a relative reference. All but what needs no thought is
// escaped: a colon in the first part would be read as a scheme's.
func uri(file string) string {
	var b strings.Builder
	for i := range len(file) {
		c := file[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~/", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

var placeholder = regexp.MustCompile(`\{([0-9]+)\}`)

// sarifString keeps a text from being read as a pattern: {0} is a placeholder
// and [text](1) a link in SARIF. Other braces stay single. The standard would
// double them too, but viewers show them as they stand, and a hint that says
// {{mode: fast}} would be copied that way.
func sarifString(s string) string { return strings.ReplaceAll(literal(s), "](", `\](`) }

// literal is sarifString for Markdown, whose links are meant.
func literal(s string) string { return placeholder.ReplaceAllString(s, "{{$1}}") }
