//! A note of numbered versions, such that no mixture of two is a version.

/// The text of version `number`: some 60 KB with the number all over, in few pieces for a comparison.
pub fn text(number: u64) -> String {
    let words = format!("This is version {number} of the note. ").repeat(30);
    format!("- {words}\n").repeat(60)
}

/// Which version `text` is, if it is one from its first byte to its last.
pub fn number(text: &str) -> Option<u64> {
    let first = text.lines().next()?;
    let number = first.strip_prefix("- This is version ")?.split(' ').next()?.parse().ok()?;
    (text == self::text(number)).then_some(number)
}
