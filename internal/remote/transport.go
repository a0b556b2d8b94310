package remote

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/net/http/httpproxy"
)

// newTransport makes the connections of a client. It speaks HTTP/1.1 alone: there
// a connection that hangs takes one request with it, and not all that share it.
func (c *Client) newTransport() *http.Transport {
	t := &http.Transport{
		MaxIdleConnsPerHost: 16, IdleConnTimeout: c.opts.Times.Connect,
		TLSNextProto: map[string]func(string, *tls.Conn) http.RoundTripper{},
	}
	c.proxy = func(*url.URL) (*url.URL, error) { return nil, nil }
	if c.embedded() {
		t.DialContext = c.opts.Dial
		return t
	}
	dialer := &net.Dialer{Timeout: c.opts.Times.Connect}
	t.DialContext, t.TLSHandshakeTimeout = dialer.DialContext, c.opts.Times.Connect
	if c.opts.Getenv != nil {
		c.proxy = proxies(c.opts.Getenv)
	}
	if c.opts.Getenv != nil && c.refused == nil && strings.HasPrefix(c.origin, "https:") {
		var roots *x509.CertPool
		roots, c.refused = trusted(c.opts.Getenv)
		t.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	}
	t.Proxy = func(r *http.Request) (*url.URL, error) { return c.proxy(r.URL) }
	t.OnProxyConnectResponse = func(_ context.Context, _ *url.URL, _ *http.Request, resp *http.Response) error {
		if resp.StatusCode != http.StatusOK {
			return &proxyRefusal{resp.StatusCode}
		}
		return nil
	}
	return t
}

// proxies reads the proxy settings of an environment. This machine is never
// reached through one.
func proxies(getenv func(string) string) func(*url.URL) (*url.URL, error) {
	either := func(upper, lower string) string {
		if v := getenv(upper); v != "" {
			return v
		}
		return getenv(lower)
	}
	config := &httpproxy.Config{
		HTTPProxy:  either("HTTP_PROXY", "http_proxy"),
		HTTPSProxy: either("HTTPS_PROXY", "https_proxy"),
		NoProxy:    either("NO_PROXY", "no_proxy"),
		CGI:        getenv("REQUEST_METHOD") != "",
	}
	proxy := config.ProxyFunc()
	return func(u *url.URL) (*url.URL, error) {
		if loopback(u.Hostname()) {
			return nil, nil
		}
		// One that cannot be read would be passed over without a word.
		if !readable(config.HTTPProxy) || !readable(config.HTTPSProxy) {
			return nil, errProxySetting // which may hold a password, and is not repeated
		}
		p, err := proxy(u)
		if err != nil {
			return nil, errProxySetting
		}
		return p, nil
	}
}

// readable reports whether a proxy's address can be read, where there is one.
func readable(address string) bool {
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	_, err := url.Parse(address)
	return err == nil
}

// through names the proxy that requests take, without its credentials; empty
// where they take none.
func (c *Client) through() string {
	u, err := url.Parse(c.origin)
	if err != nil {
		return ""
	}
	if p, err := c.proxy(u); err == nil && p != nil {
		return p.Host
	}
	return ""
}
