//! The values of expressions.

use std::{cmp::Ordering, rc::Rc};

use language::say;

use super::{BaseNote, dates::Moment, length::Length};
use crate::{Value, fold};

/// Maximum size of a list: one for each value in it, at any depth, and one for each 32 bytes of text.
const MAX_SIZE: usize = 50_000;
const MAX_DEPTH: usize = 12;
/// Maximum characters of a text.
pub(super) const MAX_TEXT: usize = 100_000;

/// Why an expression has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    /// The evaluation took too many steps.
    Stopped,
    Wrong(String),
}

impl Fault {
    pub(super) fn too_large() -> Self {
        Self::Wrong(say! { en: "a value is too large", de: "ein Wert ist zu groß" })
    }

    pub(super) fn reason(&self) -> String {
        match self {
            Self::Stopped => {
                say! { en: "there are too many steps", de: "es sind zu viele Schritte" }
            }
            Self::Wrong(reason) => reason.clone(),
        }
    }
}

#[derive(Debug, Clone)]
pub(super) enum Item<'a> {
    Empty,
    Bool(bool),
    Number(f64),
    Text(Rc<str>),
    Date(Moment),
    Length(Length),
    Link(Rc<Link<'a>>),
    /// Without `#`.
    Tag(Rc<str>),
    File(&'a BaseNote),
    /// `note`, `this` and `file.properties`.
    Note(&'a BaseNote),
    List(List<'a>),
    Object(Rc<[Rc<str>]>, List<'a>),
}

#[derive(Debug, Clone)]
pub(super) struct Link<'a> {
    /// As written, without brackets.
    pub(super) target: String,
    pub(super) shown: String,
    pub(super) note: Option<&'a BaseNote>,
    /// The folded name of the target.
    pub(super) name: String,
}

#[derive(Debug, Clone)]
pub(super) struct List<'a> {
    pub(super) items: Rc<[Item<'a>]>,
    size: usize,
    depth: usize,
}

impl<'a> List<'a> {
    pub(super) fn new(items: Vec<Item<'a>>) -> Result<Self, Fault> {
        let size = items.iter().map(Item::size).fold(0_usize, usize::saturating_add);
        let depth = 1 + items.iter().map(Item::depth).max().unwrap_or_default();
        if size > MAX_SIZE || depth > MAX_DEPTH {
            return Err(Fault::too_large());
        }
        Ok(Self { items: items.into(), size, depth })
    }
}

/// The folded name of a link's target, without folder, heading and `.md`.
pub(super) fn target_name(target: &str) -> String {
    let target = target.trim();
    let target = target.strip_prefix("[[").and_then(|it| it.strip_suffix("]]")).unwrap_or(target);
    if target.contains("://") {
        return fold(target);
    }
    let target = target.split(['|', '#']).next().unwrap_or(target);
    let name = target.rsplit('/').next().unwrap_or(target);
    let folded = fold(name);
    folded.strip_suffix(".md").map(str::to_owned).unwrap_or(folded)
}

impl<'a> Item<'a> {
    pub(super) fn text(text: impl AsRef<str>) -> Self {
        Self::Text(Rc::from(text.as_ref()))
    }

    /// A text of bounded length.
    pub(super) fn long_text(text: String) -> Result<Self, Fault> {
        if text.len() > MAX_TEXT { Err(Fault::too_large()) } else { Ok(Self::text(text)) }
    }

    pub(super) fn list(items: Vec<Self>) -> Result<Self, Fault> {
        Ok(Self::List(List::new(items)?))
    }

    /// A number, or nothing for results such as 1 / 0.
    pub(super) fn number(number: f64) -> Self {
        if number.is_finite() { Self::Number(number) } else { Self::Empty }
    }

    pub(super) fn size(&self) -> usize {
        match self {
            Self::List(list) | Self::Object(_, list) => list.size + 1,
            Self::Text(text) => 1 + text.len() / 32,
            _ => 1,
        }
    }

    fn depth(&self) -> usize {
        match self {
            Self::List(list) | Self::Object(_, list) => list.depth,
            _ => 0,
        }
    }

    /// The only value of a list with one, because a property with one value may be a list.
    pub(super) fn single(&self) -> &Self {
        match self {
            Self::List(list) if list.items.len() == 1 => list.items[0].single(),
            other => other,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Empty => true,
            Self::Text(text) => text.trim().is_empty(),
            Self::List(list) | Self::Object(_, list) => list.items.is_empty(),
            Self::Note(note) => note.properties.is_empty(),
            _ => false,
        }
    }

    pub(super) fn is_true(&self) -> bool {
        match self {
            Self::Bool(bool) => *bool,
            Self::Number(number) => *number != 0.0,
            Self::Length(length) => length.total() != 0.0,
            Self::Note(_) => true,
            other => !other.is_empty(),
        }
    }

    pub(super) fn type_name(&self) -> &'static str {
        match self {
            Self::Empty => "null",
            Self::Bool(_) => "boolean",
            Self::Number(_) => "number",
            Self::Text(_) => "string",
            Self::Date(_) => "date",
            Self::Length(_) => "duration",
            Self::Link(_) => "link",
            Self::Tag(_) => "tag",
            Self::File(_) => "file",
            Self::Note(_) | Self::Object(..) => "object",
            Self::List(_) => "list",
        }
    }

    pub(super) fn as_number(&self) -> Option<f64> {
        match self.single() {
            Self::Number(number) => Some(*number),
            Self::Bool(bool) => Some(f64::from(u8::from(*bool))),
            Self::Length(length) => Some(length.total()),
            Self::Text(text) => Value::new(text).number,
            _ => None,
        }
    }

    pub(super) fn as_date(&self) -> Option<Moment> {
        match self.single() {
            Self::Date(moment) => Some(*moment),
            Self::Text(text) => Moment::read_any(text),
            Self::Link(link) => {
                Moment::read_any(&link.shown).or_else(|| Moment::read_any(&link.target))
            }
            Self::File(note) => Moment::read_any(&note.stem),
            _ => None,
        }
    }

    /// The note or name that a link, file or note refers to.
    fn referent(&self) -> Option<(Option<&'a BaseNote>, String)> {
        match self {
            Self::Link(link) => Some((link.note, link.name.clone())),
            Self::File(note) | Self::Note(note) => Some((Some(note), fold(&note.stem))),
            _ => None,
        }
    }

    pub(super) fn equals(&self, other: &Self) -> bool {
        match (self.single(), other.single()) {
            (Self::List(a), Self::List(b)) => {
                a.items.len() == b.items.len()
                    && a.items.iter().zip(b.items.iter()).all(|(a, b)| a.equals(b))
            }
            (Self::Empty, other) | (other, Self::Empty) => other.is_empty(),
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Date(a), Self::Date(b)) => a.at == b.at,
            (Self::Length(a), Self::Length(b)) => a.total() == b.total(),
            (Self::Length(a), Self::Number(b)) | (Self::Number(b), Self::Length(a)) => {
                a.total() == *b
            }
            (Self::Tag(a), Self::Tag(b)) => fold(a) == fold(b),
            (Self::Tag(a), Self::Text(b)) | (Self::Text(b), Self::Tag(a)) => {
                fold(a) == fold(b.trim_start_matches('#'))
            }
            (date @ Self::Date(_), Self::Text(text)) | (Self::Text(text), date @ Self::Date(_)) => {
                Moment::read_any(text).is_some_and(|it| Self::Date(it).equals(date))
            }
            (Self::Number(number), Self::Text(text)) | (Self::Text(text), Self::Number(number)) => {
                text.trim().parse() == Ok(*number)
            }
            (Self::Bool(bool), Self::Text(text)) | (Self::Text(text), Self::Bool(bool)) => {
                **text == *bool.to_string()
            }
            (Self::Link(a), Self::Link(b)) => match (a.note, b.note) {
                (Some(a), Some(b)) => a.path == b.path,
                _ => a.name == b.name,
            },
            (Self::Text(text), named) | (named, Self::Text(text)) => {
                named.referent().is_some_and(|(_, name)| name == target_name(text))
            }
            (Self::Object(a_keys, a), Self::Object(b_keys, b)) => {
                a_keys == b_keys && Self::List(a.clone()).equals(&Self::List(b.clone()))
            }
            (a, b) => match (a.referent(), b.referent()) {
                (Some((Some(a), _)), Some((Some(b), _))) => a.path == b.path,
                (Some((_, a)), Some((_, b))) => a == b,
                _ => false,
            },
        }
    }

    /// `None` if the values have no order, as a number and a missing value.
    pub(super) fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self.single(), other.single()) {
            (Self::Text(a), Self::Text(b)) => Some(natural(&fold(a), &fold(b))),
            (a @ Self::Date(_), b) | (a, b @ Self::Date(_)) => {
                Some(a.as_date()?.at.cmp(&b.as_date()?.at))
            }
            (a, b) => match (a.as_number(), b.as_number()) {
                (Some(a), Some(b)) => a.partial_cmp(&b),
                _ if a.is_empty() || b.is_empty() => None,
                _ => Some(natural(&fold(&a.shown()), &fold(&b.shown()))),
            },
        }
    }

    pub(super) fn sort_key(&self) -> SortKey {
        match self.single() {
            it if it.is_empty() => SortKey::Empty,
            Self::Number(number) => SortKey::Number(*number),
            Self::Length(length) => SortKey::Number(length.total()),
            Self::Bool(bool) => SortKey::Number(f64::from(u8::from(*bool))),
            Self::Date(moment) => SortKey::Date(moment.at),
            other => SortKey::Text(fold(&other.shown())),
        }
    }

    pub(super) fn shown(&self) -> String {
        let mut out = String::new();
        self.show(&mut out);
        out
    }

    fn show(&self, out: &mut String) {
        if out.len() > MAX_TEXT {
            return;
        }
        match self {
            Self::Empty => {}
            Self::Bool(bool) => out.push_str(if *bool { "true" } else { "false" }),
            Self::Number(number) => out.push_str(&written(*number)),
            Self::Text(text) => out.push_str(text),
            Self::Date(moment) => out.push_str(&moment.written()),
            Self::Length(length) => out.push_str(&length.said()),
            Self::Link(link) => out.push_str(&link.shown),
            Self::Tag(tag) => {
                out.push('#');
                out.push_str(tag);
            }
            Self::File(note) | Self::Note(note) => out.push_str(&file_name(note)),
            Self::List(list) => {
                for (at, item) in list.items.iter().enumerate() {
                    out.push_str(if at > 0 { ", " } else { "" });
                    item.show(out);
                }
            }
            Self::Object(keys, values) => {
                for (at, (key, value)) in keys.iter().zip(values.items.iter()).enumerate() {
                    out.push_str(if at > 0 { ", " } else { "" });
                    out.push_str(key);
                    out.push_str(": ");
                    value.show(out);
                }
            }
        }
    }
}

/// A value's place in a sorted list: empty ones last, the others by kind.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum SortKey {
    Number(f64),
    Date(jiff::civil::DateTime),
    /// Folded.
    Text(String),
    Empty,
}

impl Eq for SortKey {}

impl PartialOrd for SortKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SortKey {
    fn cmp(&self, other: &Self) -> Ordering {
        let kind = |key: &Self| match key {
            Self::Number(_) => 0,
            Self::Date(_) => 1,
            Self::Text(_) => 2,
            Self::Empty => 3,
        };
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.total_cmp(b),
            (Self::Date(a), Self::Date(b)) => a.cmp(b),
            (Self::Text(a), Self::Text(b)) => natural(a, b),
            _ => kind(self).cmp(&kind(other)),
        }
    }
}

/// A note's name without `.md`; other files keep their extension.
pub(super) fn file_name(note: &BaseNote) -> String {
    match note.ext.as_str() {
        "md" | "" => note.stem.clone(),
        ext => format!("{}.{ext}", note.stem),
    }
}

/// Without the noise of binary fractions such as 0.30000000000000004.
fn written(number: f64) -> String {
    let rounded = format!("{number:.10}");
    let rounded = rounded.trim_end_matches('0').trim_end_matches('.');
    if rounded == "-0" { "0".to_owned() } else { rounded.to_owned() }
}

/// Compares digits by their number: `file2` before `file10`.
pub(super) fn natural(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a, b);
    loop {
        let (Some(x), Some(y)) = (a.chars().next(), b.chars().next()) else {
            return a.len().cmp(&b.len());
        };
        if x.is_ascii_digit() && y.is_ascii_digit() {
            let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
            let ((one, rest_a), (two, rest_b)) = (a.split_at(digits(a)), b.split_at(digits(b)));
            let (one, two) = (one.trim_start_matches('0'), two.trim_start_matches('0'));
            let order = one.len().cmp(&two.len()).then_with(|| one.cmp(two));
            if order != Ordering::Equal {
                return order;
            }
            (a, b) = (rest_a, rest_b);
        } else if x == y {
            (a, b) = (&a[x.len_utf8()..], &b[y.len_utf8()..]);
        } else {
            return x.cmp(&y);
        }
    }
}
