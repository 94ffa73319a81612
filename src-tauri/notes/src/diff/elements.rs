use std::{collections::HashSet, ops::Range};

use super::{unit::Unit, words};
use crate::{BlockKind, parse::parse_with_blocks, text::Lines};

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Element<'a> {
    pub(super) unit: Unit,
    pub(super) text: &'a str,
    first: usize,
    end: usize,
}

/// Minimum share of common words to pair two elements.
const LIKE: f32 = 0.3;

pub(super) fn elements(text: &str) -> Vec<Element<'_>> {
    let parsed = parse_with_blocks(text);
    let lines = Lines::of(text);
    let count = if text.is_empty() { 0 } else { lines.count() as usize };
    // Unit and block of each line. A block comes before its content, so inner blocks win.
    let mut of_line = vec![(Unit::Lines, usize::MAX); count];
    for (at, block) in parsed.blocks.iter().enumerate() {
        let unit = match block.kind {
            BlockKind::Row => Unit::Row,
            BlockKind::Heading { .. } => Unit::Heading,
            BlockKind::Item | BlockKind::Footnote => Unit::Item,
            BlockKind::Paragraph => {
                let around = parsed.blocks.get(block.parent).map(|around| around.kind);
                match around {
                    Some(BlockKind::Item | BlockKind::Footnote) => continue,
                    _ => Unit::Words,
                }
            }
            _ => Unit::Lines,
        };
        let lines = block.lines.start as usize - 1..(block.lines.end as usize).min(count);
        if let Some(lines) = of_line.get_mut(lines) {
            lines.fill((unit, at));
        }
    }
    let matter = parsed.note.front_matter;
    let mut all: Vec<Element<'_>> = Vec::new();
    let mut block_of_last = usize::MAX;
    for (line, (unit, block)) in of_line.iter().copied().enumerate() {
        let number = u32::try_from(line + 1).unwrap_or(u32::MAX);
        let (start, end) = (lines.start(number), lines.end(number));
        let text_of_line = lines.text(number);
        let in_matter = matter.is_some_and(|matter| start >= matter.start && start < matter.end);
        let (unit, joins) = match in_matter {
            true => {
                let goes_on = text_of_line.starts_with([' ', '\t', '-']) && !is_fence(text_of_line);
                (Unit::Property, goes_on && number > 2)
            }
            false => {
                let same = block == block_of_last && block != usize::MAX;
                let whole = matches!(unit, Unit::Words | Unit::Item | Unit::Heading | Unit::Row);
                (unit, same && whole && !text_of_line.trim().is_empty())
            }
        };
        block_of_last = if in_matter { usize::MAX } else { block };
        match all.last_mut() {
            Some(last) if joins && last.unit == unit => {
                last.end = line + 1;
                let from = lines.start(u32::try_from(last.first + 1).unwrap_or(u32::MAX));
                last.text = &text[from..end];
            }
            _ => all.push(Element { unit, text: &text[start..end], first: line, end: line + 1 }),
        }
    }
    all
}

fn is_fence(line: &str) -> bool {
    line.trim_end() == "---"
}

pub(super) fn within<'a>(all: &[Element<'a>], lines: Range<usize>) -> Vec<Element<'a>> {
    let first = all.partition_point(|element| element.end <= lines.start);
    all[first..]
        .iter()
        .take_while(|element| element.first < lines.end)
        .map(|element| {
            let before = lines.start.saturating_sub(element.first);
            let behind = lines.end.min(element.end) - element.first;
            let mut ends = element.text.split_inclusive('\n').map(str::len);
            let skipped: usize = ends.by_ref().take(before).sum();
            let length: usize = ends.take(behind - before).sum();
            Element { text: &element.text[skipped..skipped + length], ..*element }
        })
        .collect()
}

type Pair<'e, 'a> = (Option<&'e Element<'a>>, Option<&'e Element<'a>>);

/// Pairs old and new elements in order; one without a partner was removed or added.
pub(super) fn pairs<'e, 'a>(
    old_elements: &'e [Element<'a>],
    new_elements: &'e [Element<'a>],
) -> Vec<Pair<'e, 'a>> {
    let mut pairs = Vec::new();
    let same_kinds = old_elements.len() == new_elements.len()
        && old_elements
            .iter()
            .zip(new_elements)
            .all(|(old, new)| old.unit == new.unit && is_key_same(old, new));
    if same_kinds {
        return old_elements.iter().map(Some).zip(new_elements.iter().map(Some)).collect();
    }
    // Longer lists are paired in order: the search for similar elements takes the product of their lengths.
    const MOST: usize = 200;
    let is_few = old_elements.len() * new_elements.len() <= MOST * MOST;
    let mut from = 0;
    for old in old_elements {
        let like = |new: &Element<'_>| {
            old.unit == new.unit
                && is_key_same(old, new)
                && (!is_few || is_like(old.text, new.text))
        };
        match new_elements[from..].iter().position(like) {
            Some(ahead) => {
                pairs.extend(new_elements[from..from + ahead].iter().map(|new| (None, Some(new))));
                pairs.push((Some(old), Some(&new_elements[from + ahead])));
                from += ahead + 1;
            }
            None => pairs.push((Some(old), None)),
        }
    }
    pairs.extend(new_elements[from..].iter().map(|new| (None, Some(new))));
    pairs
}

fn is_key_same(one: &Element<'_>, other: &Element<'_>) -> bool {
    let key = |element: &Element<'_>| element.text.split(':').next().map(str::to_owned);
    one.unit != Unit::Property || key(one) == key(other)
}

fn is_like(one: &str, other: &str) -> bool {
    if one.trim().is_empty() || other.trim().is_empty() {
        return one.trim().is_empty() == other.trim().is_empty();
    }
    let words = |text| {
        let words: HashSet<&str> = words::tokens(text).into_iter().collect();
        words
            .into_iter()
            .filter(|word| word.contains(char::is_alphanumeric))
            .collect::<HashSet<_>>()
    };
    let (one, other) = (words(one), words(other));
    let shared = one.intersection(&other).count() as f32;
    shared >= LIKE * one.len().min(other.len()) as f32
}
