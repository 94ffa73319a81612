//! Reads the conditions of `WHERE`.

use jiff::civil::Date;

use super::{
    dates::{self, Moment},
    fields::{Field, Scope},
    lexer::{Cursor, Token},
    logic::{Logic, chain},
};
use crate::{Comparison, Condition, MODIFIED, Period, RecordKind, Target, TaskState, Test, fold};

enum Operand {
    Logic(Logic),
    Field(Field),
    Literal(Literal),
}

enum Literal {
    Text(String),
    Figure(String),
    Bool(bool),
    Null,
    Moment(Moment),
    /// The folded path or name of a note.
    Link(String),
}

pub(super) fn read(cursor: &mut Cursor<'_>, scope: &Scope<'_>) -> Result<Logic, String> {
    chain(cursor, |cursor| comparison(cursor, scope))
}

/// Reads a field to show, to sort by or to group by.
pub(super) fn key(cursor: &mut Cursor<'_>, scope: &Scope<'_>) -> Result<String, String> {
    let start = cursor.start();
    let key = match operand(cursor, scope)? {
        Operand::Field(field) => field.key(),
        Operand::Logic(_) | Operand::Literal(_) => None,
    };
    key.ok_or_else(|| cursor.since(start))
}

pub(super) fn condition(target: Target, value: String) -> Condition {
    Condition::new(target, Test::Is(vec![value]))
}

fn comparison(cursor: &mut Cursor<'_>, scope: &Scope<'_>) -> Result<Logic, String> {
    let start = cursor.start();
    let left = operand(cursor, scope)?;
    let sign = ["=", "!=", "<=", ">=", "<", ">"].into_iter().find(|sign| cursor.takes_sign(sign));
    let found = match sign {
        Some(sign) => compare(left, sign, operand(cursor, scope)?),
        None => truth(left),
    };
    found.ok_or_else(|| cursor.since(start))
}

fn operand(cursor: &mut Cursor<'_>, scope: &Scope<'_>) -> Result<Operand, String> {
    let start = cursor.start();
    if cursor.takes_sign("!") {
        let inner = truth(operand(cursor, scope)?).ok_or_else(|| cursor.since(start))?;
        return Ok(Operand::Logic(Logic::Not(Box::new(inner))));
    }
    if cursor.takes_sign("(") {
        let inner = read(cursor, scope)?;
        let is_closed = cursor.takes_sign(")");
        return if is_closed { Ok(Operand::Logic(inner)) } else { Err(cursor.unexpected()) };
    }
    let minus = if cursor.takes_sign("-") { "-" } else { "" };
    let unexpected = cursor.unexpected();
    match cursor.take() {
        Some(Token::Figure(figure)) if figure.parse::<f64>().is_ok() => {
            Ok(Operand::Literal(Literal::Figure(format!("{minus}{figure}"))))
        }
        _ if !minus.is_empty() => Err(cursor.since(start)),
        Some(Token::Text(text)) => Ok(Operand::Literal(Literal::Text(text))),
        Some(Token::Tag(tag)) => Ok(Operand::Literal(Literal::Text(format!("#{tag}")))),
        Some(Token::Link(target)) => {
            let link = scope.link(&target).ok_or(unexpected)?;
            Ok(Operand::Literal(Literal::Link(link)))
        }
        Some(Token::Word(word)) => match cursor.takes_sign("(") {
            true => call(cursor, scope, &word, start),
            false => named(scope, &word).ok_or(word),
        },
        _ => Err(unexpected),
    }
}

fn named(scope: &Scope<'_>, word: &str) -> Option<Operand> {
    let literal = match word {
        "true" => Literal::Bool(true),
        "false" => Literal::Bool(false),
        "null" => Literal::Null,
        "this" | "this.file" | "this.file.link" => Literal::Link(scope.link("")?),
        "this.file.name" => Literal::Text(scope.this?.stem().to_owned()),
        "this.file.path" => Literal::Text(scope.this?.to_string()),
        _ => return scope.field(word).map(Operand::Field),
    };
    Some(Operand::Literal(literal))
}

/// Reads a function from its first argument on.
fn call(
    cursor: &mut Cursor<'_>,
    scope: &Scope<'_>,
    name: &str,
    start: usize,
) -> Result<Operand, String> {
    match name {
        "date" => {
            let moment = dates::read(cursor, start, scope.today)?;
            Ok(Operand::Literal(Literal::Moment(moment)))
        }
        "meta" if scope.of == RecordKind::Task => {
            let is_heading = cursor.takes_word("section")
                && cursor.takes_sign(")")
                && cursor.takes_sign(".")
                && cursor.takes_word("subpath");
            let heading = || Operand::Field(Field::Key("heading".to_owned()));
            is_heading.then(heading).ok_or_else(|| cursor.since(start))
        }
        "contains" | "icontains" | "econtains" => {
            let list = operand(cursor, scope)?;
            if !cursor.takes_sign(",") {
                return Err(cursor.unexpected());
            }
            let value = operand(cursor, scope)?;
            if !cursor.takes_sign(")") {
                return Err(cursor.unexpected());
            }
            let found = match (list, value) {
                (Operand::Field(list), Operand::Literal(value)) => {
                    contains(list, value, name == "econtains", scope.of)
                }
                _ => None,
            };
            let condition = found.ok_or_else(|| cursor.since(start))?;
            Ok(Operand::Logic(Logic::Is(condition)))
        }
        _ => Err(format!("{name}()")),
    }
}

fn contains(list: Field, value: Literal, is_exact: bool, of: RecordKind) -> Option<Condition> {
    let (target, value) = match (list, value) {
        (Field::Outlinks, Literal::Link(link)) => return Some(condition(Target::LinksTo, link)),
        (Field::Inlinks, Literal::Link(link)) => return Some(condition(Target::LinkedFrom, link)),
        (Field::Key(key), Literal::Link(link)) => {
            return Some(condition(Target::Key(key), last_name(&link)));
        }
        (Field::Tags | Field::TaskTags, Literal::Text(tag)) if tag.trim() == "#" => return None,
        (Field::Tags, Literal::Text(tag)) => {
            let target = if of == RecordKind::Task { Target::NoteTag } else { Target::Tag };
            return Some(condition(target, fold(tag.trim_start_matches('#'))));
        }
        (Field::TaskTags, Literal::Text(tag)) => {
            return Some(condition(Target::Tag, fold(tag.trim_start_matches('#'))));
        }
        (Field::Key(key), Literal::Figure(figure)) => {
            return Some(condition(Target::Key(key), figure));
        }
        (Field::Key(key), Literal::Text(text)) => (Target::Key(key), text),
        (Field::Name, Literal::Text(text)) => (Target::Name, text),
        (Field::Path, Literal::Text(text)) if !is_exact => (Target::Path, text),
        (Field::Text, Literal::Text(text)) if !is_exact => (Target::Text, text),
        _ => return None,
    };
    let values = vec![fold(&value)];
    let test = if is_exact { Test::Is(values) } else { Test::Contains(values) };
    Some(Condition::new(target, test))
}

/// An operand as a condition by itself. Files always have a name and a time, so these are no conditions.
fn truth(operand: Operand) -> Option<Logic> {
    let (target, test) = match operand {
        Operand::Logic(logic) => return Some(logic),
        Operand::Field(Field::Completed) => return Some(Logic::Is(done())),
        Operand::Field(Field::Key(key)) => (Target::Key(key), Test::True),
        Operand::Field(Field::Day) => (Target::Date, Test::Exists),
        Operand::Field(_) | Operand::Literal(_) => return None,
    };
    Some(Logic::Is(Condition::new(target, test)))
}

fn done() -> Condition {
    condition(Target::State, TaskState::Done.name().to_owned())
}

fn compare(left: Operand, sign: &str, right: Operand) -> Option<Logic> {
    let (field, sign, value) = match (left, right) {
        (Operand::Field(field), Operand::Literal(value)) => (field, sign, value),
        (Operand::Literal(value), Operand::Field(field)) => {
            let flipped = match sign {
                "<" => ">",
                "<=" => ">=",
                ">" => "<",
                ">=" => "<=",
                same => same,
            };
            (field, flipped, value)
        }
        _ => return None,
    };
    match sign {
        "=" => Some(Logic::Is(equal(field, value)?)),
        "!=" => Some(Logic::Not(Box::new(Logic::Is(equal(field, value)?)))),
        _ => order(field, sign, &value),
    }
}

fn equal(field: Field, value: Literal) -> Option<Condition> {
    Some(match (field, value) {
        (Field::Key(key), Literal::Text(text)) => condition(Target::Key(key), fold(&text)),
        (Field::Key(key), Literal::Figure(figure)) => condition(Target::Key(key), figure),
        (Field::Key(key), Literal::Bool(value)) => condition(Target::Key(key), value.to_string()),
        (Field::Key(key), Literal::Link(link)) => condition(Target::Key(key), last_name(&link)),
        (Field::Key(key), Literal::Null) => {
            Condition { target: Target::Key(key), test: Test::Exists, negated: true }
        }
        (Field::Day, Literal::Null) => {
            Condition { target: Target::Date, test: Test::Exists, negated: true }
        }
        (field @ (Field::Key(_) | Field::Day), Literal::Moment(Moment { day, is_end: false })) => {
            Condition::new(dated(field)?, Test::Within(Period::day(day)))
        }
        (Field::Name, Literal::Text(name)) => condition(Target::Name, fold(&name)),
        (Field::Name, Literal::Link(link)) => condition(Target::Name, link),
        (Field::Path, Literal::Text(path)) => condition(Target::Path, path),
        (Field::Completed, Literal::Bool(value)) => Condition { negated: !value, ..done() },
        (Field::Status, Literal::Text(mark)) => {
            // Open tasks have several marks, which a state doesn't tell apart.
            let mark = mark.chars().next().filter(|_| mark.chars().count() == 1)?;
            let state = TaskState::of(mark);
            let is_one = state != TaskState::Open;
            is_one.then(|| condition(Target::State, state.name().to_owned()))?
        }
        _ => return None,
    })
}

/// Dataview puts a missing value before all others, so “less” is “not at least”.
fn order(field: Field, sign: &str, value: &Literal) -> Option<Logic> {
    let is_less = sign.starts_with('<');
    // “At least” includes the value, “more” doesn't.
    let mut includes = is_less != sign.ends_with('=');
    let test = match value {
        Literal::Figure(figure) if matches!(field, Field::Key(_)) => {
            let comparison = if includes { Comparison::AtLeast } else { Comparison::More };
            Test::Compare(comparison, figure.parse().ok()?)
        }
        Literal::Moment(Moment { day, is_end }) => {
            // Dates of notes are at the beginning of a day, times of files within it.
            if *is_end || field == Field::Modified {
                includes = !is_end;
            }
            match includes {
                true => Test::Within(Period { first: *day, last: Date::MAX }),
                false => Test::After(Period::day(*day)),
            }
        }
        _ => return None,
    };
    let condition = Condition::new(dated(field)?, test);
    let found = Logic::Is(condition);
    Some(if is_less { Logic::Not(Box::new(found)) } else { found })
}

/// The target of a condition about a date.
fn dated(field: Field) -> Option<Target> {
    match field {
        Field::Key(key) => Some(Target::Key(key)),
        Field::Day => Some(Target::Date),
        Field::Modified => Some(Target::Key(MODIFIED.to_owned())),
        _ => None,
    }
}

/// A value that is a link is compared by the name of its note.
fn last_name(link: &str) -> String {
    link.rsplit('/').next().unwrap_or(link).to_owned()
}
