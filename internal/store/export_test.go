package store

import "context"

// WithPragma sets a pragma on every connection.
func (o Options) WithPragma(pragma string) Options {
	o.pragmas = append(o.pragmas[:len(o.pragmas):len(o.pragmas)], pragma)
	return o
}

// WithParam adds a parameter to the address of the database.
func (o Options) WithParam(param string) Options {
	o.params = append(o.params[:len(o.params):len(o.params)], param)
	return o
}

// SchemaVersion is the version that Open migrates to.
func SchemaVersion() int64 { return schemaVersion() }

// OpenAt makes a database of an older schema.
func OpenAt(ctx context.Context, o Options, version int64) error {
	w, err := o.connect(1, "_txlock=immediate")
	if err != nil {
		return err
	}
	defer w.Close()
	if _, err := w.ExecContext(ctx, "PRAGMA journal_mode = WAL"); err != nil {
		return err
	}
	return (&SQLite{opts: o, writer: w}).migrateTo(ctx, version)
}
