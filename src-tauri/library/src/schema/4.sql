-- The tools that an answer's model called, what our check found of its citations, and what its
-- sentences without a citation probably come from; each as JSON.
ALTER TABLE messages ADD COLUMN steps TEXT NOT NULL DEFAULT '[]';
ALTER TABLE messages ADD COLUMN checks TEXT NOT NULL DEFAULT '[]';
ALTER TABLE messages ADD COLUMN probably TEXT NOT NULL DEFAULT '[]';
CREATE INDEX messages_by_parent ON messages (parent, conversation);
-- Which process writes it, or wrote it; see writers.rs.
ALTER TABLE messages ADD COLUMN writer TEXT;

ALTER TABLE conversations ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
-- When it was deleted. It can be brought back until it is swept away.
ALTER TABLE conversations ADD COLUMN deleted INTEGER;
ALTER TABLE conversations ADD COLUMN project TEXT REFERENCES projects (id) ON DELETE SET NULL;
ALTER TABLE conversations ADD COLUMN agent TEXT REFERENCES agents (id) ON DELETE SET NULL;

-- Summaries that stand for the beginning of a conversation in what a model gets.
CREATE TABLE compactions (
    id           TEXT PRIMARY KEY,
    conversation TEXT NOT NULL REFERENCES conversations (id),
    through      TEXT NOT NULL REFERENCES messages (id),
    created      INTEGER NOT NULL,
    undone       INTEGER,
    json         TEXT NOT NULL                -- Compaction
) STRICT;
CREATE INDEX compactions_by_conversation ON compactions (conversation);

-- Notes, folders and files that belong together, with instructions of their own.
CREATE TABLE projects (
    id      TEXT PRIMARY KEY,
    vault   INTEGER NOT NULL REFERENCES vaults (id),
    created INTEGER NOT NULL,
    json    TEXT NOT NULL                     -- Project
) STRICT;

-- Prompts that stand just before the newest question, or in place of the instructions.
CREATE TABLE agents (
    id      TEXT PRIMARY KEY,
    created INTEGER NOT NULL,
    json    TEXT NOT NULL                     -- Agent
) STRICT;

-- What the model was told to remember, for a vault.
CREATE TABLE memories (
    id      TEXT PRIMARY KEY,
    vault   INTEGER NOT NULL REFERENCES vaults (id),
    created INTEGER NOT NULL,
    text    TEXT NOT NULL
) STRICT;
CREATE INDEX memories_by_vault ON memories (vault, created);

-- What conversations are found by: each message's text once it is complete or cut off, and each
-- title (with no message). The ids are those of the full-text table, which keeps no text itself;
-- what is in it was written by `index::search::words::indexed`.
CREATE TABLE searchable (
    id           INTEGER PRIMARY KEY,
    conversation TEXT NOT NULL REFERENCES conversations (id),
    message      TEXT UNIQUE REFERENCES messages (id)
) STRICT;
CREATE INDEX searchable_by_conversation ON searchable (conversation);
CREATE VIRTUAL TABLE search USING fts5(
    text, content='', contentless_delete=1,
    tokenize="porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
);

-- Files that were attached may be images: their size in pixels and format, as JSON.
ALTER TABLE attachments ADD COLUMN image TEXT;

-- Before a row goes, SQLite looks for those that refer to it: without an index it reads them all.
CREATE INDEX references_by_passage ON message_references (passage);
CREATE INDEX attachments_by_hash ON attachments (hash);
CREATE INDEX messages_by_attachment ON message_attachments (attachment);
CREATE INDEX edits_by_before ON edits (before);
CREATE INDEX compactions_by_message ON compactions (through);
CREATE INDEX conversations_by_leaf ON conversations (leaf);
