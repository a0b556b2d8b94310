package cli

import (
	"io"
	"log/slog"
	"strings"
)

// logLevels are those that a log can begin at.
var logLevels = map[string]slog.Level{
	"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError,
}

// newLog is the log of a server.
func newLog(w io.Writer, format, level string) (*slog.Logger, error) {
	min, ok := logLevels[strings.ToLower(level)]
	if !ok {
		return nil, usagef("levels: debug, info, warn, error", "there is no log level %q", level)
	}
	opts := &slog.HandlerOptions{Level: min}
	if format == "json" {
		return slog.New(slog.NewJSONHandler(w, opts)), nil
	}
	return slog.New(slog.NewTextHandler(w, opts)), nil
}
