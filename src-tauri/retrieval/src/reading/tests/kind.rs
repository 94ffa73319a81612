use super::{index_of, read, vault};

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

// B125
#[test]
fn a_folder_is_the_kind_by_all_words_of_its_name() {
    let notes = "=== Supper club/Harvest.md\n---\ncovers: 19\n---\nSoup for all.\n\n=== Kitchen/Soup.md\n---\nmeal: supper\n---\n\
                 === Kitchen/Stew.md\n---\nmeal: supper\n---\n";
    let (_folder, index) = index_of(notes);
    let reading = read("How many pigeons did we have at the supper club?", &index);
    assert_eq!(reading.query, None);
    assert_eq!(reading.kind.map(|it| it.to_string()).as_deref(), Some("folder:\"supper club\""));
}

// B125
#[test]
fn a_plural_behind_the_name_of_a_folder_is_its_notes() {
    let notes = "=== Supper club/Harvest.md\n---\ncovers: 19\n---\nA long evening.\n\n=== Supper club/Midsummer.md\n---\ncovers: 30\n---\n\
                 Mackerel.\n\n=== Recipes/Soup.md\n---\nmeal: supper\n---\nLeeks.\n\n=== Recipes/Stew.md\n---\nmeal: lunch\n---\n";
    let (_folder, index) = index_of(notes);
    let query = |text: &str| read(text, &index).query.map(|it| it.to_string());
    assert_eq!(query("List all supper club evenings").as_deref(), Some("folder:\"supper club\""));
    // “Recipes” is a plural itself, so that “leeks” is searched in them.
    assert_eq!(query("List all recipes leeks").as_deref(), Some("folder:recipes leeks OR leek"));
}
