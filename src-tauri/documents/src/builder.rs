//! How readers say what they found.

use std::time::Instant;

use crate::{
    Block, BlockKind, Document, Kind, Limits, Line, Part, Place, Reason, Rect, Refusal, Size, Unit,
    sentences, table, text::one_line,
};

/// Collects a document, part by part, and says when enough is enough.
pub(crate) struct Builder<'a> {
    document: Document,
    limits: Limits,
    begun: Instant,
    /// The headings over what comes next, with their levels.
    headings: Vec<(u8, String)>,
    /// Called with each part before it is read, so that whoever waits knows where it hangs.
    on_part: &'a mut dyn FnMut(Place),
}

impl<'a> Builder<'a> {
    pub fn new(kind: Kind, limits: Limits, on_part: &'a mut dyn FnMut(Place)) -> Self {
        let document = Document {
            kind,
            title: None,
            text: String::new(),
            parts: Vec::new(),
            repeated: Vec::new(),
            problems: Vec::new(),
        };
        Self { document, limits, begun: Instant::now(), headings: Vec::new(), on_part }
    }

    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Sets the title, if it says something.
    pub fn title(&mut self, title: &str) {
        let title = one_line(title);
        if !title.is_empty() && self.document.title.is_none() {
            self.document.title = Some(title);
        }
    }

    /// Says that a part is being read, which may take its time.
    pub fn reading(&mut self, unit: Unit, number: u32) {
        (self.on_part)(Place { unit, number });
    }

    /// Fails when no time is left, before the part of this number.
    pub fn time_left(&self, unit: Unit, number: u32) -> Result<(), Refusal> {
        if self.begun.elapsed() < self.limits.time {
            return Ok(());
        }
        let seconds = self.limits.time.as_secs();
        Err(match unit {
            Unit::Whole => Refusal::new(Reason::TookTooLong, &sentences::too_long(seconds)),
            _ => Refusal::at(
                Reason::TookTooLong,
                Place { unit, number },
                &sentences::not_reached(seconds),
            ),
        })
    }

    /// Begins a part. What is said from here on belongs to it.
    pub fn part(&mut self, unit: Unit, name: Option<&str>) -> Result<(), Refusal> {
        let number = u32::try_from(self.document.parts.len() + 1).unwrap_or(u32::MAX);
        self.time_left(unit, number)?;
        self.part_with_number(unit, number, name)
    }

    fn part_with_number(
        &mut self,
        unit: Unit,
        number: u32,
        name: Option<&str>,
    ) -> Result<(), Refusal> {
        if number > self.limits.parts {
            let what = sentences::too_many(unit, self.limits.parts);
            return Err(Refusal::new(Reason::TooManyParts, &what));
        }
        if unit != Unit::Page {
            // Each slide, sheet and chapter begins anew; a chapter goes on over its pages.
            self.headings.clear();
        }
        let at = self.document.text.len();
        let name = name.map(one_line).filter(|name| !name.is_empty());
        self.document.parts.push(Part {
            unit,
            number,
            name,
            range: at..at,
            size: None,
            blocks: Vec::new(),
            lines: Vec::new(),
            picture: false,
            recognised: false,
        });
        Ok(())
    }

    /// Says that the part that was begun last is a picture whose text isn't known.
    pub fn mark_picture(&mut self) {
        if let Some(part) = self.document.parts.last_mut() {
            part.picture = true;
        }
    }

    /// Begins a page of a size in points.
    pub fn page(&mut self, number: u32, (width, height): (f32, f32)) -> Result<(), Refusal> {
        self.part_with_number(Unit::Page, number, None)?;
        if let Some(part) = self.document.parts.last_mut() {
            part.size = Some(Size { width, height });
        }
        Ok(())
    }

    /// A heading of a level from 1.
    pub fn heading(&mut self, level: u8, text: &str) -> Result<(), Refusal> {
        let text = one_line(text);
        if text.is_empty() {
            return Ok(());
        }
        let level = level.clamp(1, 6);
        let marks = "#".repeat(level.into());
        self.placed(Some(level), &format!("{marks} {text}"), &[])
    }

    /// A paragraph; its lines are kept.
    pub fn paragraph(&mut self, text: &str) -> Result<(), Refusal> {
        self.block(BlockKind::Paragraph, text, &[])
    }

    /// A paragraph, or with a level a heading that has its marks, with the rectangles of its lines,
    /// whose ranges are within `text`.
    pub fn placed(
        &mut self,
        level: Option<u8>,
        text: &str,
        lines: &[(std::ops::Range<usize>, Rect)],
    ) -> Result<(), Refusal> {
        let Some(level) = level else { return self.block(BlockKind::Paragraph, text, lines) };
        self.headings.retain(|(over, _)| *over < level);
        self.block(BlockKind::Heading, text, lines)?;
        self.headings.push((level, text.trim_start_matches(['#', ' ']).to_owned()));
        Ok(())
    }

    /// An item of a list, which may lie within another.
    pub fn item(&mut self, depth: usize, text: &str) -> Result<(), Refusal> {
        let text = one_line(text);
        if text.is_empty() {
            return Ok(());
        }
        let indent = "  ".repeat(depth.min(8));
        self.block(BlockKind::Item, &format!("{indent}- {text}"), &[])
    }

    /// A table; its first row is its head.
    pub fn table(&mut self, rows: &[Vec<String>]) -> Result<(), Refusal> {
        self.block(BlockKind::Table, &table::markdown(rows), &[])
    }

    /// Something that couldn't be read, though the rest can.
    pub fn problem(&mut self, problem: Refusal) {
        /// As many are told; a file of a thousand scanned pages is one sentence longer, not a
        /// thousand.
        const MOST: usize = 50;
        if self.document.problems.len() < MOST && !self.document.problems.contains(&problem) {
            self.document.problems.push(problem);
        }
    }

    /// A header or footer that stands on many pages.
    pub fn repeated(&mut self, text: &str) {
        let text = one_line(text);
        if !text.is_empty() && !self.document.repeated.contains(&text) {
            self.document.repeated.push(text);
        }
    }

    fn block(
        &mut self,
        kind: BlockKind,
        text: &str,
        lines: &[(std::ops::Range<usize>, Rect)],
    ) -> Result<(), Refusal> {
        if text.trim().is_empty() {
            return Ok(());
        }
        if self.document.parts.is_empty() {
            self.part(Unit::Whole, None)?;
        }
        let document = &mut self.document;
        if document.text.len() + text.len() > self.limits.text {
            return Err(Refusal::new(Reason::TooLarge, sentences::TEXT));
        }
        let Some(part) = document.parts.last_mut() else { return Ok(()) };
        if !document.text.is_empty() {
            let follows = part.blocks.last().is_some_and(|last| last.kind == BlockKind::Item);
            let gap = if follows && kind == BlockKind::Item { "\n" } else { "\n\n" };
            document.text.push_str(gap);
        }
        let start = document.text.len();
        if part.blocks.is_empty() {
            part.range.start = start;
        }
        document.text.push_str(text);
        part.range.end = document.text.len();
        let headings = self.headings.iter().map(|(_, text)| text.clone()).collect();
        part.blocks.push(Block { kind, range: start..part.range.end, headings });
        part.lines.extend(lines.iter().map(|(range, rect)| Line {
            range: start + range.start..start + range.end,
            rect: *rect,
        }));
        Ok(())
    }

    /// Whether any text was found so far.
    pub fn has_text(&self) -> bool {
        !self.document.text.is_empty()
    }

    /// The document, also one of pictures alone, or why there is none.
    pub fn finish_with_pictures(self, ended: Result<(), Refusal>) -> Result<Document, Refusal> {
        match ended {
            Ok(()) if self.document.parts.iter().any(|part| part.picture) => Ok(self.document),
            _ => self.finish(ended),
        }
    }

    /// The document, or why there is none.
    pub fn finish(mut self, ended: Result<(), Refusal>) -> Result<Document, Refusal> {
        match ended {
            Err(refusal) if !self.has_text() => return Err(refusal),
            Err(refusal) => self.document.problems.push(refusal),
            Ok(()) => {}
        }
        if self.has_text() {
            return Ok(self.document);
        }
        // What is wrong with all parts is wrong with the file.
        match self.document.problems.into_iter().next() {
            Some(problem) if problem.reason == Reason::ImageOnly => {
                Err(Refusal::new(Reason::ImageOnly, sentences::SCAN))
            }
            Some(problem) => Err(problem),
            None => Err(Refusal::new(Reason::Empty, sentences::EMPTY)),
        }
    }
}
