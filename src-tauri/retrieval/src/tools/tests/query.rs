use super::*;
use crate::tools::{arguments::Arguments, job::Job, query::query_notes};
use conversation::reference::Kind;
use language::{Language, speaking};

// B125
#[test]
fn a_query_is_answered_by_a_computed_table() {
    let bench = Bench::with(|root| {
        for (name, rating, status) in
            [("Alien", 6, "seen"), ("Heat", 5, "seen"), ("Dune", 7, "open")]
        {
            let text = format!("---\nrating: {rating}\nstatus: {status}\n---\n# {name}\n");
            write(root, &format!("Films/{name}.md"), text.as_bytes());
        }
    });
    let outcome = bench.call("query_notes", r#"{"query": "prop:status=seen sort:-rating"}"#);
    let [found] = &outcome.passages[..] else { panic!("{outcome:?}") };
    assert_eq!((found.kind, outcome.told.as_str()), (Kind::Table, "2 rows"));
    let table = found.table.as_ref().unwrap();
    let rows: Vec<_> = table.rows.iter().map(|row| row.values.join(" ")).collect();
    assert_eq!(rows, ["Alien seen 6", "Heat seen 5"]);
    assert!(found.passage.as_ref().unwrap().text.contains("| Alien | seen | 6 |"));
    let count = bench.call("query_notes", r#""rating>=6 count""#);
    assert_eq!(count.passages[0].table.as_ref().unwrap().result.as_ref().unwrap().value, "2");
    // Each refusal says what to do.
    let refused = |arguments| bench.call("query_notes", arguments).text;
    assert_eq!(
        refused(r#"{"query": "prop:status=lost"}"#),
        "Nothing matches “prop:status=lost”. Keys of these notes: rating (5, 6, 7), status (seen, open), aliases (Sodium chloride), tags (bread/basic)."
    );
    for (arguments, told) in [
        (r#"{"query": "salt for bread"}"#, "A query needs a condition, a sort or a count;"),
        (
            r#"{"query": "due<soonish"}"#,
            "Nothing matches “due<soonish”. “soonish” is neither a number",
        ),
        ("{}", "query_notes was called without “query”."),
    ] {
        let text = refused(arguments);
        assert!(text.starts_with(told), "{text}");
    }
    let offered = bench.tools.descriptors(Abilities::default());
    let tool = offered.iter().find(|it| it.tool.name == "query_notes").unwrap();
    assert!(tool.tool.description.contains("status (seen, open)"), "{}", tool.tool.description);
}

// B130
#[test]
fn a_model_gets_problems_of_a_view_in_english() {
    let bench = Bench::with(|root| {
        let base = "formulas: {Odd: rating.nonsense()}\nviews:\n  - {type: table, name: All, \
                    order: [formula.Odd]}\n";
        write(root, "Odd.base", base.as_bytes());
    });
    let in_german = |query: &str| {
        let job = Job {
            desk: bench.tools.desk.clone(),
            arguments: Arguments::parse("query_notes", query).unwrap(),
            limit: Tokens(4096),
            cancel: CancellationToken::new(),
        };
        speaking(Language::German, || query_notes(&job))
    };
    let found = in_german(r#"{"query": "view:Odd.base"}"#).unwrap();
    assert_eq!(
        found.text,
        "The table is computed. Odd.base: The formula “Odd” isn't understood, so it has no values: \
         there is no function “nonsense”."
    );
    assert_eq!(found.passages[0].table.as_ref().unwrap().columns, ["Notiz", "Odd"]);
    let refused = in_german(r#"{"query": "view:Odd.base#Missing"}"#).unwrap_err();
    assert_eq!(
        refused.told,
        "Nothing matches “view:Odd.base#Missing”. Odd.base: There is no view “Missing”."
    );
}
