//! Puts the newer of two passages first where they say different things, and labels the older one.

#[cfg(test)]
mod tests;

use std::{cmp::Reverse, collections::HashSet};

use conversation::reference::{Kind, Number, Reference, State};
use grounding::references::digest;
use notes::{Catalog, Expiry};
use records::Period;
use support::{Source, answered_anew, answering, asks_for_now, change_of, differing_pairs};

use crate::{closest::about, sentences};

/// Maximum characters of a quoted line.
const LONGEST: usize = 300;

/// Maximum newer passages that join the best ones.
const JOINING: usize = 2;

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

/// Moves to the hits those `unused` passages that answer the question differently from an older hit, or the newest ones
/// that answer it if no hit does: a note on a change often has fewer of the question's words.
pub(crate) fn join_newer(hits: &mut Vec<Reference>, unused: &mut Vec<Reference>, question: &str) {
    let best = hits.len();
    let all: Vec<&Reference> = hits.iter().chain(&*unused).collect();
    let pairs = answered(&all, question);
    let is_last = |at: &usize| pairs.iter().all(|(old, _)| old != at);
    let later = pairs.iter().filter(|(old, new)| *old < best && *new >= best);
    let mut later: Vec<usize> = later.map(|(_, new)| *new).filter(is_last).collect();
    if later.is_empty() {
        let abouts = abouts(&all);
        let answering = answering(question, &sources(&all, &abouts));
        if answering.iter().all(|at| *at >= best) {
            later = answering.into_iter().filter(|at| all[*at].own_date().is_some()).collect();
        }
    }
    later.sort_by_key(|at| Reverse(all[*at].own_date()));
    later.dedup();
    later.truncate(JOINING);
    later.sort_unstable();
    for at in later.into_iter().rev() {
        let hit = unused.remove(at - best);
        let match_reason = sentences::MAY_BE_NEWEST.to_string();
        hits.push(Reference { state: State::Used, match_reason, ..hit });
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
    let hits: Vec<&Reference> = hits.iter().collect();
    let dates: HashSet<&str> = hits.iter().filter_map(|hit| hit.own_date()).collect();
    if dates.len() < 2 {
        return Vec::new();
    }
    let abouts = abouts(&hits);
    let is_dated = |one, other| is_older(&hits, one, other) || is_older(&hits, other, one);
    let differing = differing_pairs(&sources(&hits, &abouts), is_dated);
    let by_date =
        |(one, other)| if is_older(&hits, one, other) { (one, other) } else { (other, one) };
    let mut pairs: Vec<(usize, usize)> = differing.into_iter().map(by_date).collect();
    pairs.extend(answered(&hits, question));
    pairs
}

/// The pairs of dated passages that answer the question differently: the older, then the newer.
fn answered(hits: &[&Reference], question: &str) -> Vec<(usize, usize)> {
    let abouts = abouts(hits);
    answered_anew(question, &sources(hits, &abouts), |one, other| is_older(hits, one, other))
}

fn abouts<'a>(hits: &[&'a Reference]) -> Vec<Vec<&'a str>> {
    hits.iter().map(|hit| about(hit)).collect()
}

fn sources<'a>(hits: &[&'a Reference], abouts: &'a [Vec<&'a str>]) -> Vec<Source<'a>> {
    let text = |hit: &&'a Reference| hit.passage.as_ref().map_or("", |passage| &passage.text);
    let hits = hits.iter().map(text).zip(abouts);
    hits.map(|(text, about)| Source { number: Number(0), text, about }).collect()
}

fn is_older(hits: &[&Reference], one: usize, other: usize) -> bool {
    let (one, other) = (hits[one].own_date(), hits[other].own_date());
    one.is_some() && other.is_some() && one < other
}
