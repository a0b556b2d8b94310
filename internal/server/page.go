package server

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/workspace"
)

// pageInput asks for a page of a list. Embed it in an operation's input.
type pageInput struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"how many items at most"`
	Cursor string `query:"cursor" maxLength:"1000" doc:"where the page before said that this one begins"`
}

// page cuts one page out of a whole list, sorted by a key that no two items
// share. It goes on after the key that the cursor holds, whether or not the item
// is still there: what is added or removed meanwhile shifts no other item.
func page[T any](items []T, limit int, cursor string, key func(T) string) (api.Page[T], error) {
	after, err := readCursor(cursor)
	if err != nil {
		return api.Page[T]{}, err
	}
	if cursor != "" {
		n, found := slices.BinarySearchFunc(items, after, func(item T, after string) int {
			return strings.Compare(key(item), after)
		})
		if found {
			n++
		}
		items = items[n:]
	}
	return cut(items, limit, key)
}

// cut makes a page of a list that begins where the page does. It is the last one
// where the list holds no more than limit items: ask the store for one more.
func cut[T any](items []T, limit int, key func(T) string) (api.Page[T], error) {
	if limit == 0 {
		limit = api.PageSize
	}
	if limit < 0 || limit > api.MaxPageSize {
		return api.Page[T]{}, &workspace.Problem{
			Code: workspace.InvalidRequest, Message: fmt.Sprintf("limit is 1 to %d", api.MaxPageSize),
		}
	}
	p := api.Page[T]{Items: append([]T{}, items[:min(limit, len(items))]...)}
	if len(items) > limit {
		p.Next = writeCursor(key(items[limit-1]))
	}
	return p, nil
}

// cursorMark tells a cursor of ours from other text that happens to be base64.
const cursorMark = "after:"

// writeCursor is the cursor of the page that begins after a key.
func writeCursor(key string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(cursorMark + key))
}

// readCursor returns the key that a cursor goes on after; none is before all.
func readCursor(cursor string) (string, error) {
	if cursor == "" {
		return "", nil
	}
	data, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	after, ours := strings.CutPrefix(string(data), cursorMark)
	if err != nil || !ours || !utf8.Valid(data) || strings.ContainsAny(cursor, "\r\n") {
		return "", &workspace.Problem{
			Code: workspace.InvalidRequest, Message: "the cursor is none that this workspace gave", Hint: "begin again without one",
		}
	}
	return after, nil
}
