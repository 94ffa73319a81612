//! Values of form fields. Most files draw them, too; where the drawing is missing or empty, viewers draw the value.

use std::collections::HashMap;

use hayro_interpret::kurbo::{Affine, Point, Rect, Vec2};
use hayro_syntax::{
    object::{self, Array, Dict, Name, Object, Stream, String as PdfString},
    page::Page,
};

use super::glyphs::{self, Glyph};

/// Annotation flags for invisible ones.
const HIDDEN: u32 = 1 << 1 | 1 << 5;
/// Text field flag for passwords.
const PASSWORD: u32 = 1 << 13;
/// Maximum letter size.
const SIZE: f64 = 12.0;

/// Values that the page doesn't draw, one glyph a line.
pub(super) fn undrawn(page: &Page<'_>, upright: Affine, drawn: &[Glyph]) -> Vec<Glyph> {
    let annotations = page.raw().get::<Array<'_>>("Annots");
    let annotations = annotations.iter().flat_map(Array::iter::<Dict<'_>>);
    let filled = annotations.filter_map(|field| {
        let rect = field.get::<object::Rect>("Rect")?;
        let rect = Rect::new(rect.x0, rect.y0, rect.x1, rect.y1);
        let (text, has_drawing) = (value(&field)?, has_drawing(&field));
        Some(FieldText { text, rect: upright.transform_rect_bbox(rect), has_drawing })
    });
    filled
        .filter(|field| !is_drawn(field, drawn))
        .flat_map(|field| lines(&field.text, field.rect))
        .collect()
}

struct FieldText {
    text: String,
    rect: Rect,
    has_drawing: bool,
}

/// Searches the letters drawn in the field. A field's own drawing may differ in form (a date, a number); without one, a
/// printed hint (`DD.MM.YYYY`, `EUR`) isn't the value.
fn is_drawn(field: &FieldText, drawn: &[Glyph]) -> bool {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let inside = drawn.iter().filter(|glyph| field.rect.contains(glyph.origin));
    let inside: String = inside.map(|glyph| letters(&glyph.text)).collect();
    match field.has_drawing {
        true => !inside.is_empty(),
        false => !inside.is_empty() && inside.contains(&letters(&field.text)),
    }
}

fn has_drawing(field: &Dict<'_>) -> bool {
    let drawing = field.get::<Dict<'_>>("AP").and_then(|it| it.get::<Stream<'_>>("N"));
    let drawing = drawing.and_then(|drawing| drawing.decoded().ok().map(|it| it.into_owned()));
    drawing.is_some_and(|it| it.windows(2).any(|pair| matches!(pair, b"Tj" | b"TJ")))
}

fn value(field: &Dict<'_>) -> Option<String> {
    if field.get::<u32>("F").unwrap_or(0) & HIDDEN != 0 {
        return None;
    }
    let flags = holder(field, "Ff").and_then(|it| it.get::<u32>("Ff")).unwrap_or(0);
    match holder(field, "FT")?.get::<Name<'_>>("FT")?.as_str() {
        "Tx" if flags & PASSWORD != 0 => None,
        "Tx" => Some(text(&holder(field, "V")?.get::<PdfString<'_>>("V")?)),
        "Ch" => chosen(field),
        _ => None,
    }
}

fn chosen(field: &Dict<'_>) -> Option<String> {
    let values = match holder(field, "V")?.get::<Object<'_>>("V")? {
        Object::String(value) => vec![text(&value)],
        Object::Array(values) => values.iter::<PdfString<'_>>().map(|value| text(&value)).collect(),
        _ => return None,
    };
    let listed = holder(field, "Opt").and_then(|it| it.get::<Array<'_>>("Opt"));
    let listed = listed.iter().flat_map(Array::iter::<Object<'_>>);
    let pairs = listed.filter_map(|choice| match choice {
        Object::Array(pair) => {
            let mut pair = pair.iter::<PdfString<'_>>();
            // The value sent, and the value shown.
            Some((text(&pair.next()?), text(&pair.next()?)))
        }
        _ => None,
    });
    let shown: HashMap<String, String> = pairs.collect();
    let values: Vec<&str> =
        values.iter().map(|value| shown.get(value).unwrap_or(value).as_str()).collect();
    Some(values.join("\n"))
}

fn text(value: &PdfString<'_>) -> String {
    glyphs::string(value.as_bytes())
}

/// The field or its closest ancestor with this key.
fn holder<'a>(field: &Dict<'a>, key: &str) -> Option<Dict<'a>> {
    /// Maximum nesting of fields; it ends cycles.
    const DEEPEST: usize = 16;
    let fields = std::iter::successors(Some(field.clone()), |it| it.get::<Dict<'_>>("Parent"));
    fields.take(DEEPEST).find(|it| it.contains_key(key))
}

fn lines(text: &str, rect: Rect) -> Vec<Glyph> {
    let lines = text.split(['\r', '\n']).map(str::trim).filter(|line| !line.is_empty());
    let lines: Vec<&str> = lines.collect();
    let height = rect.height() / lines.len().max(1) as f64;
    let size = (0.8 * height).min(SIZE);
    let baselines = (1..).map(|row| rect.y0 + height * f64::from(row) - 0.25 * height);
    let glyph = |(text, base): (&str, f64)| Glyph {
        text: text.to_owned(),
        origin: Point::new(rect.x0, base),
        direction: Vec2::new(1.0, 0.0),
        advance: (0.5 * size * text.chars().count() as f64).min(rect.width()),
        size,
    };
    lines.into_iter().zip(baselines).map(glyph).collect()
}
