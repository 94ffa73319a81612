#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::Deref;

use zeroize::Zeroizing;

/// A server's key. Its bytes are overwritten when it is dropped, and `Debug` hides it.
///
/// The HTTP client copies it into a header for as long as a server is connected; that copy can't be overwritten.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(Zeroizing<String>);

impl From<String> for Key {
    fn from(key: String) -> Self {
        Self(Zeroizing::new(key))
    }
}

impl From<&str> for Key {
    fn from(key: &str) -> Self {
        key.to_owned().into()
    }
}

impl Deref for Key {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}
