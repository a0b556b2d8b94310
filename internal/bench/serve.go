package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

const modelTime = 200 * time.Millisecond

// serving measures reads of a served workspace of 50 agents with 20 cases each,
// 25 finished runs, and one of 100 cases that is always going.
func (b *bencher) serving() (err error) {
	s, err := b.serve("served", modelTime)
	if err != nil {
		return err
	}
	defer func() {
		if e := s.end(); err == nil {
			err = e
		}
	}()
	reads, err := b.fill(s)
	if err != nil {
		return err
	}
	c := newCaller(s)
	b.under(c, reads)
	b.flat(c, reads)
	return nil
}

// fill pushes the project, runs some of it, and returns what can be read then.
func (b *bencher) fill(s *served) ([]read, error) {
	dir, err := b.agents("readers", 50, 20)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "agents", "busy.yaml"), []byte(casesOf("Busy", 100)), 0o600); err != nil {
		return nil, err
	}
	if _, err := b.once(dir, s.env(), b.caplo, "push"); err != nil {
		return nil, err
	}
	c := newCaller(s)
	var last string
	for n := range 25 {
		if last, err = c.run(b.ctx, fmt.Sprintf("agent-%d", n)); err != nil {
			return nil, err
		}
	}
	return []read{
		{"workspace", "/v1/workspace"},
		{"agents", "/v1/agents"},
		{"agent", "/v1/agents/agent-7"},
		{"runs", "/v1/runs"},
		{"run", "/v1/runs/" + last},
		{"results", "/v1/runs/" + last + "/results?after=10"},
		{"cases", "/v1/agents/agent-7/cases"},
		{"revisions", "/v1/revisions"},
		{"whoami", "/v1/whoami"},
		{"readyz", "/readyz"},
		{"healthz", "/healthz"}, // which asks no database
	}, nil
}

// run runs an agent's cases and waits for the end.
func (c *caller) run(ctx context.Context, agent string) (id string, err error) {
	var started struct{ Run struct{ ID string } }
	data, err := c.ask(ctx, http.MethodPost, "/v1/agents/"+agent+"/runs", `{"rerun": true}`)
	if err == nil {
		err = json.Unmarshal(data, &started)
	}
	if err == nil {
		_, err = c.ask(ctx, http.MethodGet, "/v1/runs/"+started.Run.ID+"/events", "") // ends with the run
	}
	return started.Run.ID, err
}

// under measures 200 reads a second, while a run of 100 cases is going.
func (b *bencher) under(c *caller, reads []read) {
	busy, stop := context.WithCancel(b.ctx)
	var working sync.WaitGroup
	var cases int
	working.Go(func() {
		for busy.Err() == nil {
			if _, err := c.run(busy, "busy"); err == nil {
				cases += 100
			}
		}
	})
	c.often(b.ctx, reads, 200) // connections are there, statements are prepared
	const perSecond, during = 200, 30 * time.Second
	before := c.s.cpu()
	t := c.steady(b.ctx, reads, perSecond, during)
	used := c.s.cpu() - before
	stop()
	working.Wait()
	all := t.all()
	c.s.show(fmt.Sprintf("%d reads a second for %s, runs of 100 cases going", perSecond, during), before, fmt.Sprintf(
		"p50 %.1f, p95 %.1f, p99 %.1f (bar 50), max %.1f ms; %d errors; %.2f processors", ms(at(all, .5)), ms(at(all, .95)), ms(at(all, .99)),
		ms(all[len(all)-1]), t.errs, used.Seconds()/during.Seconds()))
	for _, r := range reads {
		list := slices.Sorted(slices.Values(t.took[r.what]))
		fmt.Printf("  %-50s p50 %.1f, p99 %.1f ms\n", r.what, ms(at(list, .5)), ms(at(list, .99)))
	}
	slices.Sort(t.late)
	fmt.Printf("  %-50s p50 %.1f, p99 %.1f ms: what the machine was late by itself\n", "asking", ms(at(t.late, .5)), ms(at(t.late, .99)))
	fmt.Printf("  %d cases in finished runs meanwhile\n", cases)
	t.complain()
}

// flat measures what many requests leave in memory.
func (b *bencher) flat(c *caller, reads []read) {
	ask := func(what string, reads []read, n int) {
		before := c.s.cpu()
		t := c.often(b.ctx, reads, n)
		all := t.all()
		c.s.show(fmt.Sprintf("%d %s", n, what), before, fmt.Sprintf("%.2f ms of processor each, p99 %.1f ms, %d errors",
			ms(c.s.cpu()-before)/float64(n), ms(at(all, .99)), t.errs))
		t.complain()
	}
	ask("reads", reads, 1000)
	first := c.s.memory()
	for _, r := range reads {
		ask("reads of "+r.what+" alone", []read{r}, 500)
	}
	ask("reads more", reads, 10000)
	fmt.Printf("  memory is %.2f of what it was after 1000\n", float64(c.s.memory())/float64(first))
	i := slices.IndexFunc(reads, func(r read) bool { return r.what == "run" })
	first = c.s.memory()
	ask("streams of a finished run", []read{{"events", reads[i].path + "/events"}}, 1000)
	fmt.Printf("  memory is %.2f of what it was before\n", float64(c.s.memory())/float64(first))
}

// agents writes a project of n agents with a number of cases each.
func (b *bencher) agents(name string, n, cases int) (string, error) {
	dir := filepath.Join(b.dir, name)
	if err := os.MkdirAll(filepath.Join(dir, "agents"), 0o700); err != nil {
		return "", err
	}
	for i := range n {
		text := casesOf(fmt.Sprintf("Agent %d", i), cases)
		if err := os.WriteFile(filepath.Join(dir, "agents", fmt.Sprintf("agent-%d.yaml", i)), []byte(text), 0o600); err != nil {
			return "", err
		}
	}
	return dir, os.WriteFile(filepath.Join(dir, "caplo.yaml"), []byte("project: bench\n"), 0o600)
}

// casesOf is an agent with n cases, which scripted models answer and grade.
func casesOf(name string, n int) string {
	var s strings.Builder
	fmt.Fprintf(&s, "name: %s\ninstructions: |\n  Answer customers of the shop in one sentence.\nevals:\n", name)
	for i := range n {
		fmt.Fprintf(&s, "  - name: Case number %d\n    input: Where is my order number %d?\n    desiredOutcome: Says where the order is.\n    answerContains: answered\n", i, i)
	}
	return s.String()
}
