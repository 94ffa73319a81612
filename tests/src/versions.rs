//! Numbered versions of a note; no mixture of two is a valid version.

/// Text of version `number`: about 60 KB with the number throughout, in few pieces for a comparison.
pub fn text(number: u64) -> String {
    let words = format!("This is version {number} of the note. ").repeat(30);
    format!("- {words}\n").repeat(60)
}

/// The version of `text`, if all of it is one version.
pub fn number(text: &str) -> Option<u64> {
    let first = text.lines().next()?;
    let number = first.strip_prefix("- This is version ")?.split(' ').next()?.parse().ok()?;
    (text == self::text(number)).then_some(number)
}
