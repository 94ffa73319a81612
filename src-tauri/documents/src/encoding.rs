#[cfg(test)]
mod tests;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// Decodes by byte order mark, else as UTF-16 without a mark, UTF-8 or the most likely encoding.
pub(crate) fn decode(bytes: &[u8]) -> String {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding.decode(bytes).0.into_owned();
    }
    // Decoded as UTF-8, UTF-16 would be letters separated by NULs.
    if let Some(encoding) = wide(bytes.get(..4096).unwrap_or(bytes)) {
        return encoding.decode_without_bom_handling(bytes).0.into_owned();
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    encoding(bytes).decode_without_bom_handling(bytes).0.into_owned()
}

fn encoding(bytes: &[u8]) -> &'static Encoding {
    // A last character cut in half doesn't rule out UTF-8.
    let cut = std::str::from_utf8(bytes).map_or_else(|error| error.error_len().is_none(), |_| true);
    if cut {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Allow)
}

/// Detects UTF-16 without a mark: in most scripts, one byte of each pair is nearly always zero.
pub(crate) fn wide(head: &[u8]) -> Option<&'static Encoding> {
    if head.len() < 4 {
        return None;
    }
    let zeros = |odd: usize| head.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd, half) = (zeros(0), zeros(1), head.len() / 2);
    if odd * 10 > half * 7 && even * 20 < half {
        return Some(UTF_16LE);
    }
    (even * 10 > half * 7 && odd * 20 < half).then_some(UTF_16BE)
}
