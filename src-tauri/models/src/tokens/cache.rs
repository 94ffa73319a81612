use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::LazyLock;

use super::encoding::{Encoding, Failure, RawCount};

/// Minimum bytes of a cached text. Hashing and locking for a shorter one cost about as much as counting.
const SHORTEST: usize = 64;

/// Maximum counts in a generation. With 40 bytes an entry both generations stay below 2 MB.
const GENERATION: usize = 16_384;

type Key = (Encoding, [u8; 16]);

/// Two generations: a full young one becomes the old one, and used counts move over. This drops unused counts without
/// an ordered list.
#[derive(Default)]
pub(super) struct Cache {
    young: HashMap<Key, RawCount>,
    old: HashMap<Key, RawCount>,
    generation: usize,
}

impl Cache {
    pub(super) fn new(generation: usize) -> Self {
        Self { generation, ..Self::default() }
    }

    fn get(&mut self, key: &Key) -> Option<RawCount> {
        if let Some(count) = self.young.get(key) {
            return Some(*count);
        }
        let count = self.old.remove(key)?;
        self.put(*key, count);
        Some(count)
    }

    fn put(&mut self, key: Key, count: RawCount) {
        if self.young.len() >= self.generation {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, count);
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.young.len() + self.old.len()
    }
}

/// Counts `text`, or returns the cached count. Locks `cache` for the look-up only.
pub(super) fn count_with(
    cache: &Mutex<Cache>,
    encoding: Encoding,
    text: &str,
) -> Result<RawCount, Failure> {
    if text.len() < SHORTEST {
        return encoding.count(text);
    }
    let mut hash = [0; 16];
    hash.copy_from_slice(&blake3::hash(text.as_bytes()).as_bytes()[..16]);
    let key = (encoding, hash);
    if let Some(count) = cache.lock().get(&key) {
        return Ok(count);
    }
    let count = encoding.count(text)?;
    cache.lock().put(key, count);
    Ok(count)
}

pub(super) fn count(encoding: Encoding, text: &str) -> Result<RawCount, Failure> {
    static CACHE: LazyLock<Mutex<Cache>> = LazyLock::new(|| Mutex::new(Cache::new(GENERATION)));
    count_with(&CACHE, encoding, text)
}
