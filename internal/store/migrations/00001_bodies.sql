-- +goose Up

-- The file is caplo's from its first committed transaction on: "capl" in ASCII.
PRAGMA application_id = 1667330156;

-- What was written, by digest; never changed.
CREATE TABLE bodies (
    digest TEXT NOT NULL PRIMARY KEY,
    body   TEXT NOT NULL -- JSON
) STRICT;
