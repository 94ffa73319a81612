use super::*;

#[test]
fn repeated_steps_are_one_letter_and_a_blank_separates_two() {
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
