//go:build faults && unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// ask makes a request with the owner's key. It may be used from any goroutine; 0
// means that no answer came.
func (m *team) ask(method, path string, body any, into any) (status int, text string) {
	var in bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&in).Encode(body); err != nil {
			return 0, err.Error()
		}
	}
	req, err := http.NewRequest(method, m.url()+path, &in)
	if err != nil {
		return 0, err.Error()
	}
	req.Header.Set("Authorization", "Bearer "+m.key)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err == nil && into != nil && resp.StatusCode < 300 {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		return 0, err.Error()
	}
	return resp.StatusCode, string(data)
}

// TestFaultCrowd has several clients eval one project at once, while others read:
// they share one run, and every request is answered.
func TestFaultCrowd(t *testing.T) {
	t.Parallel()
	m := newTeam(t, steady, map[string]int{"orders": 14, "returns": 6})
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for _, path := range []string{"/v1/runs", "/v1/agents", "/v1/agents/orders/cases", "/v1/workspace", "/metrics"} {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if status, text := m.ask(http.MethodGet, path, nil, nil); status == 0 || status >= 500 {
					t.Errorf("%s answered %d: %s", path, status, text)
					return
				}
			}
		})
	}
	m.together(4)
	close(stop)
	readers.Wait()
	m.verdicts(1)
	if n := m.number(`SELECT count(*) FROM revisions`); n != 1 {
		t.Errorf("%d revisions, want 1", n)
	}
}

// TestFaultCrowdPushes has two projects push and eval in turn and at once, while
// the cases of a third are edited over HTTP: nobody's change is lost.
func TestFaultCrowdPushes(t *testing.T) {
	t.Parallel()
	m := newTeam(t, quick, map[string]int{"orders": 3})
	other := m.further("other", map[string]int{"returns": 4})
	third := m.further("third", map[string]int{"terms": 3})
	third.run("push").exits(0)
	const rounds = 4
	var group sync.WaitGroup
	for _, d := range []*desk{m.desk, other} {
		group.Go(func() {
			for i := range rounds {
				for key, n := range d.agents {
					d.agent(key, fmt.Sprintf("Answer in %d words.", i), n)
				}
				// No Fatal: this is not the test's own goroutine.
				if res := d.run("eval"); res.status != 0 {
					t.Errorf("round %d: %s", i, res)
				}
			}
		})
	}
	group.Go(func() { m.edits(rounds * 5) })
	group.Wait()
	if n := m.number(`SELECT count(*) FROM runs WHERE agent <> 'terms'`); n != 2*rounds {
		t.Errorf("%d runs, want %d", n, 2*rounds)
	}
	m.audit(2 * rounds)
	for _, d := range []*desk{m.desk, other} {
		if res := d.run("push").exits(0); !strings.Contains(res.stdout, "nothing changed") {
			t.Errorf("a push was lost: %s", res)
		}
	}
}

// edits adds so many cases to an agent and edits each at once.
func (m *team) edits(n int) {
	path := "/v1/agents/terms/cases"
	for i := range n {
		one := map[string]string{"name": fmt.Sprintf("added %d", i), "input": fmt.Sprintf("added question %d", i), "desiredOutcome": "Answers."}
		var added struct{ Case struct{ ID string } }
		if status, text := m.ask(http.MethodPost, path, one, &added); status >= 300 || added.Case.ID == "" {
			m.t.Errorf("adding answered %d: %s", status, text)
			return
		}
		one["input"] = fmt.Sprintf("edited question %d", i)
		if status, text := m.ask(http.MethodPut, path+"/"+added.Case.ID, one, nil); status != http.StatusOK {
			m.t.Errorf("editing answered %d: %s", status, text)
		}
	}
	for i := range n {
		if !m.lists(path, fmt.Sprintf("edited question %d", i)) {
			m.t.Errorf("the edit of case %d is lost", i)
		}
	}
}

// lists reports whether a list holds a text, as a whole value.
func (m *team) lists(path, text string) bool {
	status, all := m.ask(http.MethodGet, path+"?limit=200", nil, nil)
	return status == http.StatusOK && strings.Contains(all, `"`+text+`"`)
}
