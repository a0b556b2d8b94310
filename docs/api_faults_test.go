//go:build faults

package docs_test

import (
	"os"
	"os/exec"
	"testing"
)

// TestFaultAPIExamplesWithCurl runs the examples with the program that they name.
func TestFaultAPIExamplesWithCurl(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	checkAPI(t, func(t *testing.T, command string, env map[string]string) string {
		cmd := exec.CommandContext(t.Context(), "sh", "-c", command)
		cmd.Env = environ(env)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", command, err)
		}
		return string(out)
	})
}

// environ is an environment with more in it.
func environ(more map[string]string) []string {
	out := os.Environ()
	for k, v := range more {
		out = append(out, k+"="+v)
	}
	return out
}
