-- What an answer that is being written says beyond its row in `messages`, a piece a row, in order.
-- The pieces are put into the message when its answer ends or is found cut off, so few rows are ever
-- here, and an index would double what an append writes.
CREATE TABLE journal (
    id        INTEGER PRIMARY KEY,
    message   TEXT NOT NULL REFERENCES messages (id),
    text      TEXT NOT NULL,
    citations TEXT NOT NULL,                  -- JSON, CitationMark, with places in the whole text
    thinking  TEXT NOT NULL
) STRICT;
