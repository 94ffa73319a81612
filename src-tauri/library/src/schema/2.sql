-- Changes that were made to notes, each written here before the note is. The bytes before a change
-- are in `texts`; they are those of the file, in whatever encoding it has.
CREATE TABLE edits (
    id     TEXT PRIMARY KEY,
    vault  INTEGER NOT NULL REFERENCES vaults (id),
    path   TEXT NOT NULL,
    before TEXT REFERENCES texts (hash),      -- NULL for a note that was made
    after  TEXT NOT NULL,                     -- the hash of the new bytes
    begun  INTEGER NOT NULL,
    done   INTEGER,                           -- NULL until the note is known to be written
    undone INTEGER
) STRICT;
CREATE INDEX edits_by_vault ON edits (vault, begun);
