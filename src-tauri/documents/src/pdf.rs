//! PDF: the letters of each page, laid out in lines, columns and paragraphs.

#[cfg(test)]
mod tests;

mod columns;
mod fields;
mod file;
mod fonts;
mod glyphs;
mod headers_footers;
mod letters;
mod lines;
mod scan;

use std::{
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
};

use hayro_interpret::{
    Context, InterpreterCache, InterpreterSettings, TransformExt as _, interpret_page,
    kurbo::{Point, Rect as Bounds, Vec2},
};
use hayro_syntax::{Pdf as File, PdfData, page::Page as FilePage};

use self::{
    fonts::DocumentFonts,
    glyphs::{Canvas, Glyph},
};
use crate::{
    Document, Kind, Limits, Part, Place, Reason, RecognisedText, Rect, Refusal, Unit,
    builder::{Builder, Progress},
    page::{Line, Page},
    sentences,
};

pub(crate) use scan::render_page;

pub(crate) fn read(file: &[u8], out: &mut Builder<'_>) -> Result<(), Refusal> {
    let mut pages = Vec::new();
    let ended = read_pages(&file.to_vec().into(), out, &mut pages);
    put_together(pages, out)?;
    ended
}

/// Assembles the pages that failed children had read.
pub(crate) fn document(
    pages: Vec<Page>,
    problems: Vec<Refusal>,
    limits: Limits,
    with_pictures: bool,
) -> Result<Document, Refusal> {
    let mut nobody_waits = |_: Progress<'_>| {};
    let mut out = Builder::new(Kind::Pdf, limits, &mut nobody_waits);
    for problem in pages.iter().filter_map(|page| page.problem.clone()).chain(problems) {
        out.problem(problem);
    }
    let ended = put_together(pages, &mut out);
    if with_pictures { out.finish_with_pictures(ended) } else { out.finish(ended) }
}

/// Headings and repeated lines are only known with all pages.
fn put_together(mut pages: Vec<Page>, out: &mut Builder<'_>) -> Result<(), Refusal> {
    for line in headers_footers::mark(&mut pages) {
        out.repeated(&line);
    }
    let sizes = Sizes::of(&pages);
    for page in &pages {
        // Pages without text have a number, too.
        out.page(page.number, page.size)?;
        if page.is_picture {
            out.mark_picture();
        }
        for group in &page.groups {
            write(group, &sizes, out)?;
        }
    }
    Ok(())
}

fn read_pages(file: &PdfData, out: &mut Builder<'_>, pages: &mut Vec<Page>) -> Result<(), Refusal> {
    let mut next = Some(out.first_page);
    while let Some(first) = next {
        let pdf = file::open(file)?;
        if let Some(title) = &File::metadata(&pdf).title {
            out.title(&glyphs::string(title));
        }
        next = read_some(&pdf, first, out, pages)?;
    }
    Ok(())
}

/// Reads pages until the library's cache of unpacked pages is large; then returns the number of the next page.
fn read_some(
    pdf: &File,
    first: u32,
    out: &mut Builder<'_>,
    pages: &mut Vec<Page>,
) -> Result<Option<u32>, Refusal> {
    /// Maximum bytes of unpacked pages before the file is opened again.
    const KEPT: usize = 48 * 1024 * 1024;
    let (cache, document_fonts) = (InterpreterCache::new(), DocumentFonts::new());
    let mut kept = 0;
    let before = usize::try_from(first).unwrap_or(usize::MAX).saturating_sub(1);
    for (number, page) in (first..).zip(file::pages(pdf).skip(before)) {
        if number > out.limits().parts {
            let what = sentences::too_many(Unit::Page, out.limits().parts);
            return Err(Refusal::new(Reason::TooManyParts, what));
        }
        out.time_left(Unit::Page, number)?;
        out.reading(Unit::Page, number);
        // A page that makes the interpreter panic must not lose the others.
        let read = catch_unwind(AssertUnwindSafe(|| {
            read_page(pdf, page, number, (&cache, &document_fonts))
        }));
        match read {
            Ok(page) => {
                out.read(&page);
                if let Some(problem) = &page.problem {
                    out.problem(problem.clone());
                }
                pages.push(page);
            }
            Err(_) => {
                let place = Place { unit: Unit::Page, number };
                out.problem(Refusal::at(Reason::Damaged, place, sentences::STOPPED));
            }
        }
        kept += page.page_stream().map_or(0, <[u8]>::len);
        if kept > KEPT {
            return Ok(Some(number.saturating_add(1)));
        }
    }
    Ok(None)
}

fn read_page<'a>(
    pdf: &'a File,
    page: &'a FilePage<'a>,
    number: u32,
    (cache, document_fonts): (&InterpreterCache<'a>, &DocumentFonts<'a>),
) -> Page {
    let mut canvas = Canvas::new(page, document_fonts);
    let paper = draw(pdf, page, cache, &mut canvas);
    let size = page.render_dimensions();
    let place = Place { unit: Unit::Page, number };
    let letters = canvas.glyphs.len();
    let is_picture = is_scan(&canvas, size);
    let problem = if is_picture {
        Some(Refusal::at(Reason::ImageOnly, place, sentences::SCANNED_PAGE))
    } else if canvas.unknown > 8 && canvas.unknown * 5 > letters {
        Some(Refusal::at(Reason::Damaged, place, sentences::GAPS))
    } else {
        None
    };
    Page { number, size, groups: lay_out(canvas, paper), is_picture, problem }
}

/// Also returns the paper's bounds; the shown page may be a crop of it.
fn draw<'a>(
    pdf: &'a File,
    page: &'a FilePage<'a>,
    cache: &InterpreterCache<'a>,
    canvas: &mut Canvas<'a, '_>,
) -> Bounds {
    let upright = page.initial_transform(true).to_kurbo();
    let size = page.render_dimensions();
    let shown = Bounds::new(0.0, 0.0, size.0.into(), size.1.into());
    let media = page.media_box();
    let media = Bounds::new(media.x0, media.y0, media.x1, media.y1);
    let paper = upright.transform_rect_bbox(media).union(shown);
    let settings = InterpreterSettings::default();
    let mut context = Context::new(upright, paper, cache, pdf.xref(), settings);
    interpret_page(page, &mut context, canvas);
    canvas.filled = fields::undrawn(page, upright, &canvas.glyphs);
    paper
}

/// A scan may have a stamp in its margins (a number, the scanning program's name) and filled-in fields.
fn is_scan(canvas: &Canvas<'_, '_>, (width, height): (f32, f32)) -> bool {
    /// Maximum letters of a stamp.
    const STAMP: usize = 80;
    /// A margin's share of the page height.
    const MARGIN: f64 = 0.12;
    /// Minimum share of the page covered by a scan.
    const COVERED: f64 = 0.6;
    let (width, height) = (f64::from(width), f64::from(height));
    let is_aside = |glyph: &Glyph| {
        let y = glyph.origin.y / height;
        glyph.text.trim().is_empty() || !(MARGIN..=1.0 - MARGIN).contains(&y)
    };
    let is_blank = canvas.glyphs.is_empty() && canvas.filled.is_empty();
    let is_covered = canvas.covered > COVERED * width * height;
    let is_stamp = canvas.glyphs.len() < STAMP && canvas.glyphs.iter().all(is_aside);
    canvas.pictures && (is_blank || (is_covered && is_stamp))
}

fn lay_out(canvas: Canvas<'_, '_>, paper: Bounds) -> Vec<Vec<Line>> {
    // Letters outside the paper are invisible.
    let is_on_it = |glyph: &Glyph| paper.inflate(glyph.size, glyph.size).contains(glyph.origin);
    read_glyphs(canvas.glyphs.into_iter().chain(canvas.filled).filter(is_on_it).collect())
}

fn read_glyphs(glyphs: Vec<Glyph>) -> Vec<Vec<Line>> {
    let directions = lines::pieces(glyphs).into_iter();
    directions.flat_map(|(axes, pieces)| columns::read(axes, pieces)).collect()
}

pub(crate) fn laid_out(found: Vec<RecognisedText>) -> Option<(String, Part)> {
    let glyph = |RecognisedText { text, rect }: RecognisedText| {
        let size = f64::from(rect.height);
        let origin = Point::new(rect.x.into(), f64::from(rect.y) + 0.8 * size);
        let advance = f64::from(rect.width);
        Glyph { text, origin, direction: Vec2::new(1.0, 0.0), advance, size }
    };
    let mut groups = read_glyphs(found.into_iter().map(glyph).collect());
    // A recognised line's size is only the height of its box, which varies with its letters. Similar sizes become
    // equal, because another size begins a new paragraph.
    for group in &mut groups {
        let mut sizes: Vec<f64> = group.iter().map(|line| line.size).collect();
        sizes.sort_by(f64::total_cmp);
        let Some(usual) = sizes.get(sizes.len() / 2).copied() else { continue };
        let seems = |line: &&mut Line| (0.65..1.5).contains(&(line.size / usual));
        group.iter_mut().filter(seems).for_each(|line| line.size = usual);
    }
    let sizes = Sizes { body: f64::from(u16::MAX), headings: Vec::new() };
    let mut nobody_waits = |_: Progress<'_>| {};
    let mut out = Builder::new(Kind::Pdf, Limits::default(), &mut nobody_waits);
    out.page(1, (0.0, 0.0)).ok()?;
    for group in &groups {
        write(group, &sizes, &mut out).ok()?;
    }
    let document = out.finish(Ok(())).ok()?;
    Some((document.text, document.parts.into_iter().next()?))
}

struct Sizes {
    body: f64,
    headings: Vec<f64>,
}

impl Sizes {
    fn of(pages: &[Page]) -> Self {
        let mut letters: std::collections::BTreeMap<i64, usize> = std::collections::BTreeMap::new();
        let lines = pages.iter().flat_map(|page| page.groups.iter().flatten());
        for line in lines.filter(|line| !line.repeats) {
            *letters.entry(tenth(line.size)).or_default() += line.text.chars().count();
        }
        let body = letters.iter().max_by_key(|(_, count)| **count).map_or(0, |(size, _)| *size);
        let all: usize = letters.values().sum();
        let larger = letters
            .iter()
            .rev()
            .filter(|(size, count)| **size * 100 > body * 115 && **count * 4 < all);
        // Sizes that differ by less than a tenth look the same.
        let mut headings: Vec<f64> = Vec::new();
        for (size, _) in larger {
            let size = *size as f64 / 10.0;
            if headings.last().is_none_or(|last| size < 0.9 * last) {
                headings.push(size);
            }
        }
        Self { body: body as f64 / 10.0, headings }
    }

    fn level(&self, size: f64) -> Option<u8> {
        if tenth(size) * 100 <= tenth(self.body) * 115 {
            return None;
        }
        let at = self.headings.iter().position(|heading| size >= 0.9 * heading)?;
        Some(u8::try_from(at + 1).unwrap_or(6).min(6))
    }
}

fn tenth(size: f64) -> i64 {
    (size * 10.0).round() as i64
}

fn write(group: &[Line], sizes: &Sizes, out: &mut Builder<'_>) -> Result<(), Refusal> {
    for lines in group.chunk_by(|one, next| one.repeats == next.repeats) {
        if lines.first().is_some_and(|line| line.repeats) {
            let (text, places) = join(&lines.iter().collect::<Vec<_>>(), None);
            out.repeat(&text, &places)?;
        } else {
            paragraphs(lines, sizes, out)?;
        }
    }
    Ok(())
}

fn paragraphs(group: &[Line], sizes: &Sizes, out: &mut Builder<'_>) -> Result<(), Refusal> {
    let mut gaps: Vec<f64> = group
        .windows(2)
        .map(|pair| (pair[1].base - pair[0].base) / pair[0].size.max(pair[1].size))
        .filter(|gap| (0.5..3.0).contains(gap))
        .collect();
    gaps.sort_by(f64::total_cmp);
    let usual = gaps.get(gaps.len() / 2).copied().unwrap_or(1.2);
    let mut paragraph: Vec<&Line> = Vec::new();
    let mut leftmost = f64::MAX;
    for line in group {
        if let Some(last) = paragraph.last() {
            let gap = (line.base - last.base) / last.size.max(line.size);
            let other_size =
                (tenth(last.size) - tenth(line.size)).abs() > 5 + tenth(last.size) / 10;
            let indented = !line.from_right
                && line.start > last.start + 0.8 * line.size
                && last.start < leftmost + 0.2
                && ends_sentence(&last.text);
            if gap > 1.3 * usual.max(1.0) || gap < -0.5 || other_size || indented {
                flush(&paragraph, sizes, out)?;
                paragraph.clear();
                leftmost = f64::MAX;
            }
        }
        leftmost = leftmost.min(line.start);
        paragraph.push(line);
    }
    flush(&paragraph, sizes, out)
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end_matches(['”', '"', '’', ')', ' ']).ends_with(['.', '!', '?', ':', '。'])
}

fn flush(lines: &[&Line], sizes: &Sizes, out: &mut Builder<'_>) -> Result<(), Refusal> {
    /// Maximum bytes of a heading; a longer text is a paragraph in large letters.
    const LONGEST_HEADING: usize = 200;
    let Some(first) = lines.first() else { return Ok(()) };
    let level = sizes.level(first.size).filter(|_| {
        let text: usize = lines.iter().map(|line| line.text.len()).sum();
        text <= LONGEST_HEADING && first.text.chars().any(char::is_alphabetic)
    });
    let (text, places) = join(lines, level);
    out.placed(level, &text, &places)
}

/// Joins lines and words cut at line ends; also returns each line's place.
fn join(lines: &[&Line], level: Option<u8>) -> (String, Vec<(Range<usize>, Rect)>) {
    let mut text = level.map_or_else(String::new, |level| format!("{} ", "#".repeat(level.into())));
    let mut places = Vec::with_capacity(lines.len());
    let mut glued = true;
    for (at, line) in lines.iter().enumerate() {
        if !glued {
            text.push(if level.is_some() { ' ' } else { '\n' });
        }
        let start = text.len();
        let next = lines.get(at + 1);
        let cut = next.and_then(|next| without_hyphen(&line.text, &next.text));
        glued = cut.is_some();
        for c in cut.unwrap_or(&line.text).chars().filter(|c| *c != '\u{ad}') {
            text.push(if c == '\t' && level.is_some() { ' ' } else { c });
        }
        places.push((start..text.len(), line.rect));
    }
    (text, places)
}

/// Removes the hyphen at the line's end if the word continues in the next line.
fn without_hyphen<'a>(line: &'a str, next: &str) -> Option<&'a str> {
    let soft = line.strip_suffix('\u{ad}');
    if soft.is_some() {
        return soft;
    }
    let word = line.strip_suffix(['-', '\u{2010}'])?;
    let cut = word.chars().next_back().is_some_and(char::is_alphabetic)
        && next.chars().next().is_some_and(char::is_lowercase);
    cut.then_some(word)
}
