-- Pages of the web, as they were when passages of them went into a conversation: `source` of those passages is
-- the page's address.
CREATE TABLE pages (
    conversation TEXT NOT NULL REFERENCES conversations (id),
    url          TEXT NOT NULL,
    title        TEXT NOT NULL,
    published    TEXT,                        -- as the search service says it
    fetched      INTEGER NOT NULL,
    text         INTEGER NOT NULL REFERENCES texts (id),
    PRIMARY KEY (conversation, url, text)
) STRICT;
CREATE INDEX pages_by_text ON pages (text);
