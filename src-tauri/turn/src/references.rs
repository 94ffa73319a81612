//! The references of an answer, from all calls of its turn.

use crate::gather::Material;
use conversation::{
    Coverage,
    reference::{Kind, Reference, State},
};
use grounding::references::{Evidence, Ledger, evidence::of_passage};

/// All references of a turn: links that lead to no text, what the model saw, the files, and what
/// was found and cut: by the search, and by the calls.
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
    // Notes that a call named, and passages that went with its result.
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

/// Whether it is a file of which the model got no passage: a note that a tool named, or a picture.
fn is_named(reference: &Reference) -> bool {
    let is_shown = reference.call.is_some() || reference.kind == Kind::Read;
    is_shown && reference.path.is_some() && reference.passage.is_none()
}

/// The known reference to the same passage; for a note that was merely named, any passage of it that the model saw.
fn known<'a>(references: &'a mut [Reference], found: &Reference) -> Option<&'a mut Reference> {
    if is_named(found) {
        return references.iter_mut().find(|known| known.path == found.path && is_seen(known));
    }
    of_passage(references, found)
}

/// How much of the matching passages the first request has; `None` if no note was searched.
pub(crate) fn coverage(material: &Material, used: &[Reference]) -> Option<Coverage> {
    let found = used.iter().filter(|it| it.kind == Kind::Search && it.call.is_none());
    let passages = u32::try_from(found.count()).unwrap_or(u32::MAX);
    let matching = material.matching;
    (matching.passages > 0).then(|| Coverage {
        passages,
        matching: matching.passages.max(passages),
        notes: matching.notes,
    })
}

/// The references after a further call of the model, which has `now`. Passages that the model saw `before` stay used.
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
                // It was sent before, so why it was left now isn't why it is here.
                again.match_reason.clone_from(&earlier.match_reason);
            }
            Some(_) => {}
            None => references.push(earlier.clone()),
        }
    }
    references
}

/// The references of a turn without a model: the passages that it would have been offered first get
/// their numbers.
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
