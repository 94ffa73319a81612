//! The edits of links that follow a renamed note.

#[cfg(test)]
mod tests;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::{Catalog, PathMatch};
use crate::{
    ByteRange, Link, LinkKind, LinkTarget, NotePath,
    parse::{parse, split_shown},
};

const ENCODED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'(')
    .add(b')')
    .add(b'<')
    .add(b'>')
    .add(b'%')
    .add(b'#')
    .add(b'?')
    .add(b'\\');

pub struct Renaming<'a> {
    before: &'a Catalog,
    after: Catalog,
    from: &'a NotePath,
    to: &'a NotePath,
}

impl Catalog {
    pub fn renaming<'a>(&'a self, from: &'a NotePath, to: &'a NotePath) -> Renaming<'a> {
        let note = self.note(from).cloned();
        let after = self.with(note.map(|note| (to.clone(), note)), [from.clone()]);
        Renaming { before: self, after, from, to }
    }
}

impl Renaming<'_> {
    /// Notes with links that would lead elsewhere or nowhere, in path order.
    pub fn notes(&self) -> Vec<NotePath> {
        let notes = self.before.inner.notes.iter();
        let broken = |source: &NotePath, links: &[Link]| {
            links.iter().any(|link| self.new_target(source, &link.target).is_some())
        };
        notes
            .filter(|(source, note)| broken(source, &note.links))
            .map(|(path, _)| path.clone())
            .collect()
    }

    /// Edits that keep the links of `source` (its old path) on their targets, in order.
    pub fn links(&self, source: &NotePath, text: &str) -> Vec<(ByteRange, String)> {
        let note = parse(text);
        let matter = note.front_matter.map_or(0, |range| range.end);
        let mut places: Vec<(ByteRange, String)> = note
            .links
            .iter()
            .filter_map(|link| {
                let wanted = self.new_target(source, &link.target)?;
                let written = WrittenPath::find(link, text)?;
                let spelled = self.spell(source, wanted, &written);
                let is_property = written.range.start < matter;
                let quote = is_property.then(|| quote_around(text, written.range.start));
                let spelled = match quote.flatten() {
                    Some('\'') => spelled.replace('\'', "''"),
                    Some(_) => spelled.replace('\\', "\\\\").replace('"', "\\\""),
                    None => spelled,
                };
                Some((written.range, spelled))
            })
            .collect();
        // Links with a shared definition share its range.
        places.sort_by_key(|(range, _)| range.start);
        places.dedup_by_key(|(range, _)| range.start);
        places
    }

    /// The link's target, if the link would no longer find it.
    fn new_target<'a>(&'a self, source: &NotePath, target: &LinkTarget) -> Option<&'a NotePath> {
        if target.path.is_empty() {
            return None;
        }
        let (PathMatch::One(old) | PathMatch::Several(old, _)) =
            self.before.inner.names.find(&target.path, source.folder())
        else {
            return None;
        };
        let wanted = if old == self.from { self.to } else { old };
        (!self.finds(source, &target.path, wanted)).then_some(wanted)
    }

    fn finds(&self, source: &NotePath, path: &str, wanted: &NotePath) -> bool {
        let source = if source == self.from { self.to } else { source };
        matches!(
            self.after.inner.names.find(path, source.folder()),
            PathMatch::One(found) | PathMatch::Several(found, _) if found == wanted
        )
    }

    fn spell(&self, source: &NotePath, wanted: &NotePath, written: &WrittenPath) -> String {
        let short = |path: &str| match written.has_extension || !wanted.is_note() {
            true => path.to_owned(),
            false => path.strip_suffix(".md").unwrap_or(path).to_owned(),
        };
        let (name, path) = (short(wanted.file_name()), short(wanted.as_str()));
        let rooted = format!("/{path}");
        let source_now = if source == self.from { self.to } else { source };
        let relative = relative(source_now.folder(), &path);
        let old = written.path.trim();
        let is_relative = old.split('/').any(|part| matches!(part, "." | ".."));
        let mut ways = [name, path, rooted.clone()].to_vec();
        if is_relative {
            ways.insert(0, relative);
        } else if old.starts_with('/') {
            ways.insert(0, rooted.clone());
        } else if old.contains('/') {
            ways.remove(0);
        }
        let found = ways.into_iter().find(|way| self.finds(source, way, wanted)).unwrap_or(rooted);
        if written.is_encoded { utf8_percent_encode(&found, ENCODED).to_string() } else { found }
    }
}

fn relative(folder: &str, path: &str) -> String {
    let from: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let to: Vec<&str> = path.split('/').collect();
    let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let shared = shared.min(to.len().saturating_sub(1));
    match from.len() - shared {
        0 => format!("./{}", to[shared..].join("/")),
        up => format!("{}{}", "../".repeat(up), to[shared..].join("/")),
    }
}

struct WrittenPath {
    range: ByteRange,
    path: String,
    has_extension: bool,
    is_encoded: bool,
}

impl WrittenPath {
    fn find(link: &Link, text: &str) -> Option<Self> {
        let raw = link.range.of(text).filter(|raw| *raw == link.raw)?;
        let (inside, start, is_encoded) = match link.kind {
            _ if raw.starts_with("[[") || raw.starts_with("![[") => {
                let open = raw.find("[[")? + 2;
                let inside = raw.get(open..raw.len().checked_sub(2)?)?;
                (split_shown(inside).0, link.range.start + open, false)
            }
            LinkKind::Property => return None,
            _ => match raw.rfind("](") {
                Some(open) => destination(raw, open + 2, link.range.start)?,
                None => {
                    let label =
                        raw.trim_end_matches("[]").rsplit('[').next()?.trim_end_matches(']');
                    let at = definition(text, label)?;
                    destination(text, at, 0)?
                }
            },
        };
        let inside = inside.split('#').next().unwrap_or(inside);
        let path = inside.trim();
        let start = start + (inside.len() - inside.trim_start().len());
        Some(Self {
            range: ByteRange { start, end: start + path.len() },
            path: path.to_owned(),
            has_extension: path.to_ascii_lowercase().ends_with(".md"),
            is_encoded,
        })
    }
}

/// The destination at or after `at`, its position, and whether it needs `%20` for blanks.
fn destination(text: &str, at: usize, base: usize) -> Option<(&str, usize, bool)> {
    let rest = text.get(at..)?;
    let at = at + (rest.len() - rest.trim_start().len());
    let rest = text.get(at..)?;
    if let Some(inside) = rest.strip_prefix('<') {
        return Some((&inside[..inside.find('>')?], base + at + 1, false));
    }
    let mut depth = 0usize;
    let end = rest.find(|c: char| {
        match c {
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            ')' => return true,
            _ => {}
        }
        c.is_whitespace()
    });
    Some((&rest[..end.unwrap_or(rest.len())], base + at, true))
}

/// The quote mark of the YAML scalar around `place`, if it starts on the same line.
fn quote_around(text: &str, place: usize) -> Option<char> {
    let before = text.get(..place)?;
    let line = before.rsplit('\n').next()?;
    let (mut inside, mut last, mut is_escaped) = (None, ':', false);
    for c in line.chars() {
        match inside {
            None if matches!(c, '\'' | '"') && matches!(last, ':' | '-' | ',' | '[' | '{') => {
                inside = Some(c);
            }
            // A doubled quote closes and opens again.
            Some(mark) if c == mark && !is_escaped => (inside, last) = (None, ':'),
            _ => {}
        }
        is_escaped = inside == Some('"') && c == '\\' && !is_escaped;
        if inside.is_none() && !c.is_whitespace() && !matches!(c, '\'' | '"') {
            last = c;
        }
    }
    inside
}

fn definition(text: &str, label: &str) -> Option<usize> {
    let plain = |label: &str| language::one_line(label).to_lowercase();
    let wanted = plain(label);
    let mut at = 0;
    let mut fence: Option<&str> = None;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        let marks = trimmed.len() - trimmed.trim_start_matches(['`', '~']).len();
        let is_fence = marks >= 3 && trimmed[..marks].chars().all(|c| trimmed.starts_with(c));
        match fence {
            Some(open) => {
                let closes = is_fence && trimmed.trim_end() == &trimmed[..marks];
                if closes && trimmed.starts_with(open) {
                    fence = None;
                }
            }
            None if is_fence => fence = Some(&trimmed[..marks]),
            None => {
                let head = trimmed.strip_prefix('[').and_then(|rest| rest.split_once("]:"));
                if let Some((found, _)) = head.filter(|(found, _)| plain(found) == wanted) {
                    return Some(at + indent + found.len() + "[]:".len());
                }
            }
        }
        at += line.len();
    }
    None
}
