package store_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/caplo/caplo/internal/store"
	"github.com/caplo/caplo/internal/trace"
	"github.com/caplo/caplo/internal/workspace"
)

// content is every row of a database: table, then rows, then columns.
type content map[string][]map[string]any

// released makes a database of a schema that was released, with rows in every
// table, from testdata/schema-N.sql. A new release adds its own file.
func released(t *testing.T, path string, schema int) content {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("testdata/schema-%d.sql", schema))
	if err != nil {
		t.Fatal(err)
	}
	db := raw(t, path, string(text))
	c := contentOf(t, db)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for table, rows := range c {
		if len(rows) == 0 {
			t.Errorf("testdata has no row of %s", table)
		}
	}
	return c
}

func contentOf(t *testing.T, db *sql.DB) content {
	t.Helper()
	out := content{}
	for _, r := range rowsOf(t, db, `SELECT name FROM sqlite_schema WHERE type = 'table'`) {
		name := r["name"].(string)
		out[name] = rowsOf(t, db, `SELECT * FROM `+name+` ORDER BY 1, 2`)
	}
	return out
}

func rowsOf(t *testing.T, db *sql.DB, query string) []map[string]any {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var out []map[string]any
	for rows.Next() {
		values, into := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		row := map[string]any{}
		for i, n := range names {
			row[n] = values[i]
		}
		out = append(out, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// kept wants every row of before to be there still, with what it held. Columns
// and tables may have come.
func kept(t *testing.T, path string, before content) (schema int64) {
	t.Helper()
	db := raw(t, path)
	defer db.Close()
	after := contentOf(t, db)
	for table, rows := range before {
		for i, row := range rows {
			if len(after[table]) != len(rows) {
				t.Fatalf("%s has %d rows, and had %d", table, len(after[table]), len(rows))
			}
			now := map[string]any{}
			for column := range row {
				now[column] = after[table][i][column]
			}
			if diff := cmp.Diff(row, now); diff != "" {
				t.Errorf("%s (-before +after):\n%s", table, diff)
			}
		}
	}
	if err := db.QueryRow(`PRAGMA user_version`).Scan(&schema); err != nil {
		t.Fatal(err)
	}
	return schema
}

// schemas are those that were released.
func schemas(t *testing.T) []int {
	t.Helper()
	files, err := filepath.Glob("testdata/schema-*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no released schemas: %v", err)
	}
	out := make([]int, len(files))
	for i, f := range files {
		if _, err := fmt.Sscanf(filepath.Base(f), "schema-%d.sql", &out[i]); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// TestReleasedSchemasMigrate opens a database of every released schema, and finds
// all that was in it.
func TestReleasedSchemasMigrate(t *testing.T) {
	t.Parallel()
	for _, schema := range schemas(t) {
		t.Run(fmt.Sprint("from ", schema), func(t *testing.T) {
			t.Parallel()
			o := options(t)
			before := released(t, o.Path, schema)
			s := open(t, o)
			err := s.Read(t.Context(), func(tx workspace.Tx) error {
				runs, err := tx.FindRuns(workspace.RunFilter{Status: trace.RunFinished})
				if err != nil || len(runs) != len(before["runs"]) {
					t.Errorf("%d runs, %v", len(runs), err)
				}
				for _, r := range runs {
					if cases, err := tx.Cases(r.ID); err != nil || len(cases) != r.Cases || cases[0].Result == nil {
						t.Errorf("run %s: %d cases, %v", r.ID, len(cases), err)
					}
				}
				members, err := tx.Members()
				if err != nil || len(members) != len(before["members"]) {
					t.Errorf("%d members, %v", len(members), err)
				}
				rev, ok, err := tx.Revision(2)
				if !ok || rev.Project != "shop" || rev.Origin != workspace.OriginPush {
					t.Errorf("revision %+v, %v", rev, err)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			mustPut(t, s, "new", 1)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			delete(before, "bodies") // there is a new one
			if now := kept(t, o.Path, before); now != store.SchemaVersion() {
				t.Errorf("schema %d", now)
			}
		})
	}
}

// TestFailedMigrationLosesNothing has migrations meet a full disk at every page:
// what is there afterwards is the database as some schema had it, whole, and with
// room it is brought up to date.
func TestFailedMigrationLosesNothing(t *testing.T) {
	t.Parallel()
	failed := 0
	for extra := 0; ; extra++ {
		o := options(t)
		before := released(t, o.Path, 6)
		pages := pagesOf(t, o.Path)
		s, err := store.Open(t.Context(), o.WithPragma(fmt.Sprintf("max_page_count(%d)", pages+extra)))
		if err == nil {
			s.Close()
			break
		}
		failed++
		if !strings.Contains(err.Error(), "no space left") {
			t.Fatalf("%d pages more: %v", extra, err)
		}
		if now := kept(t, o.Path, before); now < 6 || now >= store.SchemaVersion() {
			t.Errorf("%d pages more: schema %d", extra, now)
		}
		open(t, o).Close()
		if now := kept(t, o.Path, before); now != store.SchemaVersion() {
			t.Errorf("%d pages more, then all: schema %d", extra, now)
		}
	}
	if failed == 0 {
		t.Error("no migration failed")
	}
}

func pagesOf(t *testing.T, path string) (n int) {
	t.Helper()
	db := raw(t, path)
	defer db.Close()
	if err := db.QueryRow(`PRAGMA page_count`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
