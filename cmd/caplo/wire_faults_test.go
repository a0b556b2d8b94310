//go:build faults && unix

package main

import (
	"bytes"
	"net"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	toxiproxy "github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"
)

// wire is a connection between clients and a server that can be made bad.
type wire struct {
	*team
	proxy    *toxiproxy.Proxy
	accepted atomic.Int64 // connections so far
}

// Write counts connections: the proxy tells of them in its log alone.
func (w *wire) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte("Accepted client")) {
		w.accepted.Add(1)
	}
	return len(line), nil
}

// newWire serves a workspace that clients reach over a wire.
func newWire(t *testing.T, script string, agents map[string]int) *wire {
	t.Helper()
	w := &wire{team: newTeam(t, script, agents)}
	between := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.New(w))
	w.proxy = toxiproxy.NewProxy(between, "wire", "127.0.0.1:0", w.address())
	w.must(w.proxy.Start())
	t.Cleanup(w.proxy.Stop)
	_, port, err := net.SplitHostPort(w.proxy.Listen)
	w.must(err)
	n, err := strconv.Atoi(port)
	w.must(err)
	w.talkTo(n)
	return w
}

// poison adds a toxic, as the proxy's own JSON.
func (w *wire) poison(toxic string) {
	w.t.Helper()
	_, err := w.proxy.Toxics.AddToxicJson(strings.NewReader(toxic))
	w.must(err)
}

// heal removes all toxics.
func (w *wire) heal() { w.proxy.Toxics.ResetToxics(w.t.Context()) }

// bitten waits until a toxic made the client connect again, or the client ended.
func (w *wire) bitten(p *process, before int64) {
	w.t.Helper()
	w.until("another connection", func() bool { return p.over() || w.accepted.Load() > before })
}
