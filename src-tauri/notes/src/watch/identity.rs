#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::change::Rename;
use crate::NotePath;

/// Applies `renames` in order; returns the notes of `known` with another path afterwards, as (from, to) in order of
/// `from`. `is_note` tests paths that exist now.
///
/// A renamed folder moves every note in it. An unknown file renamed over a note is that note, saved by an editor that
/// writes beside it. A note renamed to a file that isn't a note, such as an editor's backup, isn't returned.
pub fn identities<'a>(
    renames: &[Rename],
    known: impl IntoIterator<Item = &'a NotePath>,
    is_note: impl Fn(&NotePath) -> bool,
) -> Vec<(NotePath, NotePath)> {
    if renames.is_empty() {
        return Vec::new();
    }
    // Original path by current path.
    let mut now: BTreeMap<String, &NotePath> =
        known.into_iter().map(|path| (path.as_str().to_owned(), path)).collect();
    for Rename { from, to } in renames {
        let inside = format!("{from}/");
        let moving: Vec<String> = now
            .range(inside.clone()..)
            .take_while(|(path, _)| path.starts_with(&inside))
            .map(|(path, _)| path.clone())
            .chain(now.contains_key(from.as_str()).then(|| from.to_string()))
            .collect();
        let moving: Vec<_> =
            moving.into_iter().filter_map(|path| now.remove_entry(&path)).collect();
        for (path, was) in moving {
            // If the new path was another note's, that note is overwritten and no longer listed.
            now.insert(format!("{to}{}", &path[from.as_str().len()..]), was);
        }
    }
    let mut moved: Vec<_> = now
        .into_iter()
        .filter(|(path, was)| path != was.as_str())
        .filter_map(|(path, was)| Some((was.clone(), NotePath::new(&path).ok()?)))
        .filter(|(_, path)| is_note(path))
        .collect();
    moved.sort();
    moved
}
