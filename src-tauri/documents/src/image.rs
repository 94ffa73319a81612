//! Image metadata: format, size, and the texts written by a camera or a person.

use std::io::Cursor;

use exif::{In, Tag};

use crate::{Reason, Refusal, Unit, builder::Builder, encoding, picture::is_decoded, sentences};

const TAGS: [(Tag, &str); 12] = [
    (Tag::ImageDescription, "Description"),
    (Tag::UserComment, "Comment"),
    (Tag::DateTimeOriginal, "Taken"),
    (Tag::DateTime, "Changed"),
    (Tag::Artist, "By"),
    (Tag::Copyright, "Copyright"),
    (Tag::Make, "Maker"),
    (Tag::Model, "Camera"),
    (Tag::LensModel, "Lens"),
    (Tag::GPSLatitude, "Latitude"),
    (Tag::GPSLongitude, "Longitude"),
    (Tag::Software, "Program"),
];

pub(crate) fn read(file: &[u8], out: &mut Builder<'_>) -> Result<(), Refusal> {
    let kind = imagesize::image_type(file);
    let size = imagesize::blob_size(file);
    let (Ok(kind), Ok(size)) = (kind, size) else {
        return Err(Refusal::new(
            Reason::Damaged,
            sentences::damaged(sentences::IMAGE_HEAD.text()),
        ));
    };
    out.part(Unit::Whole, None)?;
    let format = format!("{kind:?}");
    let format = format.split(['(', ' ', '{']).next().unwrap_or_default().to_uppercase();
    let mut lines = vec![format!("{format} image, {} × {} pixels", size.width, size.height)];
    lines.extend(png_texts(file));
    let mut cursor = Cursor::new(file);
    if let Ok(exif) = exif::Reader::new().read_from_container(&mut cursor) {
        for (tag, name) in TAGS {
            let Some(field) = exif.get_field(tag, In::PRIMARY) else { continue };
            let value = match &field.value {
                exif::Value::Ascii(texts) => {
                    let texts: Vec<String> = texts.iter().map(|it| encoding::decode(it)).collect();
                    texts.join(" ")
                }
                exif::Value::Undefined(bytes, _) => {
                    encoding::decode(bytes.get(8..).unwrap_or_default())
                }
                _ => field.display_value().with_unit(&exif).to_string(),
            };
            let value = crate::text::one_line(&value);
            if !value.is_empty() {
                lines.push(format!("{name}: {value}"));
            }
        }
    }
    out.paragraph(&lines.join("\n"))?;
    if is_decoded(file) {
        out.mark_picture();
    }
    Ok(())
}

fn png_texts(file: &[u8]) -> Vec<String> {
    let mut texts = Vec::new();
    let Some(mut rest) = file.strip_prefix(b"\x89PNG\r\n\x1a\n") else { return texts };
    while let [a, b, c, d, kind @ ..] = rest {
        let length = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
        let Some((kind, after)) = kind.split_at_checked(4) else { break };
        let Some((data, after)) = after.split_at_checked(length) else { break };
        if kind == b"tEXt"
            && let Some(at) = data.iter().position(|byte| *byte == 0)
            && texts.len() < 20
        {
            let decode = |bytes: &[u8]| bytes.iter().copied().map(char::from).collect::<String>();
            let (name, text) = (decode(&data[..at]), decode(&data[at + 1..]));
            texts.push(crate::text::one_line(&format!("{name}: {text}")));
        }
        rest = after.get(4..).unwrap_or_default();
    }
    texts
}
