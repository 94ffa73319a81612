-- An attached PDF itself, for its pages to be drawn.
ALTER TABLE attachments ADD COLUMN original TEXT REFERENCES texts (hash);
CREATE INDEX attachments_by_original ON attachments (original);
