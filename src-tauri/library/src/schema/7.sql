-- Whether a message came from a file: what it says of itself, its receipts included, was written
-- elsewhere.
ALTER TABLE messages ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;
