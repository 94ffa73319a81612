use parking_lot::Mutex;

use proptest::prelude::*;

use super::cache::{Cache, count_with};
use super::*;

fn check_model(name: &str, expect: Option<Encoding>) {
    assert_eq!(Encoding::of_model(name), expect, "{name}");
    // Where the other library knows the name as it stands, too, it agrees.
    if let (Some(expect), Some(theirs)) = (expect, tiktoken::model_to_encoding(name)) {
        assert_eq!(Some(expect), Encoding::from_name(theirs), "{name}");
    }
}

#[test]
fn models_by_name() {
    for name in [
        "gpt-4o",
        "GPT-4o-mini",
        "openai/gpt-4o",
        "ft:gpt-4o:org::id",
        "chatgpt-4o-latest",
        "gpt-4o-2024-11-20",
        "gpt-4.1",
        "gpt-4.1-nano-2025-04-14",
        "gpt-4.5-preview",
        "gpt-5",
        "gpt-5-mini",
        "gpt-5.1",
        "gpt-5-chat-latest",
        "o1",
        "o1-mini",
        "o3",
        "o3-mini-2025-01-31",
        "o4-mini",
        "openrouter/openai/gpt-5",
        "azure/gpt-4o",
        "models/gpt-4o.gguf",
        "openai/gpt-4.1-mini:online",
        "azure/eu/gpt-4o",
        "gpt-4o@2024-08-06",
    ] {
        check_model(name, Some(Encoding::O200k));
    }
    for name in [
        "gpt-oss:20b",
        "openai/gpt-oss-120b",
        "unsloth/gpt-oss-20b-GGUF",
        "gpt-oss",
        "openai.gpt-oss-20b-1:0",
        "models\\gpt-oss-20b-mxfp4.gguf",
        "groq/openai/gpt-oss-120b",
        "gpt-oss-safeguard:20b",
    ] {
        check_model(name, Some(Encoding::O200k));
    }
    for name in [
        "gpt-4",
        "gpt-4-turbo",
        "gpt-4-0613",
        "gpt-4-1106-preview",
        "gpt-3.5-turbo",
        "gpt-3.5-turbo-16k",
        "azure/gpt-35-turbo",
        "ft:gpt-3.5-turbo:me::x",
        "text-embedding-3-small",
        "text-embedding-ada-002",
        "openai/text-embedding-3-large",
        "gpt-3.5-turbo-instruct",
        "davinci-002",
    ] {
        check_model(name, Some(Encoding::Cl100k));
    }
    check_model("text-davinci-003", Some(Encoding::P50k));
    check_model("code-davinci-002", Some(Encoding::P50k));
    check_model("davinci", Some(Encoding::R50k));
    check_model("gpt2", Some(Encoding::R50k));
    for name in [
        "llama3.2:3b",
        "qwen2.5-coder",
        "",
        "vicuna/gpt-4-alike",
        "gpt-4-x-alpaca",
        "x/",
        "gpt4all-falcon",
        "marco-o1",
        "claude-sonnet-4-5",
        "gpt-neox-20b",
        "someone/o1-open",
        "azure/my-deployment",
        "ft:my-model:x",
    ] {
        check_model(name, None);
    }
}

#[test]
fn encodings_by_name() {
    for encoding in Encoding::ALL {
        assert_eq!(Encoding::from_name(encoding.name()), Some(encoding));
        assert_eq!(Encoding::from_name(encoding.name().trim_end_matches("_base")), Some(encoding));
    }
    assert_eq!(Encoding::from_name("GPT2"), Some(Encoding::R50k));
    assert_eq!(Encoding::from_name("o300k"), None);
}

#[test]
fn token_counts_equal_known_ones() {
    fn check(encoding: Encoding, text: &str, tokens: u32) {
        let count = TokenCounter::for_encoding(encoding).count(text);
        let expect = TokenCount { tokens: Tokens(tokens), kind: CountKind::Exact };
        assert_eq!(count, expect, "{text:?} in {}", encoding.name());
    }
    check(Encoding::O200k, "", 0);
    check(Encoding::O200k, "hello world", 2);
    check(Encoding::Cl100k, "hello world", 2);
    check(Encoding::Cl100k, "tiktoken is great!", 6);
    // A special token in a note is ordinary text: seven tokens, not one.
    check(Encoding::Cl100k, "<|endoftext|>", 7);
    check(Encoding::O200k, "<|endoftext|>", 7);
    check(Encoding::O200k, &"hello world\n".repeat(10_000), 30_000);
}

// B33
#[test]
fn a_tokenizer_that_fails_falls_back_to_characters_by_four() {
    let counter = TokenCounter::for_model("gpt-4o");
    let text = "word ".repeat(crate::tokens::LONGEST_TEXT / 5 + 1);
    let count = counter.count(&text);
    assert_eq!(count.kind, CountKind::Approximate);
    assert_eq!(count.tokens.0 as usize, text.len().div_ceil(4));
    assert_eq!(approximate(""), Tokens(0));
    assert_eq!(approximate("abcde"), Tokens(2));
    assert_eq!(approximate("naïve é"), Tokens(2));
    assert_eq!(approximate("“so” – it’s"), Tokens(3));
}

#[test]
fn the_rule_of_thumb_knows_other_scripts() {
    let texts = [
        "Rye keeps for a week, because its bran holds water. I bake every Sunday with my mother.",
        "Roggenbrot hält sich eine Woche, weil die Kleie das Wasser festhält und langsam abgibt.",
        "Хлеб делают из муки, воды, соли и дрожжей. Каждое воскресенье я пеку хлеб с мамой.",
        "Το ψωμί φτιάχνεται από αλεύρι, νερό, αλάτι και μαγιά. Κάθε Κυριακή ψήνω ψωμί.",
        "يصنع الخبز من الدقيق والماء والملح والخميرة. أخبز كل يوم أحد مع أمي.",
        "לחם עשוי מקמח, מים, מלח ושמרים. בכל יום ראשון אני אופה לחם עם אמא.",
        "रोटी आटे, पानी, नमक और खमीर से बनती है। मैं हर रविवार को रोटी बनाता हूँ।",
        "ขนมปังทำจากแป้ง น้ำ เกลือ และยีสต์ ทุกวันอาทิตย์ฉันอบขนมปังกับแม่",
        "빵은 밀가루와 물과 소금과 효모로 만든다. 나는 매주 일요일마다 빵을 굽는다.",
        "面包是用面粉、水、盐和酵母做的。我每个星期天都和母亲一起烤面包。",
        "パンは小麦粉と水と塩と酵母から作られる。毎週日曜日に母とパンを焼く。",
        "🍞🥖 😀😂 👩\u{200d}🍳 ❤\u{fe0f}🔥✨🎉 ✅❌ → ∑ ≥ ∞",
    ];
    for text in texts {
        let truth = f64::from(Encoding::O200k.count(text).unwrap().tokens);
        let share = f64::from(approximate(text).0) / truth;
        assert!((0.75..=1.5).contains(&share), "{share:.2} of {truth}: {text}");
    }
}

#[test]
fn runs_without_a_break_are_counted_in_bounded_pieces() {
    let counter = TokenCounter::for_model("gpt-4o");
    // The tokenizer's own counts; cutting may add a token or two every 32 KiB.
    let cases = [
        ("a", 200_000, 25_000),
        ("=", 200_000, 3_125),
        ("\n", 200_000, 12_500),
        ("汉", 66_000, 66_000),
        ("\r\n", 100_000, 25_000),
    ];
    for (unit, times, tokens) in cases {
        let count = counter.count(&unit.repeat(times));
        assert_eq!(count.kind, CountKind::Estimated, "{unit:?} was cut");
        assert!(count.tokens.0.abs_diff(tokens) <= 32, "{unit:?}: {}", count.tokens);
    }
    // The tokenizer itself fails on the whole text.
    let spaces = counter.count(&" ".repeat(1_000_000));
    assert_eq!(spaces.kind, CountKind::Estimated);
    assert!((7_500..8_500).contains(&spaces.tokens.0), "{}", spaces.tokens);
}

proptest! {
    #[test]
    fn a_clean_cut_changes_no_count(
        text in "([a-zA-Z0-9]{0,6}|[ .,!/'\r\n\t]{0,3}|\n|\\PC{0,2}|<\\|endoftext\\|>|’s|\u{301}){0,40}",
        size in 4_usize..40,
    ) {
        for encoding in Encoding::ALL {
            let whole = encoding.count_in_pieces(&text, usize::MAX).unwrap();
            prop_assert!(whole.true_to_tokenizer);
            let cut = encoding.count_in_pieces(&text, size).unwrap();
            if cut.true_to_tokenizer {
                prop_assert_eq!(cut, whole, "{}", encoding.name());
            }
        }
    }
}

#[test]
fn the_cache_is_right_and_bounded() {
    let cache = Mutex::new(Cache::new(10));
    for round in 0..3 {
        for number in 0..100 {
            let text = format!("{} {number}", "some words to count ".repeat(5));
            let count = count_with(&cache, Encoding::O200k, &text).unwrap();
            assert_eq!(count, Encoding::O200k.count(&text).unwrap(), "round {round}");
            let other = count_with(&cache, Encoding::R50k, &text).unwrap();
            assert_eq!(other, Encoding::R50k.count(&text).unwrap());
        }
        assert!(cache.lock().len() <= 20);
    }
}

/// The count of another library.
fn reference(encoding: Encoding, text: &str) -> usize {
    tiktoken::get_encoding(encoding.name()).unwrap().count(text)
}

fn check_reference(text: &str) {
    for encoding in Encoding::ALL {
        let count = encoding.count(text).map(|count| count.tokens as usize);
        assert_eq!(count, Ok(reference(encoding, text)), "{text:?} in {}", encoding.name());
    }
}

#[test]
fn counts_are_those_of_the_reference() {
    for text in [
        "It's the user's; we'LL see, they\u{2019}re HERE. DON'T",
        "# Größe\n\n- [ ] naïve café — 1234567 + 0.5 = ½\r\n\tfn main() { }\n\n\n",
        "面包需要酵母。日本語のテキスト、한국어 문장. ภาษาไทยไม่มีช่องว่าง",
        "👩\u{200d}👩\u{200d}👧 🇩🇪 e\u{301}\u{200b}\u{a0}x \u{2028} \u{3000} ",
        "camelCaseWords HTTPServer snake_case __init__ Ⅷ ² ǅ ʰ İstanbul ﬀ",
        "    \n   \n  x   \n\n   ",
        "/path/to//file?x=1&y=2 ...!!! ~~~\n``` \r \r\n",
        "नमस्ते दुनिया عربي שלום १२३ ٣٤٥",
        "",
    ] {
        check_reference(text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn counts_of_any_text_are_those_of_the_reference(
        text in r"(\PC|[ \t\r\n]|[a-zA-Z']{1,12}|[0-9]{1,6}|\p{Han}|\p{Lm}|\p{Lt}|\p{M}|\p{N}|\p{Z}|\p{P}){0,60}",
    ) {
        check_reference(&text);
    }
}
