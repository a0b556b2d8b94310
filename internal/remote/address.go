package remote

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// Origin checks the address of a workspace and returns its origin: scheme, host
// and, where it is not the scheme's own, port. Two addresses are the same
// workspace where their origins are equal. Messages do not repeat the address,
// which may hold a password.
func Origin(address string) (string, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return "", errors.New("it cannot be read as an address")
	case u.Scheme != "https" && u.Scheme != "http":
		return "", errors.New("it does not begin with https:// or http://")
	case u.User != nil:
		return "", errors.New("it holds a user name or password, which would end up in logs")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || strings.Contains(address, "#"):
		return "", errors.New("it holds a query or a fragment")
	case u.Path != "" && u.Path != "/":
		return "", errors.New("it holds a path, and a workspace stands at the root of its host")
	}
	host := strings.ToLower(u.Hostname())
	if host == "" || strings.ContainsAny(host, " \t\\%") {
		return "", errors.New("it names no host")
	}
	return u.Scheme + "://" + hostPort(u.Scheme, host, u.Port()), badPort(u.Port())
}

func hostPort(scheme, host, port string) string {
	if port == "" || scheme == "https" && port == "443" || scheme == "http" && port == "80" {
		if strings.Contains(host, ":") {
			return "[" + host + "]"
		}
		return host
	}
	return net.JoinHostPort(host, port)
}

func badPort(port string) error {
	if n, err := strconv.Atoi(port); port != "" && (err != nil || n < 1 || n > 65535) {
		return fmt.Errorf("%s is no port", port)
	}
	return nil
}

// loopback reports whether a host is this machine by its name or number alone:
// nobody is asked.
func loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// CheckPlain refuses an origin that a key would travel to for everybody to read.
func CheckPlain(origin string) error {
	u, err := url.Parse(origin)
	if err != nil || u.Scheme != "http" || loopback(u.Hostname()) {
		return err
	}
	return &Error{
		Address: origin,
		Msg:     origin + " is plain http, which anybody on the way can read, the key included",
		Hint:    "use https; where the network itself is trusted, write `allowHttp: true` in your own config.yaml of caplo",
	}
}
