//! Detects a file's kind by its content, and by its name only where the content doesn't decide.

#[cfg(test)]
mod tests;

use language::Sentence;
use serde::{Deserialize, Serialize};

use crate::sentences::kinds;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Pdf,
    Docx,
    Pptx,
    Xlsx,
    Xlsb,
    Xls,
    Odt,
    Odp,
    Ods,
    Epub,
    Html,
    Rtf,
    Csv,
    Canvas,
    Markdown,
    Text,
    Image,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DetectedKind {
    Is(Kind),
    Zip,
    /// An Office file from before 2007, or an encrypted current one.
    Compound,
    /// A known kind that isn't read, with its name for people.
    Other(Sentence),
    /// Binary and unknown.
    Unknown,
}

/// First bytes of files without text, with their names for people.
const OTHERS: [(&[u8], Sentence); 20] = [
    (b"\x7fELF", kinds::PROGRAM),
    (b"MZ\x90\0", kinds::PROGRAM),
    (b"\xca\xfe\xba\xbe", kinds::PROGRAM),
    (b"\xcf\xfa\xed\xfe", kinds::PROGRAM),
    (b"\0asm", kinds::WEB_ASSEMBLY),
    (b"\x1f\x8b", kinds::GZIP),
    (b"BZh", kinds::BZIP2),
    (b"\xfd7zXZ\0", kinds::XZ),
    (b"7z\xbc\xaf\x27\x1c", kinds::SEVEN_ZIP),
    (b"Rar!\x1a\x07", kinds::RAR),
    (b"\x28\xb5\x2f\xfd", kinds::ZSTANDARD),
    (b"OggS", kinds::OGG),
    (b"fLaC", kinds::FLAC),
    (b"ID3", kinds::MP3),
    (b"\x1aE\xdf\xa3", kinds::MATROSKA),
    (b"SQLite format 3\0", kinds::SQLITE),
    (b"wOFF", kinds::FONT),
    (b"wOF2", kinds::FONT),
    (b"OTTO\0", kinds::FONT),
    (b"\0\x01\0\0\0", kinds::FONT),
];

pub(crate) fn detect(file: &[u8], name: &str) -> DetectedKind {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    // Some programs put bytes before the head; the standard allows it in the first kilobyte.
    let head = file.get(..1024).unwrap_or(file);
    if head.windows(5).any(|at| at == b"%PDF-") {
        return DetectedKind::Is(Kind::Pdf);
    }
    if file.starts_with(b"PK\x03\x04") || file.starts_with(b"PK\x05\x06") {
        return DetectedKind::Zip;
    }
    if file.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        return DetectedKind::Compound;
    }
    if file.starts_with(b"{\\rtf") {
        return DetectedKind::Is(Kind::Rtf);
    }
    if is_image(file) {
        return DetectedKind::Is(Kind::Image);
    }
    if let Some((_, what)) = OTHERS.iter().find(|(start, _)| file.starts_with(start)) {
        return DetectedKind::Other(*what);
    }
    match file {
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'A', b'V', b'E', ..] => {
            return DetectedKind::Other(kinds::WAV);
        }
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => return DetectedKind::Other(kinds::FILM),
        _ => {}
    }
    let utf16 = file.starts_with(b"\xff\xfe") || file.starts_with(b"\xfe\xff");
    if !utf16 && has_controls(head) && crate::encoding::wide(head).is_none() {
        return match ending {
            "pdf" => DetectedKind::Is(Kind::Pdf),
            _ => DetectedKind::Unknown,
        };
    }
    let start =
        String::from_utf8_lossy(head).trim_start_matches(['\u{feff}']).trim_start().to_lowercase();
    let says_html =
        ["<!doctype html", "<html", "<head", "<body"].iter().any(|tag| start.starts_with(tag))
            || (start.starts_with("<?xml") && start.contains("<html"));
    match ending {
        "canvas" => DetectedKind::Is(Kind::Canvas),
        "csv" | "tsv" | "tab" => DetectedKind::Is(Kind::Csv),
        "html" | "htm" | "xhtml" | "xht" => DetectedKind::Is(Kind::Html),
        "md" | "markdown" | "mdown" | "mkd" => DetectedKind::Is(Kind::Markdown),
        // Only the name claims to be a PDF.
        "pdf" => DetectedKind::Is(Kind::Pdf),
        _ if says_html => DetectedKind::Is(Kind::Html),
        _ => DetectedKind::Is(Kind::Text),
    }
}

fn is_image(file: &[u8]) -> bool {
    let starts: [&[u8]; 7] =
        [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*", b"8BPS"];
    let riff = file.starts_with(b"RIFF") && file.get(8..12) == Some(b"WEBP");
    let brand = file.get(8..12).filter(|_| file.get(4..8) == Some(b"ftyp"));
    let heif = matches!(brand, Some(b"heic" | b"heix" | b"mif1" | b"avif"));
    let bmp = file.starts_with(b"BM") && file.get(6..10) == Some(&[0; 4]);
    riff || heif || bmp || starts.iter().any(|start| file.starts_with(start))
}

/// True if more than 2 % are control characters.
fn has_controls(head: &[u8]) -> bool {
    let controls = head.iter().filter(|byte| matches!(byte, 0..=8 | 14..=26 | 28..=31)).count();
    controls * 50 > head.len()
}
