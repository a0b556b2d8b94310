package rehearsal

import (
	"context"
	"testing"

	"github.com/caplo/caplo/internal/llm"
)

func BenchmarkComplete(b *testing.B) {
	req := llm.Request{Messages: []llm.Message{
		{Role: llm.RoleSystem, Text: vets.instructions},
		{Role: llm.RoleUser, Text: "Hi, when is my appointment VP-3308?"},
	}, Tools: vets.tools}
	for b.Loop() {
		if _, err := New().Complete(context.Background(), req, nil); err != nil {
			b.Fatal(err)
		}
	}
}
