package remote

import (
	"context"
	"fmt"
	"net/url"

	"github.com/caplo/caplo/internal/api"
)

// all reads every page of a list. What cannot be read to its end is an error,
// never a short list.
func all[T any](ctx context.Context, c *Client, path string) ([]T, error) {
	return allOf[T](ctx, c, path, url.Values{})
}

// allOf is all of a list that a query narrows.
func allOf[T any](ctx context.Context, c *Client, path string, query url.Values) ([]T, error) {
	items := []T{}
	err := each(ctx, c, path, query, func(item T) bool {
		items = append(items, item)
		return true
	})
	if err != nil {
		return nil, err
	}
	return items, nil
}

// each visits a list page by page, until visit has enough.
func each[T any](ctx context.Context, c *Client, path string, query url.Values, visit func(T) bool) error {
	seen := map[string]bool{}
	query.Set("limit", fmt.Sprint(api.MaxPageSize))
	for range c.opts.Sizes.Pages {
		page, err := call[api.Page[T]](ctx, c, get(path+"?"+query.Encode()))
		if err != nil {
			return err
		}
		for _, item := range page.Items {
			if !visit(item) {
				return nil
			}
		}
		if page.Next == "" {
			return nil
		}
		if seen[page.Next] {
			return &Error{
				Address: c.origin,
				Msg:     fmt.Sprintf("%s goes round in circles: its list %s names the same next page twice", c.origin, path),
				Hint:    "the list is not whole, so nothing was made of it; try again",
			}
		}
		seen[page.Next] = true
		query.Set("cursor", page.Next)
	}
	return &Error{
		Address: c.origin,
		Msg:     fmt.Sprintf("the list %s of %s does not end: caplo stopped after %d pages", path, c.origin, c.opts.Sizes.Pages),
		Hint:    "the list is not whole, so nothing was made of it",
	}
}
