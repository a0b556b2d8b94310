package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// sizes are the numbers of agents in the projects that validate is measured on.
var sizes = []int{10, 100, 1000}

// validations measures caplo validate on projects of growing size, and a single
// file against what the process costs without one.
func (b *bencher) validations() error {
	var first float64 // seconds of processor time for each MB of the smallest
	for _, n := range sizes {
		dir, bytes, err := b.manyAgents(n)
		if err != nil {
			return err
		}
		f, err := b.measure(nil, dir, nil, b.caplo, "validate")
		if err != nil {
			return err
		}
		mb := float64(bytes) / 1e6
		each := f.cpu.Seconds() / mb
		if first == 0 {
			first = each
		}
		show(fmt.Sprintf("caplo validate, %d agents, %.1f MB", n, mb), f, fmt.Sprintf("%.1f MB/s, %.1f processors, cpu for a byte %.2f of the first (bars: 1; 150 MiB)",
			mb/f.wall.Seconds(), f.cpu.Seconds()/f.wall.Seconds(), each/first))
	}
	return b.oneFile()
}

func (b *bencher) oneFile() error {
	dir, bytes, err := b.manyAgents(1)
	if err != nil {
		return err
	}
	version, err := b.measure(nil, dir, nil, b.caplo, "--version")
	if err != nil {
		return err
	}
	f, err := b.measure(nil, dir, nil, b.caplo, "validate")
	if err == nil {
		show(fmt.Sprintf("caplo validate, 1 agent, %.0f KB", float64(bytes)/1e3), f, fmt.Sprintf("%.1f ms over --version (bar 15)", ms(f.wall-version.wall)))
	}
	return err
}

// manyAgents writes a project of n agents with a hundred cases each and returns
// its folder and the size of the agents' files.
func (b *bencher) manyAgents(n int) (dir string, bytes int, err error) {
	dir = filepath.Join(b.dir, fmt.Sprintf("agents-%d", n))
	write := func(name, text string) {
		full := filepath.Join(dir, name)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(full), 0o700)
		}
		if err == nil {
			err = os.WriteFile(full, []byte(text), 0o600)
		}
	}
	write("caplo.yaml", "project: bench\n")
	write("tools/order-desk.yaml", "tools:\n  - name: lookup_order\n    effect: read\n")
	for i := range n {
		text := agentFile(i)
		bytes += len(text)
		write(fmt.Sprintf("agents/agent-%d.yaml", i), text)
	}
	return dir, bytes, err
}

// agentFile is an agent with a hundred cases: plain, quoted and literal texts, as
// people write them.
func agentFile(n int) string {
	var s strings.Builder
	fmt.Fprintf(&s, "name: Agent %d\ninstructions: |\n  Answer customers of the shop.\n  Look orders up before you speak about them.\ntools: [order-desk/lookup_order]\nevals:\n", n)
	for i := range 100 {
		fmt.Fprintf(&s, `  - name: Reports the status of order %d
    input: "Where is my order SO-%04d? I have been waiting for it for more than a week."
    desiredOutcome: Looks the order up and says that it has shipped, without inventing a date.
    answerContains: shipped
    tool: order-desk/lookup_order
`, i, i)
	}
	return s.String()
}
