package cli

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/caplo/caplo/internal/agent"
)

// gitTime bounds how long a push waits for git: what it says is of use, and
// nothing rests on it.
const gitTime = 5 * time.Second

// gitState is the state of the repository that a folder stands in: nil where it
// stands in none, git is not installed, too old, or does not answer in time. No
// program that settings of git name is started.
func gitState(ctx context.Context, env *Env, dir string) *agent.Git {
	ctx, cancel := context.WithTimeout(ctx, gitTime)
	defer cancel()
	g := &gitCaller{ctx: ctx, dir: dir, env: gitEnv(env)}
	if !g.disarm() {
		return nil
	}
	out, err := g.run("status", "--porcelain=v2", "--branch", "-z", "--untracked-files=normal", "--ignore-submodules=all", "--", ".")
	if err != nil {
		return nil
	}
	return readGitStatus(out)
}

// readGitStatus reads what git status says in its second format for programs.
func readGitStatus(out []byte) *agent.Git {
	state := &agent.Git{}
	for line := range strings.SplitSeq(string(out), "\x00") {
		header, isHeader := strings.CutPrefix(line, "# ")
		name, value, _ := strings.Cut(header, " ")
		switch {
		case !isHeader:
			state.Dirty = state.Dirty || line != ""
		case name == "branch.oid":
			state.Commit = value
		case name == "branch.head" && value != "(detached)":
			state.Branch = value
		}
	}
	if state.Commit == "" || state.Commit == "(initial)" {
		return nil
	}
	return state
}

type gitCaller struct {
	ctx context.Context
	dir string
	env []string
}

func (g *gitCaller) run(args ...string) ([]byte, error) {
	cmd := exec.CommandContext(g.ctx, "git", append([]string{"--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit"}, args...)...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = g.dir, g.env, time.Second
	return cmd.Output()
}

// disarm switches off the filters that settings name: git would start them to
// compare files. It reports whether that is certain.
func (g *gitCaller) disarm() bool {
	if version, err := g.run("version"); err != nil || !takesSettings(string(version)) {
		return false
	}
	out, err := g.run("config", "-z", "--name-only", "--get-regexp", `^filter\.`)
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) { // 1: there are none
		return false
	}
	settings := [][2]string{{"core.fsmonitor", "false"}, {"core.hooksPath", "/dev/null"}, {"safe.bareRepository", "explicit"}}
	for key := range strings.SplitSeq(string(out), "\x00") {
		switch {
		case key == "":
		case strings.HasSuffix(key, ".required"):
			settings = append(settings, [2]string{key, "false"})
		default:
			settings = append(settings, [2]string{key, ""})
		}
	}
	g.env = append(g.env, "GIT_CONFIG_COUNT="+strconv.Itoa(len(settings)))
	for i, s := range settings {
		n := strconv.Itoa(i)
		g.env = append(g.env, "GIT_CONFIG_KEY_"+n+"="+s[0], "GIT_CONFIG_VALUE_"+n+"="+s[1])
	}
	return true
}

// takesSettings reports whether a git takes settings from its environment, as those
// from 2.31 on do: others would start what they were told not to.
func takesSettings(version string) bool {
	var major, minor int
	if _, err := fmt.Sscanf(version, "git version %d.%d", &major, &minor); err != nil {
		return false
	}
	return major > 2 || major == 2 && minor >= 31
}

// gitEnv is what git sees of the environment: where the user's settings lie, and
// nothing that names another repository, as hooks have it.
func gitEnv(env *Env) []string {
	out := []string{"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=", "LC_ALL=C"}
	for _, name := range []string{"PATH", "HOME", "XDG_CONFIG_HOME", "USERPROFILE", "SYSTEMROOT"} {
		if v := env.Getenv(name); v != "" {
			out = append(out, name+"="+v)
		}
	}
	return out
}
