-- +goose Up

CREATE TABLE settings (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL -- JSON
) STRICT;
