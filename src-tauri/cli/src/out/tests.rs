use super::*;

#[test]
fn invisible_characters_are_dropped_in_texts_and_spelled_out_in_names() {
    let check = |text: &str, in_text: &str, as_name: &str| {
        assert_eq!((&*printable(text), &*name(text)), (in_text, as_name), "{text:?}");
    };
    check("Rye\u{e0041}\u{e007f}", "Rye", r"Rye\u{e0041}\u{e007f}");
    check("Sa\u{200b}lt\u{feff}", "Sa\u{200b}lt\u{feff}", r"Sa\u{200b}lt\u{feff}");
    check("\u{1b}[2J\u{202e}a\n", "[2Ja\n", r"\u{1b}[2J\u{202e}a\n");
    // Two emoji joined into one.
    check("👩\u{200d}🍳", "👩\u{200d}🍳", r"👩\u{200d}🍳");
}

#[test]
fn invisible_characters_are_spelled_out_for_an_approval() {
    let check = |text: &str, expect: &str| assert_eq!(spelled_out(text), expect, "{text:?}");
    check("- Salt keeps.\n\tYes", "- Salt keeps.\n\tYes");
    check("Salt\u{e0073}\u{e0065}", r"Salt\u{e0073}\u{e0065}");
    check("a\u{202e}b\u{2066}\u{1b}[2J\r", r"a\u{202e}b\u{2066}\u{1b}[2J\r");
    check("Sa\u{200b}lt\u{feff}\u{ad}", r"Sa\u{200b}lt\u{feff}\u{ad}");
    // Emoji and Persian need joiners; several in a row hide something.
    check("👩\u{200d}🍳 ❤\u{fe0f} می\u{200c}خواهم", "👩\u{200d}🍳 ❤\u{fe0f} می\u{200c}خواهم");
    check("a\u{200c}\u{200d}\u{fe00}", "a\u{200c}\\u{200d}\\u{fe00}");
    check("a\u{e0100}", r"a\u{e0100}");
    check("rye\u{2800}\u{e000}⡴", r"rye\u{2800}\u{e000}⡴");
}
