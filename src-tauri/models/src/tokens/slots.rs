//! The hash table of a tokenizer's ranks, which `build.rs` writes and a count searches. A slot has a rank plus one, and
//! in its other bits a tag of the token, which saves comparing the bytes of most other tokens.

/// The bits of a slot for a rank plus one; the largest encoding has 200,000 ranks.
pub const RANK: u32 = (1 << 18) - 1;

/// The slot at which the search for a token begins among `slots`, a power of two, and the token's tag.
pub fn place(token: &[u8], slots: usize) -> (usize, u32) {
    // FNV-1a, whose upper bits are mixed into the lower.
    let mix = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    let hash = token.iter().fold(0x811c_9dc5, mix);
    let hash = (hash ^ (hash >> 15)).wrapping_mul(0x9e37_79b1);
    (hash as usize & (slots - 1), hash & !RANK)
}
