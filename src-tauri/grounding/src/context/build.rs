use conversation::model::{Count, Tokens};

use super::{
    Assembly, Fit, Input, Progress, compaction,
    cuts::cuts,
    fit::refusal,
    layout::Layout,
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
pub fn build(input: Input<'_>, counter: &dyn Count) -> Assembly {
    let Input { fit, progress, .. } = input;
    let sizes = Sizes::new(input, counter);
    let limit = fit.limit();
    let (budgets, lent) = sizes.budgets();
    let mut plan = Plan::all(&sizes);
    let too_long: Vec<bool> = plan.linked.iter().map(|shown| *shown != Extent::Text).collect();

    plan.fit_wait(&sizes);
    let waited: Vec<bool> = plan.hits.iter().map(|kept| !kept).collect();

    // What was found goes before anything that was said. If the conversation is too long after
    // that, too, a summary of its beginning is better than losing it; but none is made for pictures.
    plan.fit_found(&sizes);
    let is_due = |plan: &Plan| {
        let layout = Layout::new(&sizes, plan);
        if progress.earlier.summary_undone {
            return layout.total() > limit;
        }
        compaction::is_due(layout.messages(), layout.total(), fit.window, &budgets)
    };
    while is_due(&plan) && plan.drop_picture() {}
    let compact = is_due(&plan).then(|| compactable(&sizes)).flatten();
    plan.fit_said(&sizes);

    let layout = Layout::new(&sizes, &plan);
    let total = layout.total();
    let refused = (total > limit).then(|| refusal(&sizes, total));
    let considered = layout.considered(&plan, &waited);
    let left_out = cuts(&sizes, &plan, &too_long, &waited, &layout.used);
    let few_passages = few_passages(fit, &waited, total);
    let (used, ledger) = (layout.used.clone(), layout.ledger.clone());
    let (messages, parts) = layout.into_messages();
    let view = ContextView {
        window: fit.window,
        reserve: fit.reserve,
        budgets,
        lent,
        parts,
        cuts: left_out,
        few_passages,
        total,
        free: Tokens(limit.0.saturating_sub(total.0)),
        compact,
        refusal: refused,
    };
    Assembly { messages, view, used, considered, ledger }
}

/// Why there are few passages; `waited` has those that were left out so that the first word comes soon.
fn few_passages(fit: &Fit, waited: &[bool], total: Tokens) -> Option<FewPassages> {
    match fit.reading {
        Some(per_second @ 1..) if waited.contains(&true) => {
            Some(FewPassages::ReadingSpeed { per_second, seconds: total.0.div_ceil(per_second) })
        }
        _ => fit.few_passages,
    }
}

fn compactable(sizes: &Sizes<'_>) -> Option<Compactable> {
    let Input { fit, progress: Progress { earlier, .. }, .. } = sizes.input();
    let turns = compaction::oldest(&earlier.turns, fit.kept_messages)?;
    let of_turns = earlier.turns[..turns].iter().filter(|turn| !turn.pinned);
    let of_turns: usize = of_turns.map(compaction::messages).sum();
    let before = earlier.summary.as_ref().map_or(0, |summary| summary.messages);
    Some(Compactable {
        turns,
        messages: before + u32::try_from(of_turns).unwrap_or(u32::MAX),
        tokens: sizes.summary() + sizes.summarised(turns),
    })
}
