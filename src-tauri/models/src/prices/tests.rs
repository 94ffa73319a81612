use conversation::model::Tokens;

use super::*;

#[test]
fn every_line_of_the_table_is_a_price() {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
    assert_eq!(prices().count(), lines);
    for price in prices() {
        assert!(price.input > 0.0 && price.output > price.input, "{}", price.model);
        let digits: Vec<usize> = price.day.split('-').map(str::len).collect();
        assert_eq!(digits, [4, 2, 2], "{}", price.model);
    }
}

#[test]
fn the_cost_of_a_call_follows_the_price_table() {
    let usage = Usage { prompt: Tokens(2_000), completion: Tokens(300) };
    let cases = [
        ("https://api.openai.com/v1", "gpt-4o-mini", Some(480)),
        ("https://api.openai.com", "gpt-4o-2024-08-06", Some(8_000)),
        ("https://api.openai.com", "gpt-4o-audio-preview", None),
        ("https://api.anthropic.com", "claude-sonnet-4-20250514", Some(10_500)),
        ("https://api.anthropic.com", "claude-haiku-4-5-latest", Some(3_500)),
        ("https://api.openai.com", "gpt-6", None),
        ("http://localhost:11434", "gpt-4o", None),
        ("https://api.openai.com.example.org", "gpt-4o", None),
    ];
    for (server, model, expected) in cases {
        let cost = cost(server, model, usage).map(|cost| cost.micro_dollars);
        assert_eq!(cost, expected, "{server} {model}");
    }
}
