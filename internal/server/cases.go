package server

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/caplo/caplo/internal/agent"
	"github.com/caplo/caplo/internal/api"
	"github.com/caplo/caplo/internal/workspace"
)

func (h *handlers) registerCases(a huma.API) {
	const list, one = "/v1/agents/{key}/cases", "/v1/agents/{key}/cases/{id}"
	add(a, op{
		id: "list-cases", method: http.MethodGet, path: list, summary: "List an agent's cases",
		about: "Each with its newest result, in the order in which they are listed. All pages are of the list as it was at the first.",
		need:  workspace.ScopeRead,
	}, h.cases)
	add(a, op{
		id: "add-case", method: http.MethodPost, path: list, summary: "Add a case",
		about: "It is saved at once and is no part of the draft. It is judged by the rules of caplo validate.",
		need:  workspace.ScopeWrite, judged: true,
	}, h.addCase)
	add(a, op{
		id: "get-case", method: http.MethodGet, path: one, summary: "Show a case",
		need: workspace.ScopeRead,
	}, h.getCase)
	add(a, op{
		id: "edit-case", method: http.MethodPut, path: one, summary: "Put another case in a case's place",
		about: "It keeps its id, also under another name. With If-Match it is changed only while it is what the caller read.",
		need:  workspace.ScopeWrite, judged: true,
	}, h.editCase)
	add(a, op{
		id: "remove-case", method: http.MethodDelete, path: one, summary: "Remove a case",
		about: "What its runs found stays. With If-Match it is removed only while it is what the caller read.",
		need:  workspace.ScopeWrite,
	}, h.removeCase)
}

// caseBody is a case as it is sent: the rules judge it, and nothing before them.
type caseBody json.RawMessage

// UnmarshalJSON keeps the case as it was sent.
func (c *caseBody) UnmarshalJSON(data []byte) error {
	*c = append((*c)[:0], data...)
	return nil
}

// Schema describes what the rules ask for.
func (caseBody) Schema(r huma.Registry) *huma.Schema {
	return huma.SchemaFromType(r, reflect.TypeFor[agent.Case]())
}

type (
	casesInput struct {
		Key string `path:"key" doc:"key of the agent"`
		Paging
	}
	caseInput struct {
		Key string `path:"key" doc:"key of the agent"`
		ID  string `path:"id" doc:"id of the case"`
	}
	addCaseInput struct {
		Key  string `path:"key" doc:"key of the agent"`
		Body caseBody
	}
	matchInput struct {
		Key string `path:"key" doc:"key of the agent"`
		ID  string `path:"id" doc:"id of the case"`
		Matching
	}
	editCaseInput struct {
		Key string `path:"key" doc:"key of the agent"`
		ID  string `path:"id" doc:"id of the case"`
		Matching
		Body caseBody
	}
	tagged[T any] struct {
		ETag string `header:"ETag" doc:"the case's digest in quotes"`
		Body T
	}
)

func (h *handlers) cases(ctx context.Context, in *casesInput) (*body[api.Page[api.SuiteCase]], error) {
	revision, from, err := readCasesCursor(in.Cursor)
	if err != nil {
		return nil, err
	}
	p, err := h.ws.Cases(ctx, in.Key, revision, from, in.Limit)
	if err != nil {
		return nil, err
	}
	out := api.Page[api.SuiteCase]{Items: []api.SuiteCase{}}
	for _, c := range p.Cases {
		out.Items = append(out.Items, suiteCase(c))
	}
	if p.More {
		out.Next = writeCursor(strconv.FormatInt(p.Revision, 10) + "." + strconv.Itoa(from+len(p.Cases)))
	}
	return &body[api.Page[api.SuiteCase]]{out}, nil
}

func readCasesCursor(cursor string) (revision int64, from int, err error) {
	after, err := readCursor(cursor)
	if err != nil || after == "" {
		return 0, 0, err
	}
	n, place, _ := strings.Cut(after, ".")
	if revision, err = readNumber(n); err != nil {
		return 0, 0, err
	}
	at, err := readNumber(place)
	return revision, int(at), err
}

func (h *handlers) getCase(ctx context.Context, in *caseInput) (*tagged[api.SuiteCase], error) {
	c, err := h.ws.Case(ctx, in.Key, in.ID)
	return &tagged[api.SuiteCase]{quote(c.Digest), suiteCase(c)}, err
}

func (h *handlers) addCase(ctx context.Context, in *addCaseInput) (*tagged[api.SavedCase], error) {
	return saved(h.ws.AddCase(ctx, callerOf(ctx), in.Key, json.RawMessage(in.Body)))
}

func (h *handlers) editCase(ctx context.Context, in *editCaseInput) (*tagged[api.SavedCase], error) {
	return saved(h.ws.EditCase(ctx, callerOf(ctx), in.Key, in.ID, in.digests, json.RawMessage(in.Body)))
}

func (h *handlers) removeCase(ctx context.Context, in *matchInput) (*body[api.RemovedCase], error) {
	n, err := h.ws.RemoveCase(ctx, callerOf(ctx), in.Key, in.ID, in.digests)
	return &body[api.RemovedCase]{api.RemovedCase{Revision: n}}, err
}

func saved(s workspace.SavedCase, err error) (*tagged[api.SavedCase], error) {
	if err != nil {
		return nil, &caseError{err}
	}
	out := api.SavedCase{Case: suiteCase(s.Case), Revision: s.Revision, Warnings: append([]agent.Problem{}, s.Warnings...)}
	return &tagged[api.SavedCase]{quote(s.Case.Digest), out}, nil
}

// caseError is an error about a request whose body is a case.
type caseError struct{ error }

func (e *caseError) Unwrap() error { return e.error }

// inCase says of problems with a case of an agent where they are in the case
// alone.
func inCase(problems []agent.Problem) []api.Unfit {
	var out []api.Unfit
	for _, p := range problems {
		rest, ok := strings.CutPrefix(p.Ref.Pointer, "/evals/")
		if _, at, inside := strings.Cut(rest, "/"); ok && inside {
			out = append(out, api.Unfit{Pointer: "/" + at, Message: p.Message})
		} else if ok {
			out = append(out, api.Unfit{Message: p.Message})
		}
	}
	return out[:min(len(out), maxUnfit)]
}

func quote(digest string) string { return `"` + digest + `"` }

func suiteCase(c workspace.CaseState) api.SuiteCase {
	out := api.SuiteCase{ID: c.ID, Case: c.Case, Digest: c.Digest}
	if c.Last != nil {
		out.Last = &api.LastResult{
			Run: c.Last.Run.ID, Created: stamp(c.Last.Run.Created), EarlierDraft: c.Last.EarlierDraft,
			EarlierCase: c.Last.EarlierCase, Result: c.Last.Result,
		}
	}
	return out
}
