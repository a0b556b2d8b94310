-- +goose Up

CREATE TABLE revisions (
    number   INTEGER NOT NULL PRIMARY KEY,
    created  INTEGER NOT NULL, -- microseconds, UTC
    project  TEXT    NOT NULL,
    push_key TEXT    NOT NULL,
    request  TEXT    NOT NULL,
    plan     TEXT    NOT NULL  -- JSON
) STRICT;

-- Changes that no push made have no key.
CREATE UNIQUE INDEX revisions_by_push_key ON revisions (push_key) WHERE push_key <> '';
