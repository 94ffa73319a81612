-- What the reports of servers taught about how a model counts, as JSON. Counts are right from the
-- first question on then, also after a restart.
CREATE TABLE learned (
    model   TEXT PRIMARY KEY,
    reports TEXT NOT NULL,
    changed INTEGER NOT NULL
) STRICT;
