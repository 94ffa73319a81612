//! Keys for spans of time in hours and minutes: `1h 27m` beside `45m`.

use index::{KeyEntry, ValueEntry};

use super::keys::is_like;

const HOURS: &str = "h hr hrs hour hours std stunde stunden";
const MINUTES: &str = "m min mins minute minutes minuten";

/// Values of a key that are looked at, the most frequent first.
const MOST: usize = 60;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `1h 27m`, which counts as minutes.
    Both,
    Minutes,
    /// `2h` counts as two, and a number alone as itself.
    Other,
}

/// Whether the numbers of a key are minutes.
pub(super) fn in_minutes(key: &KeyEntry) -> bool {
    is_like(key, "minutes") || has_both(key) && !mixes_units(key)
}

/// Whether some numbers of a key are minutes and others may be hours. They can't be compared or added up.
pub(super) fn mixes_units(key: &KeyEntry) -> bool {
    has_both(key) && forms(key).any(|form| form == Form::Other)
}

fn has_both(key: &KeyEntry) -> bool {
    forms(key).any(|form| form == Form::Both)
}

fn forms(key: &KeyEntry) -> impl Iterator<Item = Form> + '_ {
    key.values.iter().take(MOST).filter(|value| value.is_number).map(form)
}

fn form(value: &ValueEntry) -> Form {
    let text = &*value.folded;
    if text.bytes().all(|it| !it.is_ascii_alphabetic()) {
        return Form::Other;
    }
    let is_one_of = |units: &str| {
        let mut words = text.split(|it: char| !it.is_alphabetic());
        words.any(|word| units.split(' ').any(|unit| unit == word))
    };
    let numbers = text.split(|it: char| !it.is_ascii_digit()).filter(|it| !it.is_empty()).count();
    match (is_one_of(HOURS), is_one_of(MINUTES)) {
        (true, _) if numbers == 2 && !text.contains(['.', ',']) => Form::Both,
        (true, true) if numbers == 2 => Form::Both,
        (false, true) => Form::Minutes,
        _ => Form::Other,
    }
}
