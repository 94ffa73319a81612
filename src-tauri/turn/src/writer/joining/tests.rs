use super::*;

const BROKEN: &str = "Bulk fermentation is the first rise. Rye doughs are sticky [1], but they";

#[test]
fn an_answer_goes_on_where_it_stopped() {
    let check = |before: &str, said: &str, expect: &str| {
        let sources = ["The final fermentation takes an hour."];
        let joint = || Joint::new(before, sources.into_iter());
        let mut whole = joint();
        let mut text = whole.push(said);
        text.push_str(&whole.end_text());
        assert_eq!(text, expect, "{before} + {said}");
        let mut pieces = joint();
        let mut text: String =
            said.chars().map(|c| pieces.push(c.encode_utf8(&mut [0; 4]))).collect();
        text.push_str(&pieces.end_text());
        assert_eq!(text, expect, "{before} + {said} in letters");
    };
    // Adds a space only where one belongs.
    check(BROKEN, "need no kneading.", " need no kneading.");
    check(BROKEN, " need no kneading.", " need no kneading.");
    check(BROKEN, ", too, rise.", ", too, rise.");
    check("Salt it.", "Then wait.", " Then wait.");
    check("Salt it. ", " Then wait.", "Then wait.");
    check("- Salt", "- Rye", "\n- Rye");
    check("- Salt", "\n- Rye", "\n- Rye");
    check("1. Salt", "2. Rye", "\n2. Rye");
    check("One two three.", "One two three.\n\nFour five.", "\n\nFour five.");
    check("All with salt", "salty crusts", " salty crusts");
    check("加盐", "然后等。", "然后等。");
    check("The final ferm", "entation is short.", "entation is short.");
    // Drops repeated last words.
    check(BROKEN, "but they need no kneading.", " need no kneading.");
    check(BROKEN, "they need no kneading.", " need no kneading.");
    check(BROKEN, "Rye doughs are sticky, but they need no kneading.", " need no kneading.");
    // Drops a repeated beginning.
    let again = "Bulk fermentation is the first rise. Rye doughs are sticky [1], but they need time. So wait.";
    check(BROKEN, again, " need time. So wait.");
    check("One two three. Four five six.", "One two three. Four five six. Seven.", " Seven.");
    check("The final ferm", "The final fermentation is short.", "entation is short.");
    // Adds nothing else.
    check(BROKEN, "Bulk fermentation is the first rise.", "");
    check("```\nlet a", " = 1;\n```", " = 1;\n```");
    // A sentence that only begins like a known one stays.
    check("One two three. Four", "One two and so on.", " One two and so on.");
}
