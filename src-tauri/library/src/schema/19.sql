-- What was searched for by a question that no note answers, JSON: SearchedFor.
ALTER TABLE messages ADD COLUMN searched_for TEXT;
