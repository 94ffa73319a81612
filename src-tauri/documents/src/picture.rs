//! Pictures as grey pixels, in the orientation and size that the recognition of text needs.

#[cfg(test)]
mod tests;

use std::io::Cursor;

use serde::{Deserialize, Serialize};
use zune_jpeg::{
    JpegDecoder,
    zune_core::{bytestream::ZCursor, colorspace::ColorSpace, options::DecoderOptions},
};

use crate::{Reason, Refusal, Size, sentences};

/// Maximum side of a picture, in pixels: some 170 per inch on A4, where six-point letters are eleven pixels high.
pub(crate) const LONGEST_SIDE: u32 = 2000;

/// Maximum pixels of a decoded picture: 200 MB in colour.
const MOST_PIXELS: u64 = 50_000_000;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    /// In points of 1/72 inch for a page, in pixels for an image.
    pub size: Size,
    /// Row by row from the top left corner; 0 is black.
    #[serde(skip)]
    pub pixels: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Shades {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<u8>,
}

impl Shades {
    pub fn white(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![255; width * height] }
    }

    fn at(&self, x: usize, y: usize) -> u8 {
        self.pixels.get(y * self.width + x).copied().unwrap_or(255)
    }

    /// Shrinks to at most `longest` pixels a side, by averaging.
    fn shrunk(self, longest: u32) -> Self {
        let most = self.width.max(self.height);
        let longest = longest as usize;
        if most <= longest {
            return self;
        }
        let (width, height) =
            ((self.width * longest / most).max(1), (self.height * longest / most).max(1));
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            let rows = span(y, height, self.height);
            for x in 0..width {
                let columns = span(x, width, self.width);
                let count = rows.len() * columns.len();
                let sum: usize = rows
                    .clone()
                    .flat_map(|row| columns.clone().map(move |column| (column, row)))
                    .map(|(column, row)| usize::from(self.at(column, row)))
                    .sum();
                pixels.push(u8::try_from(sum / count.max(1)).unwrap_or(255));
            }
        }
        Self { width, height, pixels }
    }

    fn turned(self, orientation: u32) -> Self {
        let (width, height) = (self.width, self.height);
        let from = |x: usize, y: usize| match orientation {
            2 => (width - 1 - x, y),
            3 => (width - 1 - x, height - 1 - y),
            4 => (x, height - 1 - y),
            5 => (y, x),
            6 => (y, height - 1 - x),
            7 => (width - 1 - y, height - 1 - x),
            8 => (width - 1 - y, x),
            _ => (x, y),
        };
        if !(2..=8).contains(&orientation) {
            return self;
        }
        let (across, down) = if orientation >= 5 { (height, width) } else { (width, height) };
        let pixels = (0..down)
            .flat_map(|y| (0..across).map(move |x| (x, y)))
            .map(|(x, y)| {
                let (x, y) = from(x, y);
                self.at(x, y)
            })
            .collect();
        Self { width: across, height: down, pixels }
    }

    pub fn into_picture(self, size: Size) -> Picture {
        let Self { width, height, pixels } = self.shrunk(LONGEST_SIDE);
        let whole = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        Picture { width: whole(width), height: whole(height), size, pixels }
    }
}

/// The pixels of `of` that pixel `at` of `parts` averages.
fn span(at: usize, parts: usize, of: usize) -> std::ops::Range<usize> {
    let start = at * of / parts;
    start..((at + 1) * of / parts).max(start + 1)
}

pub(crate) fn shade(red: u8, green: u8, blue: u8) -> u8 {
    let sum = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
    u8::try_from(sum / 1000).unwrap_or(255)
}

pub(crate) fn on_white(shade: u8, alpha: u8) -> u8 {
    let alpha = u32::from(alpha);
    u8::try_from((u32::from(shade) * alpha + 255 * (255 - alpha)) / 255).unwrap_or(255)
}

pub(crate) fn is_decoded(file: &[u8]) -> bool {
    file.starts_with(PNG) || file.starts_with(JPEG)
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
const JPEG: &[u8] = b"\xff\xd8\xff";

pub(crate) fn of_image(file: &[u8]) -> Result<Picture, Refusal> {
    let shades = match file {
        _ if file.starts_with(PNG) => png(file)?,
        _ if file.starts_with(JPEG) => jpeg(file)?,
        _ => return Err(Refusal::new(Reason::UnknownKind, sentences::IMAGE_KIND)),
    };
    let size = Size { width: shades.width as f32, height: shades.height as f32 };
    Ok(shades.into_picture(size))
}

fn counted(width: u64, height: u64) -> Result<(), Refusal> {
    match width.checked_mul(height) {
        Some(1..=MOST_PIXELS) => Ok(()),
        Some(0) => Err(Refusal::damaged(sentences::NO_PIXELS)),
        _ => Err(Refusal::new(Reason::TooLarge, sentences::too_many_pixels(MOST_PIXELS))),
    }
}

fn png(file: &[u8]) -> Result<Shades, Refusal> {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let head = decoder.read_header_info().map_err(Refusal::damaged)?;
    counted(head.width.into(), head.height.into())?;
    let mut reader = decoder.read_info().map_err(Refusal::damaged)?;
    let length = reader.output_buffer_size();
    let mut bytes = vec![0; length.ok_or_else(|| Refusal::damaged(sentences::IMAGE_HEAD))?];
    let frame = reader.next_frame(&mut bytes).map_err(Refusal::damaged)?;
    bytes.truncate(frame.buffer_size());
    let channels = frame.color_type.samples();
    shades(&bytes, (frame.width as usize, frame.height as usize), channels)
}

fn jpeg(file: &[u8]) -> Result<Shades, Refusal> {
    // The format's largest size; the pixels are counted before decoding.
    let options = DecoderOptions::default()
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX));
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(file), options);
    decoder.decode_headers().map_err(|error| Refusal::damaged(format!("{error:?}")))?;
    let info = decoder.info().ok_or_else(|| Refusal::damaged(sentences::IMAGE_HEAD))?;
    counted(info.width.into(), info.height.into())?;
    let wanted = match decoder.input_colorspace() {
        Some(ColorSpace::YCbCr | ColorSpace::Luma) => ColorSpace::Luma,
        _ => ColorSpace::RGB,
    };
    decoder.set_options(options.jpeg_set_out_colorspace(wanted));
    let bytes = decoder.decode().map_err(|error| Refusal::damaged(format!("{error:?}")))?;
    let size = (usize::from(info.width), usize::from(info.height));
    let upright = shades(&bytes, size, wanted.num_components())?;
    Ok(upright.turned(orientation(file)))
}

fn orientation(file: &[u8]) -> u32 {
    let exif = exif::Reader::new().read_from_container(&mut Cursor::new(file)).ok();
    let field = |exif: &exif::Exif| {
        exif.get_field(exif::Tag::Orientation, exif::In::PRIMARY)?.value.get_uint(0)
    };
    exif.as_ref().and_then(field).unwrap_or(1)
}

/// With two or four channels, the last one is alpha.
fn shades(
    bytes: &[u8],
    (width, height): (usize, usize),
    channels: usize,
) -> Result<Shades, Refusal> {
    let pixels: Vec<u8> = bytes
        .chunks_exact(channels.max(1))
        .map(|pixel| match *pixel {
            [grey] => grey,
            [grey, alpha] => on_white(grey, alpha),
            [red, green, blue] => shade(red, green, blue),
            [red, green, blue, alpha] => on_white(shade(red, green, blue), alpha),
            _ => 255,
        })
        .collect();
    match pixels.len() == width * height {
        true => Ok(Shades { width, height, pixels }),
        false => Err(Refusal::damaged(sentences::IMAGE_END)),
    }
}
