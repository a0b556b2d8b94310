-- +goose Up

-- Which commit a push was made from; JSON.
ALTER TABLE revisions ADD COLUMN git TEXT NOT NULL DEFAULT 'null';

-- A revision may take a resource away. Its row then says what it was until then.
ALTER TABLE history ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
