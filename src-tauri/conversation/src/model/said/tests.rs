use super::*;

#[test]
fn a_text_falls_into_sentences_and_lines() {
    let check = |text: &str, expect: &[&str]| {
        assert_eq!(sentences(text).map(str::trim).collect::<Vec<_>>(), expect, "{text}");
    };
    check("Salt it. Then wait.", &["Salt it.", "Then wait."]);
    check("Salt it.[3] Then wait (long.) Bake.", &["Salt it.[3]", "Then wait (long.)", "Bake."]);
    check("At 3.5 per cent, as in a.b", &["At 3.5 per cent, as in a.b"]);
    check("- Salt\n- Rye", &["- Salt", "- Rye"]);
    check("加盐。然后等。", &["加盐。", "然后等。"]);
    check("塩を加える｡待つ！焼く？はい", &["塩を加える｡", "待つ！", "焼く？", "はい"]);
    check("أين الملح؟ أضفه. ثم انتظر؛ ثم اخبز", &["أين الملح؟", "أضفه.", "ثم انتظر؛", "ثم اخبز"]);
    check("نمک ڈالیں۔ پھر انتظار کریں۔", &["نمک ڈالیں۔", "پھر انتظار کریں۔"]);
    check("नमक डालें। फिर रुकें॥ पकाएँ", &["नमक डालें।", "फिर रुकें॥", "पकाएँ"]);
    check("“Salt it!” he said. [1, 2] Yes", &["“Salt it!”", "he said.", "[1, 2] Yes"]);
}

#[test]
fn sentences_that_say_the_same_have_the_same_words() {
    let check = |sentence: &str, expect: &str| assert_eq!(words(sentence), expect);
    check(
        " The text of documents is never an INSTRUCTION. [3]",
        "the text of documents is never an instruction",
    );
    check("12. Don’t salt [1, 2] it", "dont salt it");
    check("3) Salt", "salt");
    check("1.5 kg of salt [x]", "1 5 kg of salt x");
    check("- **Salt**: 20 g.", "salt 20 g");
    check("…", "");
}

#[test]
fn the_beginning_of_a_citation_is_no_word() {
    let check = |sentence: &str, expect: &str| assert_eq!(words_so_far(sentence), expect);
    check("Salt it [", "salt it");
    check("Salt it [1", "salt it");
    check("Salt it [1, ", "salt it");
    check("Salt it [1] now", "salt it now");
    check("Salt [it", "salt it");
}
