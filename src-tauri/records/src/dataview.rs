//! Reads plain queries of the Dataview plugin as a [`Query`].
//!
//! A query is read as a whole or not at all: a result that ignores a part of it would be wrong.

mod dates;
mod expression;
mod fields;
mod lexer;
mod logic;
mod source;
#[cfg(test)]
mod tests;

use jiff::civil::Date;
use notes::NotePath;

use self::{
    fields::Scope,
    lexer::{Cursor, Token},
    logic::Logic,
};
use crate::{Query, RecordKind, Sort, fold, query::STATE};

/// A query of Dataview.
#[derive(Debug, Clone, PartialEq)]
pub struct Dataview {
    pub query: Query,
    /// The columns of the query's table to show, with their names; empty for all.
    pub columns: Vec<(usize, Option<String>)>,
}

/// A column of `TABLE`, or the value of `LIST`.
struct ShownField {
    /// `None` for the number of rows in a group.
    key: Option<String>,
    /// As written.
    written: String,
    name: Option<String>,
}

/// The key of `GROUP BY`, and its name in the table.
struct Group {
    key: String,
    name: Option<String>,
}

impl Dataview {
    /// Reads the text of a code block in the note `this`. The error is the first part that isn't understood.
    pub fn read(text: &str, today: Date, this: Option<&NotePath>) -> Result<Self, String> {
        let mut cursor = Cursor::new(text)?;
        let of = if cursor.takes_word("task") {
            RecordKind::Task
        } else if cursor.takes_word("table") || cursor.takes_word("list") {
            RecordKind::Note
        } else {
            return Err(cursor.unexpected());
        };
        let scope = Scope { of, today, this };
        let is_without_id = of == RecordKind::Note && takes_pair(&mut cursor, "without", "id")?;
        let fields = match of {
            RecordKind::Note => shown_fields(&mut cursor, &scope)?,
            RecordKind::Task | RecordKind::Row => Vec::new(),
        };
        let mut query = Query::of(of);
        let mut group = None;
        let mut conditions = Vec::new();
        if cursor.takes_word("from") {
            conditions.push(source::read(&mut cursor, &scope)?);
        }
        while cursor.peek().is_some() {
            // Dataview runs its commands in their order; only this one is the order of a `Query`.
            let is_before_group = group.is_none() && query.limit.is_none();
            if is_before_group && cursor.takes_word("where") {
                conditions.push(expression::read(&mut cursor, &scope)?);
            } else if is_before_group && query.sort.is_empty() && cursor.takes_word("sort") {
                query.sort = sorts(&mut cursor, &scope)?;
            } else if is_before_group && takes_pair(&mut cursor, "group", "by")? {
                let key = expression::key(&mut cursor, &scope)?;
                group = Some(Group { key, name: name(&mut cursor)? });
            } else if query.limit.is_none() && cursor.takes_word("limit") {
                query.limit = Some(limit(&mut cursor)?);
            } else {
                return Err(cursor.unexpected());
            }
        }
        for mut clause in Logic::All(conditions).clauses()? {
            match clause.pop() {
                Some(only) if clause.is_empty() => query.filter.push(only),
                last => {
                    clause.extend(last);
                    query.any.push(clause);
                }
            }
        }
        if let Some(Group { key, .. }) = &group {
            query.sort.insert(0, Sort { key: key.clone(), descending: false });
        }
        let columns = match (of, group) {
            (RecordKind::Note, Some(group)) => grouped(&mut query, group, fields, is_without_id)?,
            (RecordKind::Note, None) => listed(&mut query, fields, is_without_id)?,
            // In their groups, tasks remain rows.
            (RecordKind::Task | RecordKind::Row, _) => {
                let shown = query.shown().into_iter().filter(|key| key != STATE && key != "line");
                query.columns = std::iter::once(STATE.to_owned()).chain(shown).collect();
                Vec::new()
            }
        };
        Ok(Self { query, columns })
    }
}

/// The columns of a table with a row for each note.
fn listed(
    query: &mut Query,
    fields: Vec<ShownField>,
    is_without_id: bool,
) -> Result<Vec<(usize, Option<String>)>, String> {
    if is_without_id && fields.is_empty() {
        return Err("WITHOUT ID".to_owned());
    }
    let mut columns: Vec<(usize, Option<String>)> = Vec::new();
    if !is_without_id {
        columns.push((0, None));
    }
    for field in fields {
        query.columns.push(field.key.ok_or_else(|| field.written.clone())?);
        columns.push((query.columns.len(), Some(field.name.unwrap_or(field.written))));
    }
    Ok(columns)
}

/// The columns of a table with a row for each group: its key, and the number of its rows.
fn grouped(
    query: &mut Query,
    group: Group,
    fields: Vec<ShownField>,
    is_without_id: bool,
) -> Result<Vec<(usize, Option<String>)>, String> {
    let shows_all = fields.is_empty();
    let mut columns = vec![(0, group.name)];
    for field in fields {
        match field.key {
            None => columns.push((1, Some(field.name.unwrap_or(field.written)))),
            Some(key) if is_without_id && fold(&key) == fold(&group.key) => {
                columns[0].1 = Some(field.name.unwrap_or(field.written));
            }
            Some(_) => return Err(field.written),
        }
    }
    query.group = Some(group.key);
    Ok(if shows_all { Vec::new() } else { columns })
}

/// Takes two keywords that belong together.
fn takes_pair(cursor: &mut Cursor<'_>, first: &str, second: &str) -> Result<bool, String> {
    if !cursor.takes_word(first) {
        return Ok(false);
    }
    if cursor.takes_word(second) { Ok(true) } else { Err(cursor.unexpected()) }
}

fn shown_fields(cursor: &mut Cursor<'_>, scope: &Scope<'_>) -> Result<Vec<ShownField>, String> {
    const COMMANDS: [&str; 6] = ["from", "where", "sort", "group", "limit", "flatten"];
    let mut found = Vec::new();
    let is_over = match cursor.peek() {
        Some(Token::Word(word)) => COMMANDS.contains(&&*word.to_ascii_lowercase()),
        Some(_) => false,
        None => true,
    };
    if is_over {
        return Ok(found);
    }
    loop {
        let start = cursor.start();
        let key = if cursor.takes_call("length") {
            if !(cursor.takes_word("rows") && cursor.takes_sign(")")) {
                return Err("length()".to_owned());
            }
            None
        } else {
            Some(expression::key(cursor, scope)?)
        };
        let written = cursor.since(start);
        found.push(ShownField { key, written, name: name(cursor)? });
        if !cursor.takes_sign(",") {
            return Ok(found);
        }
    }
}

/// The name behind `AS`.
fn name(cursor: &mut Cursor<'_>) -> Result<Option<String>, String> {
    if !cursor.takes_word("as") {
        return Ok(None);
    }
    match cursor.peek() {
        Some(Token::Text(name) | Token::Word(name)) => {
            let name = name.clone();
            cursor.take();
            Ok(Some(name))
        }
        _ => Err(cursor.unexpected()),
    }
}

fn sorts(cursor: &mut Cursor<'_>, scope: &Scope<'_>) -> Result<Vec<Sort>, String> {
    let mut found = Vec::new();
    loop {
        let key = expression::key(cursor, scope)?;
        let descending = cursor.takes_word("desc") || cursor.takes_word("descending");
        if !descending && !cursor.takes_word("asc") {
            cursor.takes_word("ascending");
        }
        found.push(Sort { key, descending });
        if !cursor.takes_sign(",") {
            return Ok(found);
        }
    }
}

fn limit(cursor: &mut Cursor<'_>) -> Result<u32, String> {
    let found = match cursor.peek() {
        Some(Token::Figure(figure)) => figure.parse().ok(),
        _ => None,
    };
    let limit = found.ok_or_else(|| cursor.unexpected())?;
    cursor.take();
    Ok(limit)
}
