-- A draft has more than its text: where its question looks, and the ids of its files as JSON.
ALTER TABLE drafts ADD COLUMN mode TEXT NOT NULL DEFAULT 'notes';
ALTER TABLE drafts ADD COLUMN passages_only INTEGER NOT NULL DEFAULT 0;
ALTER TABLE drafts ADD COLUMN attachments TEXT NOT NULL DEFAULT '[]';
