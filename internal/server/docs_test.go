package server

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"testing"

	"github.com/caplo/caplo/internal/api"
)

// TestEveryCodeIsDocumented: docs/api.md names each code that callers get for
// what they did, under its status.
func TestEveryCodeIsDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{
		api.CodeBadRequest: 400, api.CodeMethod: 405, api.CodeSlow: 408, api.CodeMediaType: 415, api.CodeWrongHost: 421, api.CodeTooMany: 429,
	}
	for code, status := range statuses {
		if status != http.StatusInternalServerError {
			want[string(code)] = status
		}
	}
	for code, status := range want {
		row := regexp.MustCompile(fmt.Sprintf("(?m)^\\| [0-9, ]*%d[0-9, ]* \\| .*`%s`", status, code))
		if !row.Match(page) {
			t.Errorf("docs/api.md does not tell of %d %s", status, code)
		}
	}
}

// TestEveryRouteIsInTheTable holds docs/architecture.md to the contract.
func TestEveryRouteIsInTheTable(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	for path, item := range contract(http.NewServeMux(), Options{}).OpenAPI().Paths {
		for method, there := range map[string]bool{
			"GET": item.Get != nil, "POST": item.Post != nil, "PUT": item.Put != nil, "PATCH": item.Patch != nil, "DELETE": item.Delete != nil,
		} {
			row := regexp.MustCompile("(?m)^\\| `.*" + method + ".* ?" + regexp.QuoteMeta(path) + "` \\|")
			if there && !row.Match(page) {
				t.Errorf("docs/architecture.md does not list %s %s", method, path)
			}
		}
	}
}
