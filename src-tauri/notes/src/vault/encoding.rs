use super::Encoding;

/// Decodes by byte order mark, else as UTF-8. Drops the mark.
pub(super) fn decode(bytes: Vec<u8>) -> (String, Encoding) {
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let mut units: Vec<u16> =
            bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
        if bytes.len() % 2 == 1 {
            // A single byte at the end becomes U+FFFD. So `encode` gives other bytes, and an edit that would lose the
            // byte is refused.
            units.push(0xfffd);
        }
        String::from_utf16_lossy(&units)
    };
    match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => (utf16(rest, u16::from_le_bytes), Encoding::Utf16Le),
        [0xfe, 0xff, rest @ ..] => (utf16(rest, u16::from_be_bytes), Encoding::Utf16Be),
        [0xef, 0xbb, 0xbf, rest @ ..] => match std::str::from_utf8(rest) {
            Ok(text) => (text.to_owned(), Encoding::Utf8Bom),
            Err(_) => (String::from_utf8_lossy(rest).into_owned(), Encoding::Lossy),
        },
        _ => match String::from_utf8(bytes) {
            Ok(text) => (text, Encoding::Utf8),
            Err(error) => (String::from_utf8_lossy(error.as_bytes()).into_owned(), Encoding::Lossy),
        },
    }
}

/// Includes the mark. A note decoded without loss gets its own bytes again.
pub(super) fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
    let utf16 = |mark: u16, bytes: fn(u16) -> [u8; 2]| {
        std::iter::once(mark).chain(text.encode_utf16()).flat_map(bytes).collect()
    };
    match encoding {
        Encoding::Utf8 | Encoding::Lossy => text.as_bytes().to_vec(),
        Encoding::Utf8Bom => [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        Encoding::Utf16Le => utf16(0xfeff, u16::to_le_bytes),
        Encoding::Utf16Be => utf16(0xfeff, u16::to_be_bytes),
    }
}
