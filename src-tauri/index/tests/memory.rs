//! Peak memory of indexing large notes, counted by the allocator.

#![allow(clippy::unwrap_used, unsafe_code)]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicUsize, Ordering},
};

use index::{Index, SyncScope};
use notes::{MAX_STRUCTURED, NotePath, ScanOptions, Vault};

const MEGABYTE: usize = 1 << 20;

/// Maximum allocated bytes during indexing.
const LIMIT: usize = 500 * 1_000_000;

struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// A shared vault with such notes ended the app each time it was opened (security review N4).
#[test]
fn large_notes_are_indexed_whole_in_bounded_memory() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("vault");
    std::fs::create_dir(&root).unwrap();
    let write = |name: &str, bit: &str, bytes: usize| {
        std::fs::write(root.join(name), bit.repeat(bytes / bit.len())).unwrap();
    };
    for (at, bit) in ["- a\n", "[[b]]", "\\*", "a\n\n"].iter().enumerate() {
        write(&format!("huge {at}.md"), bit, 8 * MEGABYTE);
        write(&format!("dense {at}.md"), bit, 2 * MEGABYTE);
    }
    let line = "A loaf of rye rests [[Rye|longer]] than one of wheat, and *keeps*.\n";
    let text = format!("{}The last words are zanzibar.\n", line.repeat(5 * MEGABYTE / line.len()));
    std::fs::write(root.join("Log.md"), &text).unwrap();

    let vault = Vault::open(&root).unwrap();
    let file = folder.path().join("index.db");
    let index = Index::open(&file, vault, ScanOptions::default()).unwrap();
    let idle = NOW.load(Ordering::Relaxed);
    PEAK.store(idle, Ordering::Relaxed);
    index.sync(SyncScope::All, &mut |_| {}).unwrap();
    let peak = PEAK.load(Ordering::Relaxed) - idle;
    assert!(peak <= LIMIT, "{} MB", peak / 1_000_000);

    let status = index.status().unwrap();
    assert_eq!(status.indexed, 9);
    assert!(status.failed.is_empty(), "{:?}", status.failed);
    let large = ["Log.md", "huge 0.md", "huge 1.md", "huge 2.md", "huge 3.md"];
    assert_eq!(status.large, large);

    // All text of a large note is found, and all its links are known.
    let path = NotePath::new("Log.md").unwrap();
    assert!(text.len() > MAX_STRUCTURED);
    let chunks = index.chunks(&path).unwrap();
    let held: usize = chunks.iter().map(|chunk| chunk.text.split_whitespace().count()).sum();
    assert_eq!(held, text.split_whitespace().count());
    assert!(chunks.last().unwrap().text.ends_with("zanzibar."));
    assert_eq!(index.catalog().note(&path).unwrap().links.len(), text.matches("[[").count());
}
