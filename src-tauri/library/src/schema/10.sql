-- What a conversation, or (empty text) the next new one of the vault, has of its own: JSON,
-- ConversationSettings.
CREATE TABLE conversation_settings (
    vault        INTEGER NOT NULL REFERENCES vaults (id),
    conversation TEXT NOT NULL,
    json         TEXT NOT NULL,
    PRIMARY KEY (vault, conversation)
) STRICT;
