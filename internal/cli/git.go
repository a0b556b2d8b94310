package cli

import (
	"context"
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
// stands in none, git is not installed or does not answer in time. No program
// that the repository's own settings name is started.
func gitState(ctx context.Context, env *Env, dir string) *agent.Git {
	ctx, cancel := context.WithTimeout(ctx, gitTime)
	defer cancel()
	g := &gitCaller{ctx: ctx, dir: dir, env: gitEnv(env)}
	g.disarm()
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

// disarm switches off the filters that the repository's own settings name: git
// would start them to compare files.
func (g *gitCaller) disarm() {
	settings := [][2]string{{"core.fsmonitor", "false"}, {"core.hooksPath", "/dev/null"}, {"safe.bareRepository", "explicit"}}
	out, _ := g.run("config", "--show-scope", "-z", "--name-only", "--get-regexp", `^filter\.`)
	words := strings.Split(string(out), "\x00")
	for i := 0; i+1 < len(words); i += 2 {
		scope, key := words[i], words[i+1]
		switch {
		case scope == "global" || scope == "system": // the user's own, as for large files
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
}

// gitEnv is what git sees of the environment: where the user's settings lie, and
// nothing that names another repository, as hooks have it.
func gitEnv(env *Env) []string {
	out := []string{"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "LC_ALL=C"}
	for _, name := range []string{"PATH", "HOME", "XDG_CONFIG_HOME", "USERPROFILE", "SYSTEMROOT"} {
		if v := env.Getenv(name); v != "" {
			out = append(out, name+"="+v)
		}
	}
	return out
}
