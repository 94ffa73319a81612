//! Questions about data and about a time.

use crate::fixture::{
    Place, ask, collect, conversation, failed, finished, next, notices, path, server, settings,
    started,
};
use conversation::{Answer, DateRange, Mode, PeriodCoverage, Scope, Settings, reference::State};
use notes::NotePath;
use std::collections::BTreeSet;
use tests::model_server::Script;
use turn::{AskRequest, At, Way};

const DAYS: [(&str, &str); 4] = [
    ("Daily/2026-03-16.md", "# Monday\n\nWe weeded the garden.\n"),
    ("Daily/2026-03-17.md", "# Tuesday\n\nThe garden was too wet.\n"),
    ("Daily/2026-03-19.md", "# Thursday\n\nWe sowed peas in the garden.\n"),
    ("Daily/2026-04-02.md", "# Later\n\nThe peas came up in the garden.\n"),
];

// B127
#[tokio::test]
async fn a_question_about_a_time_says_how_many_of_its_days_were_read() {
    let place = Place::with(&DAYS);
    let app = place.opened().await;
    let question = "What did we do in the garden in March 2026?";
    let asked = AskRequest { way: Way::Passages, ..ask(question, Mode::Notes) };
    let events = collect(app.turns.ask(asked.clone())).await;
    let period = |answer: Answer| answer.coverage.unwrap().period;
    let march = PeriodCoverage {
        first: Some("2026-03-01".parse().unwrap()),
        last: Some("2026-03-31".parse().unwrap()),
        days: 3,
        sent: 3,
        in_part: false,
    };
    assert_eq!(period(finished(&events)), Some(march));
    // The same, searched as text.
    let (_, stored, _) = started(&events);
    let search = Some(question.to_owned());
    let as_text = AskRequest { at: At::Again(stored.id), search, ..asked };
    assert_eq!(period(finished(&collect(app.turns.ask(as_text)).await)), None);
}

// B127
#[tokio::test]
async fn an_answer_about_a_time_says_how_many_of_its_days_were_found_where_no_model_answers() {
    let place = Place::with(&DAYS);
    let app = place.opened().await;
    let no_model = Settings { servers: Vec::new(), ..settings("") };
    app.settings.set(no_model).await.unwrap();
    let question = ask("What did we do in the garden in March 2026?", Mode::Notes);
    let (answer, _) = failed(&collect(app.turns.ask(question)).await);
    let states: Vec<State> = answer.references.iter().map(|it| it.state).collect();
    assert_eq!(states, [State::Considered; 4]);
    let period = answer.coverage.and_then(|it| it.period).unwrap();
    assert_eq!((period.sent, period.days, period.in_part), (3, 3, false));
}

// B127
#[tokio::test]
async fn a_row_that_only_repeats_the_day_is_stated_with_a_sentence_of_its_note() {
    let brioche = "---\ndate: 2026-04-04\ntags: [bake]\n---\n# Saturday 4 April\n\n\
                   It rained.\n\nI wanted to bake a brioche.\n";
    let rye = "---\ndate: 2026-03-08\ntags: [bake]\n---\n# Sunday 8 March\n\nA rye.\n";
    let place = Place::with(&[
        ("Log/2026-04-04 Easter brioche.md", brioche),
        ("Log/2026-03-08 First rye.md", rye),
    ]);
    let app = place.opened().await;
    let search = Some("tag:bake date:2026-04-04".to_owned());
    let question = AskRequest { search, ..ask("What did I bake?", Mode::Notes) };
    let answer = finished(&collect(app.turns.ask(question)).await);
    let named = "Saturday 4 April (2026-04-04 Easter brioche)";
    assert_eq!(answer.text, format!("{named} [1]. “I wanted to bake a brioche.” [2]"));
    let cited = answer.references.iter().filter(|it| it.state == State::Cited);
    assert_eq!(cited.count(), 2);
}

// B125
#[tokio::test]
async fn no_rows_are_an_answer_too() {
    let film = |rating: u32| format!("---\ntype: film\nrating: {rating}\n---\nA film.\n");
    let (alien, heat) = (film(8), film(6));
    let place = Place::with(&[("Films/Alien.md", &*alien), ("Films/Heat.md", &*heat)]);
    let app = place.opened().await;
    for (question, expect) in [
        ("Which films did I rate below 2?", "0 found [1]."),
        ("How many films did I rate below 2?", "0 found [1]."),
    ] {
        let answer = finished(&collect(app.turns.ask(ask(question, Mode::Notes))).await);
        assert_eq!(answer.text, expect);
        let table = answer.references[0].table.as_ref().unwrap();
        assert_eq!((table.rows.len(), table.total), (0, 0), "{question}");
    }
}

#[tokio::test]
async fn a_property_that_is_asked_for_is_sent_with_its_note() {
    let miriam =
        "---\ntown: Todmorden\nborn: 1963-12-12\n---\n# Miriam\n\nShe teaches the violin.\n";
    let place = Place::with(&[
        ("People/Miriam.md", miriam),
        ("People/Tom.md", "---\ntown: Lancaster\n---\n# Tom\n\nHe repairs boats.\n"),
    ]);
    let app = place.opened().await;
    for (question, expect) in [
        ("Where does the violin teacher live?", true),
        ("Why did the violin teacher laugh?", false),
    ] {
        let asked = AskRequest { way: Way::Passages, ..ask(question, Mode::Notes) };
        let answer = finished(&collect(app.turns.ask(asked)).await);
        let mut texts = answer.references.iter().filter_map(|it| it.passage.as_ref());
        assert_eq!(texts.any(|it| it.text.contains("town: Todmorden")), expect, "{question}");
    }
}

// B127
#[tokio::test]
async fn only_the_notes_of_a_changed_time_are_sent() {
    let place = Place::with(&DAYS);
    let app = place.opened().await;
    let question = "What did we do in the garden in March 2026?";
    let asked = AskRequest { way: Way::Passages, ..ask(question, Mode::Notes) };
    let (_, stored, _) = started(&collect(app.turns.ask(asked.clone())).await);
    let day = |text: &str| Some(text.parse().unwrap());
    let changed = async |first, last| {
        let period = Some(DateRange { first, last });
        let again = AskRequest { at: At::Again(stored.id), period, ..asked.clone() };
        let answer = finished(&collect(app.turns.ask(again)).await);
        let used = answer.references.iter().filter(|it| it.state == State::Cited);
        let mut notes: Vec<String> =
            used.filter_map(|it| Some(it.path.as_ref()?.stem().to_owned())).collect();
        notes.sort();
        let period = answer.coverage.and_then(|it| it.period).unwrap();
        assert!(!period.in_part);
        (notes, (period.first, period.last), (period.sent, period.days))
    };
    let (first, last) = (day("2026-03-17"), day("2026-04-02"));
    let notes = ["2026-03-17", "2026-03-19", "2026-04-02"].map(str::to_owned).to_vec();
    assert_eq!(changed(first, last).await, (notes.clone(), (first, last), (3, 3)));
    // Days in the wrong order, and no end.
    assert_eq!(changed(last, first).await, (notes.clone(), (first, last), (3, 3)));
    assert_eq!(changed(first, None).await.0[..2], notes[..2]);
    // A time without notes is said, too.
    let empty = (day("2020-01-01"), day("2020-01-31"));
    assert_eq!(changed(empty.0, empty.1).await, (Vec::new(), empty, (0, 0)));
}

// B127
#[tokio::test]
async fn a_follow_up_about_a_time_beside_keeps_its_own_words_and_goes_on() {
    let place = Place::with(&DAYS);
    let server = server(Script::saying(&["Something [1]."])).await;
    let app = place.asking(&server.url()).await;
    let question = "What did we do in the garden in March 2026?";
    let events = collect(app.turns.ask(ask(question, Mode::Notes))).await;
    let asked = async |question: &str| {
        let asked = next(conversation(&events), question, Mode::Notes);
        let answer = finished(&collect(app.turns.ask(asked)).await);
        answer.coverage.unwrap().period.unwrap()
    };
    let own = "What did Ada say about the peas";
    let mut first = asked(&format!("{own} the month after?")).await.first;
    assert_eq!(first, Some("2026-04-01".parse().unwrap()));
    let requests = server.requests();
    assert!(requests.iter().any(|it| it.json.to_string().contains(own)), "{requests:?}");
    // Only the first question names a time.
    for _ in 0..8 {
        let before = asked("And the month before?").await.first;
        assert!(before < first, "{before:?}");
        first = before;
    }
    // “Previous” alone is a time, too, but not this question's words.
    for _ in 0..2 {
        asked("And the previous month?").await;
    }
    let sent = server.requests().pop().unwrap().json;
    let newest = sent["messages"].as_array().unwrap().last().unwrap().to_string();
    assert!(newest.contains(&format!("{own} (")), "{newest}");
}

const MOVIES: &str = "\
filters: file.inFolder(\"Films\")
formulas: {Guess: rating.nonsense()}
views:
  - type: table
    name: All
    order: [file.name, rating]
  - type: table
    name: Best
    order: [rating]
    sort:
      - property: rating
        direction: DESC
    limit: 1
  - type: table
    name: Odd
    filters: rating.nonsense()
  - type: table
    name: Guesses
    order: [rating, formula.Guess]
";

// B125 B130
#[tokio::test]
async fn a_question_about_a_base_is_answered_with_the_rows_of_its_view() {
    let place = Place::with(&[
        ("Bases/Movies.base", MOVIES),
        ("Films/Alien.md", "---\nrating: 8\ntags: [Überlang/Space]\n---\n"),
        ("Films/Solaris.md", "---\nrating: 9\n---\n"),
        ("Salt.md", "---\nrating: 10\n---\n"),
    ]);
    let app = place.opened().await;
    let all = "Alien (8), Solaris (9) [1].";
    for (question, expected) in [
        ("What is in my Movies base?", all),
        ("Was steht in meiner Movies-Base?", all),
        ("Show the Best view", "Solaris: rating 9 [1]."),
    ] {
        let answer = finished(&collect(app.turns.ask(ask(question, Mode::Notes))).await);
        assert!(answer.text.ends_with(expected), "{question}: {}", answer.text);
        let table = answer.references.iter().find(|it| it.table.is_some()).unwrap();
        assert!(table.title.starts_with("Movies › "), "{}", table.title);
    }
    // Only the notes that the user chose are listed.
    let scope = Scope { tags: vec!["Überlang".to_owned()], ..Scope::default() };
    let chosen = AskRequest { scope, ..ask("What is in my Movies base?", Mode::Notes) };
    let answer = finished(&collect(app.turns.ask(chosen)).await);
    let table = answer.references.iter().find_map(|it| it.table.as_ref()).unwrap();
    let rows: Vec<&str> = table.rows.iter().map(|row| row.path.stem()).collect();
    assert_eq!(rows, ["Alien"]);
    for (view, said) in [
        ("Odd", "Movies.base: The filter “rating.nonsense()” isn't understood"),
        ("Guesses", "Movies.base: The formula “Guess” isn't understood"),
    ] {
        let question = format!("Show the view {view}");
        let asked = AskRequest { way: Way::Passages, ..ask(&question, Mode::Notes) };
        let notices = notices(&collect(app.turns.ask(asked)).await);
        assert!(notices.iter().any(|notice| notice.starts_with(said)), "{notices:?}");
    }
}

// B125 B130
#[tokio::test]
async fn a_follow_up_chooses_rows_of_a_view() {
    let film = |rating: u8, seen: &str, with: &str| {
        format!("---\nrating: {rating}\nseen: {seen}\nwith: {with}\n---\n")
    };
    let films = [film(8, "2026-01-03", "Hannah"), film(9, "2025-05-01", "Deniz")];
    let place = Place::with(&[
        ("Bases/Movies.base", MOVIES),
        ("Films/Alien.md", &films[0]),
        ("Films/Solaris.md", &films[1]),
        ("Films/Heat.md", &film(7, "2025-06-01", "Deniz")),
        ("Salt.md", &film(10, "2025-06-01", "Deniz")),
    ]);
    let app = place.opened().await;
    let table = |answer: Answer| {
        let table = answer.references.iter().find_map(|it| it.table.clone()).unwrap();
        let rows = table.rows.iter().map(|row| row.values[0].clone()).collect::<Vec<_>>();
        (table.query, rows.join(" "), table.columns.join(" "))
    };
    let all = "view:Bases/Movies.base#All";
    for (follow_up, added, rows, columns) in [
        (
            "which of them was the best?",
            " sort:-rating limit:1 columns:rating,seen",
            "Solaris",
            "Note rating seen",
        ),
        ("and with Deniz?", " with=deniz", "Heat Solaris", "file name rating"),
        ("only those of 2025", " seen=2025-01-01..2025-12-31", "Heat Solaris", "file name rating"),
    ] {
        let first = ask("What is in my Movies base?", Mode::Notes);
        let events = collect(app.turns.ask(first)).await;
        assert_eq!(table(finished(&events)).0, all);
        let second = next(conversation(&events), follow_up, Mode::Notes);
        let found = table(finished(&collect(app.turns.ask(second)).await));
        let expected = (format!("{all}{added}"), rows.to_owned(), columns.to_owned());
        assert_eq!(found, expected, "{follow_up}");
    }
}

// B125
#[tokio::test]
async fn a_follow_up_that_changes_a_month_has_the_whole_query() {
    let film = |seen: &str| format!("---\ntags: [film]\nseen: {seen}\n---\n");
    let (january, february) = (film("2026-01-03"), film("2026-02-14"));
    let place = Place::with(&[("Films/Alien.md", &january), ("Films/Heat.md", &february)]);
    let server = server(Script::saying(&["One film [1]."])).await;
    let app = place.asking(&server.url()).await;
    let query = |answer: &Answer| {
        let table = answer.references.iter().find_map(|it| it.table.as_ref());
        table.map(|table| table.query.clone()).unwrap_or_default()
    };
    let first = ask("How many films did I watch in January 2026?", Mode::Notes);
    let events = collect(app.turns.ask(first)).await;
    let of_january = query(&finished(&events));
    assert!(of_january.starts_with("folder:films seen=2026-01 count"), "{of_january}");
    let second = next(conversation(&events), "and in February?", Mode::Notes);
    let answer = finished(&collect(app.turns.ask(second)).await);
    assert_eq!(query(&answer), of_january.replace("2026-01", "2026-02"));
}

// B125
#[tokio::test]
async fn a_figure_is_computed_from_the_chosen_notes_alone() {
    let film = |rating: u8, tags: &str| format!("---\ntags: [{tags}]\nrating: {rating}\n---\n");
    let (alien, heat, dune) = (film(6, "film"), film(9, "film, Überlang"), film(10, "film"));
    let place = Place::with(&[
        ("Films/2025/Alien.md", &alien),
        ("Films/2025/Heat.md", &heat),
        ("Films/2026/Dune.md", &dune),
    ]);
    let server = server(Script::saying(&["The mean [1]."])).await;
    let app = place.asking(&server.url()).await;
    let places = |paths: &[&str]| paths.iter().map(|it| path(it)).collect::<Vec<_>>();
    let cases = [
        (Scope::default(), "8.33"),
        (Scope { places: places(&["Films/2025"]), ..Scope::default() }, "7.5"),
        (Scope { places: places(&["Films/2025/Alien.md", "Films/2026"]), ..Scope::default() }, "8"),
        (Scope { tags: vec!["Überlang".to_owned()], ..Scope::default() }, "9"),
        (Scope { places: places(&["Films/2026"]), ..Scope::default() }, "10"),
    ];
    for (scope, mean) in cases {
        let search = Some("tag:film average:rating".to_owned());
        let asked = AskRequest { scope: scope.clone(), search, ..ask("How good?", Mode::Notes) };
        let answer = finished(&collect(app.turns.ask(asked)).await);
        let table = answer.references.iter().find_map(|it| it.table.as_ref()).unwrap();
        assert_eq!(table.result.as_ref().unwrap().value, mean, "{scope:?}");
    }
}

// B125
#[tokio::test]
async fn tasks_of_notes_with_the_chosen_tag_are_found_wherever_the_tag_is() {
    let place = Place::with(&[
        ("Plan.md", "A #work plan.\n\n- [ ] Call Ada\n"),
        ("Home.md", "- [ ] Buy soil\n"),
    ]);
    let server = server(Script::saying(&["One task [1]."])).await;
    let app = place.asking(&server.url()).await;
    let scope = Scope { tags: vec!["work".to_owned()], ..Scope::default() };
    let search = Some("tasks task:open".to_owned());
    let asked = AskRequest { scope, search, ..ask("What is open?", Mode::Notes) };
    let answer = finished(&collect(app.turns.ask(asked)).await);
    let table = answer.references.iter().find_map(|it| it.table.as_ref()).unwrap();
    let tasks: Vec<&str> = table.rows.iter().map(|row| &*row.values[0]).collect();
    assert_eq!(tasks, ["Call Ada"]);
}

// B125
#[tokio::test]
async fn a_follow_up_starts_from_the_query_that_the_user_left() {
    let film = |seen: &str, with: &str| format!("---\nseen: {seen}\nwith: {with}\n---\n");
    let films = [film("2026-01-03", "Hannah"), film("2026-02-14", "Deniz"), film("", "Deniz")];
    let place = Place::with(&[
        ("Films/Alien.md", &films[0]),
        ("Films/Heat.md", &films[1]),
        ("Films/Dune.md", &films[2]),
    ]);
    let server = server(Script::saying(&["Some films [1]."])).await;
    let app = place.asking(&server.url()).await;
    let table = |answer: Answer| {
        let table = answer.references.iter().find_map(|it| it.table.clone()).unwrap();
        (table.query, table.total)
    };
    let first = ask("Which films did I watch with Hannah?", Mode::Notes);
    let events = collect(app.turns.ask(first.clone())).await;
    let (_, question, _) = started(&events);
    // Without “has:seen”.
    let search = Some("folder:films with=hannah".to_owned());
    let again = AskRequest { at: At::Again(question.id), search, ..first };
    let events = collect(app.turns.ask(again)).await;
    assert_eq!(table(finished(&events)), ("folder:films with=hannah".to_owned(), 1));
    let next = next(conversation(&events), "and with Deniz?", Mode::Notes);
    let answer = finished(&collect(app.turns.ask(next)).await);
    assert_eq!(table(answer), ("folder:films with=deniz".to_owned(), 2));
}

// B129
#[tokio::test]
async fn a_later_note_follows_an_answer_from_a_property() {
    let place = Place::with(&[
        ("People/Mira Feldkamp.md", "---\ntags: [people]\ncity: Bremen\n---\nMy little sister.\n"),
        ("People/Tom Wieland.md", "---\ntags: [people]\ncity: Leer\n---\nA friend.\n"),
        ("Daily/2026-02-08.md", "# Sunday\n\n- Mira has moved. Her new address is in Oldenburg.\n"),
    ]);
    let app = place.opened().await;
    let answer = finished(&collect(app.turns.ask(ask("Where does Mira live?", Mode::Notes))).await);
    let expected = "Mira Feldkamp: city Bremen [1]. A note of Sunday, 8 February 2026 says: “Mira \
                    has moved. Her new address is in Oldenburg.” [3]";
    assert_eq!(answer.text, expected);
    // What is known of Tom has not changed.
    let answer = finished(&collect(app.turns.ask(ask("Where does Tom live?", Mode::Notes))).await);
    assert_eq!(answer.text, "Tom Wieland: city Leer [1].");
}

// B125
#[tokio::test]
async fn a_follow_up_that_no_query_answers_is_asked_with_the_notes_before() {
    let games: Vec<(String, String)> = (1..=8)
        .map(|number| {
            let text =
                format!("---\ncup: {}\n---\nIt was all about player {number}.\n", number < 8);
            (format!("Games/Round {number}.md"), text)
        })
        .collect();
    let mut notes: Vec<(&str, &str)> =
        games.iter().map(|(path, text)| (&**path, &**text)).collect();
    notes.push(("Rain.md", "Which of them rained off? It rained, and we were wet and sad.\n"));
    let place = Place::with(&notes);
    let app = place.opened().await;
    for (question, follow_up, sent) in [
        ("How many games were there?", "How many of them were rained off?", 8),
        ("Which games made us sad?", "And which of those was the wettest?", 8),
    ] {
        let passages = |asked: AskRequest| AskRequest { way: Way::Passages, ..asked };
        let events = collect(app.turns.ask(passages(ask(question, Mode::Notes)))).await;
        let second = passages(next(conversation(&events), follow_up, Mode::Notes));
        let answer = finished(&collect(app.turns.ask(second)).await);
        let is_game = |path: &&NotePath| path.as_str().starts_with("Games/");
        let found: BTreeSet<_> =
            answer.references.iter().filter_map(|it| it.path.as_ref()).filter(is_game).collect();
        assert_eq!(found.len(), sent, "{follow_up}");
    }
}
