use serde::{Deserialize, Serialize};

use crate::{
    ByteRange, LineRange, sentences,
    text::{heading_key, is_shortened},
};

/// Offsets are bytes of the decoded text; lines count from 1.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// The `title` property, else the first level-1 heading.
    pub title: Option<String>,
    pub aliases: Vec<String>,
    /// Without `#`, from the `tags` property and the body, deduplicated in order of first use.
    pub tags: Vec<String>,
    /// The key by which papers cite the note's subject, from the `citekey` (or `citation-key`) property.
    #[serde(default)]
    pub citekey: Option<String>,
    /// Why the note no longer holds, by its own properties.
    #[serde(default)]
    pub outdated: Option<Expiry>,
    /// As `2026-03-01`; of a note about a longer time, the first day.
    #[serde(default)]
    pub date: Option<String>,
    #[serde(default)]
    pub date_source: Option<DateSource>,
    pub headings: Vec<Heading>,
    pub blocks: Vec<BlockId>,
    #[serde(default)]
    pub tag_marks: Vec<ByteRange>,
    #[serde(default)]
    pub tasks: Vec<Task>,
    /// In order; a nested callout follows its outer one.
    #[serde(default)]
    pub callouts: Vec<Callout>,
    pub links: Vec<Link>,
    pub front_matter: Option<ByteRange>,
    /// Oddities, as sentences; never errors.
    pub warnings: Vec<Warning>,
}

/// How a note's date is known. Parsing finds only the first; the others need the note's path or file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum DateSource {
    Property,
    /// The vault's format of daily, weekly, monthly or yearly notes.
    Periodic,
    /// A date in the note's name.
    Name,
    /// The last change of the file of a note without a date of its own.
    File,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Expiry {
    /// `superseded_by: "[[New plan]]"`, without brackets; empty for `status: superseded`.
    By(String),
    /// `stale_after: 2026-03-01`.
    After(String),
}

/// Properties whose values say what a note is: a film, a person. In lower case.
pub const TYPE_KEYS: [&str; 12] = [
    "type",
    "typ",
    "category",
    "categories",
    "kategorie",
    "kategorien",
    "kind",
    "art",
    "class",
    "is",
    "note type",
    "notetype",
];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    pub name: String,
    pub line: u32,
    /// Flattened values of a list or nested property; empty if unset.
    pub values: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Heading {
    pub level: u8,
    pub text: String,
    /// As written, without `#`: links may use either spelling.
    pub markdown: String,
    /// The first line of an underlined heading.
    pub line: u32,
    /// From the heading to before the next of the same or a higher level.
    pub section: LineRange,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BlockId {
    pub id: String,
    pub lines: LineRange,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// The character in the brackets: a space for an open task, mostly `x` for a done one.
    pub state: char,
    /// Without nested items.
    pub lines: LineRange,
    /// From the list mark to the end of the last line.
    pub range: ByteRange,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Callout {
    pub kind: String,
    pub fold: Fold,
    /// As written; empty if the kind serves as title.
    pub title: String,
    pub lines: LineRange,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fold {
    Fixed,
    /// `+`
    Open,
    /// `-`
    Closed,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// Verbatim: `[[a|b]]`, `![[c]]`, `[d](e.md)`.
    pub raw: String,
    pub kind: LinkKind,
    pub target: LinkTarget,
    pub shown: Option<String>,
    pub line: u32,
    pub range: ByteRange,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum LinkKind {
    Wikilink,
    /// `![[note]]`, or a Markdown image of a vault file.
    Embed,
    /// `[text](note.md)`, or `[text][label]` where the label leads to a file of the vault.
    Markdown,
    /// A front-matter property whose whole value is a wikilink.
    Property,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct LinkTarget {
    /// Percent-decoded for Markdown links; empty for the note itself.
    pub path: String,
    pub anchor: Option<Anchor>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Anchor {
    /// `#A` or `#A#B`, outermost first.
    Heading(Vec<String>),
    /// `#^id`
    Block(String),
}

/// As links write it, without the first `#`.
impl std::fmt::Display for Anchor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Heading(names) => f.write_str(&names.join("#")),
            Self::Block(id) => write!(f, "^{id}"),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Warning {
    pub line: u32,
    pub message: String,
}

impl Note {
    pub fn place(&self, anchor: &Anchor) -> Result<LineRange, String> {
        const MOST_NAMED: usize = 6;
        self.lines_of(anchor).ok_or_else(|| match anchor {
            Anchor::Heading(names) => {
                let headings = self.headings.iter().take(MOST_NAMED);
                let headings: Vec<&str> = headings.map(|heading| heading.text.as_str()).collect();
                sentences::no_heading(names, &headings, self.headings.len() > MOST_NAMED)
            }
            Anchor::Block(id) => sentences::no_block(id),
        })
    }

    pub fn lines_of(&self, anchor: &Anchor) -> Option<LineRange> {
        match anchor {
            Anchor::Block(id) => {
                let same = |block: &&BlockId| block.id.eq_ignore_ascii_case(id);
                self.blocks.iter().find(same).map(|block| block.lines)
            }
            Anchor::Heading(names) => self.section(names, 0, None).or_else(|| {
                // `#C# tips` may be one heading that contains a `#`.
                let whole = [names.join("#")];
                (names.len() > 1).then(|| self.section(&whole, 0, None)).flatten()
            }),
        }
    }

    /// Each name lies inside the section of the one before.
    fn section(
        &self,
        names: &[String],
        from: usize,
        inside: Option<LineRange>,
    ) -> Option<LineRange> {
        let (name, rest) = names.split_first()?;
        let key = heading_key(name);
        // Passages shorten a very long heading.
        let spelled = |heading: &Heading| {
            heading.text == *name || heading.markdown == *name || is_shortened(name, &heading.text)
        };
        let matches = |heading: &Heading| {
            !key.is_empty()
                && (heading_key(&heading.text) == key || heading_key(&heading.markdown) == key)
        };
        // An exact spelling ranks before a similar one.
        let tests: [&dyn Fn(&Heading) -> bool; 2] = [&spelled, &matches];
        for test in tests {
            for (at, heading) in self.headings.iter().enumerate().skip(from) {
                if inside.is_some_and(|section| heading.line > section.end) {
                    break;
                }
                if test(heading) {
                    let found = match rest {
                        [] => Some(heading.section),
                        _ => self.section(rest, at + 1, Some(heading.section)),
                    };
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        None
    }
}
