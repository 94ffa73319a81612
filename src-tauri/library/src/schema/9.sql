-- What is counted of an answer, JSON: AnswerTokens, and Coverage; and how far notes were read for it:
-- Survey.
ALTER TABLE messages ADD COLUMN tokens TEXT;
ALTER TABLE messages ADD COLUMN coverage TEXT;
ALTER TABLE messages ADD COLUMN survey TEXT;
