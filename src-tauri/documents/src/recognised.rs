#[cfg(test)]
mod tests;

use crate::{Document, Part, Place, Reason, RecognisedText, Refusal, Size, pdf, sentences};

impl Document {
    /// Inserts the text recognised in a picture, which may be empty, and marks the part as read. `size` is the
    /// picture's. The layout rules for PDF letters form lines and paragraphs.
    pub fn put_recognised(&mut self, number: u32, size: Size, found: Vec<RecognisedText>) {
        let Some(at) = self.parts.iter().position(|part| part.number == number) else { return };
        let (before, rest) = self.parts.split_at_mut(at);
        let Some((part, after)) = rest.split_first_mut() else { return };
        part.picture = false;
        part.size.get_or_insert(size);
        let unit = part.unit;
        self.problems.retain(|problem| {
            let here = |place: Place| place.unit == unit && place.number == number;
            problem.reason != Reason::ImageOnly || !problem.place.is_some_and(here)
        });
        let Some((text, mut new)) = pdf::laid_out(found) else { return };
        let end_before = before.iter().map(|part| part.range.end).max().unwrap_or_default();
        let start = if part.range.is_empty() { end_before } else { part.range.end };
        let (lead, tail) = match (start == 0, start == self.text.len()) {
            (true, true) => ("", ""),
            (true, false) => ("", "\n\n"),
            (false, _) => ("\n\n", ""),
        };
        self.text.insert_str(start, &format!("{lead}{text}{tail}"));
        let added = lead.len() + text.len() + tail.len();
        after.iter_mut().for_each(|part| shift(part, added));
        shift(&mut new, start + lead.len());
        if part.range.is_empty() {
            part.range.start = new.range.start;
        }
        part.range.end = new.range.end;
        part.blocks.append(&mut new.blocks);
        part.lines.append(&mut new.lines);
        part.recognised = true;
    }

    pub fn pictures(&self) -> Vec<u32> {
        self.parts.iter().filter(|part| part.picture).map(|part| part.number).collect()
    }

    /// Refuses a document that is still empty after recognition.
    pub fn with_text(self) -> Result<Self, Refusal> {
        match self.text.trim().is_empty() {
            true => Err(Refusal::new(Reason::Empty, sentences::NOTHING_RECOGNISED)),
            false => Ok(self),
        }
    }
}

fn shift(part: &mut Part, bytes: usize) {
    let shift =
        |range: &mut std::ops::Range<usize>| *range = range.start + bytes..range.end + bytes;
    shift(&mut part.range);
    part.blocks.iter_mut().for_each(|block| shift(&mut block.range));
    part.lines.iter_mut().for_each(|line| shift(&mut line.range));
}
