#[cfg(test)]
mod tests;

use std::{cell::RefCell, io, sync::LazyLock};

use notes::Note;
use zstd::bulk::{Compressor, Decompressor};

use crate::error::damaged;

/// Higher levels cost indexing time and save little on texts of this size.
const LEVEL: i32 = 3;

/// Maximum unpacked bytes; more is damage.
const LARGEST: u64 = 256 * 1024 * 1024;

/// A note with every kind of element, so that its outline has all field names. They make up most of
/// an outline's JSON.
const SAMPLE: &str = "---\ntitle: A\naliases: [b]\ntags: [c]\n---\n# One\n\nSee [[Two]], [[Two#Three|x]], \
    ![[p.png]], [y](Two.md#three) #d\n\n## Two\n\nA block ^e\n\n- [ ] open\n- [x] done\n\n> [!note] t\n> u\n\n\
    ### Three\n\n[[Two]] and [[Four]]\n";

/// The compression dictionary for outlines: the sample's outline as JSON. Stored outlines can't be
/// unpacked with another one, so a change needs a new version of the schema.
static DICTIONARY: LazyLock<String> = LazyLock::new(|| json(&notes::parse(SAMPLE)));

thread_local! {
    /// Reused, because creating their tables takes longer than compressing most notes.
    static TEXTS: RefCell<io::Result<Compressor<'static>>> =
        RefCell::new(Compressor::new(LEVEL));
    static OUTLINES: RefCell<io::Result<(Compressor<'static>, Decompressor<'static>)>> =
        RefCell::new(Compressor::with_dictionary(LEVEL, DICTIONARY.as_bytes()).and_then(|pack| {
            Ok((pack, Decompressor::with_dictionary(DICTIONARY.as_bytes())?))
        }));
}

fn json(note: &Note) -> String {
    serde_json::to_string(note).unwrap_or_else(|_| "{}".to_owned())
}

pub(crate) fn pack(text: &str) -> Vec<u8> {
    TEXTS.with_borrow_mut(|zstd| {
        let packed = zstd.as_mut().ok().and_then(|zstd| zstd.compress(text.as_bytes()).ok());
        packed.unwrap_or_default()
    })
}

pub(crate) fn unpack(packed: &[u8]) -> rusqlite::Result<String> {
    size(packed)
        .and_then(|bytes| zstd::bulk::decompress(packed, bytes).ok())
        .and_then(|text| String::from_utf8(text).ok())
        .ok_or_else(|| damaged("a stored text can't be unpacked"))
}

pub(crate) fn pack_outline(note: &Note) -> Vec<u8> {
    OUTLINES.with_borrow_mut(|zstd| {
        let zstd = zstd.as_mut().ok();
        zstd.and_then(|(pack, _)| pack.compress(json(note).as_bytes()).ok()).unwrap_or_default()
    })
}

pub(crate) fn unpack_outline(packed: &[u8]) -> rusqlite::Result<Note> {
    OUTLINES
        .with_borrow_mut(|zstd| {
            let (_, unpack) = zstd.as_mut().ok()?;
            unpack.decompress(packed, size(packed)?).ok()
        })
        .and_then(|json| serde_json::from_slice(&json).ok())
        .ok_or_else(|| damaged("a stored outline can't be unpacked"))
}

fn size(packed: &[u8]) -> Option<usize> {
    let bytes = zstd::zstd_safe::get_frame_content_size(packed).ok().flatten()?;
    usize::try_from(bytes).ok().filter(|_| bytes <= LARGEST)
}
