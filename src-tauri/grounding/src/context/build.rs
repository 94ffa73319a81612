use conversation::model::{Count, Tokens};

use super::{
    Assembly, Input, compaction, fit,
    plan::{Extent, Plan},
    sizes::Sizes,
};
use conversation::context::{Compactable, ContextView, FewPassages};

/// Builds what the model sees, and the view of it.
///
/// Sending, the preview and the receipt all come from this one function. `counter` counts tokens for
/// the model that will read them.
///
/// The messages: the system prompt; what stands for turns that are summarised; the earlier turns,
/// each with its files before its question and its calls after it; the agent's prompt; the
/// documents as one message, a project's first; the pictures that they show; this turn's files; the question with the list of
/// what it links; this turn's calls and their results; and the reminder. The parts of the view
/// stand in the same order, their texts joined are the messages' texts, and their sizes add up to
/// `total`: what the tools and the message format cost are parts of their own.
pub fn build(input: &Input, counter: &dyn Count) -> Assembly {
    let sizes = Sizes::new(input, counter);
    let limit = Tokens(input.window.0.saturating_sub(input.reserve.0));
    let (budgets, lent) = sizes.budgets();
    let mut plan = Plan::all(input, &sizes);
    let too_long: Vec<bool> = plan.linked.iter().map(|shown| *shown != Extent::Text).collect();

    plan.fit_wait(input, &sizes);
    let waited: Vec<bool> = plan.hits.iter().map(|kept| !kept).collect();

    // What was found goes before anything that was said. If the conversation is too long after
    // that, too, a summary of its beginning is better than losing it; but none is made for pictures.
    plan.fit_found(input, &sizes);
    let is_due = |plan: &Plan| {
        let layout = sizes.layout(plan);
        if input.summary_undone {
            return layout.total() > limit;
        }
        compaction::is_due(layout.messages(), layout.total(), input.window, &budgets)
    };
    while is_due(&plan) && plan.drop_picture() {}
    let compact = is_due(&plan).then(|| compactable(input, &sizes)).flatten();
    plan.fit_said(input, &sizes);

    let layout = sizes.layout(&plan);
    let total = layout.total();
    let refusal = (total > limit).then(|| fit::refusal(input, &sizes, total));
    let considered = layout.considered(&plan, &waited);
    let cuts = sizes.cuts(&plan, &too_long, &waited, &layout.used);
    let few_passages = few_passages(input, &waited, total);
    let (used, ledger) = (layout.used.clone(), layout.ledger.clone());
    let (messages, parts) = layout.into_messages();
    let view = ContextView {
        window: input.window,
        reserve: input.reserve,
        budgets,
        lent,
        parts,
        cuts,
        few_passages,
        total,
        free: Tokens(limit.0.saturating_sub(total.0)),
        compact,
        refusal,
    };
    Assembly { messages, view, used, considered, ledger }
}

/// Why there are few passages; `waited` has those that were left out so that the first word comes soon.
fn few_passages(input: &Input, waited: &[bool], total: Tokens) -> Option<FewPassages> {
    match input.reading {
        Some(per_second @ 1..) if waited.contains(&true) => {
            Some(FewPassages::ReadingSpeed { per_second, seconds: total.0.div_ceil(per_second) })
        }
        _ => input.few_passages,
    }
}

fn compactable(input: &Input, sizes: &Sizes<'_>) -> Option<Compactable> {
    let turns = compaction::oldest(&input.history, input.kept_messages)?;
    let of_turns = input.history[..turns].iter().filter(|turn| !turn.pinned);
    let of_turns: usize = of_turns.map(compaction::messages).sum();
    let earlier = input.summary.as_ref().map_or(0, |summary| summary.messages);
    Some(Compactable {
        turns,
        messages: earlier + u32::try_from(of_turns).unwrap_or(u32::MAX),
        tokens: sizes.summary() + sizes.summarised(turns),
    })
}
