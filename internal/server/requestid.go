package server

import "context"

// RequestIDHeader carries the id of a request, in its answer.
const RequestIDHeader = "X-Request-Id"

type requestIDKey struct{}

// withRequestID names a request, for its answer and for the log.
func withRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey{}, id)
}

// requestIDOf is the id of a context's request; empty where it has none.
func requestIDOf(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}
