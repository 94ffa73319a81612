#[cfg(test)]
mod tests;

use conversation::CitationMark;
use notes::Catalog;

use super::{is_private, places, render_part};

/// The blocks of an unfinished answer, always equal to those of the whole text.
///
/// The text is cut at block starts that nothing earlier affects. Text before the last cut is rendered once.
#[derive(Debug, Default)]
pub struct GrowingAnswer {
    blocks: Vec<String>,
    open: Place,
    cuts: Cuts,
    rendered: usize,
}

#[derive(Debug, Default, Clone, Copy)]
struct Place {
    text: usize,
    mark: usize,
    block: usize,
}

impl GrowingAnswer {
    /// Takes the answer so far; returns the first changed block's index with all blocks from there.
    pub fn grow(
        &mut self,
        text: &str,
        citations: &[CitationMark],
        catalog: Option<&Catalog>,
    ) -> Option<(usize, Vec<String>)> {
        let cut = self.cuts.last_in(text);
        if self.cuts.uncuttable {
            self.open = Place::default();
        }
        let from = self.open.block;
        let mut blocks = Vec::new();
        if cut > self.open.text {
            blocks = self.render(text, cut, citations, catalog);
            let mark = citations.iter().take_while(|mark| (mark.start as usize) < cut).count();
            self.open = Place { text: cut, mark, block: from + blocks.len() };
        }
        blocks.extend(self.render(text, text.len(), citations, catalog));

        let before = self.blocks.split_off(from.min(self.blocks.len()));
        let same = before.iter().zip(&blocks).take_while(|(before, now)| before == now).count();
        let changed = same < before.len() || same < blocks.len();
        let change = changed.then(|| (from + same, blocks[same..].to_vec()));
        self.blocks.append(&mut blocks);
        change
    }

    fn render(
        &mut self,
        text: &str,
        end: usize,
        citations: &[CitationMark],
        catalog: Option<&Catalog>,
    ) -> Vec<String> {
        let Place { text: start, mark, .. } = self.open;
        self.rendered += end - start;
        render_part(text.get(..end).unwrap_or(text), start, places(citations, mark), catalog)
    }
}

/// Finds the last safe cut of a growing text; doesn't cut when unsure.
#[derive(Debug, Default)]
struct Cuts {
    seen: usize,
    last: usize,
    after_blank: bool,
    fence: Option<(u8, usize)>,
    /// No cut is allowed after `last`.
    no_further_cuts: bool,
    /// No cut is allowed at all: a line affects distant blocks.
    uncuttable: bool,
}

impl Cuts {
    fn last_in(&mut self, text: &str) -> usize {
        while let Some(rest) = text.get(self.seen..).filter(|_| !self.uncuttable) {
            let Some(length) = rest.find('\n') else { break };
            self.line(&rest[..length]);
            self.seen += length + 1;
        }
        // An incomplete line may already rule out cuts.
        let rest = text.get(self.seen..).unwrap_or_default();
        if acts_anywhere(rest, self.fence.is_some()) {
            self.uncuttable = true;
        }
        if self.uncuttable { 0 } else { self.last }
    }

    fn line(&mut self, line: &str) {
        self.uncuttable |= acts_anywhere(line, self.fence.is_some());
        if self.no_further_cuts || self.uncuttable {
            return;
        }
        let run = |sign: u8| line.bytes().take_while(|byte| *byte == sign).count();
        let fenced = line.contains("```") || line.contains("~~~");
        if let Some((sign, length)) = self.fence {
            let closing = run(sign);
            if closing >= length && line[closing..].trim().is_empty() {
                self.fence = None;
            } else if closing == 0 && fenced {
                // An indented fence may or may not end this one.
                self.no_further_cuts = true;
            }
            self.after_blank = false;
            return;
        }
        if line.bytes().all(|byte| matches!(byte, b' ' | b'\t')) {
            self.after_blank = true;
            return;
        }
        if std::mem::take(&mut self.after_blank) && begins_block(line) {
            self.last = self.seen;
        }
        // Private characters are removed before parsing, which changes such a line.
        let odd = line.contains(|c| c == '\r' || is_private(c));
        if odd || line.contains('<') || line.contains("%%") || line.contains("$$") {
            self.no_further_cuts = true;
        } else if fenced {
            let sign = line.as_bytes()[0];
            let length = run(sign);
            if matches!(sign, b'`' | b'~') && length >= 3 && !line[length..].contains(['`', '~']) {
                self.fence = Some((sign, length));
            } else {
                self.no_further_cuts = true;
            }
        }
    }
}

/// True for lines that affect distant blocks: targets of links, footnotes, and letters that set the direction.
fn acts_anywhere(line: &str, fenced: bool) -> bool {
    let right_to_left = |c| {
        matches!(c, '\u{590}'..='\u{8ff}' | '\u{200f}' | '\u{202b}' | '\u{202e}' | '\u{2067}'
            | '\u{fb1d}'..='\u{feff}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
    };
    line.contains(right_to_left) || (!fenced && (line.contains("]:") || line.contains("^[")))
}

/// True if the line after a blank one starts a block in any context: text at the margin ends lists and quotes.
fn begins_block(line: &str) -> bool {
    let bold = line.strip_prefix("**").unwrap_or(line);
    bold.starts_with(char::is_alphabetic)
        || line.trim_start_matches('#').strip_prefix(' ').is_some_and(|_| line.starts_with('#'))
}
