//! Reads `FROM`: tags, folders, notes and links.

use super::{
    expression::condition,
    fields::Scope,
    lexer::{Cursor, Token},
    logic::{Logic, chain},
};
use crate::{RecordKind, Target, fold};

pub(super) fn read(cursor: &mut Cursor<'_>, scope: &Scope<'_>) -> Result<Logic, String> {
    chain(cursor, |cursor| term(cursor, scope))
}

fn term(cursor: &mut Cursor<'_>, scope: &Scope<'_>) -> Result<Logic, String> {
    if cursor.takes_sign("-") || cursor.takes_sign("!") {
        return Ok(Logic::Not(Box::new(term(cursor, scope)?)));
    }
    if cursor.takes_sign("(") {
        let inner = read(cursor, scope)?;
        return if cursor.takes_sign(")") { Ok(inner) } else { Err(cursor.unexpected()) };
    }
    let start = cursor.start();
    let is_outgoing = cursor.takes_call("outgoing");
    let (target, value) = match cursor.peek() {
        Some(Token::Tag(tag)) if !is_outgoing => (note_tag(scope), fold(tag)),
        Some(Token::Text(path)) if !is_outgoing => {
            let path = path.trim_matches('/').to_owned();
            if path.is_empty() {
                cursor.take();
                return Ok(Logic::All(Vec::new()));
            }
            (Target::Path, path)
        }
        Some(Token::Link(target)) => {
            let link = scope.link(target).ok_or_else(|| cursor.unexpected())?;
            (if is_outgoing { Target::LinkedFrom } else { Target::LinksTo }, link)
        }
        _ => return Err(cursor.unexpected()),
    };
    cursor.take();
    if is_outgoing && !cursor.takes_sign(")") {
        return Err(cursor.since(start));
    }
    Ok(Logic::Is(condition(target, value)))
}

/// A task is found by any tag of its note.
fn note_tag(scope: &Scope<'_>) -> Target {
    if scope.of == RecordKind::Task { Target::NoteTag } else { Target::Tag }
}
