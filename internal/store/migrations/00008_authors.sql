-- +goose Up

-- Who made a revision or started a run, and how; what was there before them was
-- pushed and started by the one user of a local workspace.
ALTER TABLE revisions ADD COLUMN author TEXT NOT NULL DEFAULT '';
ALTER TABLE revisions ADD COLUMN origin TEXT NOT NULL DEFAULT 'push';
ALTER TABLE runs ADD COLUMN started_by TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN start_key TEXT NOT NULL DEFAULT '';

-- Not every start has a key.
CREATE UNIQUE INDEX runs_by_start_key ON runs (start_key) WHERE start_key <> '';
CREATE INDEX run_cases_by_case ON run_cases (case_id) WHERE status = 'done';
