use proptest::prelude::*;

use super::*;

fn check(then: &str, now: &str, expect: &str) {
    let told: String = changes(then, now)
        .iter()
        .map(|PassagePiece { when, text }| match when {
            When::Both => text.clone(),
            When::Then => format!("[-{text}-]"),
            When::Now => format!("[+{text}+]"),
        })
        .collect();
    assert_eq!(told, expect);
}

// B20
#[test]
fn changes_are_marked_word_by_word() {
    check("Salt is 2%.", "Salt is 2%.", "Salt is 2%.");
    check("Salt is 2% of it.", "Salt is 3% of it.", "Salt is [-2-][+3+]% of it.");
    check("Rest it.", "Rest it overnight.", "Rest it[+ overnight+].");
    check("Rest it overnight.", "Rest it.", "Rest it[- overnight-].");
    check("a quick rise", "a slow prove", "a [-quick rise-][+slow prove+]");
    check("", "New.", "[+New.+]");
    check("Größe 30 cm", "Größe 32 cm", "Größe [-30-][+32+] cm");
}

proptest! {
    #[test]
    fn the_pieces_of_a_change_give_both_texts(then in "[ab \n.é]{0,30}", now in "[ab \n.é]{0,30}") {
        let pieces = changes(&then, &now);
        let of = |other: When| -> String {
            let shown = pieces.iter().filter(|piece| piece.when != other);
            shown.map(|piece| piece.text.as_str()).collect()
        };
        prop_assert_eq!(of(When::Now), then);
        prop_assert_eq!(of(When::Then), now);
    }
}
