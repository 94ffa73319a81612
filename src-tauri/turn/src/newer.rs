//! Puts the newer of two passages first where they say different things, and labels the older one.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use conversation::reference::{Kind, Number, Reference};
use grounding::references::digest;
use notes::{Catalog, Expiry};
use records::Period;
use support::{Source, answered_anew, asks_for_now, change_of, differing_pairs};

use crate::{closest::about, sentences};

/// Maximum characters of a quoted line.
const LONGEST: usize = 300;

/// Orders and labels passages, best first. `today` is the day of the question, as `2026-03-01`.
pub(crate) fn newer_first(
    hits: &mut Vec<Reference>,
    question: &str,
    catalog: &Catalog,
    today: &str,
) {
    for hit in &mut *hits {
        let note = hit.path.as_ref().and_then(|path| catalog.note(path));
        hit.age.superseded = match note.and_then(|note| note.outdated.as_ref()) {
            Some(Expiry::By(other)) => Some(other.clone()),
            Some(Expiry::After(day)) if day.as_str() < today => Some(String::new()),
            _ => None,
        };
    }
    hits.sort_by_key(|hit| hit.age.superseded.is_some());
    let mut order: Vec<usize> = (0..hits.len()).collect();
    for (old, new) in differing(hits, question) {
        let day = hits[new].age.date.clone();
        let known = &mut hits[old].age.superseded;
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
        let Some(newer) = &hit.age.superseded else { continue };
        let why = sentences::superseded(newer);
        hit.match_reason = match hit.match_reason.as_str() {
            "" => why,
            reason => format!("{reason} · {why}"),
        };
    }
}

/// Finds a later note about a change of a table's only row: the property says “Bremen”, a daily note says that its owner
/// has moved. Returns the newest such passage and its line.
pub(crate) fn changed_since(hits: &[Reference], question: &str) -> Option<(Reference, String)> {
    let table = hits.iter().find_map(|hit| hit.table.as_ref())?;
    let [row] = &table.rows[..] else { return None };
    let mut shown = table.columns.iter().zip(&row.values).skip(1);
    let key = shown.find(|(_, value)| !value.is_empty()).map_or("", |(column, _)| column);
    let mut values = row.values.iter();
    let (subject, value) = (values.next()?, values.find(|value| !value.is_empty())?);
    // A day, such as that of a birthday, stays.
    let is_fixed = table.result.is_some() || Period::read(value).is_some();
    if is_fixed || values.any(|value| !value.is_empty()) || !asks_for_now(question) {
        return None;
    }
    let of_row = |hit: &&Reference| hit.path.as_ref() == Some(&row.path);
    let known = hits.iter().filter(of_row).filter_map(Reference::own_date).max();
    let later = hits.iter().filter(|hit| hit.kind == Kind::Search && !of_row(hit));
    let later = later.filter(|hit| hit.own_date().is_some() && hit.own_date() > known);
    let told = later.filter_map(|hit| {
        let line = change_of(&hit.passage.as_ref()?.text, subject, value, [question, key])?;
        let line = digest(line, LONGEST);
        // Nothing is left of an open task, or of a field.
        (!line.is_empty()).then(|| (hit.clone(), line))
    });
    told.max_by(|(one, _), (other, _)| one.own_date().cmp(&other.own_date()))
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
