//! Joins the letters of a PDF's page into pieces and rows.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use hayro_interpret::kurbo::{Point, Vec2};
use unicode_normalization::{UnicodeNormalization as _, char::compose};

use super::glyphs::Glyph;
use crate::{Rect, page::Line};

/// Letters drawn in sequence on a line without a gap, in coordinates along and across the reading direction.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub glyphs: Vec<Glyph>,
    pub start: f64,
    pub end: f64,
    pub base: f64,
    pub size: f64,
}

impl Piece {
    fn top(&self) -> f64 {
        self.base - 0.8 * self.size
    }

    fn bottom(&self) -> f64 {
        self.base + 0.2 * self.size
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Axes {
    along: Vec2,
    down: Vec2,
}

impl Axes {
    fn new(direction: Vec2) -> Self {
        let angle = direction.atan2().to_degrees().round().to_radians();
        let along = Vec2::new(angle.cos(), angle.sin());
        Self { along, down: Vec2::new(-along.y, along.x) }
    }

    fn key(self) -> i64 {
        (self.along.atan2().to_degrees().round() as i64).rem_euclid(360)
    }

    fn place(self, point: Point) -> (f64, f64) {
        let point = point.to_vec2();
        (point.dot(self.along), point.dot(self.down))
    }

    fn rect(self, start: f64, end: f64, top: f64, bottom: f64) -> Rect {
        let corner = |along: f64, down: f64| self.along * along + self.down * down;
        let (a, b) = (corner(start, top), corner(end, bottom));
        let (c, d) = (corner(start, bottom), corner(end, top));
        let x = a.x.min(b.x).min(c.x).min(d.x);
        let y = a.y.min(b.y).min(c.y).min(d.y);
        let right = a.x.max(b.x).max(c.x).max(d.x);
        let low = a.y.max(b.y).max(c.y).max(d.y);
        Rect { x: x as f32, y: y as f32, width: (right - x) as f32, height: (low - y) as f32 }
    }
}

/// The direction of most letters comes first.
pub(super) fn pieces(glyphs: Vec<Glyph>) -> Vec<(Axes, Vec<Piece>)> {
    let mut directions: Vec<(Axes, Vec<Piece>)> = Vec::new();
    for glyph in glyphs {
        let axes = Axes::new(glyph.direction);
        let at = directions.iter().position(|(other, _)| other.key() == axes.key());
        let at = at.unwrap_or_else(|| {
            directions.push((axes, Vec::new()));
            directions.len() - 1
        });
        let Some((axes, pieces)) = directions.get_mut(at) else { continue };
        let (start, base) = axes.place(glyph.origin);
        let (end, size) = (start + glyph.advance, glyph.size);
        let goes_on = pieces.last().is_some_and(|last: &Piece| {
            let small = size.min(last.size);
            let gap = start - last.end;
            (base - last.base).abs() <= 0.1 * small
                && size / last.size < 1.5
                && last.size / size < 1.5
                && gap < 0.9 * small
                && gap > -0.5 * small
        });
        match pieces.last_mut() {
            Some(last) if goes_on => {
                last.end = last.end.max(end);
                last.size = last.size.max(size);
                last.glyphs.push(glyph);
            }
            _ => pieces.push(Piece { glyphs: vec![glyph], start, end, base, size }),
        }
    }
    let letters = |pieces: &[Piece]| pieces.iter().map(|piece| piece.glyphs.len()).sum::<usize>();
    directions.sort_by_key(|(_, pieces)| std::cmp::Reverse(letters(pieces)));
    directions
}

/// Rows from top to bottom. The pieces of a row are sorted by their start.
pub(super) fn rows(mut pieces: Vec<Piece>) -> Vec<Vec<Piece>> {
    pieces.sort_by(|a, b| a.base.total_cmp(&b.base));
    let mut rows: Vec<Row> = Vec::new();
    for piece in pieces {
        match rows.iter_mut().rev().take(4).find(|row| row.fits(&piece)) {
            Some(row) => row.add(piece),
            None => {
                let mut row = Row::default();
                row.add(piece);
                rows.push(row);
            }
        }
    }
    let mut rows: Vec<Vec<Piece>> = rows.into_iter().map(|row| row.pieces).collect();
    for row in &mut rows {
        row.sort_by(|a, b| a.start.total_cmp(&b.start));
        // The page and the field often both draw a field's text.
        row.dedup_by(|next, before| {
            // Two separate letters are further apart than the first one is wide.
            let near = before.size.min(0.9 * (before.end - before.start));
            (next.start - before.start).abs() < near && text(next) == text(before)
        });
    }
    let base = |row: &[Piece]| {
        row.iter().max_by(|a, b| a.size.total_cmp(&b.size)).map_or(0.0, |it| it.base)
    };
    rows.sort_by(|a, b| base(a).total_cmp(&base(b)));
    rows
}

/// Pieces side by side. A row may have tens of thousands, so a new piece is compared only with near ones.
#[derive(Default)]
struct Row {
    pieces: Vec<Piece>,
    by_start: BTreeMap<i64, Vec<usize>>,
    longest: f64,
    reach: Option<(f64, f64)>,
}

impl Row {
    fn add(&mut self, piece: Piece) {
        self.by_start.entry(piece.start.floor() as i64).or_default().push(self.pieces.len());
        self.longest = self.longest.max(piece.end - piece.start);
        let (top, bottom) = self.reach.unwrap_or((f64::MAX, f64::MIN));
        self.reach = Some((top.min(piece.top()), bottom.max(piece.bottom())));
        self.pieces.push(piece);
    }

    /// A raised or lowered letter belongs to the row of larger letters.
    fn fits(&self, piece: &Piece) -> bool {
        let beside = |other: &Piece| {
            let shared = piece.bottom().min(other.bottom()) - piece.top().max(other.top());
            let small = piece.size.min(other.size);
            let near = (piece.base - other.base).abs() <= 0.55 * piece.size.max(other.size);
            shared > 0.5 * small && near
        };
        let reaches =
            self.reach.is_some_and(|(top, end)| piece.top() < end && piece.bottom() > top);
        reaches && self.pieces.iter().any(beside) && !self.is_written_over(piece)
    }

    fn is_written_over(&self, piece: &Piece) -> bool {
        let over = |other: &Piece| {
            let shared = piece.end.min(other.end) - piece.start.max(other.start);
            shared > 0.6 * (piece.end - piece.start).min(other.end - other.start)
                && shared > 0.8 * piece.size.min(other.size)
                && (piece.base - other.base).abs() > 0.2 * piece.size.min(other.size)
        };
        self.near(piece).any(over)
    }

    fn near(&self, piece: &Piece) -> impl Iterator<Item = &Piece> {
        let from = (piece.start - self.longest).floor() as i64;
        let to = (piece.end.floor() as i64).max(from);
        let numbers = self.by_start.range(from..=to).flat_map(|(_, numbers)| numbers);
        numbers.filter_map(|number| self.pieces.get(*number))
    }
}

/// Each letter, and whether it begins a piece of several.
fn letters_of(piece: &Piece) -> impl Iterator<Item = (&Glyph, bool)> {
    let several = piece.glyphs.len() > 1;
    piece.glyphs.iter().enumerate().map(move |(at, glyph)| (glyph, several && at == 0))
}

fn text(piece: &Piece) -> String {
    piece.glyphs.iter().map(|glyph| glyph.text.as_str()).collect()
}

pub(super) fn line(axes: Axes, row: &[Piece]) -> Option<Line> {
    let main = row.iter().max_by(|a, b| (a.end - a.start).total_cmp(&(b.end - b.start)))?;
    let (base, size) = (main.base, main.size);
    let mut clusters: Vec<String> = Vec::new();
    let mut last: Option<(f64, f64, f64)> = None;
    let spaced_out = letter_spacing(axes, row);
    for (glyph, begins) in row.iter().flat_map(letters_of) {
        let (start, _) = axes.place(glyph.origin);
        let end = start + glyph.advance;
        if glyph.text.chars().all(char::is_whitespace) {
            if clusters.last().is_some_and(|last| last != " ") {
                clusters.push(" ".to_owned());
            }
            last = Some((start, end, glyph.size));
            continue;
        }
        if let Some((before, until, other)) = last {
            let accented = (start < until - 0.1 * other)
                .then(|| accented(clusters.last()?, &glyph.text, (before, until), (start, end)))
                .flatten();
            if let Some(letter) = accented {
                clusters.pop();
                clusters.push(letter);
                last = Some((before.min(start), until.max(end), other.max(glyph.size)));
                continue;
            }
            let gap = start - until;
            let small = other.min(glyph.size);
            let spaced = clusters.last().is_some_and(|last| last == " ");
            if gap > 2.5 * small {
                if spaced {
                    clusters.pop();
                }
                clusters.push("\t".to_owned());
            } else if (gap > (0.14 + spaced_out) * small || (begins && gap < -0.6 * small))
                && !spaced
            {
                let wide = |text: &str| text.chars().all(is_wide);
                let between = clusters.last().is_some_and(|last| wide(last)) && wide(&glyph.text);
                if !between || gap > 0.6 * small {
                    clusters.push(" ".to_owned());
                }
            }
        }
        clusters.push(letters(&glyph.text));
        last = Some((start, end, glyph.size));
    }
    let (text, from_right) = logical(clusters);
    let text = text.trim().to_owned();
    if text.is_empty() {
        return None;
    }
    let start = row.iter().map(|piece| piece.start).fold(f64::MAX, f64::min);
    let end = row.iter().map(|piece| piece.end).fold(f64::MIN, f64::max);
    let rect = axes.rect(start, end, base - 0.8 * size, base + 0.2 * size);
    Some(Line { text, rect, start, base, size, from_right, repeats: false })
}

/// Gap between a word's letters, in font sizes: not zero in spaced-out titles and text stretched over a scan.
fn letter_spacing(axes: Axes, row: &[Piece]) -> f64 {
    /// Minimum number of gaps, to exclude chance.
    const FEWEST: usize = 8;
    let letter =
        |glyph: &Glyph| only(&glyph.text).is_some_and(|c| c.is_alphabetic() && !is_wide(c));
    let gap = |pair: &[Glyph]| {
        let [one, next] = pair else { return None };
        let end = axes.place(one.origin).0 + one.advance;
        let gap = (axes.place(next.origin).0 - end) / one.size.min(next.size);
        (letter(one) && letter(next)).then_some(gap)
    };
    let mut gaps: Vec<f64> =
        row.iter().flat_map(|piece| piece.glyphs.windows(2)).filter_map(gap).collect();
    if gaps.len() < FEWEST {
        return 0.0;
    }
    gaps.sort_by(f64::total_cmp);
    gaps.get(gaps.len() / 2).copied().filter(|usual| *usual > 0.08).unwrap_or(0.0)
}

fn letters(text: &str) -> String {
    let is_form = |c: char| matches!(c, '\u{fb00}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{f900}'..='\u{faff}' | '\u{2f00}'..='\u{2fdf}');
    if !text.chars().any(is_form) {
        return text.nfc().collect();
    }
    let one = |c: char| match is_form(c) {
        true => c.to_string().nfkc().collect::<String>(),
        false => c.to_string(),
    };
    text.chars().map(one).collect::<String>().nfc().collect()
}

fn accented(before: &str, now: &str, first: (f64, f64), second: (f64, f64)) -> Option<String> {
    let (one, other) = (only(before)?, only(now)?);
    let (letter, accent, letter_at, accent_at) = match (mark(one), mark(other)) {
        (None, Some(accent)) => (one, accent, first, second),
        (Some(accent), None) => (other, accent, second, first),
        _ => return None,
    };
    let middle = f64::midpoint(accent_at.0, accent_at.1);
    if !(letter_at.0..=letter_at.1).contains(&middle) {
        return None;
    }
    let letter = if letter == 'ı' { 'i' } else { letter };
    compose(letter, accent).map(|c| c.to_string())
}

fn only(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

fn mark(c: char) -> Option<char> {
    Some(match c {
        '`' => '\u{300}',
        '´' => '\u{301}',
        '^' | 'ˆ' => '\u{302}',
        '~' | '˜' => '\u{303}',
        '¯' => '\u{304}',
        '˘' => '\u{306}',
        '˙' => '\u{307}',
        '¨' => '\u{308}',
        '˚' => '\u{30a}',
        '˝' => '\u{30b}',
        'ˇ' => '\u{30c}',
        '¸' => '\u{327}',
        '˛' => '\u{328}',
        '\u{300}'..='\u{36f}' => c,
        _ => return None,
    })
}

/// Scripts without spaces between words.
pub(super) fn is_wide(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{a4cf}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}'
        | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

fn is_from_right(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
        && !c.is_numeric()
}

/// Turns clusters drawn from left to right into reading order; also returns whether it is mostly right to left.
fn logical(mut clusters: Vec<String>) -> (String, bool) {
    let right = |text: &str| text.chars().any(is_from_right);
    let left = |text: &str| text.chars().any(|c| c.is_alphanumeric()) && !right(text);
    let of_right = clusters.iter().filter(|it| right(it)).count();
    if of_right == 0 {
        return (clusters.concat(), false);
    }
    let of_left =
        clusters.iter().filter(|it| left(it) && it.chars().any(char::is_alphabetic)).count();
    let from_right = of_right >= of_left;
    if from_right {
        clusters.reverse();
        turn(&mut clusters, left, right);
    } else {
        turn(&mut clusters, right, left);
    }
    (clusters.concat(), from_right)
}

/// Reverses each stretch that begins and ends with `of` and contains no `other`.
fn turn(clusters: &mut [String], of: impl Fn(&str) -> bool, other: impl Fn(&str) -> bool) {
    let mut at = 0;
    while at < clusters.len() {
        if !of(&clusters[at]) {
            at += 1;
            continue;
        }
        let (mut end, mut look) = (at + 1, at + 1);
        while look < clusters.len() && !other(&clusters[look]) {
            look += 1;
            if of(&clusters[look - 1]) {
                end = look;
            }
        }
        if let Some(stretch) = clusters.get_mut(at..end) {
            stretch.reverse();
        }
        at = end;
    }
}
