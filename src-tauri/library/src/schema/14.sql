-- The project and the prompts of a conversation stand with what else it has of its own, so that they can
-- be chosen before its first question.
INSERT INTO conversation_settings (vault, conversation, json)
    SELECT vault, id, '{}' FROM conversations WHERE project IS NOT NULL OR agent IS NOT NULL
    ON CONFLICT DO NOTHING;
UPDATE conversation_settings SET json = json_set(json, '$.project', c.project)
    FROM conversations c WHERE c.id = conversation AND c.project IS NOT NULL;
UPDATE conversation_settings
    SET json = json_set(json, '$.prompts', json_array(json_object('type', 'library', 'id', c.agent)))
    FROM conversations c WHERE c.id = conversation AND c.agent IS NOT NULL;
ALTER TABLE conversations DROP COLUMN project;
ALTER TABLE conversations DROP COLUMN agent;
ALTER TABLE agents RENAME TO prompts;
UPDATE prompts SET json = json_remove(json_set(json, '$.text', json ->> '$.prompt'), '$.prompt')
    WHERE json ->> '$.prompt' IS NOT NULL;

-- What is remembered besides what the user said: notes and pages that answers often rest on. `source` is
-- the note's path or the page's address. One that was forgotten stays as a row, so that it isn't counted
-- again.
ALTER TABLE memories ADD COLUMN kind TEXT NOT NULL DEFAULT 'fact';
ALTER TABLE memories ADD COLUMN wikilink TEXT;
ALTER TABLE memories ADD COLUMN source TEXT;
ALTER TABLE memories ADD COLUMN summary TEXT;
ALTER TABLE memories ADD COLUMN used INTEGER;
ALTER TABLE memories ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX memories_by_source ON memories (vault, source);
