use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use super::note::{Anchor, LinkTarget};

impl LinkTarget {
    /// Parses a wikilink's inside: `a/b#H` is path `a/b`, heading `H`. A `|` (in tables `\|`) ends the target, unless
    /// nothing precedes it: Obsidian reads `[[|x]]` as a link to `|x`.
    pub fn parse(text: &str) -> Self {
        let (target, _) = split_shown(text);
        let (path, anchor) = match target.split_once('#') {
            Some((path, anchor)) => (path, parse_anchor(anchor)),
            None => (target, None),
        };
        Self { path: path.trim().to_owned(), anchor }
    }

    /// Parses a Markdown link's destination. `None` if the link leads out of the vault.
    pub(crate) fn of_destination(destination: &str) -> Option<Self> {
        if destination.is_empty() || is_external(destination) {
            return None;
        }
        let (path, anchor) = match destination.split_once('#') {
            Some((path, anchor)) => (path, parse_anchor(&decode(anchor))),
            None => (destination, None),
        };
        let path = decode(path).trim().to_owned();
        (!path.is_empty() || anchor.is_some()).then_some(Self { path, anchor })
    }
}

/// Splits a wikilink's inside at the `|` into the target and the text to show.
pub(crate) fn split_shown(inside: &str) -> (&str, Option<&str>) {
    match inside.find('|') {
        Some(bar) => {
            let target = inside[..bar].strip_suffix('\\').unwrap_or(&inside[..bar]);
            if target.trim().is_empty() {
                return (inside, None);
            }
            let shown = inside[bar + 1..].trim();
            (target, (!shown.is_empty()).then_some(shown))
        }
        None => (inside, None),
    }
}

fn parse_anchor(text: &str) -> Option<Anchor> {
    let parts: Vec<&str> = text.split('#').map(str::trim).filter(|part| !part.is_empty()).collect();
    match parts.last()?.strip_prefix('^') {
        Some(id) => Some(Anchor::Block(id.to_owned())),
        None => Some(Anchor::Heading(parts.into_iter().map(str::to_owned).collect())),
    }
}

/// True for a scheme (`https:`, `obsidian:`, a drive letter) or a host.
pub(crate) fn is_external(destination: &str) -> bool {
    if destination.starts_with("//") || destination.starts_with('\\') {
        return true;
    }
    destination.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    })
}

fn decode(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8().unwrap_or(Cow::Borrowed(text))
}
