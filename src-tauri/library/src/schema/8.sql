-- What a question, asked or still being written, is narrowed to: JSON, Scope; NULL is the whole vault.
ALTER TABLE messages ADD COLUMN scope TEXT;
ALTER TABLE drafts ADD COLUMN scope TEXT;
