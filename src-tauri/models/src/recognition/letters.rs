//! Decodes a line by connectionist temporal classification, with the likeliest letter of each step.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_that_goes_on_is_one_and_a_blank_parts_two() {
        let letters = ["a", "b", " "].map(str::to_owned);
        // The likeliest choice of each step, and its probability.
        let check = |steps: &[(usize, f32)], expect: &str, sure: f32| {
            let steps: Vec<f32> = steps
                .iter()
                .flat_map(|(best, probability)| {
                    (0..4).map(move |choice| match choice == *best {
                        true => *probability,
                        false => (1.0 - probability) / 3.0,
                    })
                })
                .collect();
            let (text, confidence) = decode(&steps, &letters);
            assert_eq!(text, expect);
            assert!((confidence - sure).abs() < 1e-6, "{expect}: {confidence}");
        };
        check(&[], "", 0.0);
        check(&[(0, 0.9), (0, 0.9)], "", 0.0);
        check(&[(1, 0.8), (1, 0.4), (2, 0.6)], "ab", 0.7);
        check(&[(1, 0.9), (0, 0.9), (1, 0.9)], "aa", 0.9);
        check(&[(0, 0.9), (2, 1.0), (3, 0.5), (1, 0.9)], "b a", 0.8);
        // Steps with another number of letters are no text.
        assert_eq!(decode(&[1.0, 0.0], &letters), (String::new(), 0.0));
    }
}
