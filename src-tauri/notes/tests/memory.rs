//! Peak memory for reading a note, counted by the allocator.

#![allow(clippy::unwrap_used, clippy::cast_possible_wrap, unsafe_code)]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    ptr,
};

use notes::parse_with_blocks;

#[path = "shared/lines.rs"]
mod lines;

use lines::LINES;

const MEGABYTE: usize = 1 << 20;

/// Maximum peak, as a multiple of the note's size.
const LIMIT: usize = 20;

/// Additional bytes for a small note's lists.
const ALWAYS: usize = 4 * MEGABYTE;

/// Counts this thread's allocations. A growing list counts twice while it moves, as it takes its memory twice.
struct Counting;

thread_local! {
    static NOW: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // The allocator also runs after a thread's variables are gone.
    let _ = NOW.try_with(|now| {
        now.set(now.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(now.get())));
    });
}

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let Ok(new) = Layout::from_size_align(size, layout.align()) else { return ptr::null_mut() };
        unsafe {
            let moved = self.alloc(new);
            if !moved.is_null() {
                ptr::copy_nonoverlapping(at, moved, layout.size().min(size));
                self.dealloc(at, layout);
            }
            moved
        }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Peak of the bytes that `work` allocated.
fn peak<T>(work: impl FnOnce() -> T) -> usize {
    let before = NOW.get();
    PEAK.set(before);
    let made = work();
    let peak = PEAK.get() - before;
    drop(made);
    usize::try_from(peak).unwrap()
}

/// Marks with the most structure for their size, in addition to the shared worst cases.
const MARKS: [&str; 24] = [
    "> a\n\n",
    "[a]: b\n\n[a] [a] [a] [a]\n\n",
    "[^a] ",
    "- - a\n",
    "\r",
    "[[a]]",
    "[[a]]\n\n",
    "#a ",
    "![a](b)",
    "\\*",
    "*a*",
    "**a** ",
    "_a_ ",
    "`a`",
    "`a` ",
    "$a$ ",
    "[",
    "![",
    "<a>",
    "&amp;",
    "- - ",
    "> > ",
    "|",
    "é ",
];

/// The bits with the highest peaks in a note of the maximum size for reading blocks.
const WORST_BITS: [&str; 2] = ["a\n", "#a "];

#[test]
fn reading_a_note_takes_at_most_twenty_times_its_size() {
    let mut broken = Vec::new();
    let all = [LINES.as_slice(), &MARKS].concat();
    for (bytes, bits) in [(MEGABYTE, all.as_slice()), (4 * MEGABYTE, &WORST_BITS)] {
        for bit in bits {
            let text = bit.repeat(bytes / bit.len());
            // `parse` does the same work and returns less.
            let peak = peak(|| parse_with_blocks(&text));
            if peak > LIMIT * text.len() + ALWAYS {
                let times = peak / text.len();
                broken.push(format!("{bit:?}, {} MB: {times} times", bytes / MEGABYTE));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn a_note_of_the_largest_size_takes_no_more() {
    for bit in ["[[a]]", "[", "\n"] {
        let text = bit.repeat(16 * MEGABYTE / bit.len());
        let peak = peak(|| parse_with_blocks(&text));
        assert!(peak <= LIMIT / 2 * text.len(), "{bit:?}: {} times", peak / text.len());
    }
}
