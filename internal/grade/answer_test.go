package grade

import (
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/trace"
)

func TestAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, phrase, reply string
		found               bool
	}{
		{"as written", "has shipped", "It has shipped.", true},
		{"case", "HAS Shipped", "it has shipped", true},
		{"full case folding", "STRASSE", "in der Straße 5", true},
		{"sigma", "ΟΔΟΣ", "οδος 5", true},
		{"white space", "has shipped today", "has\n  shipped\u00a0today", true},
		{"white space of the phrase", "  has   shipped\n", "has shipped", true},
		{"narrow space", "19 €", "19\u202f€", true},
		{"typographic apostrophe", "can't", "I can’t", true},
		{"typographic quotes", `"final"`, "it is “final” now", true},
		{"guillemets", `"final"`, "«final»", true},
		{"composed and not", "café", "cafe\u0301", true},
		{"accents tell words apart", "cafe", "café", false},
		{"another word", "has shipped", "It has not shipped.", false},
		{"Chinese", "已发货", "您的订单已发货。", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			k := agent.Case{AnswerContains: c.phrase, AnswerExcludes: c.phrase}
			checks := Checks(k, resolver(t), replied(c.reply))
			if r := only(t, checks, trace.CheckAnswerContains); r.Pass != c.found {
				t.Errorf("got %+v", r)
			}
			if r := only(t, checks, trace.CheckAnswerExcludes); r.Pass == c.found {
				t.Errorf("got %+v", r)
			}
		})
	}
}

func TestAnswersPassOnNothing(t *testing.T) {
	t.Parallel()
	k := agent.Case{AnswerContains: "refund", AnswerExcludes: "nonsense"}
	blank := agent.Case{AnswerContains: " ", AnswerExcludes: "\u00a0"}
	for _, x := range []struct {
		c  agent.Case
		tr trace.Trace
	}{
		{k, trace.Trace{End: trace.End{Kind: trace.EndEmpty}}},
		{k, trace.Trace{End: trace.End{Kind: trace.EndFiltered}}},
		{k, trace.Trace{Reply: "Your refund", End: trace.End{Kind: trace.EndProvider}}},
		{k, replied("")},
		{blank, replied("Hello.")},
	} {
		checks := Checks(x.c, resolver(t), x.tr)
		for _, id := range []string{trace.CheckAnswerContains, trace.CheckAnswerExcludes} {
			if r := only(t, checks, id); r.Pass {
				t.Errorf("%s passes on %+v", id, x.tr)
			}
		}
	}
}

func TestAnswersQuoteTheReply(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("word ", 100)
	long := filler + "your refund has been APPROVED today. " + filler
	k := agent.Case{AnswerContains: "no such words", AnswerExcludes: "has been approved"}
	checks := Checks(k, resolver(t), replied(long))
	contains, excludes := only(t, checks, trace.CheckAnswerContains), only(t, checks, trace.CheckAnswerExcludes)
	if contains.Message != `the reply does not contain "no such words"` || contains.Expected != "no such words" || !strings.HasPrefix(contains.Seen, "word word") || !strings.HasSuffix(contains.Seen, "…") {
		t.Errorf("got %+v", contains)
	}
	if excludes.Message != `the reply contains "has been approved"` || !strings.Contains(excludes.Seen, "has been APPROVED") || !strings.HasPrefix(excludes.Seen, "…") {
		t.Errorf("got %+v", excludes)
	}
	for _, r := range []trace.CheckResult{contains, excludes} {
		if n := len([]rune(r.Seen)); n > maxQuote+2 {
			t.Errorf("%d characters quoted", n)
		}
	}
}
