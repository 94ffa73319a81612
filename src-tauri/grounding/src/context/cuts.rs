//! Lists what a plan leaves out, for people.

use conversation::{
    context::Cut,
    model::Tokens,
    reference::{Reference, State},
};

use super::{
    documents,
    measure::beginning,
    pictures::picture_label,
    plan::{Extent, Plan},
    sizes::Sizes,
};
use crate::sentences;

/// The cuts of `plan`, in the order of the context. `too_long` marks linked notes that were too long from the start,
/// `waited` marks hits that would take too long to read. Passages that are included in another form aren't cuts.
pub(super) fn cuts(
    sizes: &Sizes<'_>,
    plan: &Plan,
    too_long: &[bool],
    waited: &[bool],
    used: &[Reference],
) -> Vec<Cut> {
    let input = sizes.input();
    let missing = |reference: &&Reference| !used.iter().any(|used| used.covers(reference));
    let mut cuts = input.fit.left_out.clone();
    if !plan.summary
        && let Some(summary) = &input.progress.earlier.summary
    {
        let label = sentences::summary_of(summary.messages);
        cuts.push(Cut::new(label, sizes.summary(), sentences::NO_ROOM));
    }
    let turns = input.progress.earlier.turns.iter().zip(&sizes.turn_tokens).enumerate();
    let gone = turns.filter(|(at, (turn, _))| !plan.has_turn(*at, turn));
    for (_, (turn, tokens)) in gone {
        let files = turn.attachments.iter().map(|file| file.name.as_str());
        let reason = sentences::oldest_first(files);
        let label = sentences::earlier_turn(&beginning(&turn.question));
        cuts.push(Cut::new(label, *tokens, reason));
    }
    for (at, (note, shown)) in input.basis.linked.iter().zip(&plan.linked).enumerate() {
        let size = sizes.linked_text(at);
        // The best passages of a note that was to go in whole were never offered.
        let kept = if let Extent::Best(kept) = shown { *kept } else { note.best.len() };
        if *shown != Extent::Text && !note.text.is_empty() {
            let share = too_long[at].then(|| (size, sizes.left_for_notes()));
            let label = sentences::whole_text(&note.link.title);
            cuts.push(Cut::new(label, size, sentences::not_whole(share, kept)));
        }
        let best = note.best.iter().skip(kept).filter(|_| too_long[at]);
        cuts.extend(best.filter(missing).map(|it| cut_document(sizes, it)));
    }
    let hits = input.progress.hits.iter().zip(&plan.hits).zip(waited);
    let hits = hits.filter(|((hit, kept), _)| !**kept && missing(hit));
    cuts.extend(hits.map(|((hit, _), waited)| {
        let cut = cut_document(sizes, hit);
        if *waited { Cut { reason: sentences::SLOW.to_string(), ..cut } } else { cut }
    }));
    let short = used.iter().filter(|it| plan.excerpt(input, it).is_some());
    cuts.extend(short.map(|it| {
        let left =
            Tokens(sizes.measure.document(it).0.saturating_sub(sizes.measure.shown(plan, it).0));
        let reason =
            if input.fit.shared.is_some() { sentences::SHARED } else { sentences::IN_PART };
        Cut::new(documents::name(it), left, reason)
    }));
    let pictures = input.fit.pictures.iter().zip(&plan.pictures);
    let pictures =
        pictures.filter(|(picture, kept)| !**kept && used.iter().any(|it| picture.is_shown_by(it)));
    cuts.extend(pictures.map(|(picture, _)| {
        let label = picture_label(picture);
        Cut::new(label, sizes.measure.picture(picture), sentences::NO_ROOM_FOR_PICTURE.text())
    }));
    for (at, (round, kept)) in input.progress.rounds.iter().zip(&plan.results).enumerate() {
        for (returned, kept) in round.calls.iter().zip(kept) {
            let gone = returned.passages.iter().skip(*kept);
            cuts.extend(gone.filter(missing).map(|it| cut_document(sizes, it)));
            if at < plan.rounds_gone {
                cuts.push(Cut::new(
                    sentences::result_of(&returned.call.name),
                    sizes.measure.count(&returned.text).tokens,
                    sentences::NEWER_RESULTS,
                ));
            }
        }
    }
    cuts
}

fn cut_document(sizes: &Sizes<'_>, reference: &Reference) -> Cut {
    let reason = match reference.state {
        State::Considered => sentences::FITTED_LESS,
        _ => sentences::BETTER_PASSAGES,
    };
    Cut::new(documents::name(reference), sizes.measure.document(reference), reason)
}
