//! Scans text inside lines for wikilinks, Markdown links, tags and math. It reads the note's own bytes, so offsets are
//! exact, and rereads text only a bounded number of times: failed searches are remembered.

mod link;

use std::{
    collections::{HashMap, VecDeque},
    ops::Range,
};

use self::link::{destination, unescape, wikilink_length};
use super::{
    definition::{Definitions, LONGEST_LABEL},
    note::{Link, LinkKind, LinkTarget},
    target::split_shown,
};
use crate::{ByteRange, text::Lines};

/// Maximum bytes of a link; a longer one is the start of a link that was never closed.
const LONGEST_LINK: usize = 4096;

#[derive(Default)]
pub(crate) struct InlineMarks {
    pub(crate) links: Vec<Link>,
    pub(crate) tags: Vec<ByteRange>,
    /// With its marks; `true` for display math.
    pub(crate) math: Vec<(Range<usize>, bool)>,
    pub(crate) opaque: Vec<Range<usize>>,
    marks: bool,
    most_links: usize,
    pub(crate) left_out: Option<usize>,
}

impl InlineMarks {
    /// Reserves memory for the links of `body`, because a growing list would need up to three times as much. A link
    /// takes ten times the bytes of its shortest text. With link definitions, each bracket may begin a link.
    pub(crate) fn with_room(body: &str, marks: bool) -> Self {
        let most_links = (ALWAYS_LINKS + body.len() / BYTES_A_LINK).min(MOST_LINKS);
        let count = |mark: &str| body.matches(mark).count();
        let begins = count(if body.contains("]:") { "[" } else { "[[" });
        let links = Vec::with_capacity((begins + count("](")).min(most_links));
        Self { links, marks, most_links, ..Self::default() }
    }
}

/// Maximum links of a note: `ALWAYS_LINKS` and one for each `BYTES_A_LINK`, up to `MOST_LINKS`. Each takes about 130
/// bytes while the vault is open.
const MOST_LINKS: usize = 200_000;
const ALWAYS_LINKS: usize = 32_768;
const BYTES_A_LINK: usize = 16;

pub(crate) fn scan(
    text: &str,
    region: Range<usize>,
    lines: &Lines<'_>,
    definitions: &Definitions,
    found: &mut InlineMarks,
) {
    let first_link = found.links.len();
    let mut scanner = Scanner {
        text,
        bytes: text.as_bytes(),
        end: region.end,
        at: region.start,
        lines,
        definitions,
        brackets: VecDeque::new(),
        spoiled: 0,
        last_runs: None,
        no_comment_end: false,
        line_end: region.start,
        no_math_before: region.start,
        found,
    };
    scanner.run(region.start);
    // Links are found at their ends, but ordered by their starts.
    if found.links.len() > first_link + 1 {
        found.links[first_link..].sort_unstable_by_key(|link| link.range.start);
    }
}

const MARKS: [bool; 256] = {
    let mut marks = [false; 256];
    let bytes = b"\\`<$![]#hw";
    let mut at = 0;
    while at < bytes.len() {
        marks[bytes[at] as usize] = true;
        at += 1;
    }
    marks
};

struct Bracket {
    at: usize,
    image: bool,
}

struct Scanner<'a, 'f> {
    text: &'a str,
    bytes: &'a [u8],
    end: usize,
    at: usize,
    lines: &'a Lines<'a>,
    definitions: &'a Definitions,
    brackets: VecDeque<Bracket>,
    /// Number of outermost brackets with a link inside; of these, only images can be links.
    spoiled: usize,
    last_runs: Option<HashMap<usize, usize>>,
    no_comment_end: bool,
    line_end: usize,
    /// No single `$` closes before this offset.
    no_math_before: usize,
    found: &'f mut InlineMarks,
}

impl Scanner<'_, '_> {
    fn run(&mut self, start: usize) {
        while self.skip_plain() {
            let byte = self.bytes[self.at];
            let next = match byte {
                b'\\' if self.peek(1).is_some_and(|b| b.is_ascii_punctuation()) => self.at + 2,
                b'`' => self.code(),
                b'<' => self.angle(),
                b'$' => self.math(),
                b'!' if self.starts("![[") => match self.wikilink(self.at + 1, true) {
                    Some(end) => end,
                    None => self.at + 1,
                },
                b'!' if self.peek(1) == Some(b'[') => self.open(2, true),
                b'[' => match self.starts("[[").then(|| self.wikilink(self.at, false)).flatten() {
                    Some(end) => end,
                    None => self.open(1, false),
                },
                b']' => self.close(),
                b'#' => self.tag(start),
                b'h' | b'w' => self.address(start),
                _ => self.at + 1,
            };
            if matches!(byte, b'`' | b'<' | b'h' | b'w') && next > self.at + 1 {
                self.opaque(self.at..next);
            }
            self.at = next;
        }
    }

    fn skip_plain(&mut self) -> bool {
        let rest = &self.bytes[self.at..self.end];
        self.at += rest.iter().position(|byte| MARKS[*byte as usize]).unwrap_or(rest.len());
        self.at < self.end
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes[..self.end].get(self.at + ahead).copied()
    }

    fn starts(&self, with: &str) -> bool {
        self.bytes[self.at..self.end].starts_with(with.as_bytes())
    }

    fn find(&self, what: &str, from: usize) -> Option<usize> {
        let from = from.min(self.end);
        self.text.get(from..self.end)?.find(what).map(|at| from + at)
    }

    fn code(&mut self) -> usize {
        let run = self.run_length(self.at, b'`');
        let open = self.at + run;
        if self.last_run(run).is_none_or(|last| last < open) {
            return open;
        }
        let mut at = open;
        while let Some(offset) = self.bytes[at..self.end].iter().position(|byte| *byte == b'`') {
            let length = self.run_length(at + offset, b'`');
            at += offset + length;
            if length == run {
                return at;
            }
        }
        open
    }

    /// Start of the last run of `length` backticks, computed once for all: a text may have many lengths.
    fn last_run(&mut self, length: usize) -> Option<usize> {
        if self.last_runs.is_none() {
            let mut last = HashMap::new();
            let mut at = self.at;
            while let Some(offset) = self.bytes[at..self.end].iter().position(|byte| *byte == b'`')
            {
                let length = self.run_length(at + offset, b'`');
                last.insert(length, at + offset);
                at += offset + length;
            }
            self.last_runs = Some(last);
        }
        self.last_runs.as_ref()?.get(&length).copied()
    }

    fn run_length(&self, at: usize, byte: u8) -> usize {
        self.bytes[at..self.end].iter().take_while(|other| **other == byte).count()
    }

    fn angle(&mut self) -> usize {
        if self.starts("<!--") && !self.no_comment_end {
            match self.find("-->", self.at + 4) {
                Some(end) => return end + 3,
                None => self.no_comment_end = true,
            }
        }
        let after = self.at + 1;
        match self.peek(1) {
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'/') => {}
            _ => return after,
        }
        // Nobody writes longer tags.
        let limit = self.end.min(self.at + 4096);
        let mut quote = None;
        for at in after..limit {
            match (quote, self.bytes[at]) {
                (Some(open), byte) if byte == open => quote = None,
                (Some(_), _) => {}
                (None, byte @ (b'"' | b'\'')) if self.bytes[at - 1] == b'=' => quote = Some(byte),
                (None, b'>') => return at + 1,
                (None, b'<') => return after,
                _ => {}
            }
        }
        after
    }

    /// Skips math on one line: `$…$` without spaces inside its marks, or `$$…$$`.
    fn math(&mut self) -> usize {
        if self.line_end <= self.at {
            self.line_end = self.find("\n", self.at).unwrap_or(self.end);
        }
        let line_end = self.line_end;
        if self.starts("$$") {
            let open = self.at + 2;
            return match self.text.get(open..line_end).and_then(|rest| rest.find("$$")) {
                Some(0) | None => open + self.run_length(open, b'$'),
                Some(length) => {
                    let end = open + length + 2;
                    self.found_math(self.at..end, true);
                    end
                }
            };
        }
        let open = self.at + 1;
        if open < self.no_math_before || self.peek(1).is_none_or(|b| b.is_ascii_whitespace()) {
            return open;
        }
        let mut at = open + 1;
        while at < line_end {
            match self.bytes[at] {
                b'\\' => at += 1,
                b'$' if !self.bytes[at - 1].is_ascii_whitespace()
                    && !self.bytes.get(at + 1).is_some_and(u8::is_ascii_digit) =>
                {
                    self.found_math(self.at..at + 1, false);
                    return at + 1;
                }
                _ => {}
            }
            at += 1;
        }
        self.no_math_before = line_end;
        open
    }

    fn wikilink(&mut self, open: usize, embed: bool) -> Option<usize> {
        let inside = open + 2;
        let limit = self.end.min(inside + LONGEST_LINK);
        let end = inside + wikilink_length(&self.bytes[inside..limit])?;
        let content = &self.text[inside..end];
        if content.trim().is_empty() {
            return None;
        }
        let start = open - usize::from(embed);
        let shown = split_shown(content).1.map(str::to_owned);
        let kind = if embed { LinkKind::Embed } else { LinkKind::Wikilink };
        self.push(start..end + 2, kind, LinkTarget::parse(content), shown);
        if !embed {
            self.spoil_open_brackets();
        }
        Some(end + 2)
    }

    fn push(
        &mut self,
        range: Range<usize>,
        kind: LinkKind,
        target: LinkTarget,
        shown: Option<String>,
    ) {
        if self.found.links.len() >= self.found.most_links {
            self.found.left_out.get_or_insert(range.start);
            return;
        }
        self.found.links.push(Link {
            raw: self.text[range.clone()].to_owned(),
            kind,
            target,
            shown,
            line: self.lines.line_at(range.start),
            range: ByteRange { start: range.start, end: range.end },
        });
    }

    fn opaque(&mut self, range: Range<usize>) {
        if self.found.marks {
            self.found.opaque.push(range);
        }
    }

    fn found_math(&mut self, range: Range<usize>, display: bool) {
        if self.found.marks {
            self.found.math.push((range, display));
        }
    }

    fn open(&mut self, length: usize, image: bool) -> usize {
        while self.brackets.front().is_some_and(|first| self.at - first.at > LONGEST_LINK) {
            self.brackets.pop_front();
            self.spoiled = self.spoiled.saturating_sub(1);
        }
        self.brackets.push_back(Bracket { at: self.at, image });
        self.at + length
    }

    fn spoil_open_brackets(&mut self) {
        self.spoiled = self.brackets.len();
    }

    /// At a `]`: returns a Markdown link's end if a destination follows.
    fn close(&mut self) -> usize {
        let after = self.at + 1;
        let Some(bracket) = self.brackets.pop_back() else { return after };
        let spoiled = self.spoiled > self.brackets.len();
        self.spoiled = self.spoiled.min(self.brackets.len());
        if (spoiled && !bracket.image) || self.at - bracket.at > LONGEST_LINK {
            return after;
        }
        let direct = match self.peek(1) {
            Some(b'(') => destination(&self.text[..self.end], after + 1),
            _ => None,
        };
        let Some((destination, end)) = direct.or_else(|| self.reference(&bracket)) else {
            return after;
        };
        // `[text]([[note]])` is a wikilink in parentheses.
        if destination.starts_with("[[") {
            return after;
        }
        if let Some(target) = LinkTarget::of_destination(&destination) {
            let label = &self.text[bracket.at + 1 + usize::from(bracket.image)..self.at];
            let shown = (!label.trim().is_empty()).then(|| label.to_owned());
            let kind = if bracket.image { LinkKind::Embed } else { LinkKind::Markdown };
            if bracket.image {
                self.drop_images_behind(bracket.at);
            }
            self.push(bracket.at..end, kind, target, shown);
        } else {
            self.opaque(bracket.at..end);
        }
        if !bracket.image {
            self.spoil_open_brackets();
        }
        end
    }

    /// An image in another image's brackets is text.
    fn drop_images_behind(&mut self, at: usize) {
        let links = &mut self.found.links;
        let outside = |link: &Link| link.range.start < at;
        let first = links.iter().rposition(outside).map_or(0, |last| last + 1);
        let image = |link: &Link| link.kind == LinkKind::Embed && !link.raw.starts_with("![[");
        let inside = links.split_off(first);
        links.extend(inside.into_iter().filter(|link| !image(link)));
    }

    /// The destination of `[text][label]`, `[label][]` or `[label]`, and the link's end.
    fn reference(&self, bracket: &Bracket) -> Option<(String, usize)> {
        if self.definitions.is_empty() {
            return None;
        }
        let after = self.at + 1;
        let own = &self.text[bracket.at + 1 + usize::from(bracket.image)..self.at];
        let (label, end) = match self.label(after) {
            Some(("", end)) => (own, end),
            Some((label, end)) => (label, end),
            None => (own, after),
        };
        // A label with brackets would be searched again at each of them.
        if label.contains('[') {
            return None;
        }
        let destination = self.definitions.get(label)?;
        Some((unescape(destination), end))
    }

    fn label(&self, from: usize) -> Option<(&str, usize)> {
        let bytes = &self.bytes[..self.end];
        if bytes.get(from) != Some(&b'[') {
            return None;
        }
        let mut at = from + 1;
        while at <= from + LONGEST_LABEL {
            match bytes.get(at)? {
                b']' => return Some((self.text.get(from + 1..at)?, at + 1)),
                b'[' => return None,
                b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at += 2,
                _ => at += 1,
            }
        }
        None
    }

    fn tag(&mut self, start: usize) -> usize {
        let before = self.text[start..self.at].chars().next_back();
        let opens = before.is_none_or(|c| {
            c.is_whitespace()
                || matches!(c, '(' | '[' | '{' | '|' | '>' | '"' | '\'' | ',' | ';' | '*' | '~')
        });
        let rest = &self.text[self.at + 1..self.end];
        let length = rest.find(|c: char| !is_tag_char(c)).unwrap_or(rest.len());
        let tag = rest[..length].trim_end_matches('/');
        if opens && is_tag(tag) {
            let (start, end) = (self.at, self.at + 1 + tag.len());
            self.found.tags.push(ByteRange { start, end });
        }
        self.at + 1 + length
    }

    /// Skips a bare web address, whose `#` begins no tag.
    fn address(&mut self, start: usize) -> usize {
        let starts = ["https://", "http://", "www."].iter().any(|with| self.starts(with));
        let before = || self.text[start..self.at].chars().next_back();
        if !starts || before().is_some_and(char::is_alphanumeric) {
            return self.at + 1;
        }
        let rest = &self.text[self.at..self.end];
        let length = rest
            .find(|c: char| {
                c.is_whitespace() || matches!(c, '<' | '>' | '[' | ']' | '(' | ')' | '"' | '`')
            })
            .unwrap_or(rest.len());
        self.at + length
    }
}

/// `tag` has no `#`; it needs more than digits.
pub(crate) fn is_tag(tag: &str) -> bool {
    !tag.is_empty()
        && tag.chars().any(|c| !c.is_numeric() && c != '/')
        && tag.chars().all(is_tag_char)
}

fn is_tag_char(c: char) -> bool {
    match c {
        '/' | '-' | '_' => true,
        c if c.is_ascii() => c.is_ascii_alphanumeric(),
        '\u{2000}'..='\u{206f}' => matches!(c, '\u{200d}'),
        '\u{2e00}'..='\u{2e7f}' | '\u{3000}'..='\u{3003}' | '\u{3008}'..='\u{3011}' => false,
        '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{a0}' => false,
        c => !c.is_whitespace() && !c.is_control(),
    }
}

pub(crate) fn whole_wikilink(value: &str) -> Option<(LinkTarget, Option<String>)> {
    let inside = value.strip_prefix("[[")?;
    let length = wikilink_length(inside.as_bytes())?;
    let content = &inside[..length];
    if length + 2 != inside.len() || content.trim().is_empty() {
        return None;
    }
    Some((LinkTarget::parse(content), split_shown(content).1.map(str::to_owned)))
}
