//! Which tools are offered where not all of their descriptions fit.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use models::Tokens;

use super::descriptor::Descriptor;

/// A tool whose likeness to the message (the cosine) is less than this has nothing to do with it.
const RELEVANT: f32 = 0.15;

/// How like the message a text is in meaning (the cosine), if that can be told.
pub type Likeness<'a> = &'a dyn Fn(&str) -> Option<f32>;

/// Which tools are offered, by their places.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice {
    /// Those that are, in their order.
    pub kept: Vec<usize>,
    /// Those that aren't, and why, in a sentence.
    pub left: Vec<(usize, &'static str)>,
}

const OVER_BUDGET: &str = "Not all tools fit their part of the window, and this one has less to do \
                           with the message than others.";

/// Chooses the tools for a message. If all descriptions fit `budget`, or none of the tools has
/// anything to do with the message, it is all of them. Else the core ones stay, and of the others
/// those that are most like the message, as long as they fit. `sizes` are the tokens of each
/// description. `likeness` tells how like the message a text is in meaning (the cosine), if that can
/// be told; else shared words count.
pub fn choose(
    tools: &[Descriptor],
    sizes: &[Tokens],
    budget: Tokens,
    message: &str,
    likeness: Option<Likeness<'_>>,
) -> Choice {
    let size = |at: usize| sizes.get(at).map_or(0, |size| u64::from(size.0));
    let budget = u64::from(budget.0);
    let all = || Choice { kept: (0..tools.len()).collect(), left: Vec::new() };
    if (0..tools.len()).map(size).sum::<u64>() <= budget {
        return all();
    }
    let words = words(message);
    let mut others: Vec<(usize, f32)> = (0..tools.len())
        .filter(|at| !tools[*at].core)
        .map(|at| {
            let about = about(&tools[at]);
            let near = likeness.and_then(|likeness| likeness(&about)).filter(|near| !near.is_nan());
            (at, near.unwrap_or_else(|| shared(&words, &about)))
        })
        .collect();
    if others.iter().all(|(_, near)| *near < RELEVANT) {
        return all();
    }
    // The sort keeps the order of equals.
    others.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let mut kept: Vec<usize> = (0..tools.len()).filter(|at| tools[*at].core).collect();
    let mut used: u64 = kept.iter().map(|at| size(*at)).sum();
    let mut left = Vec::new();
    for (at, _) in others {
        // Best first as long as the budget allows: a smaller one further down doesn't slip in.
        if left.is_empty() && used + size(at) <= budget {
            used += size(at);
            kept.push(at);
        } else {
            left.push((at, OVER_BUDGET));
        }
    }
    kept.sort_unstable();
    left.sort_unstable_by_key(|(at, _)| *at);
    Choice { kept, left }
}

/// What a tool is about: its name as words, what it does and when to use it.
fn about(tool: &Descriptor) -> String {
    let name = tool.tool.name.replace('_', " ");
    format!("{name}: {} {}", tool.tool.description, tool.guidance).trim_end().to_owned()
}

/// The share of the message's words that a text has too. One of six is a sign of something.
fn shared(message: &HashSet<String>, text: &str) -> f32 {
    if message.is_empty() {
        return 0.0;
    }
    let text = words(text);
    message.intersection(&text).count() as f32 / message.len() as f32
}

/// The words of a text that may say something, in small letters and without their endings.
fn words(text: &str) -> HashSet<String> {
    crate::query::matter(text)
        .split(|c: char| !c.is_alphanumeric())
        .map(|word| word.to_lowercase())
        .map(|word| match word.strip_suffix('s') {
            Some(stem) if stem.len() > 2 => stem.to_owned(),
            _ => word,
        })
        .filter(|word| !word.is_empty())
        .collect()
}
