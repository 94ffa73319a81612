//! What is filled in a form. A field has its value, and mostly a drawing of it too; where that is
//! missing or empty, viewers draw the value themselves.

use hayro_interpret::kurbo::{Affine, Point, Rect, Vec2};
use hayro_syntax::{
    object::{self, Array, Dict, Name, Object, String as PdfString},
    page::Page,
};

use super::glyphs::{self, Glyph};

/// Flags of an annotation: it isn't shown.
const HIDDEN: u32 = 1 << 1 | 1 << 5;
/// Flag of a field of text: it takes a password.
const PASSWORD: u32 = 1 << 13;
/// Flag of a field of choices: it shows the chosen one, and the others when it is opened.
const COMBO: u32 = 1 << 17;
/// The size of letters in a field that has room for larger ones.
const SIZE: f64 = 12.0;

/// The values of a page's fields that nothing was drawn for, one letter a line of text.
pub(super) fn undrawn(page: &Page<'_>, upright: Affine, drawn: &[Glyph]) -> Vec<Glyph> {
    let annotations = page.raw().get::<Array<'_>>("Annots");
    let annotations = annotations.iter().flat_map(Array::iter::<Dict<'_>>);
    let filled = annotations.filter_map(|field| {
        let rect = field.get::<object::Rect>("Rect")?;
        let rect = Rect::new(rect.x0, rect.y0, rect.x1, rect.y1);
        Some((value(&field)?, upright.transform_rect_bbox(rect)))
    });
    let is_drawn = |rect: Rect| {
        drawn.iter().any(|glyph| {
            rect.contains(glyph.origin) && glyph.text.chars().any(char::is_alphanumeric)
        })
    };
    filled
        .filter(|(_, rect)| !is_drawn(*rect))
        .flat_map(|(text, rect)| lines(&text, rect))
        .collect()
}

/// The text that is filled in, if this is a field of text or of choices that is shown.
fn value(field: &Dict<'_>) -> Option<String> {
    if field.get::<u32>("F").unwrap_or(0) & HIDDEN != 0 {
        return None;
    }
    let flags = holder(field, "Ff").and_then(|it| it.get::<u32>("Ff")).unwrap_or(0);
    match holder(field, "FT")?.get::<Name<'_>>("FT")?.as_str() {
        "Tx" if flags & PASSWORD != 0 => None,
        "Ch" if flags & COMBO == 0 => Some(choices(field)?.join("\n")),
        "Tx" | "Ch" => {
            let value = holder(field, "V")?.get::<PdfString<'_>>("V")?;
            Some(glyphs::string(value.as_bytes()))
        }
        _ => None,
    }
}

/// What there is to choose from in a list that is open.
fn choices(field: &Dict<'_>) -> Option<Vec<String>> {
    let listed = holder(field, "Opt")?.get::<Array<'_>>("Opt")?;
    let shown = listed.iter::<Object<'_>>().filter_map(|choice| match choice {
        Object::String(shown) => Some(shown),
        // What is sent, and what is shown.
        Object::Array(pair) => pair.iter::<PdfString<'_>>().last(),
        _ => None,
    });
    Some(shown.map(|shown| glyphs::string(shown.as_bytes())).collect())
}

/// The field, or one that it is a part of, that says this.
fn holder<'a>(field: &Dict<'a>, key: &str) -> Option<Dict<'a>> {
    /// Fields of fields go no deeper; a loop would.
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
