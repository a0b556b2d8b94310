package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/caplo/caplo/schema"
)

const kubeconform = "github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0"

// against measures kubeconform on what the largest project says, in turns with
// caplo so that both meet the same machine. Where it cannot be built, that is
// said and nothing else.
func (b *bencher) against() error {
	bin := filepath.Join(b.dir, "kubeconform")
	cmd := exec.CommandContext(b.ctx, "go", "install", kubeconform)
	cmd.Dir = b.dir // outside of the module
	cmd.Env = append(os.Environ(), "GOBIN="+b.dir, "GOFLAGS=-mod=mod", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		last := strings.Split(strings.TrimSpace(string(out)), "\n")
		fmt.Printf("%-52s cannot be built here: %s\n", "kubeconform", last[len(last)-1])
		return nil
	}
	n := sizes[len(sizes)-1]
	dir, _, err := b.manyAgents(n)
	if err != nil {
		return err
	}
	args, err := b.manifests(n)
	if err != nil {
		return err
	}
	var their, our []figure
	for range runs {
		t, err := b.once(b.dir, nil, bin, args...)
		if err != nil {
			return err
		}
		o, err := b.once(dir, nil, b.caplo, "validate")
		if err != nil {
			return err
		}
		their, our = append(their, t), append(our, o)
	}
	theirs, ours := medians(their), medians(our)
	show(fmt.Sprintf("kubeconform, the same %d files and schema", n), theirs, "")
	show(fmt.Sprintf("caplo validate, %d agents", n), ours, fmt.Sprintf("%.2f of its wall time, %.2f of its cpu (bar 1)",
		float64(ours.wall)/float64(theirs.wall), float64(ours.cpu)/float64(theirs.cpu)))
	return nil
}

// manifests writes the agents as kubeconform reads them, the agent below spec,
// with the schema around caplo's own, and returns the arguments that check them.
func (b *bencher) manifests(n int) ([]string, error) {
	var inner map[string]any
	if err := json.Unmarshal(schema.Agent, &inner); err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	defs := inner["$defs"] // references lead to the root, so the definitions move there
	for _, k := range []string{"$defs", "$schema", "$id"} {
		delete(inner, k)
	}
	outer, err := json.Marshal(map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": defs,
		"type": "object", "additionalProperties": false, "required": []string{"apiVersion", "kind", "spec"},
		"properties": map[string]any{
			"apiVersion": map[string]any{"type": "string"}, "kind": map[string]any{"type": "string"},
			"metadata": map[string]any{"type": "object"}, "spec": inner,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("write the schema: %w", err)
	}
	dir := filepath.Join(b.dir, "manifests")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(b.dir, "agent.json"), outer, 0o600); err != nil {
		return nil, err
	}
	for i := range n {
		text := fmt.Sprintf("apiVersion: bench/v1\nkind: Agent\nmetadata: {name: agent-%d}\nspec:\n  ", i) +
			strings.TrimSuffix(strings.ReplaceAll(agentFile(i), "\n", "\n  "), "  ")
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("agent-%d.yaml", i)), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	return []string{"-strict", "-schema-location", filepath.Join(b.dir, "{{ .ResourceKind }}.json"), dir}, nil
}
