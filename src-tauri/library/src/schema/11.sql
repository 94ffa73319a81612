-- Changes to notes as they are proposed and decided on. `body` is packed JSON, Change; `next` is the state
-- that a change gets when what is being written of it is done.
CREATE TABLE changes (
    id      TEXT PRIMARY KEY,
    vault   INTEGER NOT NULL REFERENCES vaults (id),
    answer  TEXT,                              -- the message that it came from; it may be gone
    title   TEXT NOT NULL,
    author  TEXT NOT NULL,
    notes   INTEGER NOT NULL,
    made    INTEGER NOT NULL,
    decided INTEGER,
    state   TEXT NOT NULL,
    next    TEXT,
    body    BLOB NOT NULL
) STRICT;
CREATE INDEX changes_by_vault ON changes (vault, made);
CREATE INDEX changes_by_answer ON changes (answer);

ALTER TABLE edits ADD COLUMN change TEXT;      -- that it is a part of; all parts are written, or none
ALTER TABLE edits ADD COLUMN target TEXT;      -- where the note went: it was renamed, or is in the trash
ALTER TABLE edits ADD COLUMN undoes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE edits ADD COLUMN writer TEXT;      -- the process that writes it
CREATE INDEX edits_by_path ON edits (vault, path);
CREATE INDEX edits_by_change ON edits (change);
