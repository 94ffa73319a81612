use std::sync::Mutex;

use proptest::prelude::*;

use super::cache::{Cache, count_with};
use super::*;

fn check_model(name: &str, expect: Option<Encoding>) {
    assert_eq!(Encoding::of_model(name), expect, "{name}");
}

#[test]
fn models_by_name() {
    for name in ["gpt-4o", "GPT-4o-mini", "openai/gpt-4o", "o3", "gpt-5.1", "ft:gpt-4o:org::id"] {
        check_model(name, Some(Encoding::O200k));
    }
    for name in ["gpt-oss:20b", "openai/gpt-oss-120b", "unsloth/gpt-oss-20b-GGUF"] {
        check_model(name, Some(Encoding::O200k));
    }
    for name in ["gpt-4", "gpt-4-turbo", "gpt-3.5-turbo", "azure/gpt-35-turbo"] {
        check_model(name, Some(Encoding::Cl100k));
    }
    for name in ["llama3.2:3b", "qwen2.5-coder", "", "vicuna/gpt-4-alike", "gpt-4-x-alpaca", "x/"] {
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
fn counts_that_are_known() {
    fn check(encoding: Encoding, text: &str, tokens: u32) {
        let count = TokenCounter::for_encoding(encoding).count(text);
        let expect = TokenCount { tokens: Tokens(tokens), kind: CountKind::Exact };
        assert_eq!(count, expect, "{text:?} in {}", encoding.name());
    }
    check(Encoding::O200k, "", 0);
    check(Encoding::O200k, "hello world", 2);
    check(Encoding::Cl100k, "hello world", 2);
    check(Encoding::Cl100k, "tiktoken is great!", 6);
    // A special token in a note is text like any other: seven tokens, not one.
    check(Encoding::Cl100k, "<|endoftext|>", 7);
    check(Encoding::O200k, "<|endoftext|>", 7);
    check(Encoding::O200k, &"hello world\n".repeat(10_000), 30_000);
}

// B33
#[test]
fn a_tokenizer_that_fails_falls_back_to_characters_by_four() {
    let counter = TokenCounter::for_model("gpt-4o");
    let text = "word ".repeat(LONGEST_TEXT / 5 + 1);
    let count = counter.count(&text);
    assert_eq!(count.kind, CountKind::Approximate);
    assert_eq!(count.tokens.0 as usize, text.len().div_ceil(4));
    assert_eq!(approximate(""), Tokens(0));
    assert_eq!(approximate("abcde"), Tokens(2));
    assert_eq!(approximate("汉字汉字"), Tokens(3));
    assert_eq!(approximate("naïve é"), Tokens(2));
}

#[test]
fn runs_without_a_break_are_counted_in_bounded_pieces() {
    let counter = TokenCounter::for_model("gpt-4o");
    // The tokenizer's own count of each; cutting may add a token or two every 32 KiB.
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
    // Here the tokenizer itself gives up on the whole text.
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
        assert!(cache.lock().unwrap().len() <= 20);
    }
}

/// The count of tiktoken-rs, which is a plain port of the original.
fn reference(encoding: Encoding, text: &str) -> usize {
    use tiktoken_rs::{
        cl100k_base_singleton, o200k_base_singleton, p50k_base_singleton, r50k_base_singleton,
    };
    let table = match encoding {
        Encoding::O200k => o200k_base_singleton(),
        Encoding::Cl100k => cl100k_base_singleton(),
        Encoding::P50k => p50k_base_singleton(),
        Encoding::R50k => r50k_base_singleton(),
    };
    table.encode_ordinary(text).len()
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
