-- The questions that wait in a conversation, JSON: an array of Draft.
ALTER TABLE drafts ADD COLUMN queued TEXT;
