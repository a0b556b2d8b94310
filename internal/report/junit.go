package report

import (
	"bytes"
	"encoding/xml"
	"fmt"

	"github.com/caplo/caplo/internal/diag"
)

// JUnit's XML as continuous integration reads it: a suite is a file, a case a
// diagnostic of it. One case for all of a file would show its first failure
// only, as most readers take one failure a case. A file without errors has one
// case that passed, so that a report is never empty; warnings fail nothing and
// are passed cases with a text.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		File    string        `xml:"file,attr"`
		Line    int           `xml:"line,attr,omitempty"`
		Failure *junitFailure `xml:"failure"`
		Out     string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// noErrors is the case of a file that has none.
const noErrors = "no errors"

func (v *Validation) junit(b *bytes.Buffer) error {
	all := junitSuites{Name: v.Tool.Name + " validate " + v.Tool.Version}
	of := map[string][]Diagnostic{}
	for _, d := range v.Diagnostics {
		of[d.File] = append(of[d.File], d)
	}
	for _, file := range v.Files {
		s := v.junitSuite(file, of[file])
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Suites = append(all.Suites, s)
	}
	b.WriteString(xml.Header)
	enc := xml.NewEncoder(b)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return err
	}
	return b.WriteByte('\n')
}

func (v *Validation) junitSuite(file string, ds []Diagnostic) junitSuite {
	at := Clean(file)
	s := junitSuite{Name: at}
	names := map[string]int{}
	for _, d := range ds {
		s.add(v.junitCase(at, d), names)
	}
	if s.Failures == 0 {
		s.add(junitCase{Class: at, Name: noErrors, File: at}, names)
	}
	return s
}

// add adds a case. Readers take cases of one name for one: a repeated name is
// numbered.
func (s *junitSuite) add(c junitCase, names map[string]int) {
	names[c.Name]++
	if n := names[c.Name]; n > 1 {
		c.Name = fmt.Sprintf("%s (%d)", c.Name, n)
	}
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	s.Cases = append(s.Cases, c)
}

func (v *Validation) junitCase(at string, d Diagnostic) junitCase {
	start := d.Range.Start
	c := junitCase{
		Class: at, Name: fmt.Sprintf("%s at %d:%d", Clean(d.Rule), start.Line, start.Column),
		File: at, Line: start.Line,
	}
	text := fmt.Sprintf("%s: %s: %s", place(at, start), d.Severity, v.prose(d))
	if d.Severity == diag.Warning {
		c.Out = text
	} else {
		c.Failure = &junitFailure{Message: Clean(d.Message), Type: Clean(d.Rule), Text: text}
	}
	return c
}
