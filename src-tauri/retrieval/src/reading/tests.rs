//! Questions in three languages, as the queries that they are read as. One without a query is searched as text.

use std::fs;

use index::{Index, SyncScope};
use jiff::civil::{Weekday, date};
use notes::{ScanOptions, Vault};
use proptest::prelude::*;
use records::{Period, Query, WeekStart};
use tempfile::TempDir;

use super::{AskingDay, Reading, asked_period, grammar::Grammar, reader::Reader};
mod clinic;
mod kind;
mod ringers;

const VAULT: &str = include_str!("tests/vault.txt");
const QUESTIONS: &str = include_str!("tests/questions.txt");

/// Two trips, and notes of days around them.
const TRIPS: &str = include_str!("tests/trips.txt");
const EVENTS: &str = include_str!("tests/events.txt");

/// Projects and tasks with dates, and books that were only started.
const WORK: &str = include_str!("tests/work.txt");
const WORK_QUESTIONS: &str = include_str!("tests/work_questions.txt");

/// Invoices, devices, wines and tasks, and books with Chinese names.
const SHOP: &str = include_str!("tests/shop.txt");
const SHOP_QUESTIONS: &str = include_str!("tests/shop_questions.txt");

/// German notes whose keys and values are German.
const GERMAN: &str = include_str!("tests/german.txt");
const GERMAN_QUESTIONS: &str = include_str!("tests/german_questions.txt");

fn vault() -> (TempDir, Index) {
    index_of(VAULT)
}

pub(super) fn index_of(notes: &str) -> (TempDir, Index) {
    let folder = TempDir::new().unwrap();
    for note in notes.split("=== ").skip(1) {
        let (path, text) = note.split_once('\n').unwrap();
        let path = folder.path().join("vault").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let vault = Vault::open(&folder.path().join("vault")).unwrap();
    let index =
        Index::open(&folder.path().join("index.db"), vault, ScanOptions::default()).unwrap();
    index.sync(SyncScope::All, &mut |_| {}).unwrap();
    (folder, index)
}

fn read(question: &str, index: &Index) -> Reading {
    let asked = AskingDay { today: date(2026, 3, 19), week: WeekStart(Weekday::Monday) };
    Reading::of(question, index, asked).unwrap()
}

// B125, B127
#[test]
fn questions_are_read_as_queries() {
    check(VAULT, QUESTIONS);
}

// B125
#[test]
fn questions_about_projects_tasks_and_books_are_read_as_queries() {
    check(WORK, WORK_QUESTIONS);
}

// B125
#[test]
fn questions_about_money_states_and_chinese_names_are_read_as_queries() {
    check(SHOP, SHOP_QUESTIONS);
}

// B125
#[test]
fn questions_about_german_keys_and_values_are_read_as_queries() {
    check(GERMAN, GERMAN_QUESTIONS);
}

// B125
#[test]
fn questions_about_a_life_in_another_language_are_read_as_queries() {
    check(include_str!("tests/life.txt"), include_str!("tests/life_questions.txt"));
}

// B125
#[test]
fn questions_about_nested_properties_and_notes_that_are_tasks_are_read_as_queries() {
    check(include_str!("tests/public.txt"), include_str!("tests/public_questions.txt"));
}

#[test]
fn questions_about_keys_of_several_words_and_shifts_are_read_as_queries() {
    check(include_str!("tests/shifts.txt"), include_str!("tests/shifts_questions.txt"));
}

// B127
#[test]
fn a_question_of_what_happened_is_open() {
    let (_folder, index) = vault();
    let open = [
        "What did I do last week?",
        "what have I been up to this week",
        "What happened yesterday?",
        "What's new since Monday?",
        "Tell me about last Saturday",
        "Was habe ich letzte Woche gemacht?",
        "Was war gestern los?",
        "我昨天做了什么？",
        "¿Qué hice el sábado pasado?",
        "Qu'ai-je fait la semaine dernière ?",
    ];
    for question in open {
        assert!(read(question, &index).is_open, "{question}");
    }
    let not = [
        "What did I buy last week?",
        "What did Ada do last week?",
        "What did she do last week?",
        "Where did I go last week?",
        "What happened at work yesterday?",
        "How was last week?",
        "Was habe ich gestern gegessen?",
    ];
    for question in not {
        assert!(!read(question, &index).is_open, "{question}");
    }
}

// B127
#[test]
fn a_time_beside_an_event_is_that_time() {
    check(TRIPS, EVENTS);
}

fn check(notes: &str, questions: &str) {
    let (_folder, index) = index_of(notes);
    let mut wrong = Vec::new();
    let lines = questions.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let (question, expected) = line.split_once(" → ").unwrap();
        let reading = read(question, &index);
        let query = match (&reading.query, &reading.notes) {
            (Some(query), _) => query.to_string(),
            (None, Some(notes)) => format!("read {notes}"),
            (None, None) => "text".to_owned(),
        };
        if query != expected {
            wrong.push(format!("{question} → {query}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

// B125
#[test]
fn a_question_for_data_with_an_unknown_word_is_in_doubt() {
    let (_folder, index) = vault();
    for question in ["Which films made me cry?", "How many books made me laugh?"] {
        let reading = read(question, &index);
        assert!(reading.query.is_none() && reading.is_doubtful, "{question}");
    }
    for question in [
        "How many films did I watch in January 2026?",
        "When do we launch Nightjar?",
        "Why did we pause the warehouse?",
        "How should I rate films?",
    ] {
        assert!(!read(question, &index).is_doubtful, "{question}");
    }
}

// B125
#[test]
fn a_model_may_only_write_queries_over_this_vault() {
    let (_folder, index) = vault();
    let asked = AskingDay { today: date(2026, 3, 19), week: WeekStart(Weekday::Monday) };
    let request = Reading::request("Which films made me cry?", &index, asked).unwrap().unwrap();
    for part in [
        "Today is Thursday, 2026-03-19.",
        "\nrating (number)\n",
        "\nseen (date)\n",
        "\nQuestion: Which films made me cry?\n",
    ] {
        assert!(request.prompt.contains(part), "{part}: {}", request.prompt);
    }
    for line in [
        "tag:film genre=horror count",
        "folder:films prop:\"director=ridley scott\" sort:-rating limit:1",
        "tag:film seen>=2026-01-01",
        "tag:film average:rating",
    ] {
        assert_eq!(request.read(line, &index).unwrap(), Query::read(line).ok(), "{line}");
    }
    for line in [
        "",
        "none",
        "I can't tell.",
        "films",
        "tag:film",
        "tag:film limit:many",
        "tag:film feeling=sad",
        "tag:film genre=romance",
        "tag:film genre>4",
        "tag:film sum:director",
        "tag:film sort:mood",
        "tag:flick rating>4",
        "tag:film tears",
        "tag:film rating>10",
    ] {
        assert_eq!(request.read(line, &index).unwrap(), None, "{line}");
    }
}

// B125
#[test]
fn a_question_about_the_last_rows_is_read_within_them() {
    let (_folder, index) = vault();
    let asked = AskingDay { today: date(2026, 3, 19), week: WeekStart(Weekday::Monday) };
    let last = read("Which films by Ridley Scott have I seen?", &index).query.unwrap();
    let within = |question| {
        let query = Reading::within(question, &last, &index, asked).unwrap();
        query.map(|query| query.to_string())
    };
    let of_scott = "folder:films prop:\"director=ridley scott\" has:seen";
    for question in ["which of them was the best?", "und welcher davon war der beste?"] {
        let best = format!("{of_scott} sort:-rating limit:1");
        assert!(within(question).is_some_and(|query| query.starts_with(&best)), "{question}");
    }
    let count = within("how many of those did I rate 7?");
    assert!(count.is_some_and(|query| query.contains("rating=7") && query.contains("count")));
    for question in
        ["how many are that?", "and how many were there in total?", "wie viele sind das?"]
    {
        let count = within(question);
        assert!(count.is_some_and(|query| query.starts_with(&format!("{of_scott} count"))));
    }
    assert_eq!(within("For how many days?"), None);
    assert_eq!(within("When do we launch Nightjar?"), None);
    assert_eq!(within("which of them was the quickest?"), None);
    // A time isn't the latest of them.
    assert_eq!(within("What did I do last month?"), None);
    assert_eq!(within("Why was Alien the best?"), None);
    // The best of other things.
    assert_eq!(within("Which book was the best?"), None);
    assert!(within("Which film was the best?").is_some_and(|it| it.contains("limit:1")));
    for question in ["only those of February 2026", "und nur die vom Februar 2026"] {
        let some = format!("{of_scott} seen=2026-02");
        assert!(within(question).is_some_and(|query| query.starts_with(&some)), "{question}");
    }
    assert_eq!(within("only those of December 2025 and February 2026"), None);
    assert_eq!(within("Where did I only see the trailer?"), None);
}

// B125 B130
#[test]
fn a_follow_up_starts_from_a_view() {
    let (_folder, index) = vault();
    let asked = AskingDay { today: date(2026, 3, 19), week: WeekStart(Weekday::Monday) };
    let view = "view:\"Seen.base#By rating\"";
    let last = Query::read(view).unwrap();
    let within = |question| Reading::within(question, &last, &index, asked).unwrap();
    let changed = |part| Reading::changed(part, None, &last, &index, asked).unwrap();
    for (query, expected) in [
        (within("which of them was the best?"), "sort:-rating limit:1 columns:rating,seen"),
        (within("Which film was the best?"), "sort:-rating limit:1 columns:rating,seen"),
        (within("only those of 2026"), "seen=2026-01-01..2026-12-31"),
        (within("nur die mit Hannah"), "prop:\"with=hannah vogt\""),
        (within("how many of those did I rate 7?"), "rating=7 count columns:rating,seen"),
        (changed("with Hannah"), "prop:\"with=hannah vogt\""),
        (changed("in February 2026"), "seen=2026-02"),
    ] {
        let query = query.map(|query| query.to_string());
        assert_eq!(query.as_deref(), Some(&*format!("{view} {expected}")));
    }
    assert_eq!((within("and with Deniz?"), changed("with Deniz")), (None, None));
}

// B127
#[test]
fn a_chosen_period_takes_the_place_of_the_one_in_the_question() {
    let (_folder, index) = vault();
    let asked = AskingDay { today: date(2026, 3, 19), week: WeekStart(Weekday::Monday) };
    let february = Period::month(2026, 2).unwrap();
    let of = |question| Reading::of_period(question, february, &index, asked).unwrap();
    for (question, expected) in [
        ("What happened last week?", "What happened (2026-02-01 – 2026-02-28)?"),
        ("What happened in February 2026?", "What happened in February 2026?"),
        ("What happened?", "What happened? (2026-02-01 – 2026-02-28)"),
    ] {
        let reading = of(question);
        assert_eq!(reading.chosen.as_deref(), Some(expected));
        let notes = reading.notes.map(|notes| notes.to_string());
        assert_eq!(notes.as_deref(), Some("date=2026-02"), "{question}");
        assert_eq!((reading.query, reading.period), (None, Some(february)));
    }
    // The kind of notes stays.
    let long = Period::days(date(2026, 3, 1), date(2026, 3, 19)).unwrap();
    let question = "What did we decide in yesterday's meeting?";
    let in_march = Reading::of_period(question, long, &index, asked).unwrap();
    assert!(in_march.notes.unwrap().to_string().starts_with("folder:meetings date="));
    // A time without notes isn't replaced by another one.
    let none = Reading::of_period(question, Period::year(1990).unwrap(), &index, asked).unwrap();
    assert_eq!(none.long.unwrap().to_string(), "date=1990");
}

// B127
#[test]
fn a_question_is_asked_of_another_time_as_a_query_where_it_is_one() {
    let (_folder, index) = vault();
    let asked = AskingDay { today: date(2026, 3, 19), week: WeekStart(Weekday::Monday) };
    let february = Period::month(2026, 2).unwrap();
    let of = |question| Reading::at_time(question, february, None, &index, asked).unwrap();
    let query = of("How many km did I run last week?").query.map(|query| query.to_string());
    assert_eq!(query.as_deref(), Some("has:run date=2026-02 sum:run columns:run,date"));
    let open = of("What did I do last week?");
    assert!(open.query.is_none() && open.is_open);
    assert_eq!(open.chosen.as_deref(), Some("What did I do (2026-02-01 – 2026-02-28)?"));
    let question = "What did I do the month before?";
    let range = Some("What did I do ".len()..question.len() - 1);
    let before = Reading::at_time(question, february, range, &index, asked).unwrap();
    assert_eq!((before.chosen, before.is_open), (open.chosen, true));
    let moved = |query| Reading::moved(&Query::read(query).unwrap(), february, &index).unwrap();
    let query = moved("has:run run>5 date=2026-03 sum:run").map(|query| query.to_string());
    assert_eq!(query.as_deref(), Some("has:run run>5 date=2026-02 sum:run"));
    assert_eq!(moved("has:run run>50 date=2026-03"), None);
    assert_eq!(moved("has:run sum:run"), None);
    let asked_of = |query| asked_period(&Query::read(query).unwrap());
    assert_eq!(asked_of("folder:films seen=2026-02 count"), Some(february));
    assert_eq!(asked_of("folder:films rating>=7"), None);
}

// B125
#[test]
fn a_pronoun_stands_for_the_note_that_the_conversation_names() {
    let (_folder, index) = vault();
    let asked = AskingDay { today: date(2026, 3, 19), week: WeekStart(Weekday::Monday) };
    let tom = "name:\"tom wieland\" columns:birthday";
    for (naming, message, expected) in [
        (&["Who is Tom Wieland?"][..], "when is his birthday?", Some(tom)),
        (&["Wer ist Tom?"], "Wann ist sein Geburtstag?", Some(tom)),
        (&["Wer ist Hannah Vogt?"], "wo wohnt sie?", Some("name:\"hannah vogt\" columns:city")),
        (
            &["What is the status of Nightjar?"],
            "and what is its budget?",
            Some("name:nightjar columns:budget"),
        ),
        // The answer names the note, or the question's note has no such key.
        (
            &["Which film scared me?", "Alien."],
            "who directed it?",
            Some("name:alien columns:director"),
        ),
        (&["Who owns Nightjar?", "It belongs to Tom Wieland."], "when is his birthday?", Some(tom)),
        (&["Did Tom Wieland meet Hannah Vogt?"], "when is his birthday?", None),
        (&["Who is Tom Wieland?"], "why did he move?", None),
        (&["Who is Tom Wieland?"], "Did he like it?", None),
        (&["What did I bake?"], "when is his birthday?", None),
    ] {
        let naming: Vec<String> = naming.iter().map(|text| (*text).to_owned()).collect();
        let query = Reading::of_pronoun(message, &naming, &index, asked).unwrap();
        let query = query.map(|query| query.to_string());
        assert_eq!(query.as_deref(), expected, "{naming:?} {message}");
    }
}

// B125
#[test]
fn a_follow_up_changes_one_part_of_the_last_query() {
    let (_folder, index) = vault();
    let asked = AskingDay { today: date(2026, 3, 19), week: WeekStart(Weekday::Monday) };
    let changed = |last: &str, part: &str, restated: Option<&str>, asked: AskingDay| {
        let last = Query::read(last).unwrap();
        let query = Reading::changed(part, restated, &last, &index, asked).unwrap();
        query.map(|query| query.to_string())
    };
    let cases = [
        ("folder:films seen=2026-01 count", "in February", "folder:films seen=2026-02 count"),
        // A removed condition doesn't come back.
        (
            "folder:films prop:\"with=tom wieland\"",
            "with Hannah",
            "folder:films prop:\"with=hannah vogt\"",
        ),
        (
            "folder:films has:seen columns:rating",
            "by Ridley Scott",
            "folder:films has:seen prop:\"director=ridley scott\" columns:rating,director",
        ),
        ("has:run date=2026-03 sum:run", "in February", "has:run date=2026-02 sum:run"),
        (
            "rows Category=groceries date=2026-02 sum:€",
            "for books",
            "rows Category=books date=2026-02 sum:€",
        ),
        (
            "tasks task:open due=2026-03-20",
            "last week",
            "tasks task:open due=2026-03-09..2026-03-15",
        ),
        (
            "has:run date=2026-02 sum:run",
            "this week",
            "has:run date=2026-03-16..2026-03-22 sum:run",
        ),
        (
            "tasks task:open about:nightjar",
            "what is already done",
            "tasks task:done about:nightjar",
        ),
        (
            "name:\"tom wieland\" columns:birthday",
            "Hannah",
            "name:\"hannah vogt\" columns:birthday",
        ),
        (
            "folder:films seen=2025-01-01..2026-03-19 count columns:seen",
            "books",
            "folder:books finished=2025-01-01..2026-03-19 count columns:finished",
        ),
        ("has:sleep sleep<6", "more than 6", "has:sleep sleep>6"),
        ("folder:films has:seen", "and books", "folder:books has:finished columns:finished"),
    ];
    for (last, part, expected) in cases {
        assert_eq!(changed(last, part, None, asked).as_deref(), Some(expected), "{part}");
    }
    // Nobody asked for January.
    let winter = "in December 2025 and February 2026";
    assert_eq!(changed("folder:films seen=2026-01 count", winter, None, asked), None);
    // A recipe has no birthday, and no book was read with somebody.
    assert_eq!(changed("name:\"tom wieland\" columns:birthday", "Menemen", None, asked), None);
    let with_tom = "folder:films prop:\"with=tom wieland\"";
    assert_eq!(changed(with_tom, "books", None, asked), None);
    for part in ["in May", "with Deniz", "for how long", "why"] {
        assert_eq!(changed("folder:films count", part, None, asked), None, "{part}");
    }
    // The year of the question before.
    let next_year = AskingDay { today: date(2027, 3, 19), ..asked };
    let restated = Some("How many films did I watch in February 2026?");
    let query = changed("folder:films seen=2026-01 count", "in February", restated, next_year);
    assert_eq!(query.as_deref(), Some("folder:films seen=2026-02 count"));
}

proptest! {
    #[test]
    fn no_question_panics(question in "\\PC{0,60}") {
        // One index would do, but a property's cases share nothing.
        thread_local! { static VAULT: (TempDir, Index) = vault(); }
        VAULT.with(|(_, index)| read(&question, index));
    }

    // B125
    #[test]
    fn each_line_of_the_grammar_is_a_query_over_the_vault(
        choices in prop::collection::vec(any::<usize>(), 1..40)
    ) {
        thread_local! { static VAULT: (TempDir, Index) = vault(); }
        VAULT.with(|(_, index)| {
            let asked = AskingDay { today: date(2026, 3, 19), week: WeekStart(Weekday::Monday) };
            let question = "Which films made Tom Wieland cry last week?";
            let mut reader = Reader::new(question, index, asked).unwrap().unwrap();
            let request = reader.request(question).unwrap().unwrap();
            let grammar = Grammar::of(&reader.offer(&[])).unwrap();
            let (line, conditions) = line_of(&grammar, &choices);
            let query = Query::read(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(query.filter.len(), conditions, "{line}");
            assert!(query.filter.iter().all(|it| request.knows(it)), "{line}");
        });
    }
}

/// A line that the grammar allows, and the number of its conditions.
fn line_of(grammar: &Grammar, choices: &[usize]) -> (String, usize) {
    let mut choices = choices.iter().copied().cycle();
    let mut pick = |count: usize| choices.next().unwrap_or_default() % count;
    let mut parts: Vec<String> = Vec::new();
    if pick(2) == 1 {
        parts.push(grammar.kinds[pick(grammar.kinds.len())].clone());
    }
    let conditions = pick(4) + 1;
    for _ in 0..conditions {
        let sign = ["", "-"][pick(2)];
        let phrase = &grammar.conditions[pick(grammar.conditions.len())];
        let number = phrase.behind_number.as_ref();
        let number = number.map(|behind| format!("{}{behind}", pick(100_000)));
        parts.push(format!("{sign}{}{}", phrase.text, number.unwrap_or_default()));
    }
    if pick(2) == 1 {
        parts.push(grammar.orders[pick(grammar.orders.len())].clone());
        parts.push(format!("limit:{}", pick(99) + 1));
    }
    if pick(2) == 1 {
        parts.push(grammar.figures[pick(grammar.figures.len())].clone());
    }
    (parts.join(" "), conditions)
}
