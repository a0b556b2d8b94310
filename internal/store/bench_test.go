package store_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// The benchmarks of opening close what they opened: a command pays for both.

func BenchmarkOpenFresh(b *testing.B) {
	dir := b.TempDir()
	for i := 0; b.Loop(); i++ {
		openClose(b, store.Options{Path: filepath.Join(dir, fmt.Sprintf("%d.db", i))})
	}
}

func BenchmarkOpenExisting(b *testing.B) {
	o := store.Options{Path: filepath.Join(b.TempDir(), "caplo.db")}
	openClose(b, o)
	for b.Loop() {
		openClose(b, o)
	}
}

func openClose(b *testing.B, o store.Options) {
	s, err := store.Open(context.Background(), o)
	if err != nil {
		b.Fatal(err)
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkClaimRecord claims and records the 100 cases of a run one by one, each
// in a transaction of its own.
func BenchmarkClaimRecord(b *testing.B) {
	for _, size := range []int{1 << 10, 1 << 20} {
		b.Run(fmt.Sprintf("reply=%d", size), func(b *testing.B) {
			s, err := store.Open(context.Background(), store.Options{Path: filepath.Join(b.TempDir(), "caplo.db")})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			res := trace.Result{Outcome: trace.OK, Trace: trace.Trace{Reply: strings.Repeat("x", size)}}
			for i := 0; b.Loop(); i++ {
				run := fmt.Sprintf("run_%d", i)
				b.StopTimer()
				addRun(b, s, run, 100)
				b.StartTimer()
				workRun(b, s, run, res)
			}
		})
	}
}

func addRun(b testing.TB, s workspace.Store, run string, n int) {
	cases := make([]workspace.CaseRecord, n)
	for i := range cases {
		cases[i] = workspace.CaseRecord{
			CaseRun: trace.CaseRun{Position: i, CaseID: fmt.Sprint("case_", i), Name: fmt.Sprint("Case ", i)},
			Case:    agent.Case{Name: fmt.Sprint("Case ", i), Input: "Where is my order?", DesiredOutcome: "It is told."},
		}
	}
	err := s.Write(context.Background(), func(tx workspace.Tx) error {
		return tx.AddRun(workspace.RunRecord{Run: trace.Run{ID: run, Agent: "support", Cases: n}}, cases)
	})
	if err != nil {
		b.Fatal(err)
	}
}

func workRun(b *testing.B, s workspace.Store, run string, res trace.Result) {
	ctx := context.Background()
	for {
		var claim workspace.Claim
		var found bool
		err := s.Write(ctx, func(tx workspace.Tx) (err error) {
			claim, found, err = tx.Claim(run, "owner")
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
		if !found {
			return
		}
		err = s.Write(ctx, func(tx workspace.Tx) error {
			recorded, err := tx.Record(claim, res, 1)
			if err == nil && !recorded {
				b.Error("not recorded")
			}
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}
