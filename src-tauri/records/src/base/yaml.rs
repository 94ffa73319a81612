//! A tree of YAML nodes with their lines.

use granit_parser::{Event, Parser, ScalarStyle};
use language::say;

use super::BaseError;

const MAX_DEPTH: usize = 32;

#[derive(Debug)]
pub(super) struct Node {
    pub(super) line: u32,
    pub(super) kind: Kind,
}

#[derive(Debug)]
pub(super) enum Kind {
    Empty,
    Text(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

impl Node {
    pub(super) fn text(&self) -> Option<&str> {
        if let Kind::Text(text) = &self.kind { Some(text) } else { None }
    }
}

/// A list or mapping that isn't complete yet.
enum Open {
    List(u32, Vec<Node>),
    Map(u32, Vec<(String, Node)>, Option<String>),
}

/// The file's only document; an empty node if the file is empty.
pub(super) fn read(yaml: &str) -> Result<Node, BaseError> {
    let yaml = yaml.strip_prefix('\u{feff}').unwrap_or(yaml);
    let mut open: Vec<Open> = Vec::new();
    let mut root = None;
    let mut documents = 0;
    for next in Parser::new_from_str(yaml) {
        let (event, span) = next.map_err(|error| BaseError {
            line: line(error.marker().line()),
            reason: error.info().to_owned(),
        })?;
        let line = line(span.start.line());
        let wrong = |reason: String| BaseError { line, reason };
        let node = match event {
            Event::DocumentStart(..) => {
                documents += 1;
                if documents > 1 {
                    return Err(wrong(say! {
                        en: "a base has only one YAML document",
                        de: "eine Base hat nur ein YAML-Dokument",
                    }));
                }
                continue;
            }
            Event::SequenceStart(..) | Event::MappingStart(..) if open.len() >= MAX_DEPTH => {
                return Err(wrong(say! {
                    en: "the nesting is too deep", de: "die Verschachtelung ist zu tief",
                }));
            }
            Event::SequenceStart(..) => {
                open.push(Open::List(line, Vec::new()));
                continue;
            }
            Event::MappingStart(..) => {
                open.push(Open::Map(line, Vec::new(), None));
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(Open::List(line, items)) => Node { line, kind: Kind::List(items) },
                Some(Open::Map(line, entries, _)) => Node { line, kind: Kind::Map(entries) },
                None => continue,
            },
            Event::Scalar(value, style, _, tag) => {
                let plain = style == ScalarStyle::Plain;
                // YAML reads an unquoted `!done` as a tag.
                if tag.is_some_and(|it| !it.is_yaml_core_schema()) {
                    return Err(wrong(say! {
                        en: "an expression that begins with “!” needs quotes around it",
                        de: "ein Ausdruck, der mit „!“ beginnt, braucht Anführungszeichen",
                    }));
                }
                let empty = plain && matches!(&*value, "" | "~" | "null" | "Null" | "NULL");
                let kind = if empty { Kind::Empty } else { Kind::Text(value.into_owned()) };
                Node { line, kind }
            }
            Event::Alias(_) => Node { line, kind: Kind::Empty },
            _ => continue,
        };
        match open.last_mut() {
            None => root = Some(node),
            Some(Open::List(_, items)) => items.push(node),
            Some(Open::Map(_, entries, key)) => match key.take() {
                Some(key) => entries.push((key, node)),
                None => *key = Some(node.text().unwrap_or_default().to_owned()),
            },
        }
    }
    Ok(root.unwrap_or(Node { line: 1, kind: Kind::Empty }))
}

fn line(line: usize) -> u32 {
    u32::try_from(line).unwrap_or(u32::MAX)
}
