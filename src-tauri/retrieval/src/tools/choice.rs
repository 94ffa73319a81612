#[cfg(test)]
mod tests;

use std::collections::HashSet;

use models::Tokens;

use super::descriptor::Descriptor;

/// Minimum similarity (cosine) of a relevant tool.
const RELEVANT: f32 = 0.2;

/// A text's similarity (cosine) to the message, if known.
pub type Likeness<'a> = &'a dyn Fn(&str) -> Option<f32>;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice {
    pub kept: Vec<usize>,
    pub left: Vec<(usize, &'static str)>,
}

const OVER_BUDGET: &str = "Not all tools fit their part of the window, and this one has less to do \
                           with the message than others.";

/// Offers all tools if they fit `budget` or none is relevant to the message. Otherwise the core tools, and the most
/// similar others while they fit. `sizes` are the descriptions' tokens. Without `likeness`, shared words count.
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
    others.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let mut kept: Vec<usize> = (0..tools.len()).filter(|at| tools[*at].core).collect();
    let mut used: u64 = kept.iter().map(|at| size(*at)).sum();
    let mut left = Vec::new();
    for (at, _) in others {
        // After the first tool that doesn't fit, smaller ones don't slip in.
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

fn about(tool: &Descriptor) -> String {
    let name = tool.tool.name.replace('_', " ");
    format!("{name}: {} {}", tool.tool.description, tool.guidance).trim_end().to_owned()
}

/// The share of the message's words that the text contains; one in six counts as relevant.
fn shared(message: &HashSet<String>, text: &str) -> f32 {
    if message.is_empty() {
        return 0.0;
    }
    let text = words(text);
    message.intersection(&text).count() as f32 / message.len() as f32
}

/// Lower-case words without function words and plural endings.
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
