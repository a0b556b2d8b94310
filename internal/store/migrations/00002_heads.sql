-- +goose Up

-- What each resource and suite is now.
CREATE TABLE heads (
    kind     TEXT    NOT NULL,
    key      TEXT    NOT NULL,
    revision INTEGER NOT NULL,
    digest   TEXT    NOT NULL,
    body     TEXT    NOT NULL REFERENCES bodies (digest) DEFERRABLE INITIALLY DEFERRED,
    project  TEXT    NOT NULL,
    cases    INTEGER NOT NULL,
    refs     TEXT    NOT NULL, -- JSON
    PRIMARY KEY (kind, key)
) STRICT;

-- What each was at every revision that wrote it, the current one included.
CREATE TABLE history (
    kind     TEXT    NOT NULL,
    key      TEXT    NOT NULL,
    revision INTEGER NOT NULL,
    digest   TEXT    NOT NULL,
    body     TEXT    NOT NULL REFERENCES bodies (digest) DEFERRABLE INITIALLY DEFERRED,
    project  TEXT    NOT NULL,
    cases    INTEGER NOT NULL,
    refs     TEXT    NOT NULL, -- JSON
    PRIMARY KEY (kind, key, revision)
) STRICT;
