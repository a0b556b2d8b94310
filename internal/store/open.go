package store

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/caplo/caplo/internal/workspace"
)

// Open opens the database, makes it where the file is absent or empty, and
// brings an older one up to date. Errors about the file are *workspace.Problem.
func Open(ctx context.Context, o Options) (*SQLite, error) {
	if o.LockDir == "" {
		o.LockDir = filepath.Dir(o.Path)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.BusyTimeout <= 0 {
		o.BusyTimeout = 5 * time.Second
	}
	if err := checkPlace(o.Path); err != nil {
		return nil, err
	}
	claim(o.Path)
	s := &SQLite{opts: o, owners: &owners{dir: o.LockDir}}
	var err error
	if s.writer, err = o.connect(1, "_txlock=immediate"); err != nil {
		return nil, err
	}
	if s.readers, err = o.connect(maxReaders, "_query_only=1", "mode=rw"); err != nil {
		return nil, err
	}
	if err := s.ready(ctx); err != nil {
		_ = s.Close()
		return nil, s.explain(err)
	}
	keepPrivate(o.Path) // only now is it known to be caplo's
	if s.file, err = os.Stat(o.Path); err != nil {
		_ = s.Close()
		return nil, explainOS(o.Path, err)
	}
	return s, nil
}

// connect prepares a pool; connections are opened when they are needed.
func (o Options) connect(size int, params ...string) (*pool, error) {
	dsn, err := o.dsn(params...)
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", o.Path, err)
	}
	return newPool(db, size), nil
}

// dsn is the address of the database. Settings of a connection stand in it,
// because a PRAGMA statement would reach one connection of a pool only. The file
// is a URI, in which no character of a path means anything.
func (o Options) dsn(params ...string) (string, error) {
	abs, err := filepath.Abs(o.Path)
	if err != nil {
		return "", fmt.Errorf("open %s: %w", o.Path, err)
	}
	path := filepath.ToSlash(abs)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/… becomes file:///C:/…
	}
	params = append(params,
		"_busy_timeout="+strconv.FormatInt(o.BusyTimeout.Milliseconds(), 10),
		"_synchronous=NORMAL", // with a write-ahead log: durable against any crash of the process
		"_foreign_keys=1",
		"_dqs=0",      // a misspelt column is an error, not a text
		"_error_rc=1", // no messages left over from other operations
	)
	for _, p := range o.pragmas {
		params = append(params, "_pragma="+url.QueryEscape(p))
	}
	params = append(params, o.params...)
	u := url.URL{Scheme: "file", Path: path, RawQuery: strings.Join(params, "&")}
	return u.String(), nil
}

// header is what a database says of itself.
type header struct {
	application int64
	version     int64 // of the schema
	tables      int64
	journal     string
}

const readHeader = `SELECT
	(SELECT application_id FROM pragma_application_id),
	(SELECT user_version FROM pragma_user_version),
	(SELECT count(*) FROM sqlite_schema),
	(SELECT journal_mode FROM pragma_journal_mode)`

func (s *SQLite) header(ctx context.Context) (header, error) {
	var h header
	err := s.writer.QueryRowContext(ctx, readHeader).Scan(&h.application, &h.version, &h.tables, &h.journal)
	return h, err
}

// current reports whether the database can be used as it is; an error says that
// it must not be touched.
func (h header) current(path string) (bool, error) {
	if h.application == 0 && h.version == 0 && h.tables == 0 {
		return false, nil // nothing was ever committed to it
	}
	if h.application != applicationID {
		return false, foreign(path, "another program's database")
	}
	if h.version > schemaVersion() {
		return false, &workspace.Problem{
			Code:    workspace.DatabaseNewer,
			Message: fmt.Sprintf("a newer caplo wrote %s (schema %d; this caplo knows %d)", path, h.version, schemaVersion()),
			Hint:    "use that caplo or a newer one",
		}
	}
	return h.version == schemaVersion() && h.journal == "wal", nil
}

// ready looks at the database and, unless it is current, migrates it.
func (s *SQLite) ready(ctx context.Context) error {
	h, err := s.header(ctx)
	if err != nil {
		return err
	}
	ok, err := h.current(s.opts.Path)
	if ok || err != nil {
		return err
	}
	return s.migrate(ctx)
}
