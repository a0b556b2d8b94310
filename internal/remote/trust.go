package remote

import (
	"crypto/x509"
	"os"
	"path/filepath"
)

// trusted are the certificates that SSL_CERT_FILE and SSL_CERT_DIR name, on every
// system alike: in place of the system's, which hold where nil is returned.
func trusted(getenv func(string) string) (*x509.CertPool, error) {
	file, dirs := getenv("SSL_CERT_FILE"), filepath.SplitList(getenv("SSL_CERT_DIR"))
	if file == "" && len(dirs) == 0 {
		return nil, nil
	}
	pool := x509.NewCertPool()
	if file != "" {
		data, err := os.ReadFile(file)
		if err != nil || !pool.AppendCertsFromPEM(data) {
			return nil, untrusted("SSL_CERT_FILE names " + file + ", which holds no certificate that can be read")
		}
	}
	found := file != ""
	for _, dir := range dirs {
		found = trustAll(pool, dir) || found
	}
	if !found {
		return nil, untrusted("SSL_CERT_DIR names no folder with a certificate that can be read")
	}
	return pool, nil
}

// trustAll adds the certificates of a folder, which may hold other files as well.
func trustAll(pool *x509.CertPool, dir string) (found bool) {
	entries, _ := os.ReadDir(dir) // one that is not there holds none
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		found = err == nil && pool.AppendCertsFromPEM(data) || found
	}
	return found
}

func untrusted(what string) error {
	return &Error{Msg: "no workspace can be trusted: " + what, Hint: "name a file of certificates in PEM, or unset it for the system's"}
}
