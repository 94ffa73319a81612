#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::{
    Block, BlockKind, Document, Kind, Limits, Line, Part, Place, Reason, Rect, Refusal, Size, Unit,
    clock::Clock, page::Page, sentences, table, text::one_line,
};

/// Time before the kill limit at which the child stops by itself to report its results.
const TO_SAY_IT: Duration = Duration::from_millis(1500);

pub(crate) enum Progress<'a> {
    /// A part is being read. If no message follows, this part failed.
    Reading(Place),
    /// A finished page. It counts even if reading fails later.
    Read(&'a Page),
}

pub(crate) struct Builder<'a> {
    document: Document,
    limits: Limits,
    clock: Clock,
    headings: Vec<(u8, String)>,
    /// First page to read, in formats that can be read page by page.
    pub first_page: u32,
    on_progress: &'a mut dyn FnMut(Progress<'_>),
}

impl<'a> Builder<'a> {
    pub fn new(kind: Kind, limits: Limits, on_progress: &'a mut dyn FnMut(Progress<'_>)) -> Self {
        let document = Document {
            kind,
            title: None,
            text: String::new(),
            parts: Vec::new(),
            repeated: Vec::new(),
            problems: Vec::new(),
        };
        let clock = Clock::start();
        Self { document, limits, clock, headings: Vec::new(), first_page: 1, on_progress }
    }

    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    pub fn title(&mut self, title: &str) {
        let title = one_line(title);
        if !title.is_empty() && self.document.title.is_none() {
            self.document.title = Some(title);
        }
    }

    pub fn reading(&mut self, unit: Unit, number: u32) {
        (self.on_progress)(Progress::Reading(Place { unit, number }));
    }

    pub fn read(&mut self, page: &Page) {
        (self.on_progress)(Progress::Read(page));
    }

    /// Fails at a time limit; the refusal names this part.
    pub fn time_left(&self, unit: Unit, number: u32) -> Result<(), Refusal> {
        let longest = self.limits.kill.saturating_sub(TO_SAY_IT);
        let seconds = match (self.clock.worked(), self.clock.waited()) {
            (worked, _) if worked >= self.limits.time => self.limits.time.as_secs(),
            (_, waited) if waited >= longest => longest.as_secs(),
            _ => return Ok(()),
        };
        Err(match unit {
            Unit::Whole => Refusal::new(Reason::TookTooLong, sentences::too_long(seconds)),
            _ => Refusal::at(
                Reason::TookTooLong,
                Place { unit, number },
                sentences::not_reached(seconds),
            ),
        })
    }

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
            return Err(Refusal::new(Reason::TooManyParts, what));
        }
        if unit != Unit::Page {
            // Slides, sheets and chapters start without headings; a chapter of a paged file spans its pages.
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

    pub fn mark_picture(&mut self) {
        if let Some(part) = self.document.parts.last_mut() {
            part.picture = true;
        }
    }

    pub fn page(&mut self, number: u32, (width, height): (f32, f32)) -> Result<(), Refusal> {
        self.part_with_number(Unit::Page, number, None)?;
        if let Some(part) = self.document.parts.last_mut() {
            part.size = Some(Size { width, height });
        }
        Ok(())
    }

    pub fn heading(&mut self, level: u8, text: &str) -> Result<(), Refusal> {
        let text = one_line(text);
        if text.is_empty() {
            return Ok(());
        }
        let level = level.clamp(1, 6);
        let marks = "#".repeat(level.into());
        self.placed(Some(level), &format!("{marks} {text}"), &[])
    }

    pub fn paragraph(&mut self, text: &str) -> Result<(), Refusal> {
        self.block(BlockKind::Paragraph, text, &[])
    }

    /// Writes a paragraph or, with a level, a heading that already has its marks. The ranges of `lines` are in `text`.
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

    pub fn item(&mut self, depth: usize, text: &str) -> Result<(), Refusal> {
        let text = one_line(text);
        if text.is_empty() {
            return Ok(());
        }
        let indent = "  ".repeat(depth.min(8));
        self.block(BlockKind::Item, &format!("{indent}- {text}"), &[])
    }

    pub fn table(&mut self, rows: &[Vec<String>]) -> Result<(), Refusal> {
        self.block(BlockKind::Table, &table::markdown(rows), &[])
    }

    pub fn problem(&mut self, problem: Refusal) {
        /// Maximum problems to list: a file of a thousand scanned pages mustn't list a thousand.
        const MOST: usize = 50;
        if self.document.problems.len() < MOST && !self.document.problems.contains(&problem) {
            self.document.problems.push(problem);
        }
    }

    pub fn repeat(
        &mut self,
        text: &str,
        lines: &[(std::ops::Range<usize>, Rect)],
    ) -> Result<(), Refusal> {
        self.block(BlockKind::Repeated, text, lines)
    }

    /// Records the text of a header or footer that appears on many pages.
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
        let Some(part) = document.parts.last_mut() else { return Ok(()) };
        let gap = match document.text.is_empty() {
            true => "",
            false => kind.gap(part.blocks.last().map(|last| last.kind)),
        };
        let room = self.limits.text.saturating_sub(document.text.len() + gap.len());
        let taken = beginning(text, room);
        if !taken.trim().is_empty() {
            document.text.push_str(gap);
            let start = document.text.len();
            if part.blocks.is_empty() {
                part.range.start = start;
            }
            document.text.push_str(taken);
            part.range.end = document.text.len();
            let headings = self.headings.iter().map(|(_, text)| text.clone()).collect();
            part.blocks.push(Block { kind, range: start..part.range.end, headings });
            let inside = lines.iter().filter(|(range, _)| range.end <= taken.len());
            part.lines.extend(inside.map(|(range, rect)| Line {
                range: start + range.start..start + range.end,
                rect: *rect,
            }));
        }
        match taken.len() < text.len() {
            true => Err(Refusal::new(Reason::TooLarge, sentences::TEXT)),
            false => Ok(()),
        }
    }

    pub fn has_text(&self) -> bool {
        !self.document.text.is_empty()
    }

    pub fn finish_with_pictures(self, ended: Result<(), Refusal>) -> Result<Document, Refusal> {
        match ended {
            Ok(()) if self.document.parts.iter().any(|part| part.picture) => Ok(self.document),
            _ => self.finish(ended),
        }
    }

    pub fn finish(mut self, ended: Result<(), Refusal>) -> Result<Document, Refusal> {
        match ended {
            Err(refusal) if !self.has_text() => return Err(refusal),
            Err(refusal) => self.document.problems.push(refusal),
            Ok(()) => {}
        }
        if self.has_text() {
            return Ok(self.document);
        }
        // Without text, the problem of its parts is the file's problem.
        match self.document.problems.into_iter().next() {
            Some(problem) if problem.reason == Reason::ImageOnly => {
                Err(Refusal::new(Reason::ImageOnly, sentences::SCAN))
            }
            Some(problem) => Err(problem),
            None => Err(Refusal::new(Reason::Empty, sentences::EMPTY)),
        }
    }
}

/// The beginning of a text that fits into `room` bytes, cut at a line end if possible.
fn beginning(text: &str, room: usize) -> &str {
    if text.len() <= room {
        return text;
    }
    let taken = text.get(..text.floor_char_boundary(room)).unwrap_or_default();
    taken.rsplit_once('\n').map_or(taken, |(lines, _)| lines)
}
