//! Text in the database, compressed.

use std::cell::RefCell;

use zstd::bulk::Compressor;

use super::damaged;

/// Higher levels cost indexing time and save little on texts of this size.
const LEVEL: i32 = 3;

/// No note is larger, and no outline of one comes near; more is damage.
const LARGEST: u64 = 256 * 1024 * 1024;

pub(crate) fn pack(text: &str) -> Vec<u8> {
    thread_local! {
        /// Its tables are larger than most notes: making them anew would take longer than their use.
        static COMPRESSOR: RefCell<Option<Compressor<'static>>> =
            RefCell::new(Compressor::new(LEVEL).ok());
    }
    // Compressing into memory fails only if there is none.
    COMPRESSOR.with_borrow_mut(|compressor| {
        compressor.as_mut().and_then(|zstd| zstd.compress(text.as_bytes()).ok()).unwrap_or_default()
    })
}

pub(crate) fn unpack(packed: &[u8]) -> rusqlite::Result<String> {
    let bytes = zstd::zstd_safe::get_frame_content_size(packed).ok().flatten();
    bytes
        .filter(|&bytes| bytes <= LARGEST)
        .and_then(|bytes| usize::try_from(bytes).ok())
        .and_then(|bytes| zstd::bulk::decompress(packed, bytes).ok())
        .and_then(|text| String::from_utf8(text).ok())
        .ok_or_else(|| damaged("a stored text can't be unpacked"))
}
