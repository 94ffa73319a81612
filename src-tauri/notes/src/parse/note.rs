//! What a parsed note is made of.

use serde::{Deserialize, Serialize};

use crate::{
    ByteRange, LineRange, sentences,
    text::{heading_key, is_shortened},
};

/// A parsed note. All offsets are bytes in the decoded text, all lines count from 1.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// The `title` property, else the first level-1 heading. The file's name stands in elsewhere.
    pub title: Option<String>,
    /// Other names, from the `aliases` (or `alias`) property.
    pub aliases: Vec<String>,
    /// Tags without `#`, from the `tags` property and the body, first use first, each once.
    pub tags: Vec<String>,
    /// The key by which papers cite what the note is about, from the `citekey` (or `citation-key`) property.
    #[serde(default)]
    pub citekey: Option<String>,
    /// The day that the note is of, as `2026-03-01`, from the `date` (or `created`) property.
    #[serde(default)]
    pub date: Option<String>,
    /// Headings in order.
    pub headings: Vec<Heading>,
    /// Block ids (`^id`) in order.
    pub blocks: Vec<BlockId>,
    /// Where the tags of the body stand, with their `#`, in order.
    #[serde(default)]
    pub tag_marks: Vec<ByteRange>,
    /// Tasks in order.
    #[serde(default)]
    pub tasks: Vec<Task>,
    /// Callouts in order; one inside another follows it.
    #[serde(default)]
    pub callouts: Vec<Callout>,
    /// Links of every kind in order.
    pub links: Vec<Link>,
    /// Where the front matter stands, with its fences, if there is any.
    pub front_matter: Option<ByteRange>,
    /// What was odd about the note, in sentences; never an error.
    pub warnings: Vec<Warning>,
}

/// A property of a note, as its front matter sets it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    pub name: String,
    pub line: u32,
    /// Its value, or all that a list or what is nested has, in order; none if it is empty.
    pub values: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// The heading's text without marks.
    pub text: String,
    /// The heading as it is written, without its `#`s: links may spell it either way.
    pub markdown: String,
    /// The heading's own line (its first, for an underlined heading).
    pub line: u32,
    /// The lines of its section: from the heading to before the next of the same or a higher level.
    pub section: LineRange,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BlockId {
    /// The id without `^`.
    pub id: String,
    pub lines: LineRange,
}

/// An item of a list that can be ticked: `- [ ] text`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// What stands between the brackets: a space if there is something to do, mostly `x` if it is
    /// done.
    pub state: char,
    /// Its lines, without those of items inside it.
    pub lines: LineRange,
    /// Its bytes, from the list's mark to the end of its last line.
    pub range: ByteRange,
}

/// A quote that is set off as a note, a tip, a warning: `> [!tip]- Title`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Callout {
    /// What stands behind the `!`, in small letters, `-` for spaces.
    pub kind: String,
    pub fold: Fold,
    /// Its title as it is written; empty if the kind stands for one.
    pub title: String,
    pub lines: LineRange,
}

/// Whether a callout can be folded, and how it is at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fold {
    /// It can't.
    Fixed,
    /// `+`: it can, and is open.
    Open,
    /// `-`: it can, and is closed.
    Closed,
}

/// A link as it stands in a note.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// The link's text, verbatim: `[[a|b]]`, `![[c]]`, `[d](e.md)`.
    pub raw: String,
    pub kind: LinkKind,
    pub target: LinkTarget,
    /// The text shown instead of the target, if one is given.
    pub shown: Option<String>,
    pub line: u32,
    /// Its bytes.
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

/// What a link names, taken apart but not yet looked up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct LinkTarget {
    /// The name or path, percent-decoded for Markdown links; empty for the note itself.
    pub path: String,
    /// What follows `#`.
    pub anchor: Option<Anchor>,
}

/// A place inside a note, as a link names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Anchor {
    /// `#A` or `#A#B`: headings from the outside in.
    Heading(Vec<String>),
    /// `#^id`
    Block(String),
}

/// Something odd in a note that the user may want to know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Warning {
    pub line: u32,
    pub message: String,
}

impl Note {
    /// The lines that `anchor` names.
    ///
    /// # Errors
    /// If the note hasn't them: a sentence that says so, and which headings it has.
    pub fn place(&self, anchor: &Anchor) -> Result<LineRange, String> {
        /// Maximum number of headings that are named.
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

    /// The lines that `anchor` names, if the note has them.
    pub fn lines_of(&self, anchor: &Anchor) -> Option<LineRange> {
        match anchor {
            Anchor::Block(id) => {
                let same = |block: &&BlockId| block.id.eq_ignore_ascii_case(id);
                self.blocks.iter().find(same).map(|block| block.lines)
            }
            Anchor::Heading(names) => self.section(names, 0, None).or_else(|| {
                // `#C# tips` may be one heading whose name has a `#`.
                let whole = [names.join("#")];
                (names.len() > 1).then(|| self.section(&whole, 0, None)).flatten()
            }),
        }
    }

    /// The section of the heading `names`, each inside the section of the one before.
    fn section(
        &self,
        names: &[String],
        from: usize,
        inside: Option<LineRange>,
    ) -> Option<LineRange> {
        let (name, rest) = names.split_first()?;
        let key = heading_key(name);
        // A passage names a very long heading by its beginning.
        let spelled = |heading: &Heading| {
            heading.text == *name || heading.markdown == *name || is_shortened(name, &heading.text)
        };
        let matches = |heading: &Heading| {
            !key.is_empty()
                && (heading_key(&heading.text) == key || heading_key(&heading.markdown) == key)
        };
        // A heading spelled exactly so goes before one that is only alike.
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
