use std::slice::from_ref;

use conversation::reference::{Age, Kind, Passage, Reference, State, Table, TableRow};
use notes::{ByteRange, Catalog, ContentHash, DateSource, LineRange, NotePath};

use super::{changed_since, join_newer, newer_first};

fn hit(name: &str, date: Option<&str>, text: &str) -> Reference {
    Reference {
        path: Some(NotePath::new(&format!("{name}.md")).unwrap()),
        title: name.to_owned(),
        age: Age { date: date.map(str::to_owned), ..Age::default() },
        passage: Some(Passage {
            lines: LineRange { start: 1, end: 1 },
            range: ByteRange { start: 0, end: text.len() },
            hash: ContentHash::of(text),
            text: text.to_owned(),
            heading_path: Vec::new(),
            columns: None,
            part: None,
            tokens: models::Tokens(10),
        }),
        ..Reference::new(Kind::Search, State::Used)
    }
}

/// The titles in their new order, with what supersedes each.
fn ordered(mut hits: Vec<Reference>, notes: &[(&str, &str)]) -> Vec<String> {
    let parsed = notes.iter().map(|(name, text)| {
        (NotePath::new(&format!("{name}.md")).unwrap(), notes::parse(text).into())
    });
    newer_first(&mut hits, "What time is the stand-up?", &Catalog::new(parsed, []), "2026-06-01");
    hits.into_iter()
        .map(|hit| match hit.age.superseded {
            Some(newer) => format!("{} < {newer}", hit.title),
            None => hit.title,
        })
        .collect()
}

// B129
#[test]
fn the_newer_of_two_passages_that_differ_leads() {
    let may = hit("May", Some("2026-05-12"), "The stand-up of the team is at 9:15 in room 4.");
    let later = hit("Later", Some("2026-05-19"), "The stand-up of the team is at 9:30 in room 4.");
    let last = hit("Last", Some("2026-05-26"), "The stand-up of the team is at 9:45 in room 4.");
    let other = hit("Other", Some("2026-01-02"), "Lunch is in the canteen, as long as it is open.");
    let undated = hit("Undated", None, "The stand-up of the team is at 9:00 in room 4.");
    // The date of a file is no evidence.
    let undated = Reference {
        age: Age {
            date: Some("2026-06-01".to_owned()),
            date_source: Some(DateSource::File),
            superseded: None,
        },
        ..undated
    };
    let all = vec![may.clone(), other.clone(), undated.clone(), later.clone(), last];
    assert_eq!(
        ordered(all, &[]),
        ["Last", "Later < 2026-05-26", "May < 2026-05-26", "Other", "Undated"]
    );
    assert_eq!(ordered(vec![later.clone(), may.clone()], &[]), ["Later", "May < 2026-05-19"]);
    assert_eq!(ordered(vec![other.clone(), undated.clone()], &[]), ["Other", "Undated"]);
    // A repeated statement supersedes nothing.
    let again = hit("Again", Some("2026-05-20"), "The stand-up of the team is at 9:15 in room 4.");
    assert_eq!(ordered(vec![may, again], &[]), ["May", "Again"]);
}

#[test]
fn a_newer_answer_joins_the_best_passages() {
    let joined = |question: &str, hits: &[Reference], unused: &[Reference]| {
        let (mut hits, mut unused) = (hits.to_vec(), unused.to_vec());
        let all = hits.len() + unused.len();
        join_newer(&mut hits, &mut unused, question);
        assert_eq!(hits.len() + unused.len(), all);
        assert!(hits.iter().all(|hit| hit.state == State::Used));
        hits.into_iter().map(|hit| hit.title).collect::<Vec<_>>()
    };
    let unused =
        |name, date, text| Reference { state: State::Considered, ..hit(name, Some(date), text) };
    let may = hit("May", Some("2026-05-12"), "From today the stand-up is at 9:15.");
    let lunch = hit("Lunch", Some("2026-05-20"), "Lunch is in the canteen.");
    let june = unused("June", "2026-06-02", "The stand-up moved again, it is at 10:00.");
    let later = unused("Later", "2026-06-09", "We talked about the stand-up.");
    let april = unused("April", "2026-04-02", "The stand-up is at 9:30.");
    let rest = [april.clone(), june, later];
    let question = "At what time is the stand-up?";
    assert_eq!(joined(question, &[lunch.clone(), may.clone()], &rest), ["Lunch", "May", "June"]);
    let past = "At what time was the stand-up?";
    assert_eq!(joined(past, &[lunch.clone(), may.clone()], &rest), ["Lunch", "May"]);
    // No hit answers the question.
    assert_eq!(joined(question, from_ref(&lunch), from_ref(&april)), ["Lunch", "April"]);
    assert_eq!(joined(question, &[lunch, may], &[april]), ["Lunch", "May"]);
}

#[test]
fn a_note_that_says_it_is_outdated_comes_last() {
    let plan = || hit("Plan", None, "Bake on Mondays.");
    let all = || vec![plan(), hit("New", None, "Bake on Fridays.")];
    for (properties, wanted) in [
        ("superseded_by: \"[[New]]\"", "Plan < New"),
        ("status: Superseded", "Plan < "),
        ("stale_after: 2026-03-01", "Plan < "),
    ] {
        let note = format!("---\n{properties}\n---\nBake on Mondays.");
        assert_eq!(ordered(all(), &[("Plan", &note)]), ["New", wanted], "{properties}");
    }
    for properties in ["status: open", "stale_after: 2026-07-01", "stale_after: never"] {
        let note = format!("---\n{properties}\n---\nBake on Mondays.");
        assert_eq!(ordered(all(), &[("Plan", &note)]), ["Plan", "New"], "{properties}");
    }
}

// B129
#[test]
fn a_later_note_may_outdate_a_property() {
    let row = |value: &str| TableRow {
        path: NotePath::new("Mira Feldkamp.md").unwrap(),
        line: 1,
        values: vec!["Mira Feldkamp".to_owned(), value.to_owned()],
    };
    let table = |rows: Vec<TableRow>| Table {
        query: "about:Mira columns:city".to_owned(),
        columns: vec!["Note".to_owned(), "city".to_owned()],
        total: u32::try_from(rows.len()).unwrap(),
        rows,
        result: None,
    };
    let of = |table: Table| Reference { table: Some(table), ..hit("Table", None, "") };
    let of_value = |value: &str| of(table(vec![row(value)]));
    let moved =
        || hit("2026-02-08", Some("2026-02-08"), "Rain.\n- [[Mira]] has moved to Oldenburg.");
    let told = |table: Reference, notes: &[Reference], question: &str| {
        let hits: Vec<Reference> = [&[table], notes].concat();
        changed_since(&hits, question).map(|(hit, line)| format!("{}: {line}", hit.title))
    };
    let where_now = "Where does Mira live?";
    let found = Some("2026-02-08: Mira has moved to Oldenburg.".to_owned());
    assert_eq!(told(of_value("Bremen"), &[moved()], where_now), found);
    let earlier = hit("2025-01-03", Some("2025-01-03"), "Mira has a new flat.");
    assert_eq!(told(of_value("Bremen"), &[earlier, moved()], where_now), found);
    let city = hit("2026-02-08", Some("2026-02-08"), "Mira's new city is Oldenburg.");
    assert!(told(of_value("Bremen"), &[city], where_now).is_some());
    // The property is newer, says the same, is a day, or the question is about the past.
    let person = hit("Mira Feldkamp", Some("2026-03-01"), "My sister.");
    assert_eq!(told(of_value("Bremen"), &[moved(), person], where_now), None);
    assert_eq!(told(of_value("Oldenburg"), &[moved()], where_now), None);
    assert_eq!(told(of_value("1991-11-03"), &[moved()], "When is Mira's birthday?"), None);
    assert_eq!(told(of_value("Bremen"), &[moved()], "Where did Mira live?"), None);
    // The note has no day, is of somebody else, or tells of no change.
    for (day, text) in [
        (None, "Mira has moved to Oldenburg."),
        (Some("2026-02-08"), "Tom has moved to Oldenburg."),
        (Some("2026-02-08"), "Mira was in Oldenburg."),
        (Some("2026-02-08"), "- [ ] Mira has a new flat: send flowers"),
        (Some("2026-02-08"), "Mira has a new bike."),
    ] {
        assert_eq!(told(of_value("Bremen"), &[hit("A day", day, text)], where_now), None, "{text}");
    }
    let two = of(table(vec![row("Bremen"), row("Leer")]));
    assert_eq!(told(two, &[moved()], where_now), None);
}
