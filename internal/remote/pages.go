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
	items := []T{}
	seen := map[string]bool{}
	query := url.Values{"limit": {fmt.Sprint(api.MaxPageSize)}}
	for range c.opts.Sizes.Pages {
		page, err := call[api.Page[T]](ctx, c, get(path+"?"+query.Encode()))
		if err != nil {
			return nil, err
		}
		if items = append(items, page.Items...); page.Next == "" {
			return items, nil
		}
		if seen[page.Next] {
			return nil, &Error{
				Address: c.origin,
				Msg:     fmt.Sprintf("%s goes round in circles: its list %s names the same next page twice", c.origin, path),
				Hint:    "the list is not whole, so nothing was made of it; try again",
			}
		}
		seen[page.Next] = true
		query.Set("cursor", page.Next)
	}
	return nil, &Error{
		Address: c.origin,
		Msg:     fmt.Sprintf("the list %s of %s does not end: caplo stopped after %d pages", path, c.origin, c.opts.Sizes.Pages),
		Hint:    "the list is not whole, so nothing was made of it",
	}
}
