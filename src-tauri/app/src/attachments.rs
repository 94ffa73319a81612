//! Files that the user attaches to a message.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
    sync::Arc,
};

use base64::{Engine, prelude::BASE64_STANDARD};
use documents::{Document, Kind, Limits, Refusal};
use language::Words;
use models::{Image, Tokens, image::LARGEST_FILE};

use crate::{recognition::Recognition, sentences::attaching};
use conversation::{Code, Error, FileText, Result};

#[cfg(test)]
mod tests;

/// Maximum bytes of an attached text: about two million tokens, more than any window. Counting takes half a second.
pub const MAX_BYTES: u64 = 8 * 1024 * 1024;

/// Maximum bytes of a PDF that the library stores to draw its pages. Of larger ones it stores only the text.
const LARGEST_KEPT: u64 = 32 * 1024 * 1024;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadFile {
    pub name: String,
    pub bytes: u32,
    pub content: Content,
    /// The bytes of a PDF whose pages can be drawn.
    pub original: Option<Vec<u8>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    Text(FileText),
    Image(Image),
}

/// Maximum bytes of a pasted file, which stays in memory. Larger files can be dropped or chosen.
const LARGEST_PASTED: u64 = 64 * 1024 * 1024;

fn name_of(path: &Path) -> String {
    path.file_name()
        .map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

fn fits_pasted(name: &str, bytes: u64) -> Result<()> {
    if bytes <= LARGEST_PASTED {
        return Ok(());
    }
    let (has, most) = (megabytes(bytes), megabytes(LARGEST_PASTED));
    Err(Error::new(Code::TooLarge, || attaching::too_large(name, &has, &most, false)))
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileSource {
    Disk(PathBuf),
    Pasted { name: String, bytes: Arc<[u8]> },
}

impl FileSource {
    pub fn pasted(name: &str, base64: &str) -> Result<Self> {
        let name = name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        fits_pasted(&name, base64.len() as u64 / 4 * 3)?;
        let bytes = BASE64_STANDARD
            .decode(base64)
            .map_err(|error| Error::bad_input(attaching::PASTED_IN_PART).because(error))?;
        Ok(Self::Pasted { name, bytes: bytes.into() })
    }

    pub fn pasted_bytes(name: String, bytes: Vec<u8>) -> Result<Self> {
        fits_pasted(&name, bytes.len() as u64)?;
        Ok(Self::Pasted { name, bytes: bytes.into() })
    }

    pub fn name(&self) -> String {
        match self {
            Self::Disk(path) => name_of(path),
            Self::Pasted { name, .. } => name.clone(),
        }
    }

    /// Reads a file as [`read_file`] does, but recognises no text in pictures of pasted files. Blocks.
    pub fn read(&self, recognition: Option<&mut Recognition>) -> Result<ReadFile> {
        match self {
            Self::Disk(path) => read_file(path, recognition),
            Self::Pasted { name, bytes } => pasted_with(name, bytes, &|name, bytes| {
                documents::read_bytes(bytes, name.to_owned(), limits())
            }),
        }
    }
}

impl<P: AsRef<Path> + ?Sized> From<&P> for FileSource {
    fn from(path: &P) -> Self {
        Self::Disk(path.as_ref().to_owned())
    }
}

/// Reads an image, a text, or the text of a document (PDF, Office and the like), which a child process extracts;
/// `recognition` also reads scanned pages. The content decides the format; the name decides whether text is HTML or a
/// canvas. Blocks.
pub fn read_file(path: &Path, recognition: Option<&mut Recognition>) -> Result<ReadFile> {
    match recognition {
        Some(recognition) => read_with(path, &mut |path| recognition.read_file(path, limits())),
        None => read_with(path, &mut |path| documents::read_file(path, limits())),
    }
}

/// The text recognised in an image; `None` without any. Blocks.
pub fn recognised(path: &Path, recognition: &mut Recognition) -> Option<FileText> {
    let text = index::file_text(recognition.read_file(path, limits()).ok()?);
    (!text.boxes.is_empty()).then_some(text)
}

fn limits() -> Limits {
    Limits { text: MAX_BYTES as usize, ..Limits::default() }
}

fn read_with(path: &Path, apart: &mut Apart<'_>) -> Result<ReadFile> {
    let name = name_of(path);
    let unreadable = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => Error::new(Code::NotFound, || attaching::gone(&name)),
        _ => Error::new(Code::Unreadable, || attaching::unreadable(&name, &error)).because(error),
    };
    // Opening a pipe or a device could block for ever, so its kind is asked first.
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(unsupported(&name, attaching::A_FOLDER));
    }
    if !metadata.is_file() {
        return Err(unsupported(&name, attaching::NOT_A_FILE));
    }
    let mut file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    (&mut file).take(HEAD).read_to_end(&mut bytes).map_err(unreadable)?;
    let is_image = image_kind(&bytes);
    if !is_image && is_document(&bytes, &name) {
        return document(name, metadata.len(), apart(path), || std::fs::read(path).ok());
    }
    let limit = if is_image { LARGEST_FILE as u64 } else { MAX_BYTES };
    let too_large = |bytes: u64| {
        let (has, most) = (megabytes(bytes), megabytes(limit));
        Error::new(Code::TooLarge, || attaching::too_large(&name, &has, &most, is_image))
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
        image(&name, bytes)?
    } else {
        // Other encodings and formats go to the document reader.
        match decode(&bytes) {
            Some(text) => plain(&name, text)?,
            None => {
                return document(name, metadata.len(), apart(path), || std::fs::read(path).ok());
            }
        }
    };
    Ok(ReadFile { name, bytes: size, content, original: None })
}

type Apart<'a> = dyn FnMut(&Path) -> Result<Document, Refusal> + 'a;

fn document(
    name: String,
    bytes: u64,
    read: Result<Document, Refusal>,
    original: impl FnOnce() -> Option<Vec<u8>>,
) -> Result<ReadFile> {
    let document = read.map_err(|refusal| {
        Error::new(Code::UnsupportedFile, || attaching::refused(&name, &refusal.sentence))
    })?;
    if document.kind == Kind::Image {
        return Err(unsupported(&name, attaching::other_image));
    }
    let problems: Vec<String> =
        document.problems.iter().map(|problem| attaching::not_read(&problem.sentence)).collect();
    let is_pdf = document.kind == Kind::Pdf;
    let mut text = index::file_text(document);
    text.text.extend(problems);
    let original = (is_pdf && bytes <= LARGEST_KEPT).then(original).flatten();
    let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
    Ok(ReadFile { name, bytes, content: Content::Text(text), original })
}

fn is_document(head: &[u8], name: &str) -> bool {
    const STARTS: [&[u8]; 5] =
        [b"%PDF-", b"PK\x03\x04", b"PK\x05\x06", b"{\\rtf", b"\xD0\xCF\x11\xE0"];
    const ENDINGS: [&str; 6] = ["pdf", "html", "htm", "xhtml", "canvas", "epub"];
    let ending = Path::new(name).extension().map(|it| it.to_string_lossy().to_lowercase());
    STARTS.iter().any(|start| head.starts_with(start))
        || ending.is_some_and(|ending| ENDINGS.contains(&&*ending))
}

fn unsupported(name: &str, what: impl Into<Words>) -> Error {
    let what = what.into();
    Error::new(Code::UnsupportedFile, || attaching::named(name, &what))
}

fn image(name: &str, bytes: Vec<u8>) -> Result<Content> {
    models::image::read(bytes)
        .map(Content::Image)
        .map_err(|error| unsupported(name, || attaching::damaged(&error)).because(error))
}

fn plain(name: &str, text: String) -> Result<Content> {
    match text.trim().is_empty() {
        true => Err(unsupported(name, attaching::EMPTY)),
        false => Ok(Content::Text(FileText::plain(text))),
    }
}

type ReadApart<'a> = dyn Fn(&str, Vec<u8>) -> Result<Document, Refusal> + 'a;

fn pasted_with(name: &str, bytes: &[u8], apart: &ReadApart<'_>) -> Result<ReadFile> {
    let name = name.to_owned();
    let size = bytes.len() as u64;
    let is_image = image_kind(bytes);
    let text = if is_image || is_document(bytes, &name) { None } else { decode(bytes) };
    let limit = match (is_image, &text) {
        (true, _) => LARGEST_FILE as u64,
        (_, Some(_)) => MAX_BYTES,
        _ => LARGEST_KEPT,
    };
    if size > limit {
        let (has, most) = (megabytes(size), megabytes(limit));
        let told = || attaching::too_large(&name, &has, &most, is_image);
        return Err(Error::new(Code::TooLarge, told));
    }
    let content = match text {
        Some(text) => plain(&name, text)?,
        None if is_image => image(&name, bytes.to_vec())?,
        None => {
            let read = apart(&name, bytes.to_vec());
            return document(name, size, read, || Some(bytes.to_vec()));
        }
    };
    let bytes = u32::try_from(size).unwrap_or(u32::MAX);
    Ok(ReadFile { name, bytes, content, original: None })
}

/// Number of a file's first bytes that identify its format.
const HEAD: u64 = 16;

fn image_kind(head: &[u8]) -> bool {
    let riff = head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP");
    riff || IMAGES.iter().any(|start| head.starts_with(start))
}

const IMAGES: [&[u8]; 4] = [b"\x89PNG\r\n\x1a\n", b"\xFF\xD8\xFF", b"GIF87a", b"GIF89a"];

fn megabytes(bytes: u64) -> String {
    format!("{} MB", language::decimal(bytes as f64 / (1024.0 * 1024.0), 1))
}

/// Decodes UTF-8, or UTF-16 with a byte order mark.
fn decode(bytes: &[u8]) -> Option<String> {
    let text = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => std::str::from_utf8(rest).ok().map(str::to_owned),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => std::str::from_utf8(bytes).ok().map(str::to_owned),
    };
    text.filter(|text| !text.contains('\0'))
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let pairs = bytes.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return None;
    }
    let units: Vec<u16> = pairs.map(|pair| unit([pair[0], pair[1]])).collect();
    String::from_utf16(&units).ok()
}

/// The reason why a file doesn't fit the window, or `None`. `taken`: tokens of the request without the file;
/// `reserve`: tokens for the answer.
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
