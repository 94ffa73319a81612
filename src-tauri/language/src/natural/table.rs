//! Hash tables of the common words. Detection looks up every word of every passage.

use std::{
    collections::{HashMap, HashSet},
    hash::{BuildHasherDefault, Hasher},
};

pub(super) type Table<K, V> = HashMap<K, V, BuildHasherDefault<WordHasher>>;
pub(super) type WordSet = HashSet<&'static str, BuildHasherDefault<WordHasher>>;

/// FNV-1a: on short words several times faster than the standard hasher, whose protection against crafted keys a
/// table of our own words doesn't need.
pub(super) struct WordHasher(u64);

impl Default for WordHasher {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        self.0 = bytes.iter().fold(self.0, mix);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
