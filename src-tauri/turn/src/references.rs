//! Collects the references of an answer from all calls of its turn.

use crate::gather::Material;
use conversation::{
    Coverage,
    reference::{Kind, Reference, State},
};
use grounding::references::{Evidence, Ledger, evidence::of_passage};

/// All references of a turn: links without text, passages that the model saw, files, and passages that were found and
/// cut.
pub(crate) fn references_of(
    material: &Material,
    used: Vec<Reference>,
    considered: Vec<Reference>,
    evidence: &Evidence,
) -> Vec<Reference> {
    let links = material.basis.linked.iter().filter(|note| {
        let is_there = |reference: &Reference| reference.path == note.link.path;
        note.link.path.is_none() || !used.iter().chain(&considered).any(is_there)
    });
    let mut references: Vec<_> = links
        .map(|note| {
            let state = match note.link.path {
                None => State::Broken,
                Some(_) => State::Considered,
            };
            Reference { state, number: None, ..note.link.clone() }
        })
        .collect();
    references.extend(used);
    references.extend(material.files.iter().cloned());
    references.extend(considered);
    // Notes that a result only names, and passages that were cut from a result.
    let of_calls = |found: &&Reference| found.passage.is_none() || found.state == State::Considered;
    for found in material.rest.iter().chain(evidence.passages().filter(of_calls)) {
        if known(&mut references, found).is_none() {
            let given = |(source, hash): (String, _)| material.progress.ledger.given(&source, hash);
            let number = found.key().and_then(given);
            references.push(Reference { number, ..found.clone() });
        }
    }
    references
}

fn is_seen(reference: &Reference) -> bool {
    matches!(reference.state, State::Used | State::Cited)
}

/// Whether the model got the file's name or picture, but no passage of it.
fn is_named(reference: &Reference) -> bool {
    let is_shown = reference.call.is_some() || reference.kind == Kind::Read;
    is_shown && reference.path.is_some() && reference.passage.is_none()
}

/// The known reference to the same passage. For a file that was only named, any passage of it that the model saw.
fn known<'a>(references: &'a mut [Reference], found: &Reference) -> Option<&'a mut Reference> {
    if is_named(found) {
        return references.iter_mut().find(|known| known.path == found.path && is_seen(known));
    }
    of_passage(references, found)
}

/// The share of the matching passages, and of a period's days, that the first request includes. `None` if neither
/// is known.
pub(crate) fn coverage(
    material: &Material,
    used: &[Reference],
    has_excerpts: bool,
) -> Option<Coverage> {
    let found = used.iter().filter(|it| it.kind == Kind::Search && it.call.is_none());
    let passages = u32::try_from(found.count()).unwrap_or(u32::MAX);
    let matching = material.matching;
    let period = material.period.as_ref().map(|notes| notes.coverage(used, has_excerpts));
    (matching.passages > 0 || period.is_some()).then(|| Coverage {
        passages,
        matching: matching.passages.max(passages),
        notes: matching.notes,
        period,
    })
}

/// The references after another call: the references of its request, `now`, and passages of earlier requests,
/// `before`, which stay used.
pub(crate) fn and_earlier(now: Vec<Reference>, before: &[Reference]) -> Vec<Reference> {
    let mut references = now;
    let seen = before
        .iter()
        .filter(|earlier| (earlier.number.is_some() || is_named(earlier)) && is_seen(earlier));
    for earlier in seen {
        match known(&mut references, earlier) {
            Some(again) if again.state == State::Considered => {
                again.state = State::Used;
                again.number = earlier.number;
                // An earlier request included it, so the reason for leaving it out now would mislead.
                again.match_reason.clone_from(&earlier.match_reason);
            }
            Some(_) => {}
            None => references.push(earlier.clone()),
        }
    }
    references
}

/// The references of an answer without a model. The passages that a model would have seen get numbers.
pub(crate) fn offered(material: &Material) -> Vec<Reference> {
    let mut ledger: Ledger = material.progress.ledger.clone();
    let mut used: Vec<Reference> = Vec::new();
    let linked = material.basis.linked.iter().flat_map(|note| &note.best);
    for reference in linked.chain(&material.progress.hits) {
        let Some((source, hash)) = reference.key() else { continue };
        let number = ledger.number(&source, hash);
        if used.iter().all(|other| other.number != Some(number)) {
            let number = Some(number);
            used.push(Reference { number, state: State::Used, ..reference.clone() });
        }
    }
    references_of(material, used, Vec::new(), &Evidence::default())
}
