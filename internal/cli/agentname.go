package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/rules"
	"github.com/caplo/caplo/internal/workspace"
)

// longestName is how many bytes a name may have that is asked for; no agent's has
// more.
const longestName = 1000

// findAgent finds the agent that somebody means: by its key, else by its name. A
// name that several agents have is refused with their keys.
func findAgent(ctx context.Context, conn *connection, word string) (api.Agent, error) {
	if agent.ValidKey(word) {
		a, err := conn.Agent(ctx, word)
		if err == nil || codeOf(err) != workspace.NotFound {
			return a, err
		}
	}
	var found []api.Agent
	if name := agent.NameKey(word); name != "" && len(name) <= longestName {
		var err error
		if found, err = conn.Agents(ctx, name); err != nil {
			return api.Agent{}, err
		}
	}
	switch len(found) {
	case 0:
		return api.Agent{}, nobody(ctx, conn, word)
	case 1:
		return found[0], nil
	}
	keys := make([]string, len(found))
	for i, a := range found {
		keys[i] = a.Key
	}
	return api.Agent{}, &failure{
		msg:  fmt.Sprintf("%d agents are called %q", len(found), word),
		hint: "name one by its key: " + strings.Join(keys, ", "),
	}
}

// unknownAgent is that no agent has a key or name.
type unknownAgent struct{ failure }

func (e *unknownAgent) Unwrap() error { return &e.failure }

// nobody says that nobody has a name, and who may have been meant.
func nobody(ctx context.Context, conn *connection, word string) error {
	all, err := conn.Agents(ctx, "")
	if err != nil {
		return err
	}
	out := &unknownAgent{failure{msg: fmt.Sprintf("the workspace has no agent with the key or name %q", word)}}
	keys, names := []string{}, map[string]string{}
	for _, a := range all {
		keys, names[a.Name] = append(keys, a.Key), a.Key
	}
	words := slices.Concat(keys, slices.Sorted(maps.Keys(names)))
	near := rules.Nearest(strings.TrimPrefix(agent.NameKey(word), "agent/"), words)
	switch {
	case len(all) == 0:
		out.hint = "it has none yet: push some first"
	case near != "" && names[near] != "" && names[near] != near:
		out.hint = fmt.Sprintf("did you mean %q (%s)?", near, names[near])
	case near != "":
		out.hint = "did you mean " + near + "?"
	case len(all) <= 8:
		out.hint = "there is " + strings.Join(keys, ", ")
	default:
		out.hint = "`caplo agent list` lists them"
	}
	return out
}

// nameAt takes NAME@REVISION apart, at the last @ where nothing but digits follow;
// 0 where there is no revision.
func nameAt(word string) (name string, revision int64) {
	i := strings.LastIndexByte(word, '@')
	if i < 1 || strings.Trim(word[i+1:], "0123456789") != "" {
		return word, 0
	}
	n, err := strconv.ParseInt(word[i+1:], 10, 64)
	if err != nil {
		return word, 0
	}
	return word[:i], n
}

// keyAt is the key of the agent that somebody means, and its revision. An agent
// that is gone can be named by its key, and one whose own name ends like a
// revision by all of it.
func keyAt(ctx context.Context, conn *connection, word string) (key string, revision int64, err error) {
	name, revision := nameAt(word)
	a, err := findAgent(ctx, conn, name)
	if err == nil {
		return a.Key, revision, nil
	}
	if none := (*unknownAgent)(nil); !errors.As(err, &none) {
		return "", 0, err
	}
	if agent.ValidKey(name) {
		_, past := conn.NewestHistory(ctx, name, 1)
		if past == nil {
			return name, revision, nil
		}
		if codeOf(past) != workspace.NotFound {
			return "", 0, past
		}
	}
	if name != word {
		if whole, other := findAgent(ctx, conn, word); other == nil {
			return whole.Key, 0, nil
		}
	}
	return "", 0, err
}
