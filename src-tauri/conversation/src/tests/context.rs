use crate::{
    Budgets, ContextView, PartView, Segment,
    model::{CountKind, Tokens},
    settings::Shares,
};

fn budgets(system: u32, tools: u32, messages: u32) -> Budgets {
    Budgets { system: Tokens(system), tools: Tokens(tools), messages: Tokens(messages) }
}

#[test]
fn budgets_are_rounded_down() {
    let check = |window, (system, tools, messages), expect| {
        let shares = Shares { system, tools, messages };
        assert_eq!(Budgets::with(Tokens(window), shares), expect, "{window}, {shares:?}");
    };
    check(32_768, (10, 30, 60), budgets(3_276, 9_830, 19_660));
    check(9, (10, 30, 60), budgets(0, 2, 5));
    check(0, (10, 30, 60), budgets(0, 0, 0));
    check(1_000, (0, 100, 0), budgets(0, 1_000, 0));
    // The sum saturates at the largest number.
    check(u32::MAX, (100, 200, u32::MAX), budgets(u32::MAX, u32::MAX, u32::MAX));
    assert_eq!(Budgets::of(Tokens(32_768)), Budgets::with(Tokens(32_768), Shares::default()));
}

#[test]
fn the_unused_budget_of_tools_is_lent_to_messages() {
    let check = |used, expect, lent| {
        assert_eq!(budgets(10, 30, 60).lending(Tokens(used)), (expect, Tokens(lent)), "{used}");
    };
    check(0, budgets(10, 0, 90), 30);
    check(12, budgets(10, 12, 78), 18);
    check(30, budgets(10, 30, 60), 0);
    check(31, budgets(10, 30, 60), 0);
}

#[test]
fn usage_adds_up_to_the_total() {
    let part = |segment, tokens| PartView {
        segment,
        label: String::new(),
        origin: None,
        number: None,
        item: None,
        tokens: Tokens(tokens),
        count: CountKind::Exact,
        text: String::new(),
        call: None,
    };
    let check = |parts: &[(Segment, u32)], total, expect| {
        let view = ContextView {
            window: Tokens(1_000),
            reserve: Tokens(100),
            budgets: Budgets::of(Tokens(1_000)),
            parts: parts.iter().map(|(segment, tokens)| part(*segment, *tokens)).collect(),
            cuts: Vec::new(),
            few_passages: None,
            lent: Tokens(0),
            total: Tokens(total),
            free: Tokens(0),
            compact: None,
            refusal: None,
            searched_for: None,
            auxiliary: false,
        };
        assert_eq!(view.usage(), expect, "{parts:?}");
    };
    check(&[], 3, budgets(0, 0, 3));
    // The message format's cost, here 7, counts as messages, as do results of tools.
    check(
        &[
            (Segment::System, 20),
            (Segment::Tools, 30),
            (Segment::Messages, 5),
            (Segment::System, 1),
            (Segment::Results, 8),
        ],
        71,
        budgets(21, 30, 20),
    );
}
