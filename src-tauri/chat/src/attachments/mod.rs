//! Files that the user attaches to a message.

use std::{fs::File, io::Read, path::Path};

use models::Tokens;

use crate::{Code, Error, Result};

#[cfg(test)]
mod tests;

/// The largest file that can be attached, in bytes. As English text that is some two million tokens,
/// more than any window has; counting it takes about half a second.
pub const MAX_BYTES: u64 = 8 * 1024 * 1024;

/// A text file as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFile {
    /// The file's name without its folder.
    pub name: String,
    /// Its size on disk in bytes.
    pub bytes: u32,
    /// Its text, without a byte order mark.
    pub text: String,
}

/// Reads a text file of the user's disk. What it is, its content decides, not its name. Blocks.
///
/// # Errors
/// If it can't be read, is larger than [`MAX_BYTES`], or isn't text; the sentence names the file.
pub fn read_file(path: &Path) -> Result<TextFile> {
    let name = path
        .file_name()
        .map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    let unreadable = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            Error::new(Code::NotFound, format!("“{name}” isn't there (any more)."))
        }
        _ => Error::new(Code::Unreadable, format!("“{name}” can't be read: {error}.")),
    };
    let unsupported = |what: &str| Error::new(Code::UnsupportedFile, format!("“{name}” {what}"));
    // Opening a pipe or a device could block for ever, so its kind is asked first.
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(unsupported("is a folder. Attach its files one by one."));
    }
    if !metadata.is_file() {
        return Err(unsupported("isn't a regular file and can't be attached."));
    }
    let too_large = |bytes: u64| {
        Error::new(
            Code::TooLarge,
            format!(
                "“{name}” has {}; at most {} can be attached. Attach the part that matters, or put \
                 it into your vault as a note, where the search finds its passages.",
                megabytes(bytes),
                megabytes(MAX_BYTES)
            ),
        )
    };
    if metadata.len() > MAX_BYTES {
        return Err(too_large(metadata.len()));
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        .map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(too_large(bytes.len() as u64));
    }
    let text = decode(&bytes).map_err(|what| unsupported(&what))?;
    if text.trim().is_empty() {
        return Err(unsupported("is empty: there is nothing to attach."));
    }
    Ok(TextFile { name, bytes: u32::try_from(bytes.len()).unwrap_or(u32::MAX), text })
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / (1024.0 * 1024.0))
}

/// The text of a file's bytes, or what they are instead, to follow the file's name.
fn decode(bytes: &[u8]) -> std::result::Result<String, String> {
    if let Some(kind) = binary_kind(bytes) {
        return Err(format!("is {kind}. Only text and Markdown files can be attached so far."));
    }
    let text = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => std::str::from_utf8(rest).ok().map(str::to_owned),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => std::str::from_utf8(bytes).ok().map(str::to_owned),
    };
    match text {
        Some(text) if !text.contains('\0') => Ok(text),
        Some(_) => Err("has NUL characters, so it isn't a text file.".to_owned()),
        None if bytes.contains(&0) => {
            Err("isn't a text file. Only text and Markdown files can be attached so far."
                .to_owned())
        }
        None => {
            Err("isn't text in UTF-8 or UTF-16. If it is text in an older encoding, save it as \
                     UTF-8 and attach it again."
                .to_owned())
        }
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
    const KINDS: &[(&[u8], &str)] = &[
        (b"%PDF-", "a PDF"),
        (b"\x89PNG\r\n\x1a\n", "an image (PNG)"),
        (b"\xFF\xD8\xFF", "an image (JPEG)"),
        (b"GIF87a", "an image (GIF)"),
        (b"GIF89a", "an image (GIF)"),
        (b"PK\x03\x04", "a ZIP archive or an office document (docx, xlsx, odt, epub…)"),
        (b"PK\x05\x06", "an empty ZIP archive"),
        (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an older office document (doc, xls, ppt)"),
        (b"{\\rtf", "a rich text document (RTF)"),
        (b"\x1F\x8B", "a compressed file (gzip)"),
        (b"\x28\xB5\x2F\xFD", "a compressed file (zstd)"),
        (b"7z\xBC\xAF\x27\x1C", "a 7z archive"),
        (b"Rar!\x1A\x07", "a RAR archive"),
        (b"SQLite format 3\0", "a SQLite database"),
        (b"\x7FELF", "a program"),
        (b"ID3", "a sound file (MP3)"),
        (b"OggS", "a sound file (Ogg)"),
        (b"fLaC", "a sound file (FLAC)"),
    ];
    if let [b'R', b'I', b'F', b'F', _, _, _, _, kind @ ..] = bytes {
        return match kind {
            [b'W', b'E', b'B', b'P', ..] => Some("an image (WebP)"),
            [b'W', b'A', b'V', b'E', ..] => Some("a sound file (WAV)"),
            _ => None,
        };
    }
    if bytes.get(4..8) == Some(b"ftyp") {
        return Some("a film or an image (MP4, MOV, HEIC…)");
    }
    KINDS.iter().find(|(start, _)| bytes.starts_with(start)).map(|(_, kind)| *kind)
}

/// Why a file of `tokens` can't be attached, if it can't: `taken` is what the request has without
/// it, and the answer needs `reserve`.
pub fn refusal(
    name: &str,
    tokens: Tokens,
    window: Tokens,
    reserve: Tokens,
    taken: Tokens,
) -> Option<String> {
    let free = window.0.saturating_sub(reserve.0).saturating_sub(taken.0);
    (tokens.0 > free).then(|| {
        format!(
            "“{name}” has about {tokens} tokens, and at most {free} fit: the model's window has \
             {window}, of which {reserve} are kept for the answer and {taken} go to the \
             instructions. You can leave it out, attach only the part that matters, or put it into \
             your vault as a note, where the search finds its best passages. A model with a larger \
             window may hold it whole."
        )
    })
}
