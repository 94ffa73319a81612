//! Files that the user attaches to a message.

use std::{fs::File, io::Read, path::Path};

use models::{Image, ImageError, Tokens, image::LARGEST_FILE};

use crate::sentences::attaching;
use conversation::{Code, Error, Result};

#[cfg(test)]
mod tests;

/// The largest text that can be attached, in bytes. As English text that is some two million tokens,
/// more than any window has; counting it takes about half a second. Images may be larger
/// ([`LARGEST_FILE`]).
pub const MAX_BYTES: u64 = 8 * 1024 * 1024;

/// A file as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadFile {
    /// The file's name without its folder.
    pub name: String,
    /// Its size on disk in bytes.
    pub bytes: u32,
    /// What is in it.
    pub content: Content,
}

/// What is in a file that can be attached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Text, without a byte order mark.
    Text(String),
    /// An image.
    Image(Image),
}

/// Reads a text or an image of the user's disk. What it is, its content decides, not its name.
/// Blocks.
///
/// # Errors
/// If it can't be read, is too large, is damaged, or is neither; the sentence names the file.
pub fn read_file(path: &Path) -> Result<ReadFile> {
    let name = path
        .file_name()
        .map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    let unreadable = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => Error::new(Code::NotFound, attaching::gone(&name)),
        _ => Error::new(Code::Unreadable, attaching::unreadable(&name, &error)),
    };
    let unsupported = |what: &str| Error::new(Code::UnsupportedFile, format!("“{name}” {what}"));
    // Opening a pipe or a device could block for ever, so its kind is asked first.
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(unsupported(attaching::A_FOLDER));
    }
    if !metadata.is_file() {
        return Err(unsupported(attaching::NOT_A_FILE));
    }
    let mut file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    (&mut file).take(HEAD).read_to_end(&mut bytes).map_err(unreadable)?;
    let is_image = image_kind(&bytes);
    let limit = if is_image { LARGEST_FILE as u64 } else { MAX_BYTES };
    let too_large = |bytes: u64| {
        let (has, most) = (megabytes(bytes), megabytes(limit));
        Error::new(Code::TooLarge, attaching::too_large(&name, &has, &most, is_image))
    };
    if metadata.len() > limit {
        return Err(too_large(metadata.len()));
    }
    let rest = (limit + 1).saturating_sub(bytes.len() as u64);
    file.take(rest).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(too_large(bytes.len() as u64));
    }
    let size = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    let content = if is_image {
        let damaged = |error: ImageError| unsupported(&attaching::damaged(&error));
        Content::Image(models::image::read(bytes).map_err(damaged)?)
    } else {
        let text = decode(&bytes).map_err(|what| unsupported(&what))?;
        if text.trim().is_empty() {
            return Err(unsupported(attaching::EMPTY));
        }
        Content::Text(text)
    };
    Ok(ReadFile { name, bytes: size, content })
}

/// Takes bytes that were pasted as the image that they are.
///
/// # Errors
/// If they are no image that models take, too many, or damaged.
pub fn read_image(name: String, bytes: Vec<u8>) -> Result<ReadFile> {
    let unsupported = |what: &str| Error::new(Code::UnsupportedFile, format!("“{name}” {what}"));
    if !image_kind(&bytes) {
        return Err(unsupported(&attaching::no_image()));
    }
    if bytes.len() > LARGEST_FILE {
        let (has, most) = (megabytes(bytes.len() as u64), megabytes(LARGEST_FILE as u64));
        return Err(Error::new(Code::TooLarge, attaching::too_large(&name, &has, &most, true)));
    }
    let size = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    let damaged = |error: ImageError| unsupported(&attaching::damaged(&error));
    let image = models::image::read(bytes).map_err(damaged)?;
    Ok(ReadFile { name, bytes: size, content: Content::Image(image) })
}

/// Number of bytes at a file's start that tell its format.
const HEAD: u64 = 16;

/// Whether a file begins as an image of a format that models take.
fn image_kind(head: &[u8]) -> bool {
    let riff = head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP");
    riff || IMAGES.iter().any(|start| head.starts_with(start))
}

const IMAGES: [&[u8]; 4] = [b"\x89PNG\r\n\x1a\n", b"\xFF\xD8\xFF", b"GIF87a", b"GIF89a"];

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / (1024.0 * 1024.0))
}

/// The text of a file's bytes, or what they are instead, to follow the file's name.
fn decode(bytes: &[u8]) -> std::result::Result<String, String> {
    if let Some(kind) = binary_kind(bytes) {
        return Err(attaching::is_other(kind));
    }
    let text = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => std::str::from_utf8(rest).ok().map(str::to_owned),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => std::str::from_utf8(bytes).ok().map(str::to_owned),
    };
    match text {
        Some(text) if !text.contains('\0') => Ok(text),
        Some(_) => Err(attaching::HAS_NULS.to_owned()),
        None if bytes.contains(&0) => Err(attaching::not_text()),
        None => Err(attaching::OTHER_ENCODING.to_owned()),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let pairs = bytes.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return None;
    }
    let units: Vec<u16> = pairs.map(|pair| unit([pair[0], pair[1]])).collect();
    String::from_utf16(&units).ok()
}

/// What a file is by its first bytes, where they tell.
fn binary_kind(bytes: &[u8]) -> Option<&'static str> {
    if let [b'R', b'I', b'F', b'F', _, _, _, _, kind @ ..] = bytes {
        return match kind {
            [b'W', b'A', b'V', b'E', ..] => Some(attaching::WAV),
            _ => None,
        };
    }
    if bytes.get(4..8) == Some(b"ftyp") {
        return Some(attaching::FILM);
    }
    attaching::KINDS.iter().find(|(start, _)| bytes.starts_with(start)).map(|(_, kind)| *kind)
}

/// Why a file of `tokens` can't be attached, if it can't: `taken` is what the request has without
/// it, and the answer needs `reserve`.
pub fn refusal(
    file: &ReadFile,
    tokens: Tokens,
    window: Tokens,
    reserve: Tokens,
    taken: Tokens,
) -> Option<String> {
    let free = window.0.saturating_sub(reserve.0).saturating_sub(taken.0);
    let pixels = match &file.content {
        Content::Text(_) => None,
        Content::Image(image) => Some((image.width, image.height)),
    };
    (tokens.0 > free).then(|| {
        attaching::does_not_fit(&file.name, pixels, (tokens, free), (window, reserve, taken))
    })
}
