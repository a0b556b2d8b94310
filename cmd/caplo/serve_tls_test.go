package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestServeTLS serves https by itself, on files that the config names from its own
// folder.
func TestServeTLS(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	conf := filepath.Join(dir, "conf")
	roots := writeCertificate(t, conf)
	config := filepath.Join(conf, "serve.yaml")
	if err := os.WriteFile(config, []byte("tls: {cert: cert.pem, key: key.pem}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := startServe(dir, append(os.Environ(), "HOME="+dir), "--config", config)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(s.URL, "https://127.0.0.1:") {
		t.Errorf("it is served at %s", s.URL)
	}
	client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, DisableKeepAlives: true}}
	if res, err := client.Get(s.URL + "/readyz"); err != nil || res.Body.Close() != nil || res.StatusCode != http.StatusOK {
		t.Errorf("over https: %v", err)
	}
	if err := s.stop(); err != nil {
		t.Error(err)
	}
}

// writeCertificate makes cert.pem and key.pem for this machine alone.
func writeCertificate(t *testing.T, dir string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true,
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{
		"cert.pem": {Type: "CERTIFICATE", Bytes: cert}, "key.pem": {Type: "PRIVATE KEY", Bytes: secret},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert}))
	return roots
}
