use super::*;

#[test]
fn a_question_has_no_operators() {
    let cases = [
        ("How much salt?", "How much salt?"),
        ("see [[Rye|the rye]] and [[a#b]]", "see Rye the rye and a b"),
        ("what is \"autolyse\"", "what is autolyse"),
        ("no -knead --bread, well-known", "no knead bread, well-known"),
        ("tag:bread and path:x", "tag bread and path x"),
    ];
    for (question, expected) in cases {
        let found = words(question);
        assert_eq!(found.split_whitespace().collect::<Vec<_>>().join(" "), expected);
    }
}

#[test]
fn the_matter_of_a_question_is_searched_for() {
    let cases = [
        ("How much salt goes in?", "salt goes"),
        ("What’s the capital of France?", "capital France?"),
        ("Wie viel Salz?", "Wie viel Salz?"),
        ("多少盐?", "多少盐?"),
        ("The Who", "The Who"),
        ("What is it?", "What is it?"),
        ("", ""),
    ];
    for (question, expected) in cases {
        assert_eq!(matter(question), expected);
    }
}
