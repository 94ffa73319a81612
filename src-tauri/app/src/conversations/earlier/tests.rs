use conversation::MessageId;

use super::*;

// B99
#[test]
fn the_same_question_in_other_order_is_found_and_another_figure_asks_something_else() {
    let earlier = |text: &str| EarlierQuestion {
        question: MessageId::new(),
        text: text.to_owned(),
        asked: library::now(),
        answer: MessageId::new(),
        conversation: ConversationId::new(),
        title: String::new(),
    };
    let check = |asked: &str, known: &[&str], expect: Option<&str>| {
        let known = known.iter().map(|text| earlier(text)).collect();
        let found = same(asked, known, None).map(|found| found.text);
        assert_eq!(found.as_deref(), expect, "{asked}");
    };
    let salt = "How much salt goes into rye dough?";
    check("How much salt goes into the rye dough", &[salt], Some(salt));
    check("Into rye dough goes how much salt?", &["Rye dough?", salt], Some(salt));
    check("How much water goes into rye dough?", &[salt], None);
    check("Bread of 2025?", &["Bread of 2026?"], None);
    check(
        "Salt in 500 g of flour?",
        &["Salt in 500 g of flours?"],
        Some("Salt in 500 g of flours?"),
    );
    check("What is rye?", &[], None);
}
