package yamltree

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/caplo/caplo/internal/diag"
)

// Limits of one file. They are generous for what people write and small enough
// that no file takes more than a second or 200 MiB.
const (
	MaxBytes    = 4 << 20  // size of a file
	MaxLine     = 64 << 10 // bytes in a line
	MaxMarks    = 300_000  // line breaks and punctuation that can begin a token
	MaxDepth    = 64       // nesting
	MaxKeys     = 2_000    // keys in one mapping
	MaxAllKeys  = 20_000   // keys in a file
	MaxEmpty    = 2_000    // keys and entries left without a value
	MaxKeyBytes = 1_024    // length of a key, as YAML itself has it
	MaxComments = 1_000    // comments that speak to caplo
	MaxNodes    = 100_000  // values, once aliases are replaced by what they stand for
	MaxMerged   = 20_000   // members that merge keys copy
	MaxCopied   = 1 << 20  // bytes of text that aliases and merge keys repeat

	maxLexWork = 200_000_000 // steps that the lexer's two quadratic loops may take
)

// marks holds the bytes that can begin a token or a faulty one.
var marks = func() (t [256]bool) {
	for _, c := range []byte("\n\r\t[]{},:&*!?-#\"'@`%|><") {
		t[c] = true
	}
	return t
}()

// checkBytes applies what can be judged before lexing: size, encoding, lines.
func checkBytes(text []byte) *Fault {
	if len(text) > MaxBytes {
		return &Fault{
			Rule:    RuleLimit,
			Message: fmt.Sprintf("the file has %s; the limit is %s", megabytes(len(text)), megabytes(MaxBytes)),
			Hint:    "split it into several files",
		}
	}
	if f := checkEncoding(text); f != nil {
		return f
	}
	return checkLines(text)
}

func megabytes(n int) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }

func checkEncoding(text []byte) *Fault {
	if bytes.HasPrefix(text, []byte{0xff, 0xfe}) || bytes.HasPrefix(text, []byte{0xfe, 0xff}) ||
		len(text) > 1 && (text[0] == 0) != (text[1] == 0) {
		return &Fault{
			Rule:    RuleEncoding,
			Message: "the file is written in UTF-16, not UTF-8",
			Hint:    "save it as UTF-8",
		}
	}
	for i := 0; i < len(text); {
		c := text[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRune(text[i:])
			if r == utf8.RuneError && size == 1 {
				return &Fault{
					Rule:    RuleEncoding,
					span:    at(i),
					Message: fmt.Sprintf("the byte 0x%02x is not UTF-8", c),
					Hint:    "save the file as UTF-8",
				}
			}
			i += size
			continue
		}
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0x7f {
			return controlFault(i, c)
		}
		i++
	}
	return nil
}

func controlFault(offset int, c byte) *Fault {
	name := fmt.Sprintf("the control character U+%04X", c)
	if c == 0 {
		name = "a NUL byte"
	}
	return &Fault{
		Rule:    RuleEncoding,
		span:    at(offset),
		Message: name + " cannot stand in a YAML file",
		Hint:    `remove it, or write it as an escape in double quotes`,
	}
}

// checkLines counts what makes the lexer slow or greedy.
func checkLines(text []byte) *Fault {
	count, work := 0, 0
	lineStart, tabs, run := 0, 0, 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] == '<' {
			run++
		} else {
			work += run * run / 2
			run = 0
		}
		if i == len(text) || text[i] == '\n' || text[i] == '\r' {
			if i-lineStart > MaxLine {
				return &Fault{
					Rule:    RuleLimit,
					span:    at(lineStart),
					Message: fmt.Sprintf("the line has %d KiB; the limit is %d KiB", (i-lineStart)>>10, MaxLine>>10),
					Hint:    "break the line",
				}
			}
			work += tabs * (i - lineStart)
			lineStart, tabs = i+1, 0
		}
		if i < len(text) && marks[text[i]] {
			count++
			if text[i] == '\t' {
				tabs++
			}
		}
	}
	if count > MaxMarks || work > maxLexWork {
		return &Fault{
			Rule:    RuleLimit,
			Message: fmt.Sprintf("the file has more than %d lines and marks", MaxMarks),
			Hint:    "split it into several files",
		}
	}
	return nil
}

// CheckText judges the encoding of a text file that is not YAML; nil means that
// it is UTF-8 without control characters.
func CheckText(text []byte) *diag.Diagnostic {
	f := checkEncoding(text)
	if f == nil {
		return nil
	}
	d := f.diagnostic(newSource(text))
	d.Message = strings.Replace(d.Message, "a YAML file", "the file", 1)
	return &d
}
