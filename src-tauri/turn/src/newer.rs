//! Puts the newer of two passages first where they say different things, and labels the older one.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use conversation::reference::{Number, Reference};
use notes::{Catalog, Expiry};
use support::{Source, answered_anew, differing_pairs};

use crate::{closest::about, sentences};

/// Orders and labels passages, best first. `today` is the day of the question, as `2026-03-01`.
pub(crate) fn newer_first(
    hits: &mut Vec<Reference>,
    question: &str,
    catalog: &Catalog,
    today: &str,
) {
    for hit in &mut *hits {
        let note = hit.path.as_ref().and_then(|path| catalog.note(path));
        hit.superseded = match note.and_then(|note| note.outdated.as_ref()) {
            Some(Expiry::By(other)) => Some(other.clone()),
            Some(Expiry::After(day)) if day.as_str() < today => Some(String::new()),
            _ => None,
        };
    }
    hits.sort_by_key(|hit| hit.superseded.is_some());
    let mut order: Vec<usize> = (0..hits.len()).collect();
    for (old, new) in differing(hits, question) {
        let day = hits[new].date.clone();
        let known = &mut hits[old].superseded;
        *known = day.max(known.take());
        let place = |hit: usize| order.iter().position(|it| *it == hit);
        if let (Some(before), Some(behind)) = (place(old), place(new))
            && before < behind
        {
            let newer = order.remove(behind);
            order.insert(before, newer);
        }
    }
    let mut all: Vec<Option<Reference>> = std::mem::take(hits).into_iter().map(Some).collect();
    hits.extend(order.into_iter().filter_map(|at| all[at].take()));
    for hit in hits {
        let Some(newer) = &hit.superseded else { continue };
        let why = sentences::superseded(newer);
        hit.match_reason = match hit.match_reason.as_str() {
            "" => why,
            reason => format!("{reason} · {why}"),
        };
    }
}

/// The pairs of dated passages that differ, or answer the question differently: the older, then the newer.
fn differing(hits: &[Reference], question: &str) -> Vec<(usize, usize)> {
    let abouts: Vec<Vec<&str>> = hits.iter().map(about).collect();
    let sources: Vec<Source<'_>> = hits
        .iter()
        .zip(&abouts)
        .map(|(hit, about)| {
            let text = hit.passage.as_ref().map_or("", |passage| &passage.text);
            Source { number: Number(0), text, about }
        })
        .collect();
    let dates: HashSet<&str> = hits.iter().filter_map(Reference::own_date).collect();
    if dates.len() < 2 {
        return Vec::new();
    }
    let is_older = |one: usize, other: usize| {
        let (one, other) = (hits[one].own_date(), hits[other].own_date());
        one.is_some() && other.is_some() && one < other
    };
    let differing =
        differing_pairs(&sources, |one, other| is_older(one, other) || is_older(other, one));
    let by_date = |(one, other)| if is_older(one, other) { (one, other) } else { (other, one) };
    let mut pairs: Vec<(usize, usize)> = differing.into_iter().map(by_date).collect();
    pairs.extend(answered_anew(question, &sources, is_older));
    pairs
}
