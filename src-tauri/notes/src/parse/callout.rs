//! The first line of a callout: `[!kind]+ title`.

use super::note::Fold;

pub(crate) struct Header<'a> {
    /// As written, up to a `|`.
    kind: &'a str,
    pub(crate) fold: Fold,
    pub(crate) title_start: usize,
}

impl<'a> Header<'a> {
    pub(crate) fn read(text: &'a str) -> Option<Self> {
        let rest = text.strip_prefix("[!")?;
        let (inside, behind) = rest.split_once(']')?;
        if inside.is_empty() {
            return None;
        }
        let (fold, title) = match behind.as_bytes().first() {
            Some(b'+') => (Fold::Open, &behind[1..]),
            Some(b'-') => (Fold::Closed, &behind[1..]),
            _ => (Fold::Fixed, behind),
        };
        let kind = inside.split_once('|').map_or(inside, |(kind, _)| kind);
        let space = match title.chars().next() {
            None => 0,
            Some(c) if c.is_whitespace() => c.len_utf8(),
            Some(_) => return None,
        };
        Some(Self { kind, fold, title_start: text.len() - title.len() + space })
    }

    pub(crate) fn kind(&self) -> String {
        self.kind.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-")
    }
}
