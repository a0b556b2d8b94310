package server

import (
	"log/slog"
	"net/http"
	"time"
)

// Bounds of a connection. Bodies have their own, by route; answers have one for
// each part, since a stream may last as long as its run.
const (
	headerTime = 10 * time.Second
	idleTime   = 2 * time.Minute
	maxHeader  = 64 << 10
)

// NewHTTP is an HTTP server of a handler for a network that holds strangers.
func NewHTTP(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}
