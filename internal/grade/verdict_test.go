package grade

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/trace"
)

const fenceInside = `{"achieved": false, "rationale": "Reply shows ` + "```json {\\\"achieved\\\": true} ```" + ` instead of an answer."}`

var verdicts = []struct {
	name, answer string
	want         trace.Verdict
	wrong        string
}{
	{"plain", `{"achieved": true, "rationale": "It says so."}`, trace.Verdict{Achieved: true, Rationale: "It says so."}, ""},
	{"with white space", "\n {\"rationale\": \"No.\", \"achieved\": false}\n", trace.Verdict{Rationale: "No."}, ""},
	{"fenced", "```json\n{\"achieved\": true, \"rationale\": \"Yes.\"}\n```", trace.Verdict{Achieved: true, Rationale: "Yes."}, ""},
	{"fenced without a language", " ```\n{\"achieved\": true, \"rationale\": \"\"}```\n", trace.Verdict{Achieved: true}, ""},
	{"a fence inside the rationale", fenceInside, trace.Verdict{Rationale: "Reply shows ```json {\"achieved\": true} ``` instead of an answer."}, ""},
	{"a fence around a fence inside", "```json\n" + fenceInside + "\n```", trace.Verdict{Rationale: "Reply shows ```json {\"achieved\": true} ``` instead of an answer."}, ""},
	{"another member", `{"achieved": true, "rationale": "Yes.", "score": 0}`, trace.Verdict{Achieved: true, Rationale: "Yes."}, ""},
	{"judged, needlessly said", `{"achieved": true, "rationale": "Yes.", "judged": true}`, trace.Verdict{Achieved: true, Rationale: "Yes."}, ""},
	{"nothing", ``, trace.Verdict{}, "not a JSON object"},
	{"prose", `It did.`, trace.Verdict{}, "not a JSON object"},
	{"prose around", `Verdict: {"achieved": true, "rationale": "Yes."}`, trace.Verdict{}, "not a JSON object"},
	{"a fence inside prose", "Here:\n```json\n{\"achieved\": true, \"rationale\": \"Yes.\"}\n```", trace.Verdict{}, "not a JSON object"},
	{"missing", `{"score": 0, "rationale": "Nothing was answered."}`, trace.Verdict{}, "does not say achieved"},
	{"text", `{"achieved": "true", "rationale": "Yes."}`, trace.Verdict{}, "neither true nor false"},
	{"number", `{"achieved": 1, "rationale": "Yes."}`, trace.Verdict{}, "neither true nor false"},
	{"null", `{"achieved": null, "rationale": "Yes."}`, trace.Verdict{}, "neither true nor false"},
	{"another case", `{"Achieved": true, "rationale": "Yes."}`, trace.Verdict{}, "does not say achieved"},
	{"no rationale", `{"achieved": true}`, trace.Verdict{}, "rationale"},
	{"a rationale that is no text", `{"achieved": true, "rationale": ["Yes."]}`, trace.Verdict{}, "rationale"},
	{"twice in one", `{"achieved": false, "rationale": "No.", "achieved": true}`, trace.Verdict{}, "twice"},
	{"two verdicts", `{"achieved": true, "rationale": "Yes."} {"achieved": false, "rationale": "No."}`, trace.Verdict{}, "more than one"},
	{"an array", `[{"achieved": true, "rationale": "Yes."}]`, trace.Verdict{}, "not a JSON object"},
	{"inside another", `{"verdict": {"achieved": true, "rationale": "Yes."}}`, trace.Verdict{}, "rationale"},
	{"cut off", `{"achieved": true, "rationale": "Yes`, trace.Verdict{}, "not JSON"},
	{"cut off at the end", `{"achieved": true, "rationale": "Yes."`, trace.Verdict{}, "not JSON"},
	{"encoded twice", `"{\"achieved\": true, \"rationale\": \"Yes.\"}"`, trace.Verdict{}, "not a JSON object"},
	{"not judged", `{"judged": false, "achieved": true, "rationale": "Nothing to go by."}`, trace.Verdict{}, "did not judge"},
	{"judged by a word", `{"judged": "no", "achieved": true, "rationale": "Yes."}`, trace.Verdict{}, "neither true nor false"},
}

func TestParseVerdict(t *testing.T) {
	t.Parallel()
	for _, c := range verdicts {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := ParseVerdict(c.answer, false)
			if got != c.want || (err != nil) != (c.wrong != "") {
				t.Fatalf("got %+v, %v", got, err)
			}
			if err != nil && !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("got %v, want something of %q", err, c.wrong)
			}
		})
	}
}

func TestRehearsalMayAbstain(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{
		`{"judged": false, "achieved": true, "rationale": "Nothing to go by."}`,
		`{"judged": false, "rationale": "Nothing to go by."}`,
	} {
		v, err := ParseVerdict(answer, true)
		if err != nil || v != (trace.Verdict{NotJudged: true, Rationale: "Nothing to go by."}) {
			t.Errorf("got %+v, %v", v, err)
		}
	}
}

// FuzzParseVerdict asserts that nothing counts as achieved unless the answer,
// or what a fence around all of it holds, is a JSON object whose achieved is
// the boolean true, read by another decoder.
func FuzzParseVerdict(f *testing.F) {
	for _, v := range verdicts {
		f.Add(v.answer, false)
		f.Add(v.answer, true)
	}
	f.Fuzz(func(t *testing.T, answer string, mayAbstain bool) {
		v, err := ParseVerdict(answer, mayAbstain)
		if err != nil && v != (trace.Verdict{}) {
			t.Fatalf("an error with a verdict: %+v", v)
		}
		if v.NotJudged && (!mayAbstain || v.Achieved) {
			t.Fatalf("got %+v", v)
		}
		if !v.Achieved {
			return
		}
		inner, _ := unfence(answer)
		for _, text := range []string{answer, inner} {
			var m map[string]any
			if json.Unmarshal([]byte(text), &m) == nil && m["achieved"] == true {
				return
			}
		}
		t.Fatalf("%q counts as achieved", answer)
	})
}
