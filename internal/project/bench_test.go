package project

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/project/yamltree"
	"github.com/caplo/caplo/internal/rules"
)

// bigAgent is an agent file of 27 KB: 100 cases.
func bigAgent(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "name: Agent %d\ninstructions: |\n  Answer customers of the shop.\n  Look orders up before you speak about them.\ntools: [order-desk/lookup_order]\nevals:\n", n)
	for i := range 100 {
		fmt.Fprintf(&b, `  - name: Reports the status of order %d
    input: "Where is my order SO-%04d? I have been waiting for it for more than a week."
    desiredOutcome: Looks the order up and says that it has shipped, without inventing a date.
    answerContains: shipped
    tool: order-desk/lookup_order
`, i, i)
	}
	return b.String()
}

// bigProject writes a project of n agents and returns its root.
func bigProject(tb testing.TB, n int) string {
	tb.Helper()
	root := tb.TempDir()
	write := func(name, text string) {
		full := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	write("caplo.yaml", "project: big\n")
	write("tools/order-desk.yaml", "tools:\n  - name: lookup_order\n    effect: read\n")
	for i := range n {
		write(fmt.Sprintf("agents/agent-%d.yaml", i), bigAgent(i))
	}
	return root
}

func BenchmarkParse(b *testing.B) {
	data := []byte(bigAgent(1))
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, ds := yamltree.Parse(data); len(ds) > 0 {
			b.Fatal(ds)
		}
	}
}

func BenchmarkJudge(b *testing.B) {
	f := &file{}
	f.id.Kind, f.id.Key = "agent", "a"
	f.parse([]byte(bigAgent(1)))
	b.ReportAllocs()
	for b.Loop() {
		if j := rules.Judge(f.input()); len(j.Problems()) > 0 {
			b.Fatal(j.Problems())
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{1, 10, 100, 1000} {
		b.Run(fmt.Sprintf("%d", n), func(b *testing.B) {
			root := bigProject(b, n)
			var p *Project
			for b.Loop() {
				p, _ = Load(root)
				if ds := p.Check(); len(ds) > 0 {
					b.Fatal(ds[0])
				}
			}
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "MiB-kept")
			b.ReportMetric(float64(m.Sys)/(1<<20), "MiB-sys")
			runtime.KeepAlive(p)
		})
	}
}

// BenchmarkRewrite changes one case of a file of 100 that was read before.
func BenchmarkRewrite(b *testing.B) {
	text := []byte(bigAgent(1))
	w, _ := saying(agent.KindAgent, text)
	w.Cases[50].Input = "Where is it: here?"
	doc, _ := yamltree.Parse(text)
	b.ReportAllocs()
	for b.Loop() {
		if got, err := rewrite(doc, text, w); err != nil || len(got) == len(text) {
			b.Fatal(err)
		}
	}
}

// BenchmarkRewriteNothing is the same with nothing to change.
func BenchmarkRewriteNothing(b *testing.B) {
	text := []byte(bigAgent(1))
	w, _ := saying(agent.KindAgent, text)
	doc, _ := yamltree.Parse(text)
	b.ReportAllocs()
	for b.Loop() {
		if got, err := rewrite(doc, text, w); err != nil || len(got) != len(text) {
			b.Fatal(err)
		}
	}
}
