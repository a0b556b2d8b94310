package server

import (
	"net"
	"sync"
)

// MaxConns is how many connections a served workspace holds at once.
const MaxConns = 1_000

// Crowd bounds how many connections of a listener are open at once: others wait
// to be accepted until one ends.
func Crowd(l net.Listener, most int) net.Listener {
	return &crowd{Listener: l, places: make(chan struct{}, most), closed: make(chan struct{})}
}

type crowd struct {
	net.Listener
	places chan struct{}
	closed chan struct{}
	once   sync.Once
}

// Accept implements net.Listener.
func (c *crowd) Accept() (net.Conn, error) {
	select {
	case c.places <- struct{}{}:
	case <-c.closed:
		return nil, net.ErrClosed
	}
	conn, err := c.Listener.Accept()
	if err != nil {
		<-c.places
		return nil, err
	}
	return &placed{Conn: conn, leave: sync.OnceFunc(func() { <-c.places })}, nil
}

// Close implements net.Listener.
func (c *crowd) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.Listener.Close()
}

// placed is a connection that takes a place.
type placed struct {
	net.Conn
	leave func()
}

// Close implements net.Conn.
func (p *placed) Close() error {
	defer p.leave()
	return p.Conn.Close()
}
