//! A tokenizer over the tables that `build.rs` writes. They are part of the program's file, so that nothing is read or
//! built before the first count, and only the pages in use are in memory.

use std::{cmp::Reverse, collections::BinaryHeap};

use fancy_regex::Regex;

use super::slots;

/// The tables of an encoding.
pub(super) struct Ranks {
    pub(super) slots: &'static [[u8; 4]],
    pub(super) starts: &'static [[u8; 4]],
    pub(super) bytes: &'static [u8],
}

/// The [`Ranks`] that `build.rs` wrote under this name.
macro_rules! ranks {
    ($name:literal) => {
        Ranks {
            slots: include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".slots"))
                .as_chunks::<4>()
                .0,
            starts: include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".starts"))
                .as_chunks::<4>()
                .0,
            bytes: include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".bytes")),
        }
    };
}
pub(super) use ranks;

/// A tokenizer that counts.
pub(super) struct Table {
    ranks: Ranks,
    /// Cuts a text into pieces across which there is no token.
    pieces: Option<Regex>,
    /// Returns the end of a piece sooner than the pattern, if it can.
    piece_end: fn(&[u8], usize) -> Option<usize>,
}

/// A run of bytes in a piece. Its index is that of its first byte.
struct Part {
    before: usize,
    end: usize,
    /// The rank of the token that this part and the next form.
    joined: Option<u32>,
}

impl Table {
    pub(super) fn new(ranks: Ranks, pattern: &str) -> Self {
        Self { ranks, pieces: Regex::new(pattern).ok(), piece_end: |_, _| None }
    }

    pub(super) fn with_piece_end(self, piece_end: fn(&[u8], usize) -> Option<usize>) -> Self {
        Self { piece_end, ..self }
    }

    /// `None` if the pattern gives up on the text.
    pub(super) fn count(&self, text: &str) -> Option<usize> {
        let pattern = self.pieces.as_ref()?;
        let (mut count, mut at) = (0, 0);
        while at < text.len() {
            let end = match (self.piece_end)(text.as_bytes(), at) {
                Some(end) => end,
                None => match pattern.find_from_pos(text, at).ok()? {
                    Some(piece) => piece.end(),
                    None => break,
                },
            };
            count += self.ranks.count(&text.as_bytes()[at..end]);
            at = end;
        }
        Some(count)
    }
}

impl Ranks {
    fn rank(&self, token: &[u8]) -> Option<u32> {
        let (mut at, tag) = slots::place(token, self.slots.len());
        loop {
            let slot = u32::from_le_bytes(self.slots[at]);
            let rank = (slot & slots::RANK).checked_sub(1)?;
            if slot & !slots::RANK == tag && self.token(rank as usize) == token {
                return Some(rank);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    fn token(&self, rank: usize) -> &'static [u8] {
        let start = |rank: usize| u32::from_le_bytes(self.starts[rank]) as usize;
        &self.bytes[start(rank)..start(rank + 1)]
    }

    /// The tokens of a piece.
    fn count(&self, piece: &[u8]) -> usize {
        if self.rank(piece).is_some() { 1 } else { self.count_merged(piece) }
    }

    /// Byte-pair encoding: the two neighbouring parts that form the token of the lowest rank become one, until no two
    /// form a token.
    fn count_merged(&self, piece: &[u8]) -> usize {
        let part = |at: usize| Part { before: at.saturating_sub(1), end: at + 1, joined: None };
        let mut parts: Vec<Part> = (0..piece.len()).map(part).collect();
        let mut pairs = BinaryHeap::with_capacity(piece.len());
        let look =
            |parts: &mut [Part], pairs: &mut BinaryHeap<Reverse<(u32, usize)>>, at: usize| {
                let end = parts.get(parts[at].end).map(|next| next.end);
                let joined = end.and_then(|end| self.rank(&piece[at..end]));
                parts[at].joined = joined;
                if let Some(rank) = joined {
                    pairs.push(Reverse((rank, at)));
                }
            };
        for at in 0..piece.len() {
            look(&mut parts, &mut pairs, at);
        }
        let mut count = piece.len();
        while let Some(Reverse((rank, at))) = pairs.pop() {
            // One of the two became part of another since.
            if parts[at].joined != Some(rank) {
                continue;
            }
            let next = parts[at].end;
            let end = parts[next].end;
            parts[at].end = end;
            parts[next].joined = None;
            if let Some(after) = parts.get_mut(end) {
                after.before = at;
            }
            count -= 1;
            look(&mut parts, &mut pairs, at);
            let before = parts[at].before;
            if before < at {
                look(&mut parts, &mut pairs, before);
            }
        }
        count
    }
}
