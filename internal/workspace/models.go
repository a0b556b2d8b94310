package workspace

import (
	"fmt"
	"sort"
	"strings"

	"github.com/caplo/caplo/internal/trace"
)

// resolveModel turns a model as written into the model that is asked: provider
// and name, or the provider alone where it has but one. For whom it is wanted,
// and which setting would name it, stands in the message.
func (w *Workspace) resolveModel(written, forWhom, setting string) (trace.Model, error) {
	if written == "" {
		return trace.Model{}, w.noModel(forWhom, setting)
	}
	provider, name, _ := strings.Cut(written, "/")
	m, ok := w.opts.Providers[provider]
	if !ok {
		return trace.Model{}, &Problem{
			Code:    ModelUnavailable,
			Message: fmt.Sprintf("the model %s, wanted for %s, has no provider here", shown(written), forWhom),
			Hint:    "choose another with --model or --grader; providers here: " + strings.Join(w.providerNames(), ", "),
		}
	}
	m.Name = name
	return m, nil
}

// noModel refuses to run on a model that nobody chose.
func (w *Workspace) noModel(forWhom, setting string) error {
	where := "the config file of caplo serve"
	if w.opts.Config != "" {
		where = w.opts.Config
	}
	return &Problem{
		Code:    ModelUnavailable,
		Message: fmt.Sprintf("this workspace has no model for %s: %s is not configured", forWhom, setting),
		Hint:    fmt.Sprintf("set %s in %s and start caplo serve again", setting, where),
	}
}

func (w *Workspace) providerNames() []string {
	names := make([]string, 0, len(w.opts.Providers))
	for n := range w.opts.Providers {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// builtinDecider is fast routing's own classifier.
const builtinDecider = "builtin"

func (w *Workspace) resolveDecider() (trace.Model, error) {
	if w.opts.Models.Fast == builtinDecider || w.opts.Models.Fast == "" {
		return trace.Model{Provider: builtinDecider, Kind: builtinDecider}, nil
	}
	return trace.Model{}, &Problem{
		Code:    ModelUnavailable,
		Message: fmt.Sprintf("the decider %q is not known", w.opts.Models.Fast),
		Hint:    "set models.fast to builtin",
	}
}
