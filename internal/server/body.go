package server

import (
	"io"
	"net/http"
	"time"
)

// timedBody bounds how long a request's body may take to come, on routes that
// read none as well: whoever drips one holds a connection and nothing else. At
// its end the bound is lifted, or it would end what the handler does meanwhile.
func timedBody(limit time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec, ok := w.(*recorder)
		if ok && r.Body != nil && r.Body != http.NoBody {
			if limit > 0 {
				rec.limit = time.Now().Add(limit)
			}
			_ = rec.SetReadDeadline(time.Now().Add(bodyTime)) // a connection inside the process has none
			r.Body = &endingBody{ReadCloser: r.Body, done: func() {
				rec.limit = time.Time{}
				_ = rec.SetReadDeadline(time.Time{})
			}}
		}
		next.ServeHTTP(w, r)
	})
}

// endingBody is a body that tells of its end.
type endingBody struct {
	io.ReadCloser
	done func()
}

func (b *endingBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF { //nolint:errorlint // readers return it as it is
		b.done()
	}
	return n, err
}
