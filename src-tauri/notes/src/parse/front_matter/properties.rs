//! Reads the properties that the app knows, such as `aliases`, `tags` and `date`.

use std::{collections::HashSet, ops::Range};

use granit_parser::{Event, Marker, Parser};

use super::super::{
    inline::{is_tag, whole_wikilink},
    note::{Expiry, Link, LinkKind, Property, Warning},
};
use crate::{ByteRange, sentences, text::Lines};

#[derive(Debug, Default, PartialEq)]
pub(crate) struct FrontMatter {
    pub(crate) range: Range<usize>,
    pub(crate) title: Option<String>,
    pub(crate) aliases: Vec<String>,
    pub(crate) tags: Vec<String>,
    pub(crate) citekey: Option<String>,
    pub(crate) outdated: Option<Expiry>,
    pub(crate) date: Option<String>,
    pub(crate) created: Option<String>,
    pub(crate) asked: Option<String>,
    pub(crate) links: Vec<Link>,
    pub(crate) properties: Vec<Property>,
    pub(crate) warnings: Vec<Warning>,
}

/// Values nested deeper, and those with a longer name in bytes, are no properties: a name repeats the keys of all maps
/// around, so that long ones fill the memory from a small note.
const DEEPEST: usize = 64;
const LONGEST_NAME: usize = 256;

pub(super) struct Level {
    kind: LevelKind,
    /// The whole level is a key, which YAML allows.
    is_key: bool,
}

pub(super) enum LevelKind {
    Map { key: Option<String> },
    List,
}

pub(super) struct Properties<'a> {
    pub(super) matter: FrontMatter,
    pub(super) path: Vec<Level>,
    pub(super) keys: HashSet<String>,
    pub(super) base: usize,
    pub(super) source: &'a str,
    pub(super) lines: &'a Lines<'a>,
    pub(super) asked: &'a str,
}

impl Properties<'_> {
    pub(super) fn read(&mut self, yaml: &str) -> Result<(), (u32, String)> {
        let mut documents = 0;
        for next in Parser::new_from_str(yaml) {
            let (event, span) = next
                .map_err(|error| (self.line_of_marker(error.marker()), error.info().to_owned()))?;
            let line = self.line_of_marker(&span.start);
            let not_a_list = sentences::NOT_PROPERTIES.to_string();
            match event {
                Event::DocumentStart(..) => {
                    documents += 1;
                    if documents > 1 {
                        return Err((line, sentences::SEVERAL_DOCUMENTS.to_string()));
                    }
                }
                Event::MappingStart(..) => {
                    self.enter(LevelKind::Map { key: None });
                }
                Event::SequenceStart(..) => {
                    if self.path.is_empty() {
                        return Err((line, not_a_list));
                    }
                    self.enter(LevelKind::List);
                }
                Event::MappingEnd | Event::SequenceEnd => {
                    self.leave();
                }
                Event::Scalar(value, style, ..) => {
                    if self.path.is_empty() && !(value.is_empty() && yaml.trim().is_empty()) {
                        return Err((line, not_a_list));
                    }
                    let plain = style == granit_parser::ScalarStyle::Plain;
                    self.scalar(&value, plain, span.byte_range(), line);
                }
                Event::Alias(_) if self.awaits_key() => self.set_key(Some(String::new())),
                Event::Alias(_) => self.set_key(None),
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn line_of(&self, at: usize) -> u32 {
        self.lines.line_at(self.base + at)
    }

    /// The YAML parser's own line numbers differ, because it also ends lines at a lone CR.
    fn line_of_marker(&self, marker: &Marker) -> u32 {
        self.line_of(marker.byte_offset().unwrap_or_default())
    }

    pub(super) fn awaits_key(&self) -> bool {
        matches!(self.path.last(), Some(Level { kind: LevelKind::Map { key: None }, .. }))
    }

    pub(super) fn set_key(&mut self, name: Option<String>) {
        if let Some(Level { kind: LevelKind::Map { key }, .. }) = self.path.last_mut() {
            *key = name;
        }
    }

    pub(super) fn enter(&mut self, kind: LevelKind) {
        let is_key = self.awaits_key();
        if matches!(kind, LevelKind::Map { .. }) && !is_key {
            // Its keys are properties of their own.
            let name = self.name();
            let properties = &mut self.matter.properties;
            properties.pop_if(|it| Some(&it.name) == name.as_ref() && it.values.is_empty());
        }
        self.path.push(Level { kind, is_key });
    }

    pub(super) fn leave(&mut self) {
        let was_key = self.path.pop().is_some_and(|level| level.is_key);
        self.set_key(was_key.then(String::new));
    }

    pub(super) fn scalar(
        &mut self,
        value: &str,
        plain: bool,
        span: Option<Range<usize>>,
        line: u32,
    ) {
        if self.awaits_key() {
            self.set_key(Some(value.to_owned()));
            let Some(name) = self.name() else { return };
            let is_known = !self.keys.insert(name.clone());
            if is_known && self.path.len() == 1 {
                let message = sentences::repeated_property(value);
                self.matter.warnings.push(Warning { line, message });
            }
            if !is_known || self.path.len() == 1 {
                self.matter.properties.push(Property { name, line, values: Vec::new() });
            }
            return;
        }
        let empty = value.is_empty() || (plain && matches!(value, "~" | "null" | "Null" | "NULL"));
        if !empty {
            if let Some(name) = self.name() {
                let properties = &mut self.matter.properties;
                match properties.iter_mut().rfind(|property| property.name == name) {
                    Some(property) => property.values.push(value.to_owned()),
                    None if self.keys.contains(&name) => {
                        properties.push(Property { name, line, values: vec![value.to_owned()] });
                    }
                    None => {}
                }
            }
            self.property(value);
            self.link(value, span);
        }
        self.set_key(None);
    }

    /// The keys of all maps around, as Dataview names a nested property: `contacts.phone`.
    fn name(&self) -> Option<String> {
        if self.path.len() > DEEPEST {
            return None;
        }
        let keys = self.path.iter().filter_map(|level| match &level.kind {
            LevelKind::Map { key } => key.as_deref(),
            LevelKind::List => None,
        });
        let keys: Vec<_> = keys.collect();
        let length = keys.iter().map(|key| key.len() + 1).sum::<usize>();
        (length <= LONGEST_NAME + 1).then(|| keys.join("."))
    }

    pub(super) fn property(&mut self, value: &str) {
        let (key, in_list) = match self.path.as_slice() {
            [Level { kind: LevelKind::Map { key: Some(key) }, .. }] => (key, false),
            [
                Level { kind: LevelKind::Map { key: Some(key) }, .. },
                Level { kind: LevelKind::List, .. },
            ] => (key, true),
            _ => return,
        };
        let value = value.trim();
        match key.to_lowercase().as_str() {
            "title" if !in_list && !value.is_empty() => {
                self.matter.title = Some(language::one_line(value));
            }
            "citekey" | "citation-key" | "citation_key" | "bibtexkey" if !in_list => {
                let key = value.trim_start_matches('@');
                self.matter.citekey = is_citekey(key).then(|| key.to_owned());
            }
            "superseded_by" | "superseded-by" if !value.is_empty() => {
                let link = value.strip_prefix("[[").and_then(|link| link.strip_suffix("]]"));
                let shown = link.map_or(value, |link| link.rsplit('|').next().unwrap_or(link));
                self.matter.outdated = Some(Expiry::By(shown.to_owned()));
            }
            "status" if !in_list && self.matter.outdated.is_none() => {
                let is_over = OVER.contains(&&*value.to_lowercase());
                self.matter.outdated = is_over.then(|| Expiry::By(String::new()));
            }
            "stale_after" | "stale-after" if !in_list && self.matter.outdated.is_none() => {
                self.matter.outdated = day(value).map(Expiry::After);
            }
            "date" if !in_list => self.matter.date = day(value),
            "created" if !in_list => self.matter.created = day(value),
            "aliases" | "alias" if in_list => add(&mut self.matter.aliases, value),
            "aliases" | "alias" => {
                value.split(',').for_each(|alias| add(&mut self.matter.aliases, alias));
            }
            "tags" | "tag" => value
                .split(|c: char| c == ',' || c.is_whitespace())
                .map(|tag| tag.trim_start_matches('#').trim_end_matches('/'))
                .filter(|tag| is_tag(tag))
                .for_each(|tag| add(&mut self.matter.tags, tag)),
            key if key == self.asked => {
                self.matter.asked =
                    Some(if in_list { format!("[{value}]") } else { value.to_owned() });
            }
            _ => {}
        }
    }

    /// A property is a link only if its whole value is one.
    pub(super) fn link(&mut self, value: &str, span: Option<Range<usize>>) {
        let Some((target, shown)) = whole_wikilink(value.trim()) else { return };
        let Some(span) = span else { return };
        let (start, end) = (self.base + span.start, self.base + span.end);
        // As spelled in the file: without quotes, with YAML's escapes.
        let Some(spelled) = self.source.get(start..end) else { return };
        let (Some(open), Some(close)) = (spelled.find("[["), spelled.rfind("]]")) else { return };
        let range = ByteRange { start: start + open, end: start + close + 2 };
        let Some(raw) = range.of(self.source) else { return };
        self.matter.links.push(Link {
            raw: raw.to_owned(),
            kind: LinkKind::Property,
            target,
            shown,
            line: self.lines.line_at(range.start),
            range,
        });
    }
}

/// Values of `status` of a note that no longer holds.
const OVER: [&str; 4] = ["superseded", "deprecated", "obsolete", "outdated"];

fn day(value: &str) -> Option<String> {
    let (day, rest) = value.split_at_checked(10)?;
    let number = |range: Range<usize>| day.get(range)?.parse::<u8>().ok();
    let has_form = day.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    let is_day = (1..=12).contains(&number(5..7)?) && (1..=31).contains(&number(8..10)?);
    let ends = !rest.starts_with(|c: char| c.is_ascii_digit());
    (has_form && is_day && ends).then(|| day.to_owned())
}

/// True for keys that `[@key]` can name.
fn is_citekey(key: &str) -> bool {
    let begins = |c: char| c.is_alphanumeric() || c == '_';
    key.starts_with(begins)
        && key.ends_with(begins)
        && key.chars().all(|c| begins(c) || ":.#$%&-+?<>~/".contains(c))
}

fn add(list: &mut Vec<String>, value: &str) {
    let value = value.trim();
    if !value.is_empty() {
        list.push(value.to_owned());
    }
}

pub(super) fn unique(list: Vec<String>) -> Vec<String> {
    let mut known = HashSet::new();
    list.into_iter().filter(|value| known.insert(value.clone())).collect()
}
