//! Makes recovered rows consistent.

use rusqlite::{Connection, Row, params};

use crate::{
    columns::{Json, Time, Word, now},
    journal, messages, receipts, references, texts,
};
use conversation::Settings;

/// Drops rows that SQLite can read, but that don't parse as our types.
pub(super) fn drop_unreadable(connection: &Connection) -> rusqlite::Result<()> {
    drop_rows(connection, "texts", "*", |row| {
        texts::get_bytes(connection, row.get("id")?).map(drop)
    })?;
    drop_rows(connection, "conversations", "*", |row| {
        let _: conversation::ConversationId = row.get("id")?;
        let _: (Time, Time) = (row.get("created")?, row.get("updated")?);
        Ok(())
    })?;
    drop_rows(connection, "messages AS m", messages::COLUMNS, |row| messages::read(row).map(drop))?;
    drop_rows(connection, "journal", "*", |row| {
        let _: conversation::MessageId = row.get("message")?;
        row.get::<_, Json<Vec<conversation::CitationMark>>>("citations").map(drop)
    })?;
    drop_rows(connection, "message_references", "json, passage, path", references::check)?;
    drop_rows(connection, "settings", "*", |row| match row.get_ref("name")?.as_str()? {
        "settings" => row.get::<_, Json<Settings>>("value").map(drop),
        _ => row.get::<_, Json<serde_json::Value>>("value").map(drop),
    })?;
    drop_rows(connection, "compactions", "*", |row| {
        row.get::<_, Json<conversation::Compaction>>("json").map(drop)
    })?;
    drop_rows(connection, "projects", "*", |row| {
        row.get::<_, Json<crate::Project>>("json").map(drop)
    })?;
    drop_rows(connection, "prompts", "*", |row| {
        row.get::<_, Json<crate::Prompt>>("json").map(drop)
    })?;
    drop_rows(connection, "conversation_settings", "*", |row| {
        row.get::<_, Json<conversation::ConversationSettings>>("json").map(drop)
    })?;
    drop_rows(connection, "attachments", "*", |row| {
        let _: (conversation::AttachmentId, Word<notes::ContentHash>) =
            (row.get("id")?, row.get("hash")?);
        row.get::<_, Option<Json<conversation::FileExtent>>>("extent")?;
        row.get::<_, Option<Json<Vec<conversation::PlacedPart>>>>("parts")?;
        Ok(())
    })?;
    drop_rows(connection, "receipts", receipts::COLUMNS, |row| receipts::check(connection, row))
}

fn drop_rows(
    connection: &Connection,
    table: &str,
    columns: &str,
    check: impl Fn(&Row<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let mut statement =
        connection.prepare(&format!("SELECT {columns}, _rowid_ AS row FROM {table}"))?;
    let mut rows = statement.query([])?;
    let mut bad: Vec<i64> = Vec::new();
    while let Some(row) = rows.next()? {
        if check(row).is_err() {
            bad.push(row.get("row")?);
        }
    }
    let name = table.split(' ').next().unwrap_or(table);
    for row in bad {
        connection.execute(&format!("DELETE FROM {name} WHERE _rowid_ = ?"), params![row])?;
    }
    Ok(())
}

/// Reattaches rows whose parents are lost, and drops those that mean nothing alone.
pub(super) fn tie(connection: &Connection) -> rusqlite::Result<()> {
    // A lost vault row loses the folder's path; the next unknown folder opened takes its place.
    connection.execute_batch(
        "INSERT INTO vaults (id, root, opened)
         SELECT vault, 'recovered ' || vault, 0 FROM (
             SELECT vault FROM conversations UNION SELECT vault FROM edits
             UNION SELECT vault FROM changes
             UNION SELECT vault FROM memories UNION SELECT vault FROM projects
         ) WHERE vault NOT IN (SELECT id FROM vaults);",
    )?;
    connection.execute(
        "INSERT INTO vaults (root, opened) SELECT 'recovered', 0
         WHERE NOT EXISTS (SELECT 1 FROM vaults) AND EXISTS (SELECT 1 FROM messages)",
        [],
    )?;
    connection.execute(
        "INSERT INTO conversations (id, vault, title, created, updated)
         SELECT m.conversation, (SELECT id FROM vaults ORDER BY opened DESC, id LIMIT 1),
             'Recovered conversation', min(m.created), max(m.created)
         FROM messages m WHERE m.conversation NOT IN (SELECT id FROM conversations)
         GROUP BY m.conversation",
        [],
    )?;
    connection.execute_batch(
        // A lost message's successor follows the message written before it.
        "UPDATE messages SET parent = (
             SELECT before.id FROM messages before
             WHERE before.conversation = messages.conversation AND before.rowid < messages.rowid
             ORDER BY before.rowid DESC LIMIT 1)
         WHERE parent IS NOT NULL AND parent NOT IN (SELECT id FROM messages);
         WITH RECURSIVE tree (id, depth) AS (
             SELECT id, 1 FROM messages WHERE parent IS NULL
             UNION ALL
             SELECT m.id, tree.depth + 1 FROM messages m JOIN tree ON m.parent = tree.id
         )
         UPDATE messages SET depth = tree.depth FROM tree WHERE tree.id = messages.id;
         UPDATE conversations SET leaf = (
             SELECT id FROM messages WHERE conversation = conversations.id
             ORDER BY rowid DESC LIMIT 1)
         WHERE leaf IS NULL OR leaf NOT IN (SELECT id FROM messages);
         UPDATE conversation_settings SET json = json_remove(json, '$.project')
         WHERE json ->> '$.project' NOT IN (SELECT id FROM projects);
         UPDATE vaults SET last_conversation = NULL
         WHERE last_conversation NOT IN (SELECT id FROM conversations);
         UPDATE message_references SET passage = NULL WHERE passage NOT IN (SELECT id FROM texts);
         DELETE FROM message_references WHERE message NOT IN (SELECT id FROM messages);
         DELETE FROM pages WHERE text NOT IN (SELECT id FROM texts)
             OR conversation NOT IN (SELECT id FROM conversations);
         DELETE FROM journal WHERE message NOT IN (SELECT id FROM messages);
         DELETE FROM attachments WHERE hash NOT IN (SELECT hash FROM texts);
         DELETE FROM message_attachments WHERE message NOT IN (SELECT id FROM messages)
             OR attachment NOT IN (SELECT id FROM attachments);
         DELETE FROM receipts WHERE answer NOT IN (SELECT id FROM messages);
         DELETE FROM compactions WHERE through NOT IN (SELECT id FROM messages);
         DELETE FROM drafts WHERE vault NOT IN (SELECT id FROM vaults);
         DELETE FROM conversation_settings WHERE vault NOT IN (SELECT id FROM vaults);
         DELETE FROM edits WHERE before IS NOT NULL AND before NOT IN (SELECT hash FROM texts);",
    )?;
    journal::fold_all(connection)?;
    connection.execute(
        "UPDATE messages SET state = 'interrupted', created = min(created, ?)
         WHERE state = 'streaming'",
        params![Time(now())],
    )?;
    Ok(())
}
