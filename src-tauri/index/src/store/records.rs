//! Stores the records of notes.

use std::collections::HashSet;

use records::{Cell, DateSource, Record, RecordKind, Role, fold};
use rusqlite::{Transaction, params};

pub(super) fn put(
    transaction: &Transaction<'_>,
    note: i64,
    records: &[Record],
    named: &mut HashSet<String>,
) -> rusqlite::Result<()> {
    for record in records {
        let owner = match record.kind {
            RecordKind::Note => -note,
            RecordKind::Task | RecordKind::Row => {
                transaction
                    .prepare_cached(
                        "INSERT INTO records (note, kind, line, text, folded)
                         VALUES (?1, ?2, ?3, ?4, ?5)",
                    )?
                    .execute(params![
                        note,
                        kind_name(record.kind),
                        record.line,
                        record.text,
                        fold(&record.text)
                    ])?;
                transaction.last_insert_rowid()
            }
        };
        put_cells(transaction, owner, &record.cells, named)?;
    }
    Ok(())
}

/// `named` has the spellings of keys that this transaction stored. Of several, the first in the order of letters stays,
/// whichever note is read first.
fn put_cells(
    transaction: &Transaction<'_>,
    owner: i64,
    cells: &[Cell],
    named: &mut HashSet<String>,
) -> rusqlite::Result<()> {
    let mut insert = transaction
        .prepare_cached("INSERT INTO cells VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")?;
    let mut name = transaction.prepare_cached(
        "INSERT INTO key_names VALUES (?1, ?2)
         ON CONFLICT (key) DO UPDATE SET name = excluded.name WHERE excluded.name < name",
    )?;
    for (ordinal, Cell { key, value, line }) in (0_i64..).zip(cells) {
        let folded = fold(key);
        if !named.contains(key) {
            name.execute((&folded, key))?;
            named.insert(key.clone());
        }
        // A link's target is compared by its file's name.
        let link = value.link.as_ref().map(|it| fold(it.rsplit('/').next().unwrap_or(it)));
        insert.execute(params![
            owner,
            ordinal,
            folded,
            fold(&value.text),
            value.text,
            link,
            value.number,
            value.period.map(|it| it.first.to_string()),
            value.period.map(|it| it.last.to_string()),
            line,
        ])?;
    }
    Ok(())
}

pub(super) fn remove(transaction: &Transaction<'_>, note: i64) -> rusqlite::Result<()> {
    for sql in [
        "DELETE FROM cells WHERE owner = -?1",
        "DELETE FROM cells WHERE owner IN (SELECT id FROM records WHERE note = ?1)",
        "DELETE FROM records WHERE note = ?1",
    ] {
        transaction.prepare_cached(sql)?.execute([note])?;
    }
    Ok(())
}

pub(crate) fn kind_name(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Note => "note",
        RecordKind::Task => "task",
        RecordKind::Row => "row",
    }
}

pub(super) fn role_name(role: Role) -> &'static str {
    match role {
        Role::Template => "template",
        Role::Query => "query",
    }
}

pub(super) fn source_name(source: DateSource) -> &'static str {
    match source {
        DateSource::Property => "property",
        DateSource::Periodic => "periodic",
        DateSource::Name => "name",
        DateSource::File => "file",
    }
}
