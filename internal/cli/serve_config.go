package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/caplo/caplo/internal/diag"
	"github.com/caplo/caplo/internal/project"
)

// serveSettings are what a server goes by: flags, then the config file, then what
// holds where nobody says anything. Paths are absolute, or as whole as the working
// directory is.
type serveSettings struct {
	listen   string
	database string
	config   string // as the user named it; empty: none
	hosts    []string
	cert     string
	key      string
	plain    bool // http may cross a network
	cases    int
	grace    time.Duration
	models   project.ModelNames
}

// settle joins flags and config file. A file with errors is shown and not used.
func (o *serveOptions) settle() (serveSettings, error) {
	set := serveSettings{grace: o.grace, config: o.config}
	var conf project.ServerConfig
	folder := o.base
	if o.config != "" {
		var err error
		if conf, err = o.readConfig(); err != nil {
			return set, err
		}
		folder = filepath.Dir(at(o.base, o.config))
	}
	set.listen = cmp.Or(o.listen, conf.Listen, defaultListen)
	if err := checkListen(set.listen); err != nil {
		return set, &failure{msg: fmt.Sprintf("listen: %s in %s is no address: %s", set.listen, o.config, err), hint: "write it as host:port, such as 127.0.0.1:8080", err: err}
	}
	set.database = either(o.base, o.database, folder, conf.Database)
	if set.database == "" {
		set.database = at(o.base, defaultDatabase)
	}
	set.hosts = conf.Hosts
	set.cert, set.key = either(o.base, o.cert, folder, conf.TLS.Cert), either(o.base, o.key, folder, conf.TLS.Key)
	set.plain = o.plain || conf.PlainHTTP
	set.cases = cmp.Or(conf.Limits.Concurrency, defaultCases)
	set.models = conf.Models
	return set, nil
}

// readConfig reads the config file, and shows what is wrong with it.
func (o *serveOptions) readConfig() (project.ServerConfig, error) {
	data, err := o.configText()
	if err != nil {
		return project.ServerConfig{}, err
	}
	p, conf := project.LoadServer(o.config, data)
	found := diagnosticSet{list: p.Check(), source: p.Source}
	if len(found.list) > 0 {
		if err := writeDiagnostics(o.env.Err, "text", found); err != nil {
			return conf, err
		}
	}
	if found.only(func(d diag.Diagnostic) bool { return d.Severity == diag.Error }).hasErrors() {
		return conf, &failure{
			msg:  fmt.Sprintf("the config file %s has errors, so nothing was started", o.config),
			hint: "mend them; `caplo schema server` lists what can stand there",
		}
	}
	return conf, nil
}

func (o *serveOptions) configText() ([]byte, error) {
	full := at(o.base, o.config)
	info, err := os.Stat(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &failure{msg: fmt.Sprintf("the config file %s does not exist", o.config), hint: "name one that does, or leave --config out", err: err}
	case err == nil && !info.Mode().IsRegular():
		return nil, &failure{msg: o.config + " is not a file", hint: "name a config file with --config"}
	}
	in, err := os.Open(full)
	if err != nil {
		return nil, &failure{msg: fmt.Sprintf("the config file %s cannot be read: %s", o.config, reason(err)), hint: "check its permissions", err: err}
	}
	defer in.Close()
	data, err := readSome(in)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", o.config, err)
	}
	return data, nil
}

// at is a path, seen from a folder.
func at(folder, path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}

// either is a flag's path, else the config file's, each seen from its own folder.
func either(base, flag, folder, conf string) string {
	return cmp.Or(at(base, flag), at(folder, conf))
}

// checkListen says what is wrong with an address to listen at.
func checkListen(address string) error {
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return errors.New("it has no port, or too many colons")
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		return fmt.Errorf("the port %q is not a number from 0 to 65535", port)
	}
	return nil
}
