package rules

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/schema"
)

// TestAgree holds the walker to the library over values that are made from each
// schema, mostly right, with something wrong here and there.
func TestAgree(t *testing.T) {
	t.Parallel()
	for kind, data := range map[agent.Kind][]byte{
		agent.KindAgent: schema.Agent, agent.KindTools: schema.Tools, agent.KindProject: schema.Project, agent.KindServer: schema.Server,
	} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			lib, own := library(t, string(kind)+".schema.json", data), shapes[kind]()
			right := 0
			for seed := range uint64(1500) {
				g := generator{rand.New(rand.NewPCG(seed, 1)), own, float64(seed%4) * 0.02}
				v := g.value(own, 0)
				w := newWalker(own)
				w.walk(own, v, nil)
				err := lib.Validate(v)
				if (err == nil) != (len(w.found) == 0) {
					text, _ := json.Marshal(v)
					t.Fatalf("seed %d: %s: the library says %v, the walker %+v", seed, text, err, w.found)
				}
				if err == nil {
					right++
				}
				for _, f := range w.found {
					if f.Hint == "" {
						t.Errorf("seed %d: no hint: %s: %s", seed, f.at.pointer(), f.Message)
					}
				}
			}
			if right < 50 || right > 1450 {
				t.Errorf("%d of 1500 values fit: the generator tells little", right)
			}
		})
	}
}

// generator makes values of a shape; wrong is how often one does not fit.
type generator struct {
	*rand.Rand
	root  *shape
	wrong float64
}

// strays are values that stand where something else is wanted.
var strays = []any{nil, true, json.Number("7"), json.Number("-1.5"), json.Number("1.0"), "", " ", "\t\n", "x y", []any{}, []any{"a", "a"}, map[string]any{}, map[string]any{"x": "y"}}

func (g generator) value(s *shape, depth int) any {
	s = s.deref(g.root)
	if g.Float64() < g.wrong {
		return strays[g.IntN(len(strays))]
	}
	if len(s.oneOf) > 0 {
		return g.value(s.oneOf[g.IntN(len(s.oneOf))], depth)
	}
	if len(s.enum) > 0 {
		return s.enum[g.IntN(len(s.enum))]
	}
	kind := "string"
	if len(s.types) > 0 {
		kind = s.types[g.IntN(len(s.types))]
	}
	switch kind {
	case "object":
		return g.object(s, depth)
	case "array":
		return g.list(s, depth)
	case "integer", "number":
		return json.Number([]string{"0", "1", "0.5", "1.0", "50", "1e1", "101", "-1"}[g.IntN(8)])
	case "boolean":
		return g.IntN(2) == 0
	case "null":
		return nil
	}
	return g.text(s)
}

// texts fit some pattern, or nearly.
var someTexts = []string{
	"a", "order-desk", "-a", "A", "order-desk/look_up", "order-desk/", "openai/gpt-5-mini", "openai/", "gpt-5-mini", "/x", "rehearsal", "builtin",
	"https://a.example", "https:// a", "/orders/{id}", "CAPLO_KEY", "CAPLO_", "look_up", "two words", strings.Repeat("é", 81),
}

// text looks for one that fits, and gives up on a wrong one now and then.
func (g generator) text(s *shape) string {
	for range 200 {
		text := someTexts[g.IntN(len(someTexts))]
		if g.Float64() < g.wrong || (s.pattern == nil || s.pattern.MatchString(text)) && (s.maxLength < 0 || len([]rune(text)) <= s.maxLength) {
			return text
		}
	}
	return ""
}

func (g generator) list(s *shape, depth int) any {
	out := []any{}
	for range max(s.minItems, 0) + g.IntN(3) {
		e := g.value(s.items, depth+1)
		if text, ok := e.(string); ok && s.unique && g.Float64() >= g.wrong && holdsText(out, text) {
			continue
		}
		out = append(out, e)
	}
	return out
}

func holdsText(list []any, text string) bool {
	for _, e := range list {
		if e == text {
			return true
		}
	}
	return false
}

func (g generator) object(s *shape, depth int) any {
	out := map[string]any{}
	for _, k := range s.known {
		if s.maxProperties >= 0 && len(out) >= s.maxProperties {
			break
		}
		if g.IntN(depth+2) == 0 || s.minProperties > len(out) {
			out[k] = g.value(s.properties[k], depth+1)
		}
	}
	for _, k := range s.required {
		if _, there := out[k]; !there && g.Float64() >= g.wrong {
			out[k] = g.value(s.properties[k], depth+1)
		}
	}
	if g.Float64() < g.wrong {
		out["stray"] = "x"
	}
	if s.additional != nil && !s.additional.never && g.IntN(2) == 0 {
		out[someTexts[g.IntN(3)]] = g.value(s.additional, depth+1)
	}
	return out
}
