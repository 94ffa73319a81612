-- What answers cite, without reading the JSON of all that they got.
CREATE INDEX references_cited ON message_references (conversation, path, message)
    WHERE json_valid(json) AND json ->> '$.state' = 'cited';
