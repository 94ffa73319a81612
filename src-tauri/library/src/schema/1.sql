-- Times are microseconds since 1970 (UTC). Ids are UUIDs of version 7 as text. Columns named
-- `json` or said to be JSON hold what serde writes of the type named beside them.

CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL                       -- JSON
) STRICT;

CREATE TABLE vaults (
    id                INTEGER PRIMARY KEY,
    root              TEXT NOT NULL UNIQUE,
    opened            INTEGER NOT NULL,       -- when it was last opened
    last_conversation TEXT REFERENCES conversations (id) ON DELETE SET NULL
) STRICT;

CREATE TABLE conversations (
    id      TEXT PRIMARY KEY,
    vault   INTEGER NOT NULL REFERENCES vaults (id),
    title   TEXT NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    leaf    TEXT REFERENCES messages (id)     -- the newest message of the branch that is shown
) STRICT;
CREATE INDEX conversations_by_vault ON conversations (vault, updated);

CREATE TABLE messages (
    id            TEXT PRIMARY KEY,
    conversation  TEXT NOT NULL REFERENCES conversations (id),
    parent        TEXT REFERENCES messages (id),
    depth         INTEGER NOT NULL,           -- 1 for the first of its branch
    author        TEXT NOT NULL,
    text          TEXT NOT NULL,
    citations     TEXT NOT NULL,              -- JSON, CitationMark
    thinking      TEXT NOT NULL,
    created       INTEGER NOT NULL,
    state         TEXT NOT NULL,
    error         TEXT,                       -- JSON, Error
    mode          TEXT NOT NULL,
    passages_only INTEGER NOT NULL,
    model         TEXT,
    notices       TEXT NOT NULL               -- JSON, sentences
) STRICT;
CREATE INDEX messages_by_conversation ON messages (conversation);
CREATE INDEX messages_being_written ON messages (state) WHERE state = 'streaming';

-- The ledger of a conversation is rebuilt from these rows: `source` is the note's path or the
-- attachment's id, `hash` that of the passage's text.
CREATE TABLE message_references (
    id           TEXT PRIMARY KEY,
    conversation TEXT NOT NULL REFERENCES conversations (id),
    message      TEXT NOT NULL REFERENCES messages (id),
    ordinal      INTEGER NOT NULL,
    number       INTEGER,
    source       TEXT,
    path         TEXT,
    hash         TEXT,
    passage      INTEGER REFERENCES texts (id),
    json         TEXT NOT NULL                -- Reference, without its passage's text
) STRICT;
CREATE INDEX references_by_message ON message_references (message, ordinal);
CREATE INDEX references_by_number ON message_references (conversation, number, source, hash);
CREATE INDEX references_by_path ON message_references (path);

-- Every long text once, by the BLAKE3 hash of its UTF-8 bytes, compressed with zstd.
CREATE TABLE texts (
    id    INTEGER PRIMARY KEY,
    hash  TEXT NOT NULL UNIQUE,
    bytes INTEGER NOT NULL,                   -- before compression
    zstd  BLOB NOT NULL
) STRICT;

CREATE TABLE attachments (
    id      TEXT PRIMARY KEY,
    name    TEXT NOT NULL,
    bytes   INTEGER NOT NULL,
    tokens  INTEGER NOT NULL,
    hash    TEXT NOT NULL REFERENCES texts (hash),
    created INTEGER NOT NULL
) STRICT;

CREATE TABLE message_attachments (
    message    TEXT NOT NULL REFERENCES messages (id),
    ordinal    INTEGER NOT NULL,
    attachment TEXT NOT NULL REFERENCES attachments (id),
    PRIMARY KEY (message, ordinal)
) STRICT;

-- One row for each model call of an answer.
CREATE TABLE receipts (
    answer        TEXT NOT NULL REFERENCES messages (id),
    ordinal       INTEGER NOT NULL,
    created       INTEGER NOT NULL,
    provider      TEXT NOT NULL,
    server        TEXT NOT NULL,
    model         TEXT NOT NULL,
    request       BLOB NOT NULL,              -- JSON, compressed: the body's pieces, a kept text by its id
    context       BLOB NOT NULL,              -- JSON, compressed: ContextView, its parts' texts by their ids
    usage         TEXT,                       -- JSON, Usage
    deleted_marks TEXT NOT NULL,              -- JSON, markers verbatim
    problems      TEXT NOT NULL,              -- JSON, sentences
    PRIMARY KEY (answer, ordinal)
) STRICT;

-- What was being typed: for a conversation, or (empty text) for a new one of the vault.
CREATE TABLE drafts (
    vault        INTEGER NOT NULL REFERENCES vaults (id),
    conversation TEXT NOT NULL,
    text         TEXT NOT NULL,
    updated      INTEGER NOT NULL,
    PRIMARY KEY (vault, conversation)
) STRICT;
