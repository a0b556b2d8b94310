package cli

import "testing"

func TestNameAt(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]struct {
		name     string
		revision int64
	}{
		"support":                {"support", 0},
		"support@3":              {"support", 3},
		"a@b":                    {"a@b", 0},
		"a@b@12":                 {"a@b", 12},
		"Desk@2@5":               {"Desk@2", 5},
		"Desk 1@":                {"Desk 1@", 0},
		"@5":                     {"@5", 0},
		"x@-1":                   {"x@-1", 0},
		"x@99999999999999999999": {"x@99999999999999999999", 0},
	} {
		if name, revision := nameAt(word); name != want.name || revision != want.revision {
			t.Errorf("%q: %q at %d", word, name, revision)
		}
	}
}
