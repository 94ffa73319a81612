use super::*;

#[test]
fn images_by_family() {
    fn check(models: &[&str], sizes: &[(u32, u32, u32)]) {
        for model in models {
            let rule = ImageRule::of_model(model);
            for (width, height, tokens) in sizes {
                let counted = rule.tokens(*width, *height);
                assert_eq!(counted, Tokens(*tokens), "{width}×{height} for {model}: {rule:?}");
            }
        }
    }
    // OpenAI's own examples, then a small image, which isn't scaled up.
    check(
        &["gpt-4o", "openai/gpt-4o-2024-11-20", "gpt-4.1", "chatgpt-4o-latest", "gpt-4.5-preview"],
        &[(1024, 1024, 765), (2048, 4096, 1105), (128, 64, 255), (512, 512, 255)],
    );
    check(&["gpt-4o-mini"], &[(128, 64, 8500), (1024, 1024, 25_501)]);
    check(&["o1", "o3", "o3-2025-04-16"], &[(1024, 1024, 675), (128, 64, 225)]);
    check(&["gpt-5", "gpt-5-chat-latest", "gpt-5.1"], &[(1024, 1024, 630)]);
    // 1,024 and 1,452 patches in OpenAI's examples, before the factor.
    check(&["gpt-4.1-mini"], &[(1024, 1024, 1659), (1800, 2400, 2353)]);
    check(&["gpt-4.1-nano-2025-04-14"], &[(1024, 1024, 2520)]);
    check(&["o4-mini"], &[(1024, 1024, 1762), (1800, 2400, 2498)]);
    check(&["gpt-5.4"], &[(1024, 1024, 1229), (1600, 1600, 3000), (4000, 4000, 3000)]);
    // From Anthropic's table, and at its caps.
    check(
        &["claude-3-5-sonnet-20241022", "anthropic/claude-sonnet-4.5", "claude-opus-4-20250514"],
        &[(200, 200, 64), (1000, 1000, 1296), (1092, 1092, 1521), (4000, 4000, 1568)],
    );
    check(&["claude-opus-4-7", "claude-sonnet-5"], &[(1920, 1080, 2691), (3840, 2160, 4784)]);
    // Google's example of 960 × 540 has six tiles.
    check(&["gemini-2.0-flash", "models/gemini-2.5-pro"], &[(384, 384, 258), (960, 540, 1548)]);
    check(&["gemini-3-flash-preview"], &[(960, 540, 1120)]);
    check(&["gemma3:4b", "google/gemma-3-27b-it"], &[(1024, 768, 258)]);
    check(&["qwen2.5vl:7b", "Qwen/Qwen2.5-VL-72B-Instruct"], &[(1024, 768, 1001), (10, 10, 6)]);
    check(&["qwen/qwen3-vl-8b"], &[(1024, 768, 770)]);
}

// B35
#[test]
fn an_image_of_1024_by_768_counts_3104_by_the_default_rule() {
    for model in ["llava:7b", "", "pixtral-12b"] {
        assert_eq!(ImageRule::of_model(model).tokens(1024, 768), Tokens(3104), "{model}");
    }
    assert_eq!(ImageRule::DEFAULT.tokens(4096, 4096), Tokens(128 * 128 + 32));
    assert_eq!(ImageRule::DEFAULT.tokens(2048, 100), Tokens(128 * 7 + 32));
    assert_eq!(ImageRule::DEFAULT.tokens(0, 0), Tokens(33));
}

#[test]
fn no_size_is_too_odd() {
    let rules = RULES.iter().map(|(_, rule)| *rule).chain([ImageRule::DEFAULT]);
    for rule in rules {
        for (width, height) in [(1, 1), (1, u32::MAX), (u32::MAX, 1), (u32::MAX, u32::MAX)] {
            let tokens = rule.tokens(width, height).0;
            assert!((1..40_000).contains(&tokens), "{rule:?} {width}×{height}: {tokens}");
        }
    }
}
