use proptest::prelude::*;

use super::*;

#[test]
fn the_forms_of_orders() {
    fn check(answer: &str, expect: &[usize]) {
        let found = order(answer, 4).map(|order| order.iter().map(|n| n + 1).collect::<Vec<_>>());
        assert_eq!(found.unwrap_or_default(), expect, "{answer}");
    }
    for answer in [
        "[3, 1, 2]",
        "Here you are:\n```json\n[3, 1, 2]\n```\nI hope it helps.",
        "3, 1, 2",
        "3 > 1 > 2",
        "[3] > [1] > [2]",
        "[3]\n[1]\n[2]",
        "[3] 0.9\n[1] 0.7\n[2] 0.1",
        "[1] 0.7\n[2] 0.1\n[3] 0.9",
        "1: 7\n2: 1\n3: 9",
        "3. It names the flour.\n1. It is about rye.\n2. Hardly.",
        "- Passage 3: 0.9\n- Passage 1: 0.8\n- Passage 2: 0.5",
        "[\"3\", \"[1]\", \"Passage 2\"]",
        "{\"ranking\": [3, 1, 2]}",
        "{\"3\": 0.9, \"2\": 0.1, \"1\": 0.5}",
        "[{\"index\": 1, \"score\": 5}, {\"index\": 2, \"score\": 1}, {\"index\": 3, \"score\": 9}]",
        "[{\"passage\": 3}, {\"passage\": 1}, {\"passage\": 2}]",
        "[[3, 0.9], [1, 0.5], [2, 0.1]]",
        "[3, 3, 1, 99, 2, 1]",
        "[2, 0, 1]",
    ] {
        check(answer, &[3, 1, 2]);
    }
    check("[0.1, 0.9, 0.5, 0.7]", &[2, 4, 3, 1]);
    check("[4]", &[4]);
    check("2", &[2]);
    for answer in ["", "None of them.", "[]", "[9, 10]", "I can't judge 3 of these.", "{}", "[["] {
        check(answer, &[]);
    }
}

proptest! {
    #[test]
    fn no_answer_breaks_it(answer in "([0-9]{1,22}|[\\[\\]{}:,\"]|score|\n| |é|0\\.5){0,30}", count in 0_usize..9) {
        if let Some(order) = order(&answer, count) {
            let mut once = order.clone();
            once.sort_unstable();
            once.dedup();
            prop_assert!(!order.is_empty() && once.len() == order.len());
            prop_assert!(order.iter().all(|place| *place < count));
        }
    }
}
