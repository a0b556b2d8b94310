package cli

import (
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/eval"
	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/route"
	"github.com/caplo/caplo/internal/rules"
	"github.com/caplo/caplo/internal/tool"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/turn"
	"github.com/caplo/caplo/internal/workspace"
)

// judge is eval's judge as a workspace wants one.
type judge struct{ eval.Judge }

func newJudge(providers map[string]Provider, now func() time.Time) workspace.Judge {
	return judge{eval.Judge{
		Provider: func(m trace.Model) (llm.Provider, error) {
			p, ok := providers[m.Provider]
			if !ok {
				return nil, fmt.Errorf("there is no provider %q", m.Provider)
			}
			return p.LLM, nil
		},
		Decider: func(_ trace.Model, c []route.Candidate) (route.Decider, error) {
			return route.NewBuiltin(c), nil
		},
		Knowledge: func(bases []*agent.KnowledgeBase) (turn.Searcher, error) { return newSearcher(bases), nil },
		CheckArgs: argsChecker(),
		Clock:     now,
	}}
}

// Engine implements workspace.Judge.
func (judge) Engine() string { return eval.Engine }

// Open implements workspace.Judge.
func (j judge) Open(p workspace.Pinned) (workspace.CaseJudge, error) {
	return j.Judge.Open(eval.Job{
		Set: p.Set, Agent: p.Run.Agent, Models: p.Terms.Models, Grader: p.Terms.Grader,
		Decider: p.Terms.Decider, FastDecisions: p.Terms.FastDecisions, Tools: p.Terms.Tools,
	})
}

// argsChecker says in what a model's arguments do not fit a tool's schema. It
// compiles each schema once.
func argsChecker() tool.ArgsChecker {
	var compiled sync.Map // schema text to *rules.InputSchema
	return func(schema, args json.RawMessage) []string {
		found, ok := compiled.Load(string(schema))
		if !ok {
			input, err := rules.CompileInput(schema)
			if err != nil {
				return []string{"the tool's input schema cannot be used: " + err.Error()}
			}
			found, _ = compiled.LoadOrStore(string(schema), input)
		}
		return found.(*rules.InputSchema).Check(args)
	}
}
