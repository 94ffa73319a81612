//! What the name of a key says: as a whole, or by its parts, as in “myScore” and “date-read”.

use index::KeyEntry;
use records::{Condition, Target, Test, fold};

use super::{
    phrases::DONE,
    words::{Kind, LEXICON, same_stem},
};

/// Parts that mean something else in a longer name: “heartRate”, “lastName”.
const VAGUE: [&str; 8] = ["rate", "rates", "note", "notes", "last", "first", "part", "people"];

/// Whether a group of the lexicon lists a key, or a part of its name.
pub(super) fn is_like(key: &KeyEntry, group: &str) -> bool {
    is_listed(key, group) || has_part(key, group)
}

/// The first key of a group. One that the lexicon lists comes before one with a listed part.
pub(super) fn like<'k>(
    keys: impl Iterator<Item = &'k KeyEntry> + Clone,
    group: &str,
) -> Option<&'k KeyEntry> {
    let listed = keys.clone().find(|key| is_listed(key, group));
    listed.or_else(|| keys.clone().find(|key| has_part(key, group)))
}

/// Whether the lexicon lists a key as a whole in this group, or its name without a scale.
pub(super) fn is_listed(key: &KeyEntry, group: &str) -> bool {
    let is_it = |name: &str| LEXICON.same(group, name, Kind::Key);
    is_it(&key.key) || without_scale(&key.key).is_some_and(is_it)
}

/// The folded name of a key without the scale behind it: of “Note10”, “note”.
pub(super) fn without_scale(key: &str) -> Option<&str> {
    const LEAST: usize = 3;
    let name = key.trim_end_matches(|it: char| it.is_ascii_digit());
    let name = name.trim_end_matches([' ', '-', '_', '/']);
    (name.len() < key.len() && name.chars().count() >= LEAST).then_some(name)
}

fn has_part(key: &KeyEntry, group: &str) -> bool {
    parts(key)
        .iter()
        .any(|part| !VAGUE.contains(&part.as_str()) && LEXICON.same(group, part, Kind::Key))
}

/// Whether a word and a key mean the same, or the word and a part of the key.
pub(super) fn same_key(word: &str, key: &KeyEntry) -> bool {
    let is_part = |part: &String| {
        (part.len() > 3 && same_stem(word, part)) || LEXICON.same(word, part, Kind::Key)
    };
    is_listed(key, word) || parts(key).iter().any(is_part)
}

/// Whether a key says when something was seen, read, played or paid.
pub(super) fn is_usual_event(key: &KeyEntry) -> bool {
    let usual = ["seen", "finished", "visited", "played", "paid"];
    usual.iter().any(|name| same_key(name, key))
}

/// Whether a key is for tags.
pub(super) fn is_tag_key(key: &str) -> bool {
    matches!(&*fold(key), "tag" | "tags")
}

/// Whether a key is about something still to be done, as “toWatch” or “to-read”. Its verb says nothing of what was done.
pub(super) fn is_wish(key: &KeyEntry) -> bool {
    let rest = ["to", "zu", "To", "Zu"].iter().find_map(|begin| key.name.strip_prefix(begin));
    rest.is_some_and(|rest| rest.starts_with(|it: char| it.is_uppercase() || " -_".contains(it)))
}

/// The folded words of a key of several. None of a key of one word, or of a wish.
pub(super) fn parts(key: &KeyEntry) -> Vec<String> {
    const BETWEEN: [char; 4] = [' ', '-', '_', '.'];
    if is_wish(key) {
        return Vec::new();
    }
    let all: Vec<String> = match key.key.contains(BETWEEN) {
        true => key.key.split(BETWEEN).map(str::to_owned).collect(),
        false => parts_by_capitals(&key.name),
    };
    // A German compound: “Lesestatus”.
    const STATUS: &str = "status";
    if all.is_empty() && key.key.len() > STATUS.len() && key.key.ends_with(STATUS) {
        return vec![STATUS.to_owned()];
    }
    // Short words such as “on” say nothing, unless they are units or other words for keys.
    const LEAST: usize = 3;
    let says = |part: &String| {
        part.len() > LEAST || part.len() > 1 && !LEXICON.groups(part, Kind::Key).is_empty()
    };
    // Those of “min_players” aren't minutes.
    let bounds = usize::from(all.first().is_some_and(|it| ["min", "max"].contains(&&**it)));
    all.into_iter().skip(bounds).filter(says).collect()
}

/// The folded words of a name such as “needsStove”. None of another name.
fn parts_by_capitals(name: &str) -> Vec<String> {
    let mut parts: Vec<&str> = Vec::new();
    let mut start = 0;
    let mut is_small = false;
    for (at, char) in name.char_indices() {
        if is_small && char.is_uppercase() {
            parts.push(&name[start..at]);
            start = at;
        }
        is_small = char.is_lowercase();
    }
    if start > 0 {
        parts.push(&name[start..]);
    }
    parts.into_iter().map(fold).collect()
}

/// Excludes notes whose status says that they are done: these can't be overdue.
pub(super) fn not_done(keys: &[KeyEntry]) -> Option<Condition> {
    let status = like(keys.iter(), "status")?;
    let values = status.values.iter().map(|value| value.folded.clone());
    let done = values.filter(|value| {
        DONE.split(',').any(|done| done == value)
            || LEXICON.groups(value, Kind::Status).iter().any(|it| ["done", "dropped"].contains(it))
    });
    let done: Vec<String> = done.collect();
    let target = Target::Key(status.name.clone());
    (!done.is_empty()).then_some(Condition { target, test: Test::Is(done), negated: true })
}
