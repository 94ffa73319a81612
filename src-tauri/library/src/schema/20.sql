-- The user's ratings of verdicts, by the hash of the sentence and its passages. JSON: Rating.
CREATE TABLE ratings (
    key  TEXT PRIMARY KEY,
    json TEXT NOT NULL
) STRICT;
