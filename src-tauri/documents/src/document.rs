#[cfg(test)]
mod tests;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::{Kind, Refusal, Unit, sentences};

/// All ranges are half-open and in bytes of [`Document::text`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    pub kind: Kind,
    pub title: Option<String>,
    /// Text in reading order: headings start with `#`, list items with `-`, tables are Markdown.
    pub text: String,
    /// Pages, slides, sheets or chapters, in order. Their ranges don't overlap.
    pub parts: Vec<Part>,
    /// Headers and footers of many pages. In a PDF's text, all but the first occurrence of each are
    /// [`BlockKind::Repeated`].
    pub repeated: Vec<String>,
    /// Partial failures, such as a scanned page or the pages after a limit.
    pub problems: Vec<Refusal>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Part {
    pub unit: Unit,
    pub number: u32,
    /// A sheet's name or a slide's title.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub name: Option<String>,
    pub range: Range<usize>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub size: Option<Size>,
    pub blocks: Vec<Block>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub lines: Vec<Line>,
    /// A picture whose text is unknown.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub picture: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub recognised: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Block {
    pub kind: BlockKind,
    pub range: Range<usize>,
    /// Enclosing headings, outermost first, without the block's own text.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub headings: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BlockKind {
    Heading,
    Paragraph,
    Item,
    Table,
    /// A page number, or a header or footer of an earlier page.
    Repeated,
}

impl BlockKind {
    pub(crate) fn gap(self, before: Option<Self>) -> &'static str {
        match (before, self) {
            (Some(Self::Item), Self::Item) => "\n",
            _ => "\n\n",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    pub range: Range<usize>,
    pub rect: Rect,
}

#[derive(Debug, Clone, PartialEq)]
pub struct RecognisedText {
    pub text: String,
    pub rect: Rect,
}

/// In points of 1/72 inch from the top left corner of the page as shown.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

/// In points of 1/72 inch.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Size {
    pub width: f32,
    pub height: f32,
}

impl Part {
    /// For people: `Page 3`, `Slide 2`, `Sheet 1: Sales`.
    pub fn label(&self) -> String {
        sentences::label(self.unit, self.number, self.name.as_deref())
    }
}

impl Document {
    pub fn text_of(&self, part: &Part) -> &str {
        self.text.get(part.range.clone()).unwrap_or_default()
    }

    /// Removes repeated headers and footers; citations and search would find them on every page.
    #[must_use]
    pub fn without_repeated(self) -> Self {
        let mut blocks = self.parts.iter().flat_map(|part| &part.blocks);
        if !blocks.any(|block| block.kind == BlockKind::Repeated) {
            return self;
        }
        let mut text = String::with_capacity(self.text.len());
        let parts = self.parts.into_iter().map(|part| {
            let mut kept = Part { blocks: Vec::new(), lines: Vec::new(), ..part.clone() };
            kept.range = text.len()..text.len();
            let mut lines = part.lines.into_iter().peekable();
            for block in part.blocks {
                let Range { start, end } = block.range;
                let of_block = std::iter::from_fn(|| lines.next_if(|line| line.range.end <= end));
                if block.kind == BlockKind::Repeated {
                    of_block.for_each(drop);
                    continue;
                }
                if !text.is_empty() {
                    text.push_str(block.kind.gap(kept.blocks.last().map(|last| last.kind)));
                }
                let at = text.len();
                if kept.blocks.is_empty() {
                    kept.range.start = at;
                }
                text.push_str(self.text.get(start..end).unwrap_or_default());
                kept.range.end = text.len();
                let moved = |range: Range<usize>| range.start - start + at..range.end - start + at;
                let inside = of_block.filter(|line| line.range.start >= start);
                kept.lines
                    .extend(inside.map(|line| Line { range: moved(line.range), rect: line.rect }));
                kept.blocks.push(Block { range: at..text.len(), ..block });
            }
            kept
        });
        let parts = parts.collect();
        Self { parts, text, ..self }
    }
}
