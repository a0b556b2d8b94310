-- +goose Up

-- Who works with the workspace. Rows stay: what they did names them.
CREATE TABLE members (
    number  INTEGER NOT NULL PRIMARY KEY, -- in the order of creating
    id      TEXT    NOT NULL UNIQUE,
    name    TEXT    NOT NULL,
    role    TEXT    NOT NULL,
    created INTEGER NOT NULL, -- microseconds, UTC
    removed INTEGER           -- microseconds, UTC
) STRICT;

-- Their API keys. The secret itself is nowhere.
CREATE TABLE keys (
    number  INTEGER NOT NULL PRIMARY KEY, -- in the order of creating
    id      TEXT    NOT NULL UNIQUE,
    name    TEXT    NOT NULL,
    member  TEXT    NOT NULL REFERENCES members (id),
    scopes  TEXT    NOT NULL, -- JSON
    hash    TEXT    NOT NULL, -- SHA-256 of the secret, hexadecimal
    made_by TEXT    NOT NULL,
    created INTEGER NOT NULL, -- microseconds, UTC, as all times here
    expires INTEGER,
    used    INTEGER,
    revoked INTEGER
) STRICT;

CREATE INDEX keys_by_member ON keys (member, number);
