use zeroize::ZeroizeOnDrop;

use super::*;
use crate::http::secrets::Secrets;

/// Accepts only types that are overwritten when dropped.
fn is_overwritten<T: ZeroizeOnDrop>(_: &T) {}

// B54
#[test]
fn a_key_is_overwritten_and_not_shown() {
    let key = Key::from("sk-one");
    is_overwritten(&key.0);
    assert_eq!((format!("{key:?}").as_str(), &*key), ("…", "sk-one"));
    for needle in Secrets::new([key]).needles() {
        is_overwritten(needle);
    }
}
