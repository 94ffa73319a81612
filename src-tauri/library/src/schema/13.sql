-- Where the pages of an attached file's text begin: JSON, a list of PlacedPart; NULL if the text is the
-- file's own. And how much of the file goes to the model: JSON, FileExtent; NULL means all of it.
ALTER TABLE attachments ADD COLUMN parts TEXT;
ALTER TABLE attachments ADD COLUMN extent TEXT;
