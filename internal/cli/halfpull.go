package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/project"
)

// errHalf says that a knowledge base is between two revisions and was changed since.
var errHalf = errors.New("was left half pulled and then changed")

// writtenBase is a knowledge base that a pull writes: the digests of its documents
// by their paths, before and after. A base is one resource and many files: between
// them it is no revision, and none of its documents is work of the user's.
type writtenBase struct {
	Before map[string]string `json:"before"`
	After  map[string]string `json:"after"`
	Half   bool              `json:"half"` // an earlier pull left it so: even before is no revision
}

// half reports whether a base's documents are partly those from before a pull and
// partly those from after, and which others are neither: they may have been either
// when somebody changed them.
func (b writtenBase) half(have map[string]string) (half bool, others []string) {
	var before, after bool
	for name := range union(b.Before, b.After, have) {
		now, was, next := have[name], b.Before[name], b.After[name] // "": there is none
		switch {
		case now != was && now != next:
			others = append(others, name)
		case was == next:
		case now == was:
			before = true
		default:
			after = true
		}
	}
	slices.Sort(others)
	return (before || len(others) > 0) && (after || b.Half), others
}

func union(maps ...map[string]string) map[string]bool {
	out := map[string]bool{}
	for _, m := range maps {
		for name := range m {
			out[name] = true
		}
	}
	return out
}

// documentDigests are the digests of a knowledge base's documents by path.
func documentDigests(body json.RawMessage) map[string]string {
	out := map[string]string{}
	var base agent.KnowledgeBase
	if json.Unmarshal(body, &base) != nil {
		return out
	}
	for _, d := range base.Documents {
		sum := sha256.Sum256([]byte(d.Text))
		out[d.Path] = hex.EncodeToString(sum[:])
	}
	return out
}

// notHalfPulled refuses to send what an interrupted pull left: half of it would
// undo what somebody else did.
func notHalfPulled(p *project.Project) error {
	note, err := readPullNote(p.Root)
	if err != nil || len(note) == 0 {
		return err
	}
	have := basesOf(p)
	var halves []string
	for key, b := range note {
		if half, _ := b.half(have[key]); half {
			halves = append(halves, "knowledge/"+key)
		}
	}
	if len(halves) == 0 {
		return nil
	}
	slices.Sort(halves)
	return &failure{
		msg:  fmt.Sprintf("a pull was interrupted: some documents of %s are new and some old, so nothing was sent", strings.Join(halves, ", ")),
		hint: "run `caplo pull`; it goes on where it stopped",
	}
}

// basesOf are the digests of the documents of all knowledge bases in the files.
func basesOf(p *project.Project) map[string]map[string]string {
	out := map[string]map[string]string{}
	for _, r := range p.Resources() {
		if r.ID.Kind == agent.KindKnowledge {
			out[r.ID.Key] = documentDigests(r.Body)
		}
	}
	return out
}

// interrupted tells a knowledge base that a pull left between two revisions from one
// with changes that were never pushed; it fails where it is both.
func (p *pulling) interrupted(item driftItem) (bool, error) {
	b, noted := p.note[item.Key]
	if item.Kind != agent.KindKnowledge || !noted {
		return false, nil
	}
	half, others := b.half(documentDigests(p.bodies[item.ID]))
	if half && len(others) > 0 {
		return false, fmt.Errorf("knowledge/%s %w: %s", item.Key, errHalf, strings.Join(others, ", "))
	}
	return half, nil
}

// begin is the note of a pull: the bases that more than one file changes of, and
// those of an earlier pull that this one does not come to.
func (p *pulling) begin() writtenBases {
	files, out := basesIn(p.changes), p.end()
	for id, item := range p.take {
		half, _ := p.interrupted(item)
		if id.Kind == agent.KindKnowledge && (half || files[id.Key] > 1) {
			out[id.Key] = writtenBase{Before: documentDigests(p.bodies[id]), After: documentDigests(item.body), Half: half}
		}
	}
	return out
}

// stopped is the note of a pull that made the first changes only: the bases that are
// whole, before or after, need none.
func (p *pulling) stopped(done int) writtenBases {
	out, made, left := p.begin(), basesIn(p.changes[:done]), basesIn(p.changes[done:])
	for key, b := range out {
		_, asked := p.take[agent.ID{Kind: agent.KindKnowledge, Key: key}]
		if asked && (left[key] == 0 || made[key] == 0 && !b.Half) {
			delete(out, key)
		}
	}
	return out
}

// basesIn counts the changes of each knowledge base.
func basesIn(changes []project.FileChange) map[string]int {
	out := map[string]int{}
	for _, c := range changes {
		if parts := strings.SplitN(c.Path, "/", 3); len(parts) == 3 && parts[0] == "knowledge" {
			out[parts[1]]++
		}
	}
	return out
}

// end is what an earlier pull left and this one was not about.
func (p *pulling) end() writtenBases {
	out := writtenBases{}
	for key, b := range p.note {
		id := agent.ID{Kind: agent.KindKnowledge, Key: key}
		_, asked := p.bodies[id]
		if _, taken := p.take[id]; !p.chosen.all && !asked && !taken {
			out[key] = b
		}
	}
	return out
}
