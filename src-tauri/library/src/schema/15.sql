-- How a question was worked out step by step, JSON: Work; what the user said meanwhile: an array of Remark;
-- and the command that a plain sentence was taken for.
ALTER TABLE messages ADD COLUMN work TEXT;
ALTER TABLE messages ADD COLUMN remarks TEXT;
ALTER TABLE messages ADD COLUMN routed TEXT;
ALTER TABLE drafts ADD COLUMN work INTEGER NOT NULL DEFAULT 0;
