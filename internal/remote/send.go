package remote

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/go-resty/resty/v2"
)

// pace bounds the waits for an answer: first, until it begins, and next, until
// each following stride of bytes of its body.
type pace struct {
	first, next time.Duration
	stride      int
	// byBody means that it has not begun before its body has.
	byBody bool
}

// response is an answer whose body is still to be read. Close it.
type response struct {
	c      *Client
	parent context.Context
	ctx    context.Context
	cancel context.CancelCauseFunc
	raw    *http.Response
	timer  *time.Timer
	pace   pace
	left   int
	begun  bool      // some of its body came,
	last   time.Time // the last of it then
}

// send makes a request once, up to where its answer begins.
func (c *Client) send(ctx context.Context, r request, body []byte, p pace) (*response, error) {
	if c.refused != nil {
		return nil, c.refused
	}
	out := &response{c: c, parent: ctx, pace: p, left: p.stride}
	out.ctx, out.cancel = context.WithCancelCause(ctx)
	if !c.embedded() {
		late := &tooLong{"an answer", p.first}
		out.timer = time.AfterFunc(p.first, func() { out.cancel(late) })
	}
	resp, err := c.prepare(out.ctx, r, body).Execute(r.method, r.path)
	if err != nil {
		defer out.close()
		return nil, out.fault(err)
	}
	out.raw = resp.RawResponse
	if !p.byBody {
		out.disarm()
	}
	return out, nil
}

func (c *Client) prepare(ctx context.Context, r request, body []byte) *resty.Request {
	req := c.http.R().SetContext(ctx).SetDoNotParseResponse(true).SetHeader("Accept", "application/json, application/problem+json")
	if body != nil {
		req.SetHeader("Content-Type", "application/json").SetBody(body)
	}
	if r.stream {
		req.SetHeader("Accept", "text/event-stream").SetHeader("Accept-Encoding", "identity")
		if r.after > 0 {
			req.SetHeader("Last-Event-ID", strconv.FormatInt(r.after, 10))
		}
	}
	if !c.opts.Key.IsZero() {
		req.SetHeader("Authorization", "Bearer "+c.opts.Key.Reveal())
	}
	return req
}

// Read implements io.Reader. Only the waiting counts, and not what the reader
// does in between.
func (r *response) Read(b []byte) (int, error) {
	r.arm()
	n, err := r.raw.Body.Read(b)
	if n > 0 {
		r.begun, r.last = true, r.c.opts.Now()
	}
	if r.left -= n; r.left <= 0 {
		r.left = r.pace.stride
		r.disarm()
	}
	return n, err
}

// arm begins to wait for the next stride, unless somebody waits already.
func (r *response) arm() {
	if r.timer == nil && !r.c.embedded() {
		late := &tooLong{"the rest of the answer", r.pace.next}
		r.timer = time.AfterFunc(r.pace.next, func() { r.cancel(late) })
	}
}

func (r *response) disarm() {
	if r.timer != nil {
		r.timer.Stop()
		r.timer = nil
	}
}

// all reads the body, or as much of it as is allowed.
func (r *response) all() ([]byte, error) {
	most := r.c.opts.Sizes.Answer
	if r.raw.ContentLength > int64(most) {
		return nil, errTooLarge
	}
	data, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	if len(data) > most {
		return nil, errTooLarge
	}
	return data, err
}

// fault says why an answer did not come, or not whole.
func (r *response) fault(err error) error {
	if r.parent.Err() != nil {
		if late, ok := context.Cause(r.parent).(*tooLong); ok {
			return r.c.lost(late)
		}
		return r.parent.Err()
	}
	if cause := context.Cause(r.ctx); cause != nil {
		err = cause
	}
	return r.c.lost(err)
}

func (r *response) answer(path string, body []byte) answer {
	return answer{path, r.raw.StatusCode, r.raw.Header, body}
}

func (r *response) close() {
	r.disarm()
	r.cancel(nil)
	if r.raw != nil {
		_ = r.raw.Body.Close() // all that is needed of it was read
	}
}
