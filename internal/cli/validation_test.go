package cli

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/project"
)

// TestNewValidation holds that a report names every file of the project, from
// where caplo ran.
func TestNewValidation(t *testing.T) {
	t.Parallel()
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	p, _ := project.Load(filepath.Join(examples, "order-desk"))
	v := newValidation(&Env{Dir: examples}, p, p.Check())
	want := []string{
		"agents/orders.yaml", "agents/returns.yaml", "agents/support.yaml", "caplo.yaml",
		"knowledge/returns-policy", "tools/order-desk.yaml",
	}
	if diff := cmp.Diff(want, v.Files); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if v.Root != "order-desk" {
		t.Errorf("the root is %q", v.Root)
	}
	var b bytes.Buffer
	if err := v.Write(&b, "sarif"); err != nil || !bytes.Contains(b.Bytes(), []byte(`"uri": "order-desk/caplo.yaml"`)) {
		t.Errorf("%v: %s", err, b.String())
	}
}
