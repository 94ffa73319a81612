use super::{
    super::tokens::tokens,
    Standing::{Asked, Believed, Conditional, Planned, Stated, Template},
    standing, without_struck,
};

#[test]
fn a_sentence_states_a_fact_or_something_else() {
    for (text, expect) in [
        ("Rye keeps for nine days.", Stated),
        ("Would a longer proof make it chewier?", Asked),
        ("*Who has the key?*", Asked),
        ("¿Volver en Pascua?", Asked),
        ("[ ] write the release notes", Planned),
        ("[/] write the release notes", Planned),
        ("[x] write the release notes", Stated),
        ("[[Salt]] is in the cellar.", Stated),
        ("[1] is the first source.", Stated),
        ("I want to mulch with straw next year.", Planned),
        ("Nächsten Monat will ich das Rennrad neu lackieren.", Planned),
        ("Goal: the Sarabande by heart.", Planned),
        ("She scored a goal.", Stated),
        ("我打算明年去北京。", Planned),
        ("If it drops under 1 bar, top up.", Conditional),
        ("Wenn es gewittert, gehen alle aus dem Wasser.", Conditional),
        ("Triptan helps only if I take it early.", Stated),
        ("Jonas asked if the door was open.", Stated),
        ("Mum thinks gold is a safe bet.", Believed),
        ("Merle meint, Wachs sei besser als Öl.", Believed),
        ("I think gold is a safe bet.", Stated),
        ("Delivered late because of ______.", Template),
        ("Rated {{rating}} by us", Template),
    ] {
        assert_eq!(standing(text, &tokens(text), std::iter::empty()), expect, "{text}");
    }
    let above = tokens("TEMPLATE weekly report");
    let text = "Milestone M3 was reached.";
    assert_eq!(standing(text, &tokens(text), above.iter()), Template);
}

#[test]
fn struck_out_text_is_blanked() {
    for (text, expect) in [
        ("a ~~bß~~ c", "a         c"),
        ("~~one~~ ~~two~~", "               "),
        ("~~a\nb~~", "   \n   "),
        ("~~open", "~~open"),
        ("~~~\ncode\n~~~", "~~~\ncode\n~~~"),
        ("~~a\n\nb~~", "~~a\n\nb~~"),
        ("", ""),
    ] {
        let (blank, _) = without_struck(text);
        assert_eq!((&*blank, blank.len()), (expect, text.len()), "{text:?}");
    }
    assert_eq!(without_struck("a ~~one~~ b ~~two~~").1, "one\ntwo\n");
}
