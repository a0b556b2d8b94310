package cli

import (
	"strings"
	"testing"
)

// TestFilterLosesNothing holds that an editor which puts the output in the
// file's place loses nothing, whatever the file is.
func TestFilterLosesNothing(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"empty":    "",
		"no YAML":  "a: [\x00",
		"too long": strings.Repeat("# a comment\n", 1<<19),
	} {
		env := testEnv()
		out := &strings.Builder{}
		env.In, env.Out = strings.NewReader(text), out
		if got := Main(env, []string{"caplo", "agent", "validate", "-f", "-", "--fix"}); got != StatusFailed {
			t.Errorf("%s: exit status %d", name, got)
		}
		if out.String() != text {
			t.Errorf("%s: %d bytes became %d", name, len(text), out.Len())
		}
	}
}

// TestStanding holds that file names lead from where the user stands.
func TestStanding(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ dir, root, file, want string }{
		{"/a", "/a", "agents/b.yaml", "agents/b.yaml"},
		{"/", "/a/b", "agents/b.yaml", "a/b/agents/b.yaml"},
		{"/a/agents", "/a", "agents/b.yaml", "b.yaml"},
		{"/a/tools", "/a", "agents/b.yaml", "../agents/b.yaml"},
		{"/c/d", "/a", "caplo.yaml", "../../a/caplo.yaml"},
		{"/a", "/a", "", "."},
	} {
		if got := (standing{c.dir, c.root}).name(c.file); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
