//! The device that the interpreter draws a page on: it collects letters and notes pictures.

use std::{collections::HashMap, rc::Rc};

use hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, SoftMask,
    font::{Glyph as Shape, GlyphRun},
    hayro_cmap::{BfString, WritingMode},
    kurbo::{Affine, BezPath, Point, Rect, Vec2},
};
use hayro_syntax::{
    object::{Dict, String as PdfString},
    page::Page,
};

use super::fonts::{DocumentFonts, NamedFont};

/// Maximum letters of a page; only maps and malicious files have more.
const MOST: usize = 400_000;

/// One or more letters drawn as one, in points from the top left corner of the page as shown.
#[derive(Debug, Clone)]
pub(super) struct Glyph {
    pub text: String,
    pub origin: Point,
    pub direction: Vec2,
    pub advance: f64,
    pub size: f64,
}

pub(super) struct Canvas<'a, 'p> {
    page: &'p Page<'a>,
    document_fonts: &'p DocumentFonts<'a>,
    fonts: Option<Vec<Rc<NamedFont<'a>>>>,
    pub glyphs: Vec<Glyph>,
    pub filled: Vec<Glyph>,
    pub unknown: usize,
    pub pictures: bool,
    /// Total area of the pictures, in square points.
    pub covered: f64,
    spans: Vec<Option<Span>>,
    /// Letters by position, so that a letter drawn twice to look bold counts once.
    seen: HashMap<(i64, i64), Vec<usize>>,
}

/// A span whose own text replaces its letters.
struct Span {
    text: Option<String>,
    /// The glyph with the text; later letters widen it.
    at: Option<usize>,
}

impl<'a, 'p> Canvas<'a, 'p> {
    pub fn new(page: &'p Page<'a>, document_fonts: &'p DocumentFonts<'a>) -> Self {
        Self {
            page,
            document_fonts,
            fonts: None,
            glyphs: Vec::new(),
            filled: Vec::new(),
            unknown: 0,
            pictures: false,
            covered: 0.0,
            spans: Vec::new(),
            seen: HashMap::new(),
        }
    }

    fn text(&mut self, glyph: &Shape<'a>) -> String {
        let said = |text: &str| text.chars().filter(|c| !is_nothing(*c)).collect::<String>();
        let text = match glyph.as_unicode() {
            Some(BfString::Char(c)) => said(c.encode_utf8(&mut [0; 4])),
            Some(BfString::String(text)) => said(&text),
            None => String::new(),
        };
        match glyph {
            _ if !text.is_empty() => text,
            Shape::Type3(_) => by_code(glyph.char_code()),
            Shape::Outline(glyph) => {
                let fonts =
                    self.fonts.get_or_insert_with(|| self.document_fonts.of_page(self.page));
                let meaning = fonts.iter().find_map(|font| font.meaning(glyph));
                said(&meaning.unwrap_or_default())
            }
        }
    }

    fn add(&mut self, glyph: Glyph) {
        if self.glyphs.len() >= MOST || !is_on_a_page(&glyph) {
            return;
        }
        if let Some(span) = self.spans.iter_mut().rev().flatten().next() {
            match (span.text.take(), span.at) {
                (Some(text), _) => {
                    span.at = Some(self.glyphs.len());
                    self.glyphs.push(Glyph { text, ..glyph });
                }
                (None, Some(at)) => {
                    if let Some(first) = self.glyphs.get_mut(at) {
                        let end = (glyph.origin - first.origin).dot(first.direction);
                        first.advance = first.advance.max(end + glyph.advance);
                    }
                }
                (None, None) => {}
            }
            return;
        }
        if glyph.text.is_empty() {
            self.unknown += 1;
            return;
        }
        // A cell is a twentieth of the size wide; distinct letters are further apart.
        let cell = (glyph.size / 20.0).max(0.05);
        let key = |x: f64, y: f64| ((x / cell).round() as i64, (y / cell).round() as i64);
        let (x, y) = key(glyph.origin.x, glyph.origin.y);
        let twice = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy))).any(|near| {
            let there = self.seen.get(&near).into_iter().flatten();
            there
                .filter_map(|at| self.glyphs.get(*at))
                .any(|other| other.text == glyph.text && (other.size - glyph.size).abs() < cell)
        });
        if twice {
            return;
        }
        self.seen.entry((x, y)).or_default().push(self.glyphs.len());
        self.glyphs.push(glyph);
    }
}

fn is_on_a_page(glyph: &Glyph) -> bool {
    let Point { x, y } = glyph.origin;
    let near = |value: f64| value.is_finite() && value.abs() < 100_000.0;
    near(x) && near(y) && near(glyph.advance) && (0.2..20_000.0).contains(&glyph.size)
}

impl<'a> Device<'a> for Canvas<'a, '_> {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, _: &DrawMode) {
        let vertical = run.writing_mode() == WritingMode::Vertical;
        let places: Vec<Affine> =
            run.glyphs().iter().map(|glyph| props.transform * glyph.transform()).collect();
        // `width` already includes a substitute font's stretch; the text's own stretch is shared by all letters.
        let stretches: Vec<f64> = places.iter().map(stretch).collect();
        let shared = stretches
            .iter()
            .copied()
            .fold((f64::MAX, 0.0_f64), |(least, most), it| (least.min(it), most.max(it)));
        let shared = if shared.1 - shared.0 <= 0.01 * shared.1 { shared.1 } else { 1.0 };
        let larger = drawn_larger(run);
        for (glyph, place) in run.glyphs().iter().zip(&places) {
            let [a, b, c, d, ..] = place.as_coeffs();
            let (along, up) = (Vec2::new(a, b), Vec2::new(c, d));
            let width = width(glyph);
            let size = up.hypot() * 1000.0 * larger;
            let length = along.hypot();
            if length <= 0.0 || size <= 0.0 {
                continue;
            }
            let text = self.text(glyph);
            let (direction, advance) = match vertical {
                true => (up * (-1000.0 * larger / size), size),
                false => {
                    let width = width.map_or(500.0, f64::from) / 1000.0;
                    (along * (1.0 / length), width.abs() * size / larger * shared)
                }
            };
            self.add(Glyph { text, origin: *place * Point::ZERO, direction, advance, size });
        }
    }

    fn begin_marked_content(&mut self, _: &[u8], properties: Option<&Dict<'_>>) {
        let text = properties.and_then(|it| it.get::<PdfString<'_>>("ActualText".as_bytes()));
        let text = text.map(|text| string(text.as_bytes()));
        self.spans.push(text.map(|text| Span { text: Some(text), at: None }));
    }

    fn end_marked_content(&mut self) {
        self.spans.pop();
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.pictures = true;
        let (width, height) = match image {
            Image::Stencil(image) => (image.width(), image.height()),
            Image::Raster(image) => (image.width(), image.height()),
        };
        let size = Rect::new(0.0, 0.0, width.into(), height.into());
        self.covered += props.transform.transform_rect_bbox(size).area();
    }

    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}

/// In thousandths of the font's size.
fn width(glyph: &Shape<'_>) -> Option<f32> {
    match glyph {
        Shape::Outline(glyph) => glyph.advance_width(),
        Shape::Type3(glyph) => glyph.advance_width(),
    }
}

/// Scale of the letters to their font's size. A Type 3 font may have size one and drawings of any size; a letter is
/// about half as wide as high.
fn drawn_larger(run: &GlyphRun<'_, '_>) -> f64 {
    let widths = run.glyphs().iter().filter_map(|glyph| match &**glyph {
        Shape::Type3(_) => width(glyph).map(|width| f64::from(width).abs() / 1000.0),
        Shape::Outline(_) => None,
    });
    let (count, sum) = widths.fold((0, 0.0), |(count, sum), width| (count + 1, sum + width));
    let mean = sum / f64::from(count.max(1));
    if mean > 1.2 { 1.8 * mean } else { 1.0 }
}

/// For Type 3 fonts without meanings: TeX's old fonts are such, and use ASCII codes.
fn by_code(code: u32) -> String {
    let code = u8::try_from(code).ok().filter(u8::is_ascii_graphic);
    code.map_or_else(String::new, |code| char::from(code).to_string())
}

fn stretch(place: &Affine) -> f64 {
    let [a, b, c, d, ..] = place.as_coeffs();
    let high = c.hypot(d);
    if high > 0.0 { a.hypot(b) / high } else { 1.0 }
}

fn is_nothing(c: char) -> bool {
    (c.is_control() && !c.is_whitespace())
        || matches!(c, '\u{fffd}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// A PDF string: UTF-16 or UTF-8 with a mark, else PDF's one-byte encoding, nearly Latin-1.
pub(super) fn string(bytes: &[u8]) -> String {
    match bytes {
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => bytes.iter().map(|byte| one_byte(*byte)).collect(),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).filter_map(Result::ok).filter(|c| !is_nothing(*c)).collect()
}

fn one_byte(byte: u8) -> char {
    /// From 0x80, in the standard's order.
    const SIGNS: [char; 31] = [
        '•', '†', '‡', '…', '—', '–', 'ƒ', '⁄', '‹', '›', '−', '‰', '„', '“', '”', '‘', '’', '‚',
        '™', 'ﬁ', 'ﬂ', 'Ł', 'Œ', 'Š', 'Ÿ', 'Ž', 'ı', 'ł', 'œ', 'š', 'ž',
    ];
    match byte {
        0x80..=0x9E => SIGNS.get(usize::from(byte - 0x80)).copied().unwrap_or(' '),
        0xA0 => '€',
        b'\t' | b'\n' | b'\r' => char::from(byte),
        0x00..=0x1F | 0x7F | 0x9F => ' ',
        _ => char::from(byte),
    }
}
