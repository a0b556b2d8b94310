package cli

import (
	"slices"
	"strings"
	"sync"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/knowledge"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/turn"
)

// searcher searches the knowledge bases of a run. How telling a word is depends
// on what is searched, so each list of bases has an index of its own, made when
// it is first asked.
type searcher struct {
	bases map[string]*agent.KnowledgeBase

	mu      sync.Mutex
	indexes map[string]*knowledge.Index
}

func newSearcher(bases []*agent.KnowledgeBase) turn.Searcher {
	s := &searcher{bases: map[string]*agent.KnowledgeBase{}, indexes: map[string]*knowledge.Index{}}
	for _, b := range bases {
		s.bases[b.Key] = b
	}
	return s
}

// Search implements turn.Searcher.
func (s *searcher) Search(bases []string, query string, n int) []trace.Passage {
	out := []trace.Passage{}
	for _, p := range s.index(bases).Search(query, n) {
		out = append(out, trace.Passage{
			KnowledgeBase: p.Base, Document: p.Path, Heading: strings.Join(p.Headings, " > "),
			Text: p.Text, Score: p.Score,
		})
	}
	return out
}

func (s *searcher) index(bases []string) *knowledge.Index {
	keys := slices.Sorted(slices.Values(bases))
	name := strings.Join(keys, " ")
	s.mu.Lock()
	defer s.mu.Unlock()
	if x := s.indexes[name]; x != nil {
		return x
	}
	var docs []knowledge.Document
	for _, key := range slices.Compact(keys) {
		if b := s.bases[key]; b != nil {
			for _, d := range b.Documents {
				docs = append(docs, knowledge.Document{Base: key, Path: d.Path, Text: d.Text})
			}
		}
	}
	s.indexes[name] = knowledge.NewIndex(docs)
	return s.indexes[name]
}
