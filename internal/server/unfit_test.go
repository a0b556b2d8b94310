package server_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestMisfitsWithoutEndAreToldSoon: what makes a request unfit is told of to a
// bound, and what holds it is refused before each misfit is looked at.
func TestMisfitsWithoutEndAreToldSoon(t *testing.T) {
	t.Parallel()
	b := newBundle(t)
	keys := func(n int) string {
		var s strings.Builder
		for i := range n {
			fmt.Fprintf(&s, `,"unknown%d":1`, i)
		}
		return "{" + s.String()[1:] + "}"
	}
	for name, c := range map[string]struct {
		path, body     string
		status, places int
		says           string
	}{
		"as many keys as go": {"/v1/keys", keys(2000), 422, 50, "more)"},
		"one key more":       {"/v1/keys", keys(2001), 400, 1, "more than 2000 keys"},
		"keys of one inside": {"/v1/push/bodies", `{"resources":[{"body":` + keys(2001) + `}]}`, 400, 1, "/resources/0/body"},
		"a long list":        {"/v1/push/bodies", `{"resources":[1` + strings.Repeat(",1", 20_000) + `]}`, 400, 1, "/resources: the list has more than 20000 items"},
		"a long key":         {"/v1/keys", `{"` + strings.Repeat("a.", 100_000) + `":1}`, 422, 3, ""},
	} {
		p := b.ask("POST", c.path, c.body).problem(t)
		if p.Status != c.status || len(p.Errors) != c.places || !strings.Contains(p.Detail, c.says) || len(p.Detail) > 2_000 {
			t.Errorf("%s: %d, %d places: %.200s", name, p.Status, len(p.Errors), p.Detail)
		}
	}
}
