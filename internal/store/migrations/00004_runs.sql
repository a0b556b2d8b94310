-- +goose Up

CREATE TABLE runs (
    number       INTEGER NOT NULL PRIMARY KEY, -- in the order of creating
    id           TEXT    NOT NULL UNIQUE,
    agent        TEXT    NOT NULL,
    key          TEXT    NOT NULL,
    draft        TEXT    NOT NULL,
    suite        TEXT    NOT NULL,
    status       TEXT    NOT NULL CHECK (status IN ('open', 'finished', 'cancelled')),
    is_full      INTEGER NOT NULL CHECK (is_full IN (0, 1)),
    created      INTEGER NOT NULL, -- microseconds, UTC
    finished     INTEGER,          -- microseconds, UTC
    finish_order INTEGER,
    time_limit   INTEGER NOT NULL, -- microseconds
    cases        INTEGER NOT NULL,
    ok           INTEGER NOT NULL,
    failed       INTEGER NOT NULL,
    errors       INTEGER NOT NULL,
    terms        TEXT    NOT NULL, -- JSON
    pinned       TEXT    NOT NULL, -- JSON
    CHECK ((status = 'open') = (finish_order IS NULL))
) STRICT;

CREATE INDEX runs_by_agent ON runs (agent, number);
CREATE INDEX runs_by_key ON runs (key, number);
CREATE INDEX runs_by_draft ON runs (draft, number);
CREATE INDEX runs_open ON runs (number) WHERE status = 'open';
CREATE UNIQUE INDEX runs_by_finish ON runs (finish_order) WHERE finish_order IS NOT NULL;
