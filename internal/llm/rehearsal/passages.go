package rehearsal

// candidate is a sentence that may answer the question.
type candidate struct {
	text  string
	words set
	own   bool // of the instructions
}

// passages answers with the sentences, of what was searched and of the plain
// statements in the instructions, that speak most of the question; "" where
// none does. It also tells how many words they share.
func (t *turn) passages() (string, int) {
	var all []candidate
	for _, r := range t.brief.rules {
		if r.always() && r.say != "" {
			all = append(all, candidate{r.say, r.when[0], true})
		}
	}
	for _, s := range t.steps {
		for _, p := range s.out.passages {
			for _, text := range sentences(p.Text) {
				all = append(all, candidate{text, stemSet(text + " " + p.Heading), false})
			}
		}
	}
	return t.pick(all)
}

func (t *turn) pick(all []candidate) (string, int) {
	docs := make([]set, 0, len(all))
	for _, c := range all {
		docs = append(docs, c.words)
	}
	w := weigh(docs)
	var text string
	var most float64
	hits := 0
	for _, c := range all {
		sum, n := w.match(t.q.stems, c.words)
		own, _ := w.match(t.q.stems, stemSet(c.text))
		covered := t.q.coverage(c.words)
		enough := covered > 0.5 || covered == 0.5 && (t.q.asks || c.own) || n >= 2 && covered >= 0.34
		if enough && (own > 0 || c.own) && sum+own > most {
			text, most, hits = c.text, sum+own, n
		}
	}
	return text, hits
}
