package rehearsal

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/llm"
	"github.com/caplo/caplo/internal/llm/llmtest"
)

func TestProvider(t *testing.T) {
	t.Parallel()
	llmtest.Run(t, func(*testing.T) llm.Provider { return New() })
}

func TestOnlyVerdictsHaveAForm(t *testing.T) {
	t.Parallel()
	_, err := New().Complete(context.Background(), llm.Request{ResponseSchema: &llm.ResponseSchema{Name: "poem"}}, nil)
	if llm.KindOf(err) != llm.BadRequest {
		t.Errorf("got %v", err)
	}
}

func TestDeterministic(t *testing.T) {
	t.Parallel()
	message := "Could you reserve the tower room on 2026-03-05 for 3 people?"
	want := library.run(t, message)
	for range 50 {
		if got := library.run(t, message); !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v, then %+v", want, got)
		}
	}
}

// The stand-in must not be written for an example: neither the trades that
// caplo ships nor those of its own tests stand in its source.
func TestSourceHoldsNoTrade(t *testing.T) {
	t.Parallel()
	trades := regexp.MustCompile(`(?i)\b(?:order|refund|return_|returns? (?:policy|label)|parcel|package[sd]|ship|shipp\w+|deliver\w*|carrier|tracking|invoice|payment|cart|shop|store|` +
		`appointment|clinic|doctor|patient|prescription|dentist|insurance|router|modem|outage|tariff|internet|contract|` +
		`patient|dentist|dental|tooth|teeth|painkiller|medicine|slot|booking|visit|calendar|receptionist|reception|instalment|bill|billing|ledger|` +
		`warehouse|postage|size|jacket|swap|gift|desk lamp|start(?:ed)? a return|sen[dt] back|` +
		`hotel|guest|flight|airline|ticket|bank|loan|fine|library|reader|book|bike|bicycle|repair|bakery|cake|bread)s?\b`)
	harmless := regexp.MustCompile(`(?i)in order|in the order|, in order`)
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 5 {
		t.Fatalf("files %v: %v", files, err)
	}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(src), "\n") {
			if m := trades.FindString(harmless.ReplaceAllString(line, "")); m != "" {
				t.Errorf("%s:%d: %q in %s", f, i+1, m, strings.TrimSpace(line))
			}
		}
	}
}

func FuzzComplete(f *testing.F) {
	for _, tr := range []trade{library, bikes, bakery} {
		for _, message := range []string{"When is L10001 due?", "Open a ticket for WX-12", "my rolls", "talk to a human", "", "\ue000 \"'", "İ 12.03.2026"} {
			f.Add(tr.instructions, message, tr.tools[0].Name, tr.tools[0].Description, string(tr.tools[0].Input), `{"a":[1,{"b":"c"}]}`, false)
			f.Add("Says \""+message+"\", not 5", message, "x", "y", "{", `{"error":"x"}`, true)
		}
	}
	f.Add("If x, say 'y'. Only z if q.", "x", "search_knowledge", "k", `{"properties":{"a":null,"b":{"type":["null","array"],"items":{"pattern":"("}}},"required":["a","b"]}`, `{"passages":[{"text":"x y"}]}`, false)
	f.Fuzz(func(t *testing.T, instructions, message, name, description, input, result string, grade bool) {
		req := llm.Request{
			Messages: []llm.Message{{Role: llm.RoleSystem, Text: instructions}, {Role: llm.RoleUser, Text: message}},
			Tools:    []llm.Tool{{Name: name, Description: description, Input: json.RawMessage(input)}, knowledgeTool, transferTool},
		}
		if grade {
			req.ResponseSchema = &llm.ResponseSchema{Name: "verdict"}
			raw, _ := json.Marshal(map[string]any{"desiredOutcome": instructions, "customerMessage": message, "reply": description, "calls": []any{map[string]any{"result": result}}})
			req.Messages[1].Text = string(raw)
		}
		for round := 0; ; round++ {
			resp := twice(t, req)
			if len(resp.Calls) == 0 {
				break
			}
			if round > 4 {
				t.Fatalf("round %d: %+v", round, resp.Calls)
			}
			req.Messages = append(req.Messages, llm.Message{Role: llm.RoleAssistant, Calls: resp.Calls})
			for _, c := range resp.Calls {
				if c.Name != name && c.Name != knowledgeTool.Name && c.Name != transferTool.Name || !json.Valid([]byte(c.Args)) {
					t.Fatalf("call %+v", c)
				}
				req.Messages = append(req.Messages, llm.Message{Role: llm.RoleTool, CallID: c.ID, Text: result})
			}
		}
	})
}

func twice(t *testing.T, req llm.Request) llm.Response {
	t.Helper()
	a, errA := New().Complete(context.Background(), req, nil)
	b, errB := New().Complete(context.Background(), req, nil)
	if errA != nil || errB != nil || !reflect.DeepEqual(a, b) {
		t.Fatalf("%+v %v, then %+v %v", a, errA, b, errB)
	}
	if len(a.Calls) == 0 && strings.TrimSpace(a.Text) == "" {
		t.Fatal("neither a reply nor a call")
	}
	return a
}

func TestBrokenResultsEnd(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{`{"a":[1,`, `[[[`, `{"a":}`, `{"a" "b"}`, strings.Repeat("[", 100), "\x00"} {
		readOutcome(raw)
	}
}
