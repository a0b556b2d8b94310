package remote

import (
	"context"
	"net/url"

	"github.com/caplo/caplo/internal/api"
)

// AgentRuns lists an agent's runs, the newest first: so many, or with 0 all.
func (c *Client) AgentRuns(ctx context.Context, key string, limit int) ([]api.RunInfo, error) {
	return first[api.RunInfo](ctx, c, agentPath(key)+"/runs", limit)
}

// NewestHistory lists the changes of an agent, the newest first: so many, or with
// 0 all.
func (c *Client) NewestHistory(ctx context.Context, key string, limit int) ([]api.HistoryEntry, error) {
	return first[api.HistoryEntry](ctx, c, agentPath(key)+"/history", limit)
}

// LastPush is the newest change of an agent that a push made, of a project or of a
// single file; ok is false where there is none.
func (c *Client) LastPush(ctx context.Context, key string) (found api.HistoryEntry, ok bool, err error) {
	err = each(ctx, c, agentPath(key)+"/history", url.Values{}, func(e api.HistoryEntry) bool {
		if ok = e.Origin == "push" || e.Origin == "file"; ok {
			found = e
		}
		return !ok
	})
	return found, ok, err
}

// first is the beginning of a list; 0 is all of it.
func first[T any](ctx context.Context, c *Client, path string, limit int) ([]T, error) {
	items := []T{}
	err := each(ctx, c, path, url.Values{}, func(item T) bool {
		items = append(items, item)
		return len(items) != limit
	})
	if err != nil {
		return nil, err
	}
	return items, nil
}
