package cli

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strconv"
	"syscall"
)

// listen takes the address.
func listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	var name *net.DNSError
	switch {
	case err == nil:
		return l, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, &failure{
			msg:  "another program listens at " + address + " already",
			hint: "end it, or choose another address with --listen; port 0 takes any free one", err: err,
		}
	case errors.Is(err, syscall.EACCES):
		return nil, &failure{msg: "this user may not listen at " + address, hint: "choose a port from 1024 on", err: err}
	case errors.Is(err, syscall.EADDRNOTAVAIL), errors.As(err, &name):
		return nil, &failure{msg: address + " is no address of this machine", hint: "listen at 127.0.0.1:8080 for this machine alone, or at :8080, with a certificate, for all that can reach it", err: err}
	}
	return nil, &failure{msg: fmt.Sprintf("cannot listen at %s: %s", address, err), hint: "choose another address with --listen", err: err}
}

// secret refuses to send keys over a network for all to read, unless that is asked
// for.
func (s *serving) secret() error {
	addr, err := net.ResolveTCPAddr("tcp", s.set.listen)
	if err != nil || addr.IP.IsLoopback() || s.set.cert != "" || s.set.plain {
		return nil // what is no address, whoever listens there says
	}
	return &failure{
		msg:  "others reach " + s.set.listen + ", and over http they could read keys and answers",
		hint: "serve https with --tls-cert and --tls-key, listen at 127.0.0.1, or say --plain-http where something in front ends TLS",
	}
}

// certificate is what https is served with; nil: it is not.
func (s *serving) certificate() (*tls.Config, error) {
	if s.set.cert == "" && s.set.key == "" {
		return nil, nil
	}
	cert, err := tls.LoadX509KeyPair(s.set.cert, s.set.key)
	if err != nil {
		return nil, &failure{
			msg:  fmt.Sprintf("the certificate %s and its key %s cannot be used: %s", s.set.cert, s.set.key, reason(err)),
			hint: "name PEM files that belong together", err: err,
		}
	}
	return &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}, nil
}

// url is where the server is reached from this machine.
func (s *serving) url(addr net.Addr) string {
	scheme := "http"
	if s.set.cert != "" {
		scheme = "https"
	}
	tcp, ok := addr.(*net.TCPAddr)
	if !ok {
		return scheme + "://" + addr.String()
	}
	host := tcp.IP.String()
	if tcp.IP.IsUnspecified() { // it listens everywhere, and nobody can go there
		host = "127.0.0.1"
	}
	return scheme + "://" + net.JoinHostPort(host, strconv.Itoa(tcp.Port))
}

// hosts are the names that requests may ask for; nil: any. A server that only
// this machine reaches answers to this machine's names alone.
func (s *serving) hosts(addr net.Addr) []string {
	tcp, ok := addr.(*net.TCPAddr)
	if ok && tcp.IP.IsLoopback() {
		return append([]string{"localhost", "127.0.0.1", "::1", tcp.IP.String()}, s.set.hosts...)
	}
	if !ok || len(s.set.hosts) == 0 {
		return nil
	}
	return s.set.hosts
}
