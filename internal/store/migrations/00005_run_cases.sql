-- +goose Up

-- The cases of runs, which are also the queue that workers take them from. The
-- result comes last: it may be a megabyte, and most queries stop before it.
CREATE TABLE run_cases (
    run        TEXT    NOT NULL REFERENCES runs (id),
    position   INTEGER NOT NULL,
    case_id    TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    status     TEXT    NOT NULL CHECK (status IN ('queued', 'running', 'done')),
    owner      TEXT    NOT NULL, -- empty unless running
    attempt    INTEGER NOT NULL,
    seq        INTEGER,          -- order of finishing within the run, from 1
    outcome    TEXT    NOT NULL, -- empty until done
    micros     INTEGER NOT NULL,
    definition TEXT    NOT NULL, -- JSON: the run's own copy of the case
    result     TEXT,             -- JSON
    PRIMARY KEY (run, position),
    CHECK ((status = 'running') = (owner <> '')),
    CHECK ((status = 'done') = (seq IS NOT NULL AND result IS NOT NULL AND outcome <> ''))
) STRICT;

CREATE INDEX run_cases_queued ON run_cases (run, position) WHERE status = 'queued';
CREATE INDEX run_cases_running ON run_cases (owner) WHERE status = 'running';
CREATE UNIQUE INDEX run_cases_done ON run_cases (run, seq) WHERE seq IS NOT NULL;
