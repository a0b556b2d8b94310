package workspace_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/workspace"
)

// TestNothingIsEverLost changes a workspace at random, by pushes, prunes, restores
// and edits. Whatever ever was can be seen and brought back byte for byte, and cases
// keep their ids by name.
func TestNothingIsEverLost(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			l := &ledger{bundle: newBundle(t), r: rand.New(rand.NewPCG(seed, 5)), files: map[string]pushing{}, was: map[int64]map[string]string{0: {}}}
			for range 60 {
				l.step()
			}
			l.checkPast()
			l.bringAllBack()
		})
	}
}

// ledger writes down what every agent was at every revision.
type ledger struct {
	*bundle
	r     *rand.Rand
	files map[string]pushing           // what the project has, by agent
	was   map[int64]map[string]string  // by revision and agent: its text and cases
	ids   map[string]map[string]string // by agent: ids by names of cases
}

var ledgerKeys = []string{"a", "b", "c"}

// step makes one change, then writes down what came of it.
func (l *ledger) step() {
	l.t.Helper()
	key := ledgerKeys[l.r.IntN(len(ledgerKeys))]
	before := maps.Clone(l.ids)
	restored := false
	switch n := l.r.IntN(10); {
	case n < 3:
		l.files[key] = l.someFiles(key)
		l.pushFiles(false)
	case n < 4:
		delete(l.files, key)
		l.pushFiles(false)
	case n < 6:
		if len(l.files) > 0 {
			l.pushFiles(true)
		}
	case n < 8:
		l.edit(key)
	default:
		restored = true
		l.bringBack(key)
	}
	l.write()
	for name, id := range before[key] {
		if now := l.ids[key][name]; !restored && now != "" && now != id {
			l.t.Fatalf("the case %q of %s became another", name, key)
		}
	}
}

// someFiles is an agent with or without tools, a list of cases or none.
func (l *ledger) someFiles(key string) pushing {
	tools := ""
	p := pushing{bodies: map[string]string{}, suites: map[string][]agent.Case{}}
	if name := fmt.Sprint("t", l.r.IntN(3)); name != "t0" {
		tools = fmt.Sprintf(`,"tools":["%s/t"]`, name)
		p.bodies["tools/"+name] = fmt.Sprintf(`{"tools":[{"name":"t","description":"%d"}]}`, l.r.IntN(2))
	}
	p.bodies["agent/"+key] = fmt.Sprintf(`{"name":"%s","instructions":"%d"%s}`, key, l.r.IntN(4), tools)
	if l.r.IntN(4) > 0 {
		p.suites[key] = l.someCases()
	}
	return p
}

func (l *ledger) someCases() []agent.Case {
	var list []agent.Case
	for _, i := range l.r.Perm(5)[:l.r.IntN(5)] {
		list = append(list, oneCase(fmt.Sprint("case ", i), fmt.Sprint(l.r.IntN(2))))
	}
	return list
}

// pushFiles pushes all that the project has; the same again changes nothing.
func (l *ledger) pushFiles(prune bool) {
	l.t.Helper()
	p := pushing{project: "p", prune: prune, bodies: map[string]string{}, suites: map[string][]agent.Case{}}
	for _, key := range slices.Sorted(maps.Keys(l.files)) {
		maps.Copy(p.bodies, l.files[key].bodies)
		maps.Copy(p.suites, l.files[key].suites)
	}
	_, err := l.push(p)
	if err != nil {
		l.t.Fatal(err)
	}
	if again, err := l.push(p); err != nil || !again.Plan.Empty() {
		l.t.Fatalf("the same again: %+v, %v", again, err)
	}
}

func (l *ledger) edit(key string) {
	l.t.Helper()
	if _, err := l.Agent(l.t.Context(), key); err != nil {
		return // it is not there
	}
	c := oneCase(fmt.Sprint("case ", l.r.IntN(5)), fmt.Sprint(l.r.IntN(3)))
	if l.r.IntN(4) == 0 {
		c.Input = ""
	}
	if _, there := l.ids[key][c.Name]; there || c.Input != "" {
		l.console(key, c)
	}
}

// bringBack restores any revision. Tools that are gone keep it from that, and then
// it changes nothing.
func (l *ledger) bringBack(key string) {
	l.t.Helper()
	last, _ := l.LastRevision(l.t.Context())
	if last == 0 {
		return
	}
	n := 1 + l.r.Int64N(last)
	_, err := l.Restore(l.t.Context(), ada(), key, workspace.Restore{Revision: n})
	switch code := workspace.CodeOf(err); {
	case l.was[n][key] == "":
		wantCode(l.t, err, workspace.NotFound)
	case err == nil:
		if now := l.text(key, 0); now != l.was[n][key] {
			l.t.Fatalf("%s@%d came back otherwise: %s", key, n, cmp.Diff(l.was[n][key], now))
		}
	case code != workspace.BrokenDraft:
		l.t.Fatal(err)
	}
}

// text is all that an agent was at a revision, or nothing.
func (l *ledger) text(key string, revision int64) string {
	l.t.Helper()
	at, err := l.AgentAt(l.t.Context(), key, revision)
	if workspace.CodeOf(err) == workspace.NotFound && err != nil {
		return ""
	}
	if err != nil {
		l.t.Fatal(err)
	}
	suite, err := json.Marshal(at.Suite)
	if err != nil {
		l.t.Fatal(err)
	}
	return string(at.Body.Body) + string(suite)
}

func (l *ledger) write() {
	l.t.Helper()
	last, err := l.LastRevision(l.t.Context())
	if err != nil {
		l.t.Fatal(err)
	}
	if l.was[last] == nil {
		l.was[last] = map[string]string{}
	}
	l.ids = map[string]map[string]string{}
	for _, key := range ledgerKeys {
		l.was[last][key] = l.text(key, 0)
		if l.was[last][key] != "" {
			l.ids[key] = idsOf(l.t, l.bundle, key)
		}
	}
}

// checkPast holds every revision against what it was when it was made, and the
// history against where something changed.
func (l *ledger) checkPast() {
	l.t.Helper()
	for _, key := range ledgerKeys {
		changes := 0
		for _, n := range slices.Sorted(maps.Keys(l.was)) {
			if n > 0 && l.text(key, n) != l.was[n][key] {
				l.t.Fatalf("%s@%d was another: %s", key, n, cmp.Diff(l.was[n][key], l.text(key, n)))
			}
			if n > 0 && l.was[n][key] != l.was[n-1][key] {
				changes++
			}
		}
		list, _, err := l.History(l.t.Context(), key, 0, 1000)
		if changes > 0 && (err != nil || len(list) < changes) {
			l.t.Errorf("%s changed %d times, and its history has %d, %v", key, changes, len(list), err)
		}
	}
}

// bringAllBack restores every revision of everything, in any order.
func (l *ledger) bringAllBack() {
	l.t.Helper()
	l.mustPush(pushing{project: "p", bodies: map[string]string{"tools/t1": deskTools, "tools/t2": deskTools}})
	revisions := slices.Sorted(maps.Keys(l.was))
	back := 0
	for _, i := range l.r.Perm(len(revisions)) {
		for _, key := range ledgerKeys {
			n := revisions[i]
			if n == 0 || l.was[n][key] == "" {
				continue
			}
			if _, err := l.Restore(l.t.Context(), ada(), key, workspace.Restore{Revision: n}); err != nil {
				l.t.Fatalf("%s@%d: %v", key, n, err)
			}
			if now := l.text(key, 0); now != l.was[n][key] {
				l.t.Fatalf("%s@%d came back otherwise: %s", key, n, cmp.Diff(l.was[n][key], now))
			}
			back++
		}
	}
	if back < 10 {
		l.t.Errorf("only %d revisions were brought back", back)
	}
}
