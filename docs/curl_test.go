package docs_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// curl stands in for the program of that name, as far as docs/api.md uses it, so
// that its examples run where that is not installed.
type curl struct {
	method, url, body, format string
	header                    http.Header
	include                   bool
}

// parseCurl reads a command of a shell: quotes, variables and lines that go on.
func parseCurl(t *testing.T, command string, env map[string]string) curl {
	t.Helper()
	words := shellWords(command, env)
	if len(words) == 0 || words[0] != "curl" {
		t.Fatalf("no curl: %s", command)
	}
	c := curl{method: http.MethodGet, header: http.Header{}}
	for i := 1; i < len(words); i++ {
		value := func() string {
			if i++; i >= len(words) {
				t.Fatalf("%s lacks its value: %s", words[i-1], command)
			}
			return words[i]
		}
		switch w := words[i]; w {
		case "-sS", "-N":
		case "-i":
			c.include = true
		case "-X":
			c.method = value()
		case "-w":
			c.format = value()
		case "-H":
			name, text, _ := strings.Cut(value(), ": ")
			c.header.Set(name, text)
		case "--json":
			c.body = value()
			c.header.Set("Content-Type", "application/json")
			if c.method == http.MethodGet {
				c.method = http.MethodPost
			}
		default:
			if strings.HasPrefix(w, "-") || c.url != "" {
				t.Fatalf("the stand-in does not know %s: %s", w, command)
			}
			c.url = w
		}
	}
	return c
}

// run makes the request and returns what curl would print.
func (c curl) run(t *testing.T) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), c.method, c.url, strings.NewReader(c.body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = c.header
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if c.include {
		fmt.Fprintf(&out, "%s %s\r\n", resp.Proto, resp.Status)
		_ = resp.Header.Write(&out) // into memory
		out.WriteString("\r\n")
	}
	out.Write(data)
	out.WriteString(strings.NewReplacer("%{http_code}", fmt.Sprint(resp.StatusCode), `\n`, "\n").Replace(c.format))
	return out.String()
}

// shellWords splits a command as a shell does, as far as the examples need it.
func shellWords(command string, env map[string]string) []string {
	var words []string
	var word strings.Builder
	quote, open := byte(0), false
	for i := 0; i < len(command); i++ {
		c := command[i]
		switch {
		case c == '\\' && quote != '\'' && i+1 < len(command):
			i++
			if command[i] != '\n' {
				word.WriteByte(command[i])
				open = true
			}
		case quote == 0 && (c == '\'' || c == '"'):
			quote, open = c, true
		case quote != 0 && c == quote:
			quote = 0
		case c == '$' && quote != '\'':
			end := i + 1
			for end < len(command) && (command[end] == '_' || command[end] >= 'A' && command[end] <= 'Z') {
				end++
			}
			word.WriteString(env[command[i+1:end]])
			i, open = end-1, true
		case quote == 0 && (c == ' ' || c == '\n'):
			if open {
				words = append(words, word.String())
			}
			word.Reset()
			open = false
		default:
			word.WriteByte(c)
			open = true
		}
	}
	if open {
		words = append(words, word.String())
	}
	return words
}

func TestShellWords(t *testing.T) {
	t.Parallel()
	got := shellWords("curl -H \"A: $X\" \\\n  --json '{\"a\": \"$X\"}' \"\\\"q\\\"\" u/$X/v", map[string]string{"X": "1"})
	want := []string{"curl", "-H", "A: 1", "--json", `{"a": "$X"}`, `"q"`, "u/1/v"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
