//! Puts the newer of two passages first where they say different things, and labels the older one.

#[cfg(test)]
mod tests;

use conversation::reference::{Number, Reference};
use notes::{Catalog, Expiry};
use support::{Source, differ};

use crate::{closest::about, sentences};

/// Maximum passages that are compared with each other.
const COMPARED: usize = 12;

/// Orders and labels passages, best first. `today` is the day of the question, as `2026-03-01`.
pub(crate) fn newer_first(hits: &mut Vec<Reference>, catalog: &Catalog, today: &str) {
    for hit in &mut *hits {
        let note = hit.path.as_ref().and_then(|path| catalog.note(path));
        hit.superseded = match note.and_then(|note| note.outdated.as_ref()) {
            Some(Expiry::By(other)) => Some(other.clone()),
            Some(Expiry::After(day)) if day.as_str() < today => Some(String::new()),
            _ => None,
        };
    }
    hits.sort_by_key(|hit| hit.superseded.is_some());
    let count = hits.len().min(COMPARED);
    for at in 0..count {
        for other in at + 1..count {
            let is_newer = hits[at].date < hits[other].date;
            let (old, new) = if is_newer { (at, other) } else { (other, at) };
            if !says_otherwise(&hits[old], &hits[new]) {
                continue;
            }
            let day = hits[new].date.clone();
            let known = &mut hits[old].superseded;
            *known = day.max(known.take());
            if is_newer {
                let newer = hits.remove(other);
                hits.insert(at, newer);
            }
        }
    }
    for hit in hits {
        let Some(newer) = &hit.superseded else { continue };
        let why = sentences::superseded(newer);
        hit.match_reason = match hit.match_reason.as_str() {
            "" => why,
            reason => format!("{reason} · {why}"),
        };
    }
}

/// Whether two dated passages differ, the second one being newer.
fn says_otherwise(old: &Reference, new: &Reference) -> bool {
    let (Some(earlier), Some(later)) = (&old.date, &new.date) else { return false };
    let (Some(one), Some(other)) = (&old.passage, &new.passage) else { return false };
    let (about_one, about_other) = (about(old), about(new));
    let source = |text, about| Source { number: Number(0), text, about };
    earlier < later && differ(&source(&one.text, &about_one), &source(&other.text, &about_other))
}
