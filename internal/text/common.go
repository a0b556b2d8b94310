package text

import (
	"strings"
	"unicode"
)

// Common reports whether a folded word is one that holds sentences together and
// says little of what they are about: articles, pronouns, auxiliaries, courtesy.
// English in full, and the commonest of German, French, Spanish, Italian, Dutch
// and Portuguese that are no English content words; of Chinese a few; of
// Japanese all that is written in hiragana alone.
func Common(w string) bool {
	if _, ok := common[w]; ok {
		return true
	}
	return hiragana(w)
}

func hiragana(w string) bool {
	for _, r := range w {
		if !unicode.Is(unicode.Hiragana, r) && !unicode.IsMark(r) {
			return false
		}
	}
	return w != ""
}

var common = set(english, european, chinese)

func set(lists ...string) map[string]struct{} {
	m := make(map[string]struct{})
	for _, l := range lists {
		for _, w := range strings.Fields(l) {
			m[w] = struct{}{}
		}
	}
	return m
}

const english = `
a about after again all also always am an and any anybody anyone anything are arent as at be because been before
being but by can cant could couldnt d did didnt do does doesnt doing done dont each either else even ever every for
from get gets getting give go going gonna gone got had has hasnt have havent having he hello help her here hers hey
hi him his how i id if im in into is isnt it its ive just kind know let lets like ll m made make many may maybe me
might mine more most much must my myself need needs never no nor not now of off oh ok okay on once one only or other
our out over please put re really s say see seem shall she should so some somebody someone something still such sure
t take tell than thank thanks that thats the their them then there these they thing things this those to too try
trying up us use ve very want wanted wants was wasnt way we well were what whats when where wheres which while who
why will with wont would wouldnt yes yet you your yours`

const european = `
ich du er sie es wir ihr mein meine meinen meiner meinem dein der das den dem des ein eine einen einem einer und oder
aber nicht kein keine ist sind bin habe hat haben wird werden kann konnen konnte mochte muss wie wer wo wann warum
mit von zu zum zur auf fur im bei nach aus an bitte
je tu il elle nous vous ils mon ma mes ton votre vos le la les un une du des et ou mais ne pas est suis sont ai avez
avoir peux peut puis comment quand pourquoi que qui quoi avec pour dans sur au aux ce cette l d j c n qu
yo tu el ella nosotros mi mis su sus lo los las una unos unas y o pero no es son esta estoy he puedo puede quiero
como cuando donde por para con de en se al del
io lui lei noi mio mia il gli uno e ma non sono ho posso puo voglio come quando dove perche di da nel della
ik jij hij wij mijn het een en of maar niet zijn heb heeft kan wil hoe waar wanneer waarom met van naar voor op
eu voce ele ela meu minha os as um uma nao sao tenho posso quero onde porque em no na dos das`

const chinese = "我的 我想 想要 什么 怎么 可以 你们 我们 您好 你好 请问 请你 一个 这个 那个 不是 是不 能不 吗 呢 了 我 你 您 的"
