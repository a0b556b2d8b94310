package rehearsal

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/llm"
)

// turn is what one request is decided on.
type turn struct {
	text    string   // what the customer wrote
	wanted  string   // the same without what they do not want
	stems   []string // its topics
	rules   []rule
	facts   []string // what the instructions state of the desk itself
	secrets []bag    // what they forbid to tell
	offers  []*offered
	weights weights // of the words of the offers
	names   weights // of the words of the tools' own names
	knows   bool    // knowledge can be searched
	moves   bool    // a person can take over
	steps   []step  // what was called since the customer's message
	serial  int     // calls made in the whole conversation
}

// step is a call and what came of it.
type step struct {
	call llm.Call
	out  outcome
}

var (
	unwanted = lazily(`(?i)\b(?:not|don't|didn't|no) (?:want|need|wish|have|transfer|connect|escalate|forward) [^,.;!?]*`)
	stating  = lazily(`(?i)^(?:we|our)\b`)
	secret   = lazily(`(?i)^(?:you must |please )?(?:never|do not|don't) (?:reveal|share|show|disclose|read out|give out|mention)\b([^,;:]*)`)
)

func newTurn(req llm.Request) *turn {
	t := &turn{}
	var all []string
	if len(req.Messages) > 0 && req.Messages[0].Role == llm.RoleSystem {
		for _, p := range paragraphs(straight.Replace(req.Messages[0].Text)) {
			all = append(all, sentences(p)...)
		}
	}
	clauses := readClauses(all)
	t.rules = readRules(clauses)
	for _, s := range all {
		if stating().MatchString(s) {
			t.facts = append(t.facts, s)
		}
		if m := secret().FindStringSubmatch(s); m != nil {
			t.secrets = append(t.secrets, bagOf(m[1]))
		}
	}
	at := t.listen(req.Messages)
	t.wanted = unwanted().ReplaceAllString(t.text, " ")
	t.stems = stems(t.wanted)
	for i, m := range req.Messages {
		t.serial += len(m.Calls)
		if i > at {
			t.steps = append(t.steps, stepsOf(m, req.Messages[i+1:])...)
		}
	}
	t.offer(req.Tools, clauses)
	return t
}

// withheld reports whether the instructions forbid to tell a value.
func (t *turn) withheld(key string) bool {
	words := stems(humanise(key))
	return len(words) > 0 && slices.ContainsFunc(t.secrets, func(b bag) bool { return overlap(words, b) == len(words) })
}

// listen finds the last message of the customer's, and where it stands. Where it
// answers a question of ours, it goes with the one before.
func (t *turn) listen(messages []llm.Message) int {
	at, asked := -1, false
	for i, m := range messages {
		switch {
		case m.Role == llm.RoleUser && asked:
			t.text, at = t.text+"\n"+m.Text, i
		case m.Role == llm.RoleUser:
			t.text, at = m.Text, i
		}
		asked = m.Role == llm.RoleAssistant && len(m.Calls) == 0 && strings.HasSuffix(strings.TrimSpace(m.Text), "?")
	}
	return at
}

func stepsOf(m llm.Message, after []llm.Message) []step {
	var out []step
	for _, c := range m.Calls {
		at := slices.IndexFunc(after, func(r llm.Message) bool { return r.Role == llm.RoleTool && r.CallID == c.ID })
		if at >= 0 {
			out = append(out, step{c, readOutcome(after[at].Text)})
		}
	}
	return out
}

func (t *turn) call(name string, args any) llm.Response {
	raw, err := json.Marshal(args)
	if err != nil {
		return say(neutral)
	}
	return llm.Response{Calls: []llm.Call{{ID: fmt.Sprintf("call_%d", t.serial+1), Name: name, Args: string(raw)}}}
}

func (t *turn) search() llm.Response {
	return t.call(agent.ModelToolKnowledge, map[string]any{"query": t.text})
}

func (t *turn) handOver() llm.Response {
	return t.call(agent.ModelToolTransfer, map[string]any{"reason": t.text})
}

const neutral = "I am sorry, I cannot help with that here."

// say replies with the first text that is one.
func say(texts ...string) llm.Response {
	for _, s := range texts {
		if s = strings.TrimSpace(s); s != "" {
			return llm.Response{Text: s}
		}
	}
	return llm.Response{Text: neutral}
}
