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
        ("Wie viel Salz kommt in das Brot?", "Salz kommt Brot?"),
        ("¿Cuánta sal lleva el pan?", "¿Cuánta sal lleva pan?"),
        ("Quelle est la capitale de la France ?", "capitale France"),
        ("Qual è la capitale della Francia?", "capitale Francia?"),
        ("Quanto sal leva o pão da avó?", "sal leva pão avó?"),
        ("Сколько соли нужно в тесто?", "соли нужно тесто?"),
        ("Hoeveel zout moet er in het brood?", "Hoeveel zout brood?"),
        ("Hur mycket salt ska det vara i brödet?", "salt brödet?"),
        ("多少盐?", "多少盐?"),
        ("Which things have I had stolen in the past year?", "stolen"),
        ("How have our climbs changed over the year, and why?", "climbs changed"),
        ("On what day and at what time is choir?", "choir?"),
        ("The day of the choir", "day choir"),
        ("last week", "last week"),
        ("A year of bread", "year bread"),
        ("The Who", "The Who"),
        ("What is it?", "What is it?"),
        ("", ""),
    ];
    for (question, expected) in cases {
        assert_eq!(matter(question), expected);
    }
}
