package yamltree

import (
	"fmt"

	"github.com/goccy/go-yaml/token"
)

// column is one open collection while sizes are counted.
type column struct {
	at    int // column of its keys or dashes; 0 for a bracket or brace
	brace bool
	keys  int
}

// sizer counts nesting, keys and empty values. It follows indentation only
// roughly, which is enough for limits.
type sizer struct {
	open    []column
	keys    int
	entries int
	empty   int
}

// checkSize applies the limits that keep the parser fast: it is quadratic in
// nesting, in the keys of a mapping and in values left out.
func checkSize(s *source, toks token.Tokens) *Fault {
	var z sizer
	for i, t := range toks {
		if f := z.count(toks, i); f != nil {
			return f
		}
		if z.keys > MaxAllKeys {
			return limitFault(t, "the file has more than %d keys", MaxAllKeys)
		}
		if z.keys+z.entries > MaxNodes {
			return limitFault(t, "the file holds more than %d values", MaxNodes)
		}
		if z.empty > MaxEmpty {
			return limitFault(t, "the file leaves more than %d values out", MaxEmpty)
		}
		if len(z.open) > MaxDepth {
			return depthFault(t)
		}
	}
	return nil
}

func limitFault(t *token.Token, format string, limit int) *Fault {
	return &Fault{
		Rule: RuleLimit, span: spanOf(t),
		Message: fmt.Sprintf(format, limit), Hint: "split it",
	}
}

func (z *sizer) count(toks token.Tokens, i int) *Fault {
	t := toks[i]
	if t.Type == token.CollectEntryType || t.Type == token.SequenceEntryType {
		z.entries++
	}
	switch t.Type {
	case token.MappingStartType, token.SequenceStartType:
		z.open = append(z.open, column{brace: t.Type == token.MappingStartType})
	case token.MappingEndType, token.SequenceEndType:
		for len(z.open) > 0 && z.open[len(z.open)-1].at != 0 {
			z.open = z.open[:len(z.open)-1]
		}
		z.open = z.open[:max(len(z.open)-1, 0)]
	case token.CollectEntryType:
		if z.inFlow() && (leavesOut(toks, i) || z.open[len(z.open)-1].brace && keyAlone(toks, i)) {
			z.empty++
		}
	case token.SequenceEntryType, token.MappingKeyType:
		z.enter(t.Position.Column)
		if leavesOut(toks, i) {
			z.empty++
		}
	case token.MappingValueType:
		return z.key(toks, i)
	}
	return nil
}

func (z *sizer) inFlow() bool { return len(z.open) > 0 && z.open[len(z.open)-1].at == 0 }

// enter makes the collection at a column the innermost one.
func (z *sizer) enter(at int) *column {
	if !z.inFlow() {
		for len(z.open) > 0 && z.open[len(z.open)-1].at > at {
			z.open = z.open[:len(z.open)-1]
		}
		if len(z.open) == 0 || z.open[len(z.open)-1].at != at {
			z.open = append(z.open, column{at: at})
		}
	}
	return &z.open[len(z.open)-1]
}

func (z *sizer) key(toks token.Tokens, i int) *Fault {
	at := toks[i].Position.Column
	if i > 0 {
		key := toks[i-1]
		at = key.Position.Column
		if sp := spanOf(key); sp.end-sp.start > MaxKeyBytes {
			return limitFault(key, "the key has more than %d bytes", MaxKeyBytes)
		}
	}
	z.keys++
	in := z.enter(at)
	in.keys++
	if in.keys > MaxKeys {
		return limitFault(toks[i], "the mapping has more than %d keys", MaxKeys)
	}
	if leavesOut(toks, i) {
		z.empty++
	}
	return nil
}

// keyAlone reports whether the comma at i ends a key without a value, as in
// {a, b}.
func keyAlone(toks token.Tokens, i int) bool {
	if i < 2 || toks[i-1].Indicator == token.FlowCollectionIndicator {
		return false
	}
	before := toks[i-2].Type
	return before == token.CollectEntryType || before == token.MappingStartType
}

// leavesOut guesses whether no value follows an indicator.
func leavesOut(toks token.Tokens, i int) bool {
	if i+1 >= len(toks) {
		return true
	}
	next := toks[i+1]
	switch next.Type {
	case token.CollectEntryType, token.MappingEndType, token.SequenceEndType:
		return true
	}
	t := toks[i]
	if t.Type == token.MappingValueType && i > 0 {
		t = toks[i-1]
	}
	return next.Position.Line > toks[i].Position.Line && next.Position.Column <= t.Position.Column
}
