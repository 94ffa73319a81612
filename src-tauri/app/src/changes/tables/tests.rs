use std::sync::Arc;

use conversation::{MessageId, reference::TableResult};
use language::{Language, speaking};

use super::*;
use crate::fixture::path;

fn catalog(notes: &[&str]) -> Catalog {
    let parsed = notes.iter().map(|name| (path(name), Arc::new(notes::parse(""))));
    Catalog::new(parsed, [])
}

fn question(text: &str) -> AnsweredQuestion {
    let answered = jiff::civil::date(2026, 3, 19).at(18, 0, 0, 0);
    let answered = answered.to_zoned(TimeZone::system()).unwrap().timestamp();
    AnsweredQuestion { text: text.to_owned(), answer: MessageId::new(), answered }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn table(query: &str, columns: &[&str], rows: &[(&str, &[&str])]) -> Table {
    let row = |(note, values): &(&str, &[&str])| TableRow {
        path: path(note),
        line: 1,
        values: owned(values),
    };
    Table {
        query: query.to_owned(),
        columns: owned(columns),
        rows: rows.iter().map(row).collect(),
        total: u32::try_from(rows.len()).unwrap(),
        result: None,
    }
}

// B125
#[test]
fn a_saved_table_links_to_its_notes_and_names_its_question_and_its_time() {
    let catalog = catalog(&["Films/Alien.md", "Heat.md", "Old/Heat.md", "Films/C#.md"]);
    let films = table(
        "has:rating sum:rating",
        &["Note", "rating"],
        &[
            ("Films/Alien.md", &["Alien: the film", "9 | [[great]]"]),
            ("Heat.md", &["Heat", "7"]),
            ("Old/Heat.md", &["Heat", "6\nor \\|7"]),
            ("Films/C#.md", &["C#", "5"]),
            ("Films/Gone.md", &["Gone", "4"]),
        ],
    );
    let result = TableResult { label: "sum of rating".into(), value: "31".into(), of: 5 };
    let films = Table { result: Some(result), total: 1_500, ..films };
    let asked = question("Which films\ndid I rate?");
    let note = |table: &Table| note_of(table, &asked, &path("New.md"), &catalog);
    assert_eq!(
        note(&films),
        "Table for the question “Which films did I rate?”, as of 2026-03-19 18:00.\n\n\
         sum of rating: **31**\n\n\
         The first 5 of 1,500 rows.\n\n\
         | Note | rating |\n\
         | --- | --- |\n\
         | [[Alien\\|Alien: the film]] | 9 \\| [[great]] |\n\
         | [[Heat]] | 7 |\n\
         | [[Old/Heat\\|Heat]] | 6 or \\\\\\|7 |\n\
         | C# | 5 |\n\
         | Gone | 4 |\n"
    );
    let german = speaking(Language::German, || note(&films));
    assert!(german.starts_with("Tabelle zur Frage „Which films did I rate?“, Stand 2026-03-19"));
    assert!(german.contains("\nDie ersten 5 von 1.500 Zeilen.\n"), "{german}");

    let tasks: &[(&str, &[&str])] = &[("Heat.md", &["Watch it", "open", "Heat"])];
    let tasks = note(&table("task:open", &["Task", "state", "Note"], tasks));
    assert!(tasks.ends_with("| Watch it | open | [[Heat]] |\n"), "{tasks}");
    let genres =
        table("has:genre group:genre", &["genre", "count"], &[("Heat.md", &["crime", "2"])]);
    let genres = note(&Table { total: 2, ..genres });
    assert!(genres.ends_with("18:00.\n\n| genre | count |\n| --- | --- |\n| crime | 2 |\n"));
    // The latest one of twelve isn't the first one of them.
    let latest = table("tag:film latest:seen", &["Note"], &[("Heat.md", &["Heat"])]);
    let latest = note(&Table { total: 12, ..latest });
    assert!(latest.ends_with("18:00.\n\n| Note |\n| --- |\n| [[Heat]] |\n"), "{latest}");
}
