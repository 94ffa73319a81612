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

/// Builds the context of a request, and the view of it for people.
///
/// Sending, the preview and the receipt all use this function. `counter` counts tokens for the receiving model.
///
/// The messages in order:
/// - the system prompt
/// - the summary of the oldest turns
/// - the earlier turns, each with its files before the question and its calls behind it
/// - the user's prompts for the conversation
/// - the documents as one message, a project's first
/// - the pictures in these documents
/// - this turn's files
/// - the question with a list of its links
/// - this turn's calls and their results
/// - the reminder
///
/// The parts of the view are in the same order. Their texts joined are the texts of the messages, and their sizes add
/// up to `total`; tools and the message format are parts of their own.
pub fn build(input: Input<'_>, counter: &dyn Count) -> Assembly {
    let Input { fit, progress, .. } = input;
    let sizes = Sizes::new(input, counter);
    let limit = fit.limit();
    let (budgets, lent) = sizes.budgets();
    let mut plan = Plan::all(&sizes);
    let too_long: Vec<bool> = plan.linked.iter().map(|shown| *shown != Extent::Text).collect();

    plan.fit_reading_time(&sizes);
    let waited: Vec<bool> = plan.hits.iter().map(|kept| !kept).collect();

    // Found passages are cut before the conversation is. If the conversation is still too long, a summary of its
    // beginning is better than losing it, but pictures are dropped before that.
    plan.fit_findings(&sizes);
    let is_due = |plan: &Plan| {
        let layout = Layout::new(&sizes, plan);
        if progress.earlier.summary_undone {
            return layout.total() > limit;
        }
        compaction::is_due(layout.messages(), layout.total(), fit.window, &budgets)
    };
    while is_due(&plan) && plan.drop_picture() {}
    let compact = is_due(&plan).then(|| compactable(&sizes)).flatten();
    plan.fit_conversation(&sizes);

    let layout = Layout::new(&sizes, &plan);
    let total = layout.total();
    let refused = (total > limit).then(|| refusal(&sizes, total));
    let considered = layout.considered(&plan, &waited);
    let left_out = cuts(&sizes, &plan, &too_long, &waited, &layout.used);
    let few_passages = few_passages(fit, &waited, total);
    let (used, ledger) = (layout.used.clone(), layout.ledger.clone());
    let has_excerpts = used.iter().any(|it| plan.excerpt(input, it).is_some());
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
        searched_for: input.basis.searched_for.clone(),
        auxiliary: false,
    };
    Assembly { messages, view, used, considered, has_excerpts, ledger }
}

/// The reason for few passages, if there are few. `waited` marks hits that were cut for the reading time.
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
