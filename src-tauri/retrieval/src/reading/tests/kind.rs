use super::{read, vault};

const QUESTIONS: &str = include_str!("kind_questions.txt");

// B125
#[test]
fn the_notes_of_a_kind_are_read_where_no_query_answers() {
    let (_folder, index) = vault();
    let found: Vec<String> = QUESTIONS
        .lines()
        .map(|line| {
            let question = line.split(" → ").next().unwrap_or_default();
            let reading = read(question, &index);
            assert_eq!(reading.query, None, "{question}");
            let kind = reading.kind.map_or("none".to_owned(), |kind| kind.to_string());
            format!("{question} → {kind}")
        })
        .collect();
    assert_eq!(found, QUESTIONS.lines().collect::<Vec<_>>());
}
