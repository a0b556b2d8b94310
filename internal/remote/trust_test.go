package remote_test

import (
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/caplo/caplo/internal/remote"
)

// TestCertificates: the settings that are handed in hold, on every system: the
// process's own environment has none of them here.
func TestCertificates(t *testing.T) {
	t.Parallel()
	srv := httptest.NewUnstartedServer(http.HandlerFunc(describes))
	srv.Config.ErrorLog = log.New(io.Discard, "", 0) // of clients that do not trust it
	srv.StartTLS()
	t.Cleanup(srv.Close)
	dir, empty := t.TempDir(), t.TempDir()
	file, other := filepath.Join(dir, "own.pem"), filepath.Join(dir, "note.txt")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw})
	for name, data := range map[string][]byte{file: block, other: []byte("no certificate")} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list := string(filepath.ListSeparator)
	for name, c := range map[string]struct {
		env  map[string]string
		says string
	}{
		"a file":            {map[string]string{"SSL_CERT_FILE": file}, ""},
		"a folder":          {map[string]string{"SSL_CERT_DIR": empty + list + dir}, ""},
		"both":              {map[string]string{"SSL_CERT_FILE": file, "SSL_CERT_DIR": empty}, ""},
		"none":              {nil, "signed by nobody whom this machine trusts"},
		"a file of nothing": {map[string]string{"SSL_CERT_FILE": other}, "SSL_CERT_FILE names " + other + ", which holds no certificate"},
		"no file":           {map[string]string{"SSL_CERT_FILE": other + "x"}, "which holds no certificate"},
		"an empty folder":   {map[string]string{"SSL_CERT_DIR": empty}, "SSL_CERT_DIR names no folder with a certificate"},
	} {
		client := remote.New(remote.Options{BaseURL: srv.URL, Getenv: func(name string) string { return c.env[name] }})
		err := client.Greet(t.Context())
		client.Close()
		if (err != nil) != (c.says != "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
