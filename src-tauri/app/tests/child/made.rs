//! Files made by code.

#[path = "../../../documents/tests/child/made/pdf.rs"]
mod pages;

use pages::{line, pages};

/// An image of two by two pixels.
const IMAGE: &str = "<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray \
                     /BitsPerComponent 8 /Filter /ASCIIHexDecode /Length 9 >>\nstream\n00FF40C0>\nendstream";

/// A PDF with a line of text on each page.
pub fn pdf(lines: &[&str]) -> Vec<u8> {
    let lines: Vec<String> = lines.iter().map(|text| line(72, 700, 12, text)).collect();
    pages(&lines, &[])
}

/// A PDF of so many pages that are pictures.
pub fn scan(count: usize) -> Vec<u8> {
    pages(&vec!["q 612 0 0 792 0 0 cm /X1 Do Q\n".to_owned(); count], &[IMAGE.to_owned()])
}

/// A PNG of this size with a title; only its head and end are valid.
pub fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend(b"\x08\x06\0\0\0....\0\0\0\x0ctEXtTitle\0A boat....");
    bytes.extend(b"\0\0\0\0IEND\xae\x42\x60\x82");
    bytes
}
