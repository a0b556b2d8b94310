package rules

import (
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/agent"
)

// TestPlaceholders says where an argument that the input does not have is one.
func TestPlaceholders(t *testing.T) {
	t.Parallel()
	const object = `"type":"object","properties":{"a":{"type":"string"}}`
	for _, c := range []struct {
		input, request string
		want           int
	}{
		{`{` + object + `}`, `{"path":"/x/{b}","query":{"q":"{c}"}}`, 2},
		{`{` + object + `,"additionalProperties":false}`, `{"path":"/x/{b}"}`, 1},
		{`{` + object + `,"additionalProperties":true}`, `{"path":"/x/{b}"}`, 0},
		{`{` + object + `,"additionalProperties":{"type":"string"}}`, `{"path":"/x/{b}"}`, 0},
		{`{` + object + `,"allOf":[{"properties":{"b":{"type":"string"}}}]}`, `{"path":"/x/{b}"}`, 0},
		{`{"$ref":"#/$defs/x","$defs":{"x":{` + object + `}}}`, `{"path":"/x/{b}"}`, 0},
		{`{` + object + `,"patternProperties":{"^x":{}}}`, `{"path":"/x/{xb}"}`, 0},
		{`{` + object + `}`, `{"method":"POST","path":"/graphql","body":{"query":"query {orders} { order(id: {a}) {id} }"}}`, 0},
	} {
		got := said(Judge(toolsInput("desk", `{"tools":[{"name":"x","effect":"write","input":`+c.input+`,"request":`+c.request+`}]}`)).Problems())
		n := 0
		for _, s := range got {
			if strings.HasSuffix(s, Placeholder) {
				n++
			}
		}
		if n != c.want || len(got) != n {
			t.Errorf("%s %s: %v", c.input, c.request, got)
		}
	}
}

// TestSecretForms tells keys from words that are joined by dashes.
func TestSecretForms(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"https://shop.example/sk-slovak-republic-return-policy":                     false,
		"https://shop.example/sk-slovak-republic-2024-return-policy":                false,
		"pk_this_is_the_name_of_a_column_in_a_table":                                false,
		"caplo_abcdefghijklmnop_" + strings.Repeat("a2b3", 13):                      true,
		"CAPLO_API_KEY=caplo_abcdefghijklmnop_" + strings.Repeat("z7xy", 13) + "\n": true,
		"caplo_my_own_words_that_are_joined_by_underscores":                         false,
		"caplo_order_id and sk-" + strings.Repeat("Ab3", 12):                        true,
		"sk-" + strings.Repeat("Ab3", 12):                                           true,
		"sk_" + "live_" + strings.Repeat("4f9c", 8):                                 true,
		"sk-proj-" + strings.Repeat("aB-3_", 8):                                     true,
		"desk-side help, and\nrisk-free\tsk-" + strings.Repeat("Ab3", 12):           true,
		"see https://shop.example/a:b@c and http://user:word@shop.example/":         true,
		"see https://shop.example:443/a user@shop.example":                          false,
		"-----BEGIN RSA PRIVATE KEY-----\nMIIE":                                     true,
	} {
		if got := secretIn(text, nil) != ""; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// TestAsksForPerson holds that whole words count.
func TestAsksForPerson(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Delete my personal data.": false, "A humane answer.": false, "Explains the personnel policy.": false, "Overstaffed?": false,
		"Can I talk to a person?": true, "Get me a human!": true, "Hands the conversation over.": true, "Escalates.": true, "Transfers the customer": true,
	} {
		if got := asksForPerson(&agent.Case{Input: text}); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// TestInputFaults says what is wrong with input schemas, and all of it.
func TestInputFaults(t *testing.T) {
	t.Parallel()
	for input, want := range map[string][]string{
		`{"type":"object","properties":{"a":{"type":"strng"},"b":{"type":"bol"}}}`:  {BadInput, BadInput},
		`{"type":"object","propertis":{"a":{}}}`:                                    {DoubtfulInput},
		`{"type":"object","properties":{"a":{"minLenght":1}},"required":["a","b"]}`: {DoubtfulInput, DoubtfulInput},
		`{"type":"object","allOf":[{"properties":{"b":{}}}],"required":["b"]}`:      nil,
		`{"type":"object","x-note":1,"required":[]}`:                                nil,
		`{"type":"string"}`:                          {BadInput},
		`{"type":["object","null"],"properties":{}}`: nil,
	} {
		var got []string
		for _, p := range Judge(toolsInput("desk", `{"tools":[{"name":"x","input":`+input+`}]}`)).Problems() {
			got = append(got, p.Rule)
			if p.Hint == "" {
				t.Errorf("%s: no hint: %s", input, p.Message)
			}
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s: %v, want %v", input, got, want)
		}
	}
}

// TestExamplePlaces holds that faults point at keys as they are written, and
// tell of alternatives once.
func TestExamplePlaces(t *testing.T) {
	t.Parallel()
	in := toolsInput("desk", `{"tools":[{"name":"x","input":{"type":"object","properties":{"order no":{"anyOf":[{"type":"string"},{"type":"boolean"}]}}},`+
		`"examples":[{"input":{"order no":7},"output":1}]}]}`)
	got := Judge(in).Problems()
	if len(got) != 1 || got[0].Ref.Pointer != "/tools/0/examples/0/input/order no" || got[0].Hint == "" || !strings.Contains(got[0].Message, "fits none of the alternatives") {
		t.Errorf("%+v", got)
	}
}
