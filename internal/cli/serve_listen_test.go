package cli

import "testing"

// TestKeysStayOffTheNetwork: http is for this machine, or for who asks for it.
func TestKeysStayOffTheNetwork(t *testing.T) {
	t.Parallel()
	for listen, others := range map[string]bool{
		"127.0.0.1:0": false, "127.8.8.8:80": false, "[::1]:0": false, "localhost:0": false,
		"0.0.0.0:0": true, ":8080": true, "[::]:0": true, "192.0.2.1:80": true,
	} {
		plain := &serving{set: serveSettings{listen: listen}}
		if err := plain.secret(); (err != nil) != others {
			t.Errorf("%s: %v", listen, err)
		}
		for _, set := range []serveSettings{{listen: listen, plain: true}, {listen: listen, cert: "c.pem"}} {
			if err := (&serving{set: set}).secret(); err != nil {
				t.Errorf("%+v: %v", set, err)
			}
		}
	}
}
