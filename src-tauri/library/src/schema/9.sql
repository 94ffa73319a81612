-- What is counted of an answer, JSON: AnswerTokens, and Coverage.
ALTER TABLE messages ADD COLUMN tokens TEXT;
ALTER TABLE messages ADD COLUMN coverage TEXT;
