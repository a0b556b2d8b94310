package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// request is what is asked.
type request struct {
	method, path string
	body         any
	again        bool  // it may be made twice
	stream       bool  // its answer is a stream of events,
	after        int64 // those behind this one
	// final, where there is one, completes the error of the last of so many tries.
	final func(err error, tries int) error
}

func (r request) judge(err error, tries int) error {
	if err == nil || r.final == nil {
		return err
	}
	return r.final(err, tries)
}

func get(path string) request { return request{method: http.MethodGet, path: path, again: true} }
func again(path string, body any) request {
	return request{method: http.MethodPost, path: path, body: body, again: true}
}

func once(method, path string, body any) request {
	return request{method: method, path: path, body: body}
}

// remove asks for an end, which is the same however often it is asked for.
func remove(path string) request {
	return request{method: http.MethodDelete, path: path, again: true}
}

// nothing is the body of an answer that has none.
type nothing struct{}

// call makes a request and reads its answer. A problem answer is an *api.Problem;
// anything that is not of the contract is an error as well, whatever its status.
func call[T any](ctx context.Context, c *Client, r request) (T, error) {
	var out T
	body, err := marshal(r.body)
	if err != nil {
		return out, fmt.Errorf("write the request %s: %w", r.path, err)
	}
	err = c.persist(ctx, r, func(ctx context.Context) error {
		a, err := c.ask(ctx, r, body)
		if err != nil {
			return err
		}
		out, err = read[T](c, a)
		return err
	})
	return out, err
}

// marshal writes JSON without escaping <, > and &, which would make six bytes of
// each.
func marshal(v any) ([]byte, error) {
	if v == nil {
		return nil, nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return b.Bytes(), err
}

// answer is a whole answer, not judged.
type answer struct {
	path   string
	status int
	header http.Header
	body   []byte
}

// ask makes a request once and reads the whole answer.
func (c *Client) ask(ctx context.Context, r request, body []byte) (answer, error) {
	resp, err := c.send(ctx, r, body, pace{first: c.answerTime(len(body)), stride: stride, next: c.opts.Times.Idle})
	if err != nil {
		return answer{}, err
	}
	defer resp.close()
	data, err := resp.all()
	if errors.Is(err, errTooLarge) {
		return answer{}, c.foreign(resp.answer(r.path, nil), fmt.Sprintf("its answer is larger than %d MiB", c.opts.Sizes.Answer>>20))
	}
	if err != nil {
		return answer{}, resp.fault(err)
	}
	return resp.answer(r.path, data), nil
}

// answerTime is how long an answer may take to begin: large requests take longer
// to send.
func (c *Client) answerTime(body int) time.Duration {
	return c.opts.Times.Answer + time.Duration(body/slowest)*time.Second
}
