//! Reads an image's format and size from its bytes.
//!
//! Nothing is decoded, so no file can make this slow or large. The crate `imagesize` (0.15) would replace some 60
//! lines, but fails on one of the tests' six samples (a JPEG with padding between its segments) and misreads another
//! (WebP's scaling bits counted as size).

#[cfg(test)]
mod tests;

use conversation::model::{Image, ImageFormat};
use language::Sentence;

use crate::sentences::images as sentences;

/// Maximum bytes of an image file. Hosts accept 5 to 20 MB, and refuse a larger one only after receiving it.
pub const LARGEST_FILE: usize = 20 * 1024 * 1024;

/// Maximum pixels of a side. No model accepts more than 8,000, and a larger figure most likely means a damaged
/// header.
pub const LONGEST_SIDE: u32 = 30_000;

/// Maximum pixels of an image. A few kilobytes may claim more than any memory holds, and drawing needs four bytes a
/// pixel.
pub const MOST_PIXELS: u64 = 100_000_000;

/// Why bytes aren't an image that a model accepts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    #[error("{}", sentences::EMPTY_FILE)]
    Empty,
    /// Models don't accept this format. Names the format if it is known.
    #[error("{}", sentences::other_format(*.0))]
    OtherFormat(Option<Sentence>),
    #[error("{}", sentences::cut_off(.0))]
    CutOff(&'static str),
    #[error("{}", sentences::damaged(.0))]
    Damaged(&'static str),
    /// A side is longer than [`LONGEST_SIDE`].
    #[error("{}", sentences::too_wide(*width, *height, LONGEST_SIDE))]
    TooWide {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// It has more pixels than [`MOST_PIXELS`], though no side is too long.
    #[error("{}", sentences::too_many_pixels(*width, *height, MOST_PIXELS))]
    TooManyPixels {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// The file has more bytes than [`LARGEST_FILE`].
    #[error("{}", sentences::too_large(*.0, LARGEST_FILE))]
    TooLarge(usize),
}

/// In pixels; `None` for an incomplete or invalid header.
type Size = Option<(u32, u32)>;

/// Detects the format from the bytes, whatever the file's name.
///
/// # Errors
/// If the bytes aren't a complete PNG, JPEG, GIF or WebP of an accepted size; the sentence names the actual format.
pub fn read(bytes: impl Into<std::sync::Arc<[u8]>>) -> Result<Image, ImageError> {
    let bytes = bytes.into();
    let (format, name) = match &bytes[..] {
        [] => return Err(ImageError::Empty),
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => (ImageFormat::Png, "PNG"),
        [0xff, 0xd8, 0xff, ..] => (ImageFormat::Jpeg, "JPEG"),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => (ImageFormat::Gif, "GIF"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => {
            (ImageFormat::Webp, "WebP")
        }
        other => return Err(ImageError::OtherFormat(other_format(other))),
    };
    if bytes.len() > LARGEST_FILE {
        return Err(ImageError::TooLarge(bytes.len()));
    }
    let (size, is_whole) = match format {
        ImageFormat::Png => (png(&bytes), ends_with(&bytes, b"IEND")),
        ImageFormat::Jpeg => (jpeg(&bytes), ends_with(&bytes, &[0xff, 0xd9])),
        ImageFormat::Gif => (gif(&bytes), gif_is_whole(&bytes)),
        ImageFormat::Webp => (webp(&bytes), webp_is_whole(&bytes)),
    };
    let (width, height) = match size {
        Some((width, height)) if width > 0 && height > 0 => (width, height),
        _ if is_whole => return Err(ImageError::Damaged(name)),
        _ => return Err(ImageError::CutOff(name)),
    };
    if width.max(height) > LONGEST_SIDE {
        return Err(ImageError::TooWide { width, height });
    }
    if pixels((width, height)) > MOST_PIXELS {
        return Err(ImageError::TooManyPixels { width, height });
    }
    if !is_whole {
        return Err(ImageError::CutOff(name));
    }
    Ok(Image { format, width, height, bytes })
}

/// True if the header claims more than [`MOST_PIXELS`]. False for unknown formats and for SVG, which is drawn at the
/// size of its display.
pub fn is_too_large_to_draw(bytes: &[u8]) -> bool {
    let size = match bytes {
        [0x89, b'P', b'N', b'G', ..] => png(bytes),
        [0xff, 0xd8, 0xff, ..] => jpeg(bytes),
        [b'G', b'I', b'F', b'8', ..] => gif(bytes),
        [b'R', b'I', b'F', b'F', ..] => webp(bytes),
        [b'B', b'M', ..] => bmp(bytes),
        [0, 0, 1, 0, ..] => ico(bytes),
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => avif(bytes),
        _ => None,
    };
    size.is_some_and(|size| pixels(size) > MOST_PIXELS)
}

fn pixels((width, height): (u32, u32)) -> u64 {
    u64::from(width) * u64::from(height)
}

/// Names other formats that people try.
fn other_format(bytes: &[u8]) -> Option<Sentence> {
    let known: [(usize, &[u8], Sentence); 11] = [
        (0, b"%PDF", sentences::PDF),
        (0, b"BM", sentences::BMP),
        (0, b"II*\0", sentences::TIFF),
        (0, b"MM\0*", sentences::TIFF),
        (4, b"ftypavif", sentences::AVIF),
        (4, b"ftypheic", sentences::HEIC),
        (4, b"ftypmif1", sentences::HEIC),
        (0, b"\0\0\x01\0", sentences::ICON),
        (0, b"<svg", sentences::SVG),
        (0, b"<?xml", sentences::XML),
        (0, b"\xff\x0a", sentences::JPEG_XL),
    ];
    let is = |at: usize, mark: &[u8]| bytes.get(at..).is_some_and(|rest| rest.starts_with(mark));
    known.iter().find(|(at, mark, _)| is(*at, mark)).map(|(.., name)| *name)
}

/// Searches the last bytes, because some programs append a little after the end.
fn ends_with(bytes: &[u8], mark: &[u8]) -> bool {
    let tail = &bytes[bytes.len().saturating_sub(4_096)..];
    tail.windows(mark.len()).any(|window| window == mark)
}

fn big(bytes: &[u8], at: usize, length: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + length)?;
    Some(bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

fn little(bytes: &[u8], at: usize, length: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + length)?;
    Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

fn png(bytes: &[u8]) -> Size {
    let is_head = bytes.get(12..16)? == b"IHDR";
    is_head.then_some((big(bytes, 16, 4)?, big(bytes, 20, 4)?))
}

fn gif(bytes: &[u8]) -> Size {
    Some((little(bytes, 6, 2)?, little(bytes, 8, 2)?))
}

/// A GIF ends in a semicolon; some programs append zeros.
fn gif_is_whole(bytes: &[u8]) -> bool {
    let last = bytes.iter().rev().find(|byte| !matches!(byte, 0 | b'\n' | b'\r' | b' '));
    last == Some(&b';')
}

fn jpeg(bytes: &[u8]) -> Size {
    let mut at = 2;
    loop {
        if *bytes.get(at)? != 0xff {
            return None;
        }
        match *bytes.get(at + 1)? {
            // Padding.
            0xff => at += 1,
            // Marks without a length.
            0x01 | 0xd0..=0xd8 => at += 2,
            // The picture's data or its end comes before a size: the file is invalid.
            0xd9 | 0xda => return None,
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                return Some((big(bytes, at + 7, 2)?, big(bytes, at + 5, 2)?));
            }
            _ => {
                let length = big(bytes, at + 2, 2)?;
                at += 2 + usize::try_from(length).ok().filter(|length| *length >= 2)?;
            }
        }
    }
}

fn webp(bytes: &[u8]) -> Size {
    const FOURTEEN_BITS: u32 = 0x3fff;
    match bytes.get(12..16)? {
        b"VP8X" => Some((little(bytes, 24, 3)? + 1, little(bytes, 27, 3)? + 1)),
        b"VP8L" => {
            let sides = little(bytes, 21, 4)?;
            Some(((sides & FOURTEEN_BITS) + 1, (sides >> 14 & FOURTEEN_BITS) + 1))
        }
        b"VP8 " => {
            Some((little(bytes, 26, 2)? & FOURTEEN_BITS, little(bytes, 28, 2)? & FOURTEEN_BITS))
        }
        _ => None,
    }
}

/// The height is negative where rows run from top to bottom.
fn bmp(bytes: &[u8]) -> Size {
    const FROM_BEFORE_WINDOWS: u32 = 12;
    if little(bytes, 14, 4)? == FROM_BEFORE_WINDOWS {
        return Some((little(bytes, 18, 2)?, little(bytes, 20, 2)?));
    }
    Some((little(bytes, 18, 4)?, little(bytes, 22, 4)?.cast_signed().unsigned_abs()))
}

/// The largest of an icon's images, each a PNG or a BMP without file header. The directory is limited to 256 pixels a
/// side, but the images may claim more.
fn ico(bytes: &[u8]) -> Size {
    let count = usize::try_from(little(bytes, 4, 2)?).ok()?;
    let images = (0..count).filter_map(|image| {
        let at = usize::try_from(little(bytes, 6 + 16 * image + 12, 4)?).ok()?;
        let image = bytes.get(at..)?;
        if image.starts_with(b"\x89PNG") {
            return png(image);
        }
        // The stored height also counts the mask, which is as high as the picture.
        Some((little(image, 4, 4)?, little(image, 8, 4)?.cast_signed().unsigned_abs() / 2))
    });
    images.max_by_key(|size| pixels(*size))
}

/// The largest size among an AVIF's properties, which are near its beginning.
fn avif(bytes: &[u8]) -> Size {
    const HEAD: usize = 64 * 1024;
    let head = &bytes[..bytes.len().min(HEAD)];
    let places = head.windows(4).enumerate().filter(|(_, name)| name == b"ispe");
    // After the name come a version and flags.
    let sizes = places.filter_map(|(at, _)| Some((big(head, at + 8, 4)?, big(head, at + 12, 4)?)));
    sizes.max_by_key(|size| pixels(*size))
}

/// WebP has no end mark, but its length at its beginning.
fn webp_is_whole(bytes: &[u8]) -> bool {
    let length = little(bytes, 4, 4).and_then(|length| usize::try_from(length).ok());
    length.is_some_and(|length| bytes.len() >= length.saturating_add(8))
}
