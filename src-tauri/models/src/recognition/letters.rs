//! Decodes a line by connectionist temporal classification, with the likeliest letter of each step.

#[cfg(test)]
mod tests;

const BLANK: usize = 0;

/// Returns the text and the mean probability of its letters. A step has the probability of no letter, then one for
/// each of `letters`. A letter over several steps counts once.
pub(super) fn decode(steps: &[f32], letters: &[String]) -> (String, f32) {
    let mut text = String::new();
    let (mut sum, mut count) = (0.0, 0);
    let mut last = BLANK;
    for step in steps.chunks_exact(letters.len() + 1) {
        let best = step.iter().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b));
        let Some((choice, probability)) = best else { break };
        if choice != BLANK && choice != last {
            text.push_str(letters.get(choice - 1).map_or("", String::as_str));
            sum += probability;
            count += 1;
        }
        last = choice;
    }
    (text, if count > 0 { sum / count as f32 } else { 0.0 })
}
