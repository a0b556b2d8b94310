package remote

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"
)

var (
	errProxySetting = errors.New("HTTPS_PROXY or HTTP_PROXY holds no address of a proxy")
	errTooLarge     = errors.New("the answer is too large")
)

// tooLong is that something was waited for, and did not come in time.
type tooLong struct {
	what string
	time time.Duration
}

func (t *tooLong) Error() string { return fmt.Sprintf("%s did not come within %s", t.what, t.time) }

// proxyRefusal is that a proxy opened no connection.
type proxyRefusal struct{ status int }

func (p *proxyRefusal) Error() string {
	return strings.TrimSpace(fmt.Sprintf("it answered %d %s", p.status, http.StatusText(p.status)))
}

// lost makes an error of a request that got no whole answer.
func (c *Client) lost(err error) *Error {
	why, hint, standing := plain(err)
	e := &Error{Address: c.origin, Lost: true, Err: err, standing: standing, Hint: hint}
	e.Msg = fmt.Sprintf("no answer from %s: %s", c.origin, c.opts.Key.scrub(why))
	if c.embedded() {
		e.Hint = ""
	} else if p := c.through(); p != "" {
		e.Msg = fmt.Sprintf("no answer from %s through the proxy %s: %s", c.origin, p, c.opts.Key.scrub(why))
		e.Hint += "; where no proxy is needed, add the host to NO_PROXY"
	}
	return e
}

const (
	checkAddress = "check the address and that the workspace runs"
	tryAgain     = "try again; if it stays, look at what stands between here and the workspace"
)

// plain says what became of a connection, without addresses and in few words;
// standing where the next moment will not change it.
func plain(err error) (why, hint string, standing bool) {
	var late *tooLong
	var proxy *proxyRefusal
	var dns *net.DNSError
	var op *net.OpError
	var timeout net.Error
	why, hint, standing = certificate(err)
	switch {
	case why != "":
	case errors.As(err, &late):
		why, hint = late.Error(), checkAddress+"; --wait waits longer for the first answer"
	case errors.Is(err, errProxySetting):
		why, hint, standing = errProxySetting.Error(), "write it as http://proxy.example.com:3128", true
	case errors.As(err, &proxy):
		why, hint, standing = "the proxy lets nothing through: "+proxy.Error(), "check HTTPS_PROXY and what the proxy allows", true
	case errors.As(err, &dns) && dns.IsNotFound:
		why, hint, standing = "no such host is known", "check the address for slips, and the network", true
	case errors.As(err, &dns):
		why, hint = "the host's name could not be looked up", "check the network and its name servers"
	case errors.Is(err, syscall.ECONNREFUSED):
		why, hint, standing = "the connection was refused, so nothing listens there", checkAddress+"; --wait waits until it answers", true
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		why, hint = "no way leads there", "check the address and the network"
	case cut(err):
		why, hint = "the connection was cut before the whole answer had come", tryAgain
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		why, hint = "it took too long", checkAddress+"; --wait waits longer for the first answer"
	case strings.Contains(err.Error(), "malformed HTTP"):
		why, hint, standing = "what answers there does not speak HTTP", "check the port", true
	default:
		why, hint = innermost(err), tryAgain
	}
	if errors.As(err, &op) && op.Op == "proxyconnect" && proxy == nil {
		why = "the proxy cannot be used: " + why
		hint = "check HTTPS_PROXY"
	}
	return why, hint, standing
}

func cut(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNABORTED)
}

// certificate speaks of what TLS found wrong; why is empty where it was nothing.
func certificate(err error) (why, hint string, standing bool) {
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	switch {
	case errors.As(err, &unknown):
		return "its certificate was signed by nobody whom this machine trusts", "if it is your own authority's, name its certificate in SSL_CERT_FILE", true
	case errors.As(err, &host):
		return "its certificate is for another host", "check the address", true
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "its certificate has expired or is not valid yet", "check this machine's clock, or have the certificate renewed", true
	case errors.As(err, &invalid):
		return "its certificate is not valid", "have it renewed", true
	case errors.Is(err, http.ErrSchemeMismatch):
		return "it speaks plain http, and the address says https", "check the port, or write http:// where that is meant", true
	case errors.As(err, &record), errors.As(err, &alert):
		return "no encrypted connection came about", "check the address and its port", true
	}
	return "", "", false
}

// innermost is the last error of a chain: the others repeat addresses.
func innermost(err error) string {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err.Error()
		}
		err = next
	}
}
