use std::fs;

use notes::NotePath;
use records::Query;

use crate::{Index, SyncScope, search::tests::index_of};

const NOTES: &[(&str, &str)] = &[
    (
        "Films/Alien.md",
        "---\ntags: [film]\ndirector: \"[[Ridley Scott]]\"\nrating: 7\nseen: 2026-01-03\nwith: [\"[[Tom Wieland|Tom]]\"]\n---\n",
    ),
    (
        "Films/Stalker.md",
        "---\ntags: [film/art]\ndirector: Andrei Tarkovsky\nrating: ten\nseen: 17.02.2026\n---\n",
    ),
    (
        "Films/Dune.md",
        "---\ntags: [film]\nrating: 4\nwatched: false\n---\nSee [[Alien]] and [[Nowhere]].\n",
    ),
    ("Templates/Film.md", "---\ntags: [film]\nrating: 9\n---\n"),
    (
        "Daily/2026-03-01.md",
        "sleep:: 7.5\n\n- [ ] Call the optician 📅 2026-03-05 ⏫\n- [x] Buy soil 📅 2026-02-20 ✅ 2026-02-21\n- [ ] Impossible 📅 2026-02-30\n- [-] Dropped #kestrel\n",
    ),
    (
        "Expenses/2026-01.md",
        "# January\n\n| Date | Category | € |\n| --- | --- | ---: |\n| 2026-01-02 | groceries | 20.50 |\n| 2026-01-09 | groceries | 4.25 |\n| 2026-01-10 | books | 12 |\n",
    ),
    ("Küche/Brot.md", "#Küche/Brot\n"),
    ("People/Tom Wieland.md", "---\naliases: [Tommy]\nbirthday: 1986-04-12\n---\n"),
];

/// The first column of the rows, or the error.
fn first_column(index: &Index, query: &str) -> Vec<String> {
    let query = Query::read(query).unwrap_or_else(|error| panic!("{query}: {error}"));
    let table = index.table(&query).unwrap();
    table.rows.into_iter().map(|row| row.values[0].clone()).collect()
}

// B124
#[test]
fn a_query_finds_exactly_the_matching_records() {
    let (_folder, index) = index_of(NOTES);
    let cases: &[(&str, &[&str])] = &[
        ("tag:film", &["Alien", "Dune", "Stalker"]),
        ("tag:film rating>=5", &["Alien"]),
        ("tag:küche", &["Brot"]),
        ("path=Films/Dune.md|People", &["Dune", "Tom Wieland"]),
        ("path=Film", &[]),
        ("path:kuche", &["Brot"]),
        ("path:Küche", &["Brot"]),
        ("tasks path=Daily task:done", &["Buy soil"]),
        ("rating=4", &["Dune"]),
        ("prop:rating=ten", &["Stalker"]),
        ("director=\"ridley scott\"", &["Alien"]),
        ("with=\"Tom Wieland\"", &["Alien"]),
        ("watched=no", &["Dune"]),
        ("seen:2026-02", &["Stalker"]),
        ("seen<2026-02-01", &["Alien"]),
        ("has:seen sort:-seen", &["Stalker", "Alien"]),
        ("tag:film -has:seen", &["Dune"]),
        ("tag:film|nothing -director=\"ridley scott\"", &["Dune", "Stalker"]),
        ("links:[[Alien]]", &["Dune"]),
        ("links:nowhere", &["Dune"]),
        ("linked-from:[[Dune]]", &["Alien"]),
        ("links:[[Tommy]]", &["Alien"]),
        ("has:broken-links", &["Alien", "Dune"]),
        ("tag:film -has:backlinks", &["Dune", "Stalker"]),
        ("date:2026-03", &["2026-03-01"]),
        ("folder:daily sleep>7", &["2026-03-01"]),
        ("birthday~2030-04", &["Tom Wieland"]),
        ("task:open", &["Call the optician", "Impossible"]),
        ("task:open due<2026-04-01", &["Call the optician"]),
        ("task:done done:2026-02", &["Buy soil"]),
        ("tasks done>due", &["Buy soil"]),
        ("tasks done<=due", &[]),
        ("tasks tag:kestrel", &["Dropped #kestrel"]),
        ("tasks priority=high", &["Call the optician"]),
        ("rows Category=groceries", &["January", "January"]),
        ("rows €>10 date=2026-01-10", &["January"]),
        ("rating=4 OR seen:2026-02 tag:film", &["Dune", "Stalker"]),
        ("rating=4 OR rating=7 OR rating=ten -director=\"ridley scott\"", &["Dune", "Stalker"]),
        ("tag:film -is:watched", &["Alien", "Dune", "Stalker"]),
        ("tag:film has:watched", &["Dune"]),
        ("path=films", &["Alien", "Dune", "Stalker"]),
        ("path=Films/Dune", &["Dune"]),
        ("path=Film", &[]),
        ("tasks note-tag:kestrel task:open", &["Call the optician", "Impossible"]),
        ("tasks tag:kestrel task:open", &[]),
        ("tag:film file.mtime>=1980-01-01", &["Alien", "Dune", "Stalker"]),
        ("file.mtime<1980-01-01", &[]),
        ("rating>1000", &[]),
        ("nobody-has-this=1", &[]),
    ];
    for (query, expected) in cases {
        assert_eq!(first_column(&index, query), *expected, "{query}");
    }
}

// B124
#[test]
fn a_path_means_the_folder_or_note_that_is_written_so() {
    let (_folder, index) = index_of(&[
        ("Küche.md", "The plan of the kitchen."),
        ("Küche/Brot.md", "Rye."),
        ("Lebenslauf/Resume.md", "Short."),
        ("Lebenslauf/Résumé.md", "Long."),
    ]);
    let cases: &[(&str, &[&str])] = &[
        ("path=Küche", &["Brot"]),
        ("path=kuche", &["Brot"]),
        ("path=Küche/Brot.md", &["Brot"]),
        ("path=küche/brot", &["Brot"]),
        ("path=Küche.md", &["Küche"]),
        ("path=Lebenslauf/Resume.md", &["Resume"]),
        ("path=Lebenslauf/Résumé.md", &["Résumé"]),
        ("path:lebenslauf/resu", &["Resume", "Résumé"]),
        ("about:lebenslauf/résu", &["Resume", "Résumé"]),
    ];
    for (query, expected) in cases {
        assert_eq!(first_column(&index, query), *expected, "{query}");
    }
}

// B124 B130
#[test]
fn a_view_of_a_base_is_a_condition() {
    const FILMS: &str = "\
filters: file.inFolder(\"Films\")
formulas: {Odd: rating.nonsense()}
views:
  - type: table
    name: Rated
    filters: number(rating) > 3
    order: [rating, formula.Odd]
    sort: [{property: rating, direction: DESC}]
  - {type: table, name: New, filters: date(seen) >= today()}
";
    let (_folder, index) = index_of(&[NOTES, &[("Bases/Films.base", FILMS)]].concat());
    let index = index.at(jiff::civil::date(2026, 2, 1).at(12, 0, 0, 0));
    let cases: &[(&str, &[&str])] = &[
        ("view:Films.base#Rated", &["Alien", "Dune"]),
        ("view:Films", &["Alien", "Dune"]),
        ("view:[[Bases/Films.base#rated]] seen:2026-01", &["Alien"]),
        ("view:Films.base rating<5 OR genre=drama", &["Dune"]),
        ("view:Films.base# rating>=5 OR view:Films.base#", &["Alien", "Dune"]),
        ("view:Films.base -view:Films.base", &[]),
        ("view:Films.base sort:rating limit:1", &["Dune"]),
        ("tag:film -view:Films.base", &["Stalker"]),
        ("view:Films.base#New", &["Stalker"]),
        ("view:Films.base#Missing", &[]),
        ("view:Lost.base", &[]),
    ];
    for (query, expected) in cases {
        assert_eq!(first_column(&index, query), *expected, "{query}");
    }
    let found = |query| index.table_and_problems(&Query::read(query).unwrap()).unwrap();
    let (table, problems) = found("view:Films.base");
    assert_eq!(table.columns, ["Note", "rating", "Odd"]);
    assert_eq!(table.rows[0].values, ["Alien", "7", ""]);
    assert_eq!((&*table.query, table.total), ("view:Films.base", 2));
    let odd = "Films.base: The formula “Odd” isn't understood, so it has no values: there is no \
               function “nonsense”.";
    assert_eq!(problems, [odd]);
    // The same where another query names the view.
    assert_eq!(found("view:Films.base sort:rating").1, [odd]);
    assert_eq!(found("view:Films#Missing").1, ["Films: There is no view “Missing”."]);
    assert!(found("view:Lost.base").1[0].starts_with("Lost.base: "));
}

#[test]
fn figures_are_computed_over_all_records() {
    let (_folder, index) = index_of(NOTES);
    let cases = [
        ("tag:film count", "count", "3", 3),
        ("rows Category=groceries sum:€", "sum of €", "24.75", 2),
        ("tag:film average:rating", "average of rating", "5.5", 2),
        ("tag:film median:rating", "median of rating", "5.5", 2),
        ("tag:film rating=4 share:rating", "share by rating", "33.33% (1/3)", 3),
        ("rows group:Category average-sum:€", "average of the sums of €", "18.38", 2),
        ("rows group:Category average-sum:count", "average number", "1.5", 2),
        ("tag:film max:rating", "highest rating", "7", 2),
        ("tag:film latest:seen", "latest seen", "2026-02-17", 2),
    ];
    for (query, label, value, of) in cases {
        let result = index.table(&Query::read(query).unwrap()).unwrap().result.unwrap();
        assert_eq!((&*result.label, &*result.value, result.of), (label, value, of), "{query}");
    }
    let grouped = index.table(&Query::read("rows group:Category sum:€").unwrap()).unwrap();
    let rows: Vec<_> = grouped.rows.iter().map(|row| row.values.join(" ")).collect();
    assert_eq!(rows, ["groceries 24.75", "books 12"]);
}

// B125
#[test]
fn groups_are_sorted_by_their_figures_and_may_be_months() {
    let (_folder, index) = index_of(NOTES);
    let cases: [(&str, &[&str], Option<&str>); 5] = [
        ("rows group:Category sum:€ sort:€", &["books 12", "groceries 24.75"], None),
        ("rows group:Category sort:-count", &["groceries 2", "books 1"], None),
        ("tag:film has:seen group:seen.month sort:seen", &["2026-01 1", "2026-02 1"], Some("2")),
        ("rows group:Date.year sum:€", &["2026 36.75"], Some("36.75")),
        (
            "rows group:Category sort:-count distinct:Category",
            &["groceries 2", "books 1"],
            Some("2"),
        ),
    ];
    for (query, expected, result) in cases {
        let table = index.table(&Query::read(query).unwrap()).unwrap();
        let rows: Vec<_> = table.rows.iter().map(|row| row.values.join(" ")).collect();
        assert_eq!(rows, expected, "{query}");
        assert_eq!(table.result.as_ref().map(|it| &*it.value), result, "{query}");
    }
}

#[test]
fn more_rows_than_the_limit_are_counted() {
    let text: String = (0..400).map(|at| format!("| {at} | x |\n")).collect();
    let table = format!("| number | word |\n| --- | --- |\n{text}");
    let (_folder, index) = index_of(&[("Long.md", &table)]);
    let found = index.table(&Query::read("rows word=x limit:10 sort:-number").unwrap()).unwrap();
    assert_eq!((found.rows.len(), found.total), (10, 400));
    assert_eq!(found.columns, ["Note", "word", "number"]);
    assert_eq!(found.rows[0].values, ["Long", "x", "399"]);
}

// B128
#[test]
fn a_note_has_the_date_of_its_property_its_format_or_its_name() {
    let (_folder, index) = index_of(&[
        (".obsidian/daily-notes.json", r#"{"format":"DD-MM-YY","folder":"Log"}"#),
        (".obsidian/templates.json", r#"{"folder":"Forms"}"#),
        ("Log/03-01-26.md", "Slept well."),
        ("Meeting.md", "---\ndate: \"[[2026-01-05]]\"\n---\n"),
        ("2026_01_07 Walk.md", "Snow."),
        ("Forms/Day.md", "---\ndate: 2026-01-08\n---\n"),
    ]);
    let query = Query::read("date:2026-01 sort:date columns:date").unwrap();
    let rows = index.table(&query).unwrap().rows;
    let dates: Vec<_> = rows.iter().map(|row| row.values.join(" ")).collect();
    let expected = ["03-01-26 2026-01-03", "Meeting 2026-01-05", "2026_01_07 Walk 2026-01-07"];
    assert_eq!(dates, expected);
    let note = |path| index.catalog().note(&NotePath::new(path).unwrap()).unwrap().date_source;
    assert_eq!(note("Log/03-01-26.md"), Some(notes::DateSource::Periodic));
    assert_eq!(note("Meeting.md"), Some(notes::DateSource::Property));
}

#[test]
fn changed_settings_date_all_notes_again() {
    let (folder, index) = index_of(&[("Log/03-01-26.md", "Slept well.")]);
    let query = Query::read("date:2026-01").unwrap();
    assert_eq!(index.table(&query).unwrap().total, 0);
    let settings = folder.path().join("vault/.obsidian");
    fs::create_dir_all(&settings).unwrap();
    fs::write(settings.join("daily-notes.json"), r#"{"format":"DD-MM-YY","folder":"Log"}"#)
        .unwrap();
    index.sync(SyncScope::All, &mut |_| {}).unwrap();
    assert_eq!(index.table(&query).unwrap().total, 1);
}

#[test]
fn a_renamed_note_gets_the_date_of_its_new_name() {
    let (folder, index) =
        index_of(&[("2026-01-03.md", "Slept well, and walked to the lake and back.")]);
    let vault = folder.path().join("vault");
    fs::rename(vault.join("2026-01-03.md"), vault.join("2026-02-03.md")).unwrap();
    index.sync(SyncScope::All, &mut |_| {}).unwrap();
    let days = |query: &str| index.table(&Query::read(query).unwrap()).unwrap().total;
    assert_eq!((days("date:2026-01"), days("date:2026-02")), (0, 1));
}

#[test]
fn completions_are_keys_and_values_of_the_vault() {
    let (_folder, index) = index_of(NOTES);
    let vocabulary = index.vocabulary().unwrap();
    let cases: &[(&str, &[&str])] = &[
        ("ra", &["rating="]),
        ("tag:film dir", &["tag:film director="]),
        ("director=an", &["director=\"Andrei Tarkovsky\""]),
        ("-director:r", &["-director:\"Ridley Scott\""]),
        ("task:do", &["task:done"]),
        ("sort:ra", &["sort:rating"]),
        ("salt path:fi", &["salt path:films"]),
        ("type:pi", &["type:pictures"]),
        ("nothing=", &[]),
    ];
    for (typed, expected) in cases {
        assert_eq!(vocabulary.completions(typed), *expected, "{typed}");
    }
}
