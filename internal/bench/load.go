package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// caller asks a server for things.
type caller struct {
	s    *served
	http *http.Client
}

func newCaller(s *served) *caller {
	return &caller{s, &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 100}}}
}

// ask reads an answer whole. Anything but a success is an error.
func (c *caller) ask(ctx context.Context, method, path, body string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.s.url+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+c.s.key)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("%s %s: %s: %s", method, path, resp.Status, data)
	}
	return data, err
}

func (c *caller) get(ctx context.Context, path string, into any) error {
	data, err := c.ask(ctx, http.MethodGet, path, "")
	if err == nil && into != nil {
		err = json.Unmarshal(data, into)
	}
	return err
}

// tally gathers how long answers took.
type tally struct {
	mu    sync.Mutex
	took  map[string][]time.Duration // by what was asked for
	late  []time.Duration            // how late this process was itself
	errs  int
	first error
}

func (t *tally) add(what string, took time.Duration, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.took == nil {
		t.took = map[string][]time.Duration{}
	}
	t.took[what] = append(t.took[what], took)
	if err != nil {
		t.errs++
		if t.first == nil {
			t.first = err
		}
	}
}

// complain says what went wrong first, if anything did.
func (t *tally) complain() {
	if t.first != nil {
		fmt.Printf("  %d errors, the first: %v\n", t.errs, t.first)
	}
}

// all are the times of everything, the shortest first.
func (t *tally) all() []time.Duration {
	var all []time.Duration
	for _, list := range t.took {
		all = append(all, list...)
	}
	slices.Sort(all)
	return all
}

// at is the time within which a share of the answers came.
func at(sorted []time.Duration, share float64) time.Duration {
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}

// read is one of the things that a load asks for.
type read struct{ what, path string }

// steady asks a number of times a second for a while, whether or not the answers
// keep up: each is timed from when it was due.
func (c *caller) steady(ctx context.Context, reads []read, perSecond int, during time.Duration) *tally {
	var t tally
	var open sync.WaitGroup
	began := time.Now()
	for n := range int(during.Seconds() * float64(perSecond)) {
		due := began.Add(time.Duration(n) * time.Second / time.Duration(perSecond))
		time.Sleep(time.Until(due))
		t.late = append(t.late, time.Since(due))
		r := reads[n%len(reads)]
		open.Go(func() {
			err := c.get(ctx, r.path, nil)
			t.add(r.what, time.Since(due), err)
		})
	}
	open.Wait()
	return &t
}

// often asks n times, four at once, each as soon as it can.
func (c *caller) often(ctx context.Context, reads []read, n int) *tally {
	const atOnce = 4
	var t tally
	var open sync.WaitGroup
	for k := range atOnce {
		open.Go(func() {
			for i := k; i < n; i += atOnce {
				r := reads[i%len(reads)]
				began := time.Now()
				err := c.get(ctx, r.path, nil)
				t.add(r.what, time.Since(began), err)
			}
		})
	}
	open.Wait()
	return &t
}
