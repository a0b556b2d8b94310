package server

import (
	"encoding/base64"
	"fmt"
	"slices"
	"testing"

	"github.com/caplo/caplo/internal/workspace"
)

func self(s string) string { return s }

func TestPagesMakeTheList(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, 1, 2, 3, 50, 51, 101} {
		var want []string
		for i := range size {
			want = append(want, fmt.Sprintf("ü%03d", i))
		}
		for _, limit := range []int{0, 1, 2, 50, 200} {
			var got []string
			for cursor := ""; ; {
				p, err := page(want, limit, cursor, self)
				if err != nil || p.Items == nil {
					t.Fatal(p, err)
				}
				got = append(got, p.Items...)
				if cursor = p.Next; cursor == "" {
					break
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d items by %d: %q", size, limit, got)
			}
		}
	}
}

// TestPageOfAChangedList: what was added or removed between two pages makes no
// other item appear twice or not at all.
func TestPageOfAChangedList(t *testing.T) {
	t.Parallel()
	first, err := page([]string{"b", "d", "f"}, 2, "", self)
	if err != nil {
		t.Fatal(err)
	}
	rest, err := page([]string{"a", "b", "e", "f"}, 2, first.Next, self)
	if err != nil || !slices.Equal(rest.Items, []string{"e", "f"}) || rest.Next != "" {
		t.Error(rest, err)
	}
}

func TestStrangePagesAreRefused(t *testing.T) {
	t.Parallel()
	for _, cursor := range []string{
		"b", "YWZ0ZXI6Yg==", "YWZ0ZXI6Yh", "YWZ0ZX\nI6Yg", " ", "%", "\x00",
		base64.RawURLEncoding.EncodeToString([]byte("b")),
		base64.RawURLEncoding.EncodeToString([]byte("after:\xff")),
	} {
		if p, err := page([]string{"a"}, 1, cursor, self); workspace.CodeOf(err) != workspace.InvalidRequest {
			t.Errorf("%q: %v, %v", cursor, p, err)
		}
	}
	for _, limit := range []int{-1, 201} {
		if p, err := page([]string{"a"}, limit, "", self); workspace.CodeOf(err) != workspace.InvalidRequest {
			t.Errorf("%d: %v, %v", limit, p, err)
		}
	}
}
