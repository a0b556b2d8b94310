package server

import (
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/caplo/caplo/internal/api"
)

// knownHost refuses requests for a name that is not the server's: a page on the
// web can make a browser send them to whatever its own name resolves to, this
// machine included.
func knownHost(hosts []string, next http.Handler) http.Handler {
	if hosts == nil {
		return next
	}
	var known []string
	for _, h := range hosts {
		known = append(known, hostName(h))
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if slices.Contains(known, hostName(r.Host)) {
			next.ServeHTTP(w, r)
			return
		}
		write(w, &api.Problem{
			Type: "about:blank", Title: http.StatusText(http.StatusMisdirectedRequest), Status: http.StatusMisdirectedRequest,
			Detail: fmt.Sprintf("this server does not answer for the host %q", clipped(r.Host)), Code: api.CodeWrongHost, RequestID: requestIDOf(r.Context()),
			Hint: "use the address that caplo serve printed, or add the name to hosts in its config file",
		})
	})
}

// hostName is a host without its port, in the form in which names are compared.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}

func clipped(s string) string {
	if len(s) > 100 {
		return s[:100] + "..."
	}
	return s
}
