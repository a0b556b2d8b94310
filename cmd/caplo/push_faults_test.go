//go:build faults && unix

package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
)

// stroke is what becomes of a request in place of its answer, and of the client
// that made it or the server that it is for.
type stroke func(f *front, client *process, w http.ResponseWriter, r *http.Request)

var strokes = map[string]stroke{
	"client killed before": func(_ *front, c *process, _ http.ResponseWriter, _ *http.Request) {
		c.kill()
		panic(http.ErrAbortHandler)
	},
	"client killed after": func(f *front, c *process, _ http.ResponseWriter, r *http.Request) {
		f.behind.ServeHTTP(httptest.NewRecorder(), r)
		c.kill()
	},
	"client killed meanwhile": func(f *front, c *process, w http.ResponseWriter, r *http.Request) {
		go c.kill()
		f.behind.ServeHTTP(w, r)
	},
	"server killed before": func(f *front, _ *process, _ http.ResponseWriter, _ *http.Request) {
		f.server.kill()
		panic(http.ErrAbortHandler)
	},
	"server killed after": func(f *front, _ *process, _ http.ResponseWriter, r *http.Request) {
		f.behind.ServeHTTP(httptest.NewRecorder(), r)
		f.server.kill()
		panic(http.ErrAbortHandler)
	},
	"server killed meanwhile": func(f *front, _ *process, w http.ResponseWriter, r *http.Request) {
		go f.server.kill()
		f.behind.ServeHTTP(w, r)
	},
	"lost before": func(_ *front, _ *process, w http.ResponseWriter, r *http.Request) { cutOff(w, r) },
	"lost after":  func(f *front, _ *process, w http.ResponseWriter, r *http.Request) { f.swallow(w, r) },
	"500 before":  func(_ *front, _ *process, w http.ResponseWriter, r *http.Request) { broken(w, r) },
	"500 after": func(f *front, _ *process, w http.ResponseWriter, r *http.Request) {
		f.behind.ServeHTTP(httptest.NewRecorder(), r)
		broken(w, r)
	},
}

func broken(w http.ResponseWriter, r *http.Request) {
	const sorry = `{"title":"Internal Server Error","status":500,"detail":"it broke","hint":"push again","code":"internal"}`
	says(500, sorry, "Content-Type: application/problem+json")(w, r)
}

// struck runs a command whose first request of a kind meets a stroke. A server that
// was killed is started again, while the client may still ask for it.
func (f *front) struck(kind string, s stroke, args ...string) result {
	f.t.Helper()
	client := make(chan *process, 1)
	f.clear(func(w http.ResponseWriter, r *http.Request, k string, n int) bool {
		if k != kind || n > 1 {
			return false
		}
		s(f, <-client, w, r)
		return true
	})
	p := f.start(args...)
	client <- p
	select {
	case <-p.done:
	case <-f.server.done:
		f.serve()
	}
	res := p.wait()
	f.clear(nil)
	return res
}

// TestFaultPush strikes each kind of request of a push: it is there whole or not at
// all, the same command does what is lacking, and once more changes nothing.
func TestFaultPush(t *testing.T) {
	t.Parallel()
	for name, s := range strokes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFront(t, quick, map[string]int{"orders": 4, "returns": 6})
			f.run("push").exits(0)
			for i, kind := range []string{"bodies", "push", "revisions"} {
				f.anew(i + 1)
				res := f.struck(kind, s, "push")
				switch {
				case res.status == 1:
					f.broke(res)
				case res.signal == 0:
					res.exits(0)
				}
				f.converges(i + 2)
			}
		})
	}
}

// anew changes every agent, and adds a case to each.
func (d *desk) anew(n int) {
	d.t.Helper()
	for key := range d.agents {
		d.agents[key]++
		d.agent(key, fmt.Sprintf("Answer in %d words.", n), d.agents[key])
	}
}

// converges wants a workspace to hold a push whole or not at all, another push to
// bring it to a revision, and a third to change nothing.
func (d *desk) converges(revision int) {
	d.t.Helper()
	const drafts = `SELECT count(DISTINCT revision) FROM heads WHERE kind IN ('agent', 'suite')`
	if n := d.number(drafts); n != 1 {
		d.t.Errorf("revision %d: half a push is there: heads of %d revisions", revision, n)
	}
	d.run("push").exits(0)
	last := fmt.Sprintf("nothing changed; the workspace is at revision %d\n", revision)
	if res := d.run("push").exits(0); !strings.HasSuffix(res.stdout, last) {
		d.t.Errorf("want %q at the end: %s", last, res)
	}
	if n := d.number(`SELECT count(*) FROM revisions`); n != revision {
		d.t.Errorf("%d revisions, want %d", n, revision)
	}
	for key, cases := range d.agents {
		if n := d.number(`SELECT cases FROM heads WHERE kind = 'suite' AND key = '` + key + `'`); n != cases {
			d.t.Errorf("%s has %d cases, want %d", key, n, cases)
		}
	}
	d.sound()
}

// TestFaultPull strikes each kind of request of a pull: files change whole, the
// same command does what is lacking, and once more changes nothing.
func TestFaultPull(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"client killed after", "server killed meanwhile", "lost before", "500 after"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := strokes[name]
			f := newFront(t, quick, map[string]int{"orders": 4, "returns": 6})
			b := f.behindBy()
			for _, kind := range []string{"state", "bodies"} {
				res := f.struck(kind, s, "pull")
				if res.status == 1 {
					f.broke(res)
				} else if res.signal == 0 {
					res.exits(0)
				}
				b.pulled()
				b.back()
			}
		})
	}
}

// behindBy is a desk whose files are one push behind the workspace.
type behindBy struct {
	*desk
	before, after map[string]string // by file
}

// behindBy pushes what the desk's files say, then something else, and brings the
// first files back.
func (d *desk) behindBy() *behindBy {
	d.t.Helper()
	b := &behindBy{desk: d}
	d.run("push").exits(0)
	b.before = d.files()
	for key, n := range d.agents {
		d.agent(key, "Answer "+strings.Repeat("kindly ", 1000)+"in one sentence.", n)
	}
	d.run("push").exits(0)
	b.after = d.files()
	b.back()
	return b
}

func (b *behindBy) back() {
	b.t.Helper()
	for name, text := range b.before {
		b.write("agents/"+name, text)
	}
}

// files are the texts of the agents' files.
func (d *desk) files() map[string]string {
	d.t.Helper()
	entries, err := os.ReadDir(d.dir + "/agents")
	d.must(err)
	out := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(d.dir + "/agents/" + e.Name())
		d.must(err)
		out[e.Name()] = string(data)
	}
	return out
}

// whole wants each file to be as it was or as it is to be, and returns how many
// are that already.
func (b *behindBy) whole() (n int) {
	b.t.Helper()
	now := b.files()
	for name, text := range b.before {
		switch now[name] {
		case b.after[name]:
			n++
		case text:
		default:
			b.t.Errorf("%s is neither old nor new:\n%s", name, now[name])
		}
	}
	return n
}

// pulled wants files to be whole, another pull to bring the rest, and a third to
// change nothing.
func (b *behindBy) pulled() {
	b.t.Helper()
	b.whole()
	b.run("pull").exits(0)
	if n := b.whole(); n != len(b.before) {
		b.t.Errorf("%d of %d files are new", n, len(b.before))
	}
	const last = "nothing to pull; the workspace is at revision 2\n"
	if res := b.run("pull").exits(0); res.stdout != last {
		b.t.Errorf("want %q: %s", last, res)
	}
	if res := b.run("push").exits(0); !strings.HasSuffix(res.stdout, "at revision 2\n") {
		b.t.Errorf("a push after a pull changes something: %s", res)
	}
}

// many are agents enough to be killed among them.
func many() map[string]int {
	agents := map[string]int{}
	for i := range 40 {
		agents[fmt.Sprintf("agent-%02d", i)] = 2
	}
	return agents
}

// TestFaultPullKilled kills a pull while it writes.
func TestFaultPullKilled(t *testing.T) {
	t.Parallel()
	b := newDesk(t, t.TempDir(), quick, many()).behindBy()
	for _, n := range []int{1, 10, 30} {
		p := b.start("pull")
		b.until("files to be written", func() bool { return p.over() || b.written() >= n })
		p.kill()
		b.pulled()
		b.back()
	}
}

// written is how many files are larger than they were.
func (b *behindBy) written() (n int) {
	for name, text := range b.before {
		if info, err := os.Stat(b.dir + "/agents/" + name); err == nil && info.Size() > int64(len(text)) {
			n++
		}
	}
	return n
}
