use proptest::prelude::*;

use super::{note, now, table};
use crate::base::{Base, BaseNote, BaseTable, Column, evaluate};

const MOVIES: &str = r#"
filters:
  and:
    - categories.contains(link("Movies"))
    - '!file.name.contains("Template")'
formulas:
  Age: 2026 - year
properties:
  file.name:
    displayName: Name
  note.rating:
    displayName: Rating
views:
  - type: table
    name: All
    order: [file.name, year, rating, formula.Age]
    sort:
      - property: rating
        direction: DESC
      - column: file.name
        direction: ASC
    columnSize: {file.name: 193}
  - type: table
    name: Actor
    filters:
      and:
        - list(cast).contains(this)
    order: [file.name]
  - type: cards
    name: By director
    groupBy: {property: director, direction: DESC}
    order: [file.name]
    image: note.cover
    limit: 3
"#;

fn movies() -> Vec<BaseNote> {
    let movie = |name: &str, properties: &[(&str, &[&str])]| {
        let mut all: Vec<(&str, &[&str])> = vec![("categories", &["[[Movies]]"])];
        all.extend_from_slice(properties);
        note(&format!("Movies/{name}.md"), &all)
    };
    vec![
        movie("Part 10", &[("year", &["1999"]), ("rating", &["7"])]),
        movie("Part 9", &[("year", &["1998"]), ("rating", &["7"]), ("director", &["[[Ada]]"])]),
        movie("Unrated", &[("cast", &["[[Ada]]", "[[Ben]]"])]),
        movie("Best", &[("rating", &["10"]), ("director", &["[[Zoe]]"]), ("cast", &["[[Ben]]"])]),
        movie("Movie Template", &[]),
        note("Ada.md", &[("categories", &["[[People]]"])]),
        note("scan.pdf", &[]),
    ]
}

fn view(yaml: &str, name: &str, notes: &[BaseNote], this: Option<&BaseNote>) -> BaseTable {
    let base = Base::read(yaml).unwrap();
    evaluate(&base, base.view(Some(name)).unwrap(), notes, this, now())
}

fn first_cells(table: &BaseTable) -> Vec<&str> {
    table.rows.iter().map(|row| row.values[0].as_str()).collect()
}

#[test]
fn a_table_has_filtered_and_sorted_rows_with_empty_values_last() {
    let table = view(MOVIES, "all", &movies(), None);
    assert_eq!(table.columns, ["Name", "year", "Rating", "Age"]);
    assert_eq!(first_cells(&table), ["Best", "Part 9", "Part 10", "Unrated"]);
    assert_eq!(table.rows[1].values, ["Part 9", "1998", "7", "28"]);
    assert_eq!(table.rows[0].values, ["Best", "", "10", ""]);
    assert_eq!((table.total, table.rows[0].group.as_ref()), (4, None));
    assert_eq!(table.problems, Vec::<String>::new());
}

#[test]
fn a_view_may_depend_on_the_note_that_shows_it() {
    let notes = movies();
    let table = view(MOVIES, "Actor", &notes, Some(&notes[5]));
    assert_eq!(first_cells(&table), ["Unrated"]);
    assert_eq!(table.problems, Vec::<String>::new());
    let alone = view(MOVIES, "Actor", &notes, None);
    assert_eq!(alone.rows, []);
    assert_eq!(
        alone.problems,
        ["The view refers to the note that it is shown in, and there is none."]
    );
}

#[test]
fn groups_are_sorted_and_the_limit_counts_in_the_total() {
    let table = view(MOVIES, "By director", &movies(), None);
    let groups: Vec<_> = table.rows.iter().map(|row| row.group.as_deref().unwrap()).collect();
    assert_eq!(groups, ["Zoe", "Ada", ""]);
    assert_eq!(table.total, 4);
    let base = Base::read(MOVIES).unwrap();
    assert_eq!(base.views[2].image, Some(Column::Note("cover".to_owned())));
    assert_eq!(base.view(Some("missing")), None);
}

#[test]
fn filters_nest() {
    let yaml = r#"
filters:
  or:
    - file.hasTag("tag")
    - and: [file.inFolder("Movies"), rating >= 7]
    - not:
        - file.inFolder("Movies")
        - file.ext == "md"
"#;
    let table = table(yaml, &movies(), None);
    assert_eq!(first_cells(&table), ["Best", "Part 9", "Part 10", "scan.pdf"]);
}

#[test]
fn an_empty_base_shows_all_files() {
    for yaml in ["", "# nothing", "filters:\n  and: []\nviews: []\n"] {
        let table = table(yaml, &movies(), None);
        assert_eq!((table.columns.len(), table.total), (1, 7), "{yaml}");
    }
}

#[test]
fn a_filter_that_is_not_understood_shows_no_rows() {
    let yaml =
        "filters: 'file.hasTags(\"a\")'\nviews: [{type: table, filters: {or: [year >, \"1\"]}}]";
    let table = table(yaml, &movies(), None);
    assert_eq!((table.rows.len(), table.total), (0, 0));
    assert_eq!(
        table.problems,
        [
            "The filter “file.hasTags(\"a\")” isn't understood, so no rows are shown: there is no function \
             “hasTags”.",
            "The filter “year >” isn't understood, so no rows are shown: it ends too early.",
        ]
    );
}

#[test]
fn a_formula_that_is_not_understood_has_no_values() {
    let yaml = r#"
filters: file.inFolder("Movies")
formulas:
  Bad: year.unknown()
  Circle: formula.Round + 1
  Round: formula.Circle
  Good: rating * 2
  Mixed: date(rating)
views:
  - type: table
    order: [formula.Bad, formula.Circle, formula.Good, formula.Missing, formula.Mixed]
    summaries: {rating: Average}
    colour: red
source: x
"#;
    let table = table(yaml, &movies(), None);
    assert_eq!(table.rows[0].values, ["", "", "20", "", ""]);
    assert_eq!(
        table.problems,
        [
            "“source” isn't known and has no effect.",
            "The summaries below the columns aren't shown.",
            "The option “colour” of the view “table” isn't understood and has no effect.",
            "The formula “Bad” isn't understood, so it has no values: there is no function “unknown”.",
            "The formula “Circle” isn't understood, so it has no values: the formula “Circle” refers to itself.",
            "The formula “Missing” isn't understood, so it has no values: there is no formula “Missing”.",
            "The formula “Mixed” has no result for some notes (1): “10” isn't a date.",
            "The formula “Mixed” has no result for some notes (2): “7” isn't a date.",
        ]
    );
}

#[test]
fn views_of_other_plugins_are_shown_as_tables_with_a_problem() {
    let yaml = r#"
filters: file.inFolder("Movies")
views:
  - type: calendar
    name: Days
    startDate: note.seen
    order: [file.name, file.starred, tasknotes.due, a.b, unused]
    sort: [{property: tasknotes.due}]
"#;
    let mut notes = movies();
    notes.push(note("Movies/Dotted.md", &[("a.b", &["x"])]));
    let table = table(yaml, &notes, None);
    assert_eq!(table.rows[1].values, ["Dotted", "", "", "x", ""]);
    assert_eq!(
        table.problems,
        [
            "The view type “calendar” isn't known, so its rows are shown as a table.",
            "The property “file.starred” isn't known, so it has no values.",
            "The property “tasknotes.due” isn't known, so it has no values.",
        ]
    );
}

#[test]
fn a_note_without_a_result_of_the_filter_is_left_out() {
    let yaml = "filters: {or: [rating.round() > 8, 'file.ext == \"pdf\"']}";
    let mut notes = movies();
    notes.push(note("Odd.md", &[("rating", &["true"])]));
    let table = table(yaml, &notes, None);
    assert_eq!(first_cells(&table), ["Best", "scan.pdf"]);
    assert_eq!(
        table.problems,
        [
            "The filter “rating.round() > 8” has no result for some notes (1): “round” doesn't work for true or \
             false."
        ]
    );
}

#[test]
fn errors_have_lines() {
    let table = [
        ("filters:\n  and: [a", 2),
        ("- a\n- b", 1),
        ("filters: a\nviews:\n  type: table\n", 3),
        ("views:\n  - table\n", 2),
        ("formulas:\n  - a\n", 2),
        ("filters: a\n---\nfilters: b\n", 2),
        ("filters:\n  and:\n    - !last.isEmpty()\n", 3),
        ("views:\n  - type: table\n    order: rating\n", 3),
    ];
    for (yaml, line) in table {
        let error = Base::read(yaml).expect_err(yaml);
        assert_eq!(error.line, line, "{yaml}: {error}");
    }
    assert!(Base::read(&"[".repeat(5000)).is_err());
    let deep = format!("filters: {}", "{and: [".repeat(100));
    assert!(Base::read(&deep).is_err());
}

#[test]
fn sentences_follow_the_language() {
    let said = language::speaking(language::Language::German, || {
        table("filters: a(", &movies(), None).problems
    });
    assert_eq!(
        said,
        [
            "Der Filter „a(“ wird nicht verstanden, deshalb werden keine Zeilen gezeigt: er endet zu früh."
        ]
    );
}

/// Pieces of expressions, joined at random.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "file",
        "this",
        "note",
        ".links",
        ".name",
        "rating",
        "cast",
        "due",
        "formula.A",
        "[",
        "]",
        "(",
        ")",
        "0",
        "-1",
        "1e9",
        "1.5",
        "\"a\"",
        "'2w'",
        ",",
        "+",
        "-",
        "*",
        "/",
        "%",
        "==",
        "<",
        "&&",
        "||",
        "!",
        ".contains(",
        ".slice(",
        ".map(value",
        ".filter(",
        ".reduce(acc + value,",
        ".replace(",
        ".repeat(9)",
        ".format(\"YYYY Do ä\")",
        ".relative()",
        ".toFixed(2)",
        ".split(\"\")",
        "now()",
        "date(",
        "duration(",
        "link(",
        "list(",
        "if(",
        "ä",
        "“",
        ".unique()",
        ".sort()",
        ".days",
        ".hasLink(",
        "99999999999999999999",
        "{",
        "}",
        ":",
    ]);
    prop::collection::vec(piece, 1..14).prop_map(|it| it.concat())
}

proptest! {
    #[test]
    fn any_file_is_read_without_a_panic(yaml in "\\PC{0,200}", indented in "[a-z:\\-\n \"'\\[\\]{}!&*#|>]{0,200}") {
        let _ = Base::read(&yaml);
        let _ = Base::read(&indented);
    }

    #[test]
    fn any_expression_is_evaluated_without_a_panic(
        filter in pieces(), formula in pieces(), value in "\\PC{0,20}", date in "[-0-9T:. ]{0,20}",
    ) {
        let quoted = |text: &str| text.replace('\'', "''");
        let yaml = format!(
            "filters: '{}'\nformulas:\n  A: '{}'\nviews:\n  - order: [formula.A, file.links]\n    sort: [formula.A]\n",
            quoted(&filter), quoted(&formula),
        );
        let mut notes = movies();
        notes.push(note("x.md", &[("rating", &[&value]), ("due", &[&date]), ("cast", &[&value, &date])]));
        table(&yaml, &notes, notes.first());
        let all = format!("formulas:\n  A: '{}'\nviews:\n  - order: [formula.A]\n", quoted(&formula));
        table(&all, &notes, None);
    }
}
