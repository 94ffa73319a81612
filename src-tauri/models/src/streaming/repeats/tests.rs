use super::*;

/// The length at which the answer ends, the same in one piece and letter by letter.
fn ended(text: &str) -> Option<usize> {
    let whole = Repeats::default().push(text);
    let mut repeats = Repeats::default();
    let letters = text.char_indices().find_map(|(at, c)| {
        let end = repeats.push(c.encode_utf8(&mut [0; 4]))?;
        Some(at + end)
    });
    assert_eq!(whole, letters, "{text}");
    whole
}

const FOUR: &str = "Preheat the oven to 220 °C for the brioche [1]. Bake it for ten minutes, and then turn it \
        down to 180 °C [2]. The crust should be of a deep golden brown. If it browns too soon, cover it with foil [1]. ";

// B111 B116
#[test]
fn sentences_that_come_again_and_again_end_an_answer() {
    let check = |text: &str, most: usize| {
        let end = ended(text).unwrap_or_else(|| panic!("not ended: {text:.200}"));
        assert!(end <= most, "{end}: {text:.200}");
    };
    check(&FOUR.repeat(20), FOUR.len() * 5);
    let [one, two] = ["Bake it well. ", "Salt goes into the dough. "];
    check(&one.repeat(200), 800);
    // Numbered, with differing citations, in another order, and after a good answer.
    let numbered: String = (1..99).map(|at| format!("{at}. {two}[{}]\n", at % 7)).collect();
    check(&numbered, 2_500);
    let mixed: String = (0_u64..400)
        .map(|at| if at.wrapping_mul(2_654_435_761) % 5 < 2 { one } else { two })
        .collect();
    check(&mixed, 1_200);
    check(
        &format!("{}{}", good().concat(), FOUR.repeat(20)),
        good().concat().len() + FOUR.len() * 5,
    );
    // Without a full stop, a space, or a letter.
    check(&"and the salt, and the rye, ".repeat(400), 8_000);
    check(&"ha ".repeat(4_000), 4_000);
    check(&"盐在面团里。".repeat(200), 1_200);
    check(&"-\n".repeat(9_000), 5_000);
    check(&format!("```\n{}", "    return None\n".repeat(2_000)), 9_000);
}

/// Good texts with much repetition.
fn good() -> Vec<String> {
    let rows = (0..60).map(|at| format!("| Loaf {at} | 20 g | yes | yes | no |\n"));
    let refrain = "Oh, the bread is in the oven,\nand the salt is in the dough,\n\
            and we sing beside the kitchen fire\nuntil the morning glow.\n\n";
    let verse = |at: usize| {
        let name = ["Anna", "Bruno", "Clara", "David"][at % 4];
        format!(
            "Then {name} came in from the cold and rainy street, verse {at},\nand asked us for a slice.\n\n"
        )
    };
    let song: String = (0..4).map(|at| verse(at) + refrain).collect();
    let days = (1..=14)
        .map(|day| format!("- Day {day}: feed it with 50 g of rye and {} g of water.\n", 50 + day));
    let week = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    let week = week.map(|day| {
        format!("**{day}**\n- Morning: feed the starter\n- Evening: stir it, and let it rest\n\n")
    });
    let objects = (0..40).map(|at| {
        format!("  {{\n    \"name\": \"loaf{at}\",\n    \"type\": \"string\",\n    \"required\": true\n  }},\n")
    });
    let zeros = format!("```\n{}```\n", "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n".repeat(16));
    let facts =
        (0..120).map(|at| format!("Loaf number {at} took {} g of water [1]. ", 300 + 7 * at));
    vec![
        format!(
            "| Name | Salt | Rye | Spelt | Oats |\n|---|---|---|---|---|\n{}",
            rows.collect::<String>()
        ),
        format!("{song}{refrain}"),
        format!("It says:\n\n> {}", refrain.trim_end().replace('\n', "\n> ")) + "\n\n",
        days.collect(),
        week.concat(),
        format!("```json\n[\n{}]\n```\n", objects.collect::<String>()),
        zeros,
        facts.collect(),
        "Row, row, row your boat. ".repeat(3),
        "☐ ".repeat(900) + "\n",
    ]
}

// B116
#[test]
fn lists_tables_code_and_refrains_end_no_answer() {
    for text in good() {
        assert_eq!(ended(&text), None, "{text}");
    }
    assert_eq!(ended(&good().concat()), None);
}

#[test]
fn the_memory_for_repeats_is_bounded() {
    let mut repeats = Repeats::default();
    for at in 0..20_000 {
        assert_eq!(repeats.push(&format!("Loaf {at} rose well. ")), None);
        assert!(
            repeats.said.len() <= REMEMBERED && repeats.sentence.len() <= MAX_SENTENCE_BYTES + 4
        );
    }
    // A loop that begins later is still detected.
    assert!(repeats.push(&FOUR.repeat(20)).is_some());
}
