use super::*;

fn date_in(path: &str, text: &str, formats: &DateFormats) -> Option<(String, DateSource)> {
    let path = NotePath::try_from(path.to_owned()).unwrap();
    let OwnDate { first, last, source } = own_date(&path, &parse_with_blocks(text), formats)?;
    let days = if first == last { first.to_string() } else { format!("{first}/{last}") };
    Some((days, source))
}

fn daily(format: &str, folder: &str) -> DateFormats {
    let settings = serde_json::json!({ "format": format, "folder": folder, "template": "T/day" });
    DateFormats::read(Some(&settings.to_string()), None)
}

#[test]
fn a_property_ranks_before_a_name_and_creation_after_it() {
    let formats = DateFormats::default();
    let check = |path: &str, text: &str, days: &str, source: DateSource| {
        let expect = Some((days.to_owned(), source));
        assert_eq!(date_in(path, text, &formats), expect, "{path} {text:?}");
    };
    use DateSource::{Name, Periodic, Property};
    check("2026-11-17.md", "", "2026-11-17", Periodic);
    check("2026-11-17.md", "---\ncreated: 2026-01-01\n---\n", "2026-11-17", Periodic);
    check("2026-11-17.md", "---\nDate: 2026-01-01\n---\n", "2026-01-01", Property);
    check("a.md", "---\nerstellt: 01.02.2026 10:00\n---\n", "2026-02-01", Property);
    check("a.md", "---\ndate: soon\nday: \"[[2026-01-01]]\"\n---\n", "2026-01-01", Property);
    check("x/2026-11-17.md", "---\ncreated: 2026-01-01\n---\n", "2026-11-17", Name);
    check("x/2026-11-17 a.md", "", "2026-11-17", Name);
}

#[test]
fn a_date_begins_or_ends_a_name() {
    let in_name =
        |name: &str| date_in(&format!("x/{name}.md"), "", &DateFormats::default()).map(|it| it.0);
    for (name, expect) in [
        ("2026-11-17 Meeting", "2026-11-17"),
        ("Meeting 2026-11-17", "2026-11-17"),
        ("20261117", "2026-11-17"),
        ("20261117-standup", "2026-11-17"),
        ("2026_11_17_a", "2026-11-17"),
        ("17.11.2026", "2026-11-17"),
        ("Protokoll 7.11.2026", "2026-11-07"),
        ("2026-W47", "2026-11-16/2026-11-22"),
        ("Review 2026-W47", "2026-11-16/2026-11-22"),
        ("2026-11", "2026-11-01/2026-11-30"),
        ("2026-11 Budget", "2026-11-01/2026-11-30"),
        ("Übung-2026-11", "2026-11-01/2026-11-30"),
    ] {
        assert_eq!(in_name(name).as_deref(), Some(expect), "{name}");
    }
    for name in [
        "a",
        "2026",
        "2026-13",
        "2026-02-30",
        "202611171030",
        "3026-11-17",
        "99991231",
        "2026-11-171",
        "x2026-11-17x",
        "12026-11-17",
        "1-2026-11-17",
        "2020-2021",
        "é",
    ] {
        assert_eq!(in_name(name), None, "{name}");
    }
}

#[test]
fn periodic_names_follow_the_vaults_format() {
    for (format, path, expect) in [
        ("YYYY/MM/YYYY-MM-DD", "J/2026/11/2026-11-17.md", "2026-11-17"),
        ("YYYY/MM/YYYY-MM-DD", "J/old/2026-11-17.md", "2026-11-17"),
        ("YYYY/MM/DD", "J/2026/11/17.md", "2026-11-17"),
        ("dddd, MMMM Do YYYY", "J/Tuesday, November 17th 2026.md", "2026-11-17"),
        ("dddd, D. MMMM YYYY", "J/Dienstag, 17. November 2026.md", "2026-11-17"),
        ("Do MMMM YYYY", "J/17. März 2026.md", "2026-03-17"),
        ("DD MMM YY", "J/17 Dez. 26.md", "2026-12-17"),
        ("DDMMYYYY", "J/17112026.md", "2026-11-17"),
        ("DMYYYY", "J/1112026.md", "2026-01-11"),
        ("[Day] YYYY.M.D", "J/Day 2026.3.7.md", "2026-03-07"),
        ("GGGG-[W]WW-E", "J/2026-W47-2.md", "2026-11-17"),
        ("gggg-[W]w", "J/2026-W7.md", "2026-02-09/2026-02-15"),
        ("YYYY-[Q]Q", "J/2026-Q4.md", "2026-10-01/2026-12-31"),
        ("YYYY-DDDD", "J/2026-321.md", "2026-11-17"),
    ] {
        let found = date_in(path, "", &daily(format, "/J/"));
        assert_eq!(found, Some((expect.to_owned(), DateSource::Periodic)), "{format} {path}");
    }
    for (format, path) in [
        ("YYYY/MM/DD", "2026/11/17.md"),
        ("YYYY/MM/DD", "JJ/2026/11/17.md"),
        ("YYYY/MM/DD", "J/2026/11/31.md"),
        ("YYYY-Z", "J/2026-Z.md"),
        ("MMMM YYYY", "J/Smarch 2026.md"),
    ] {
        assert_eq!(date_in(path, "", &daily(format, "J")), None, "{format} {path}");
    }
}

#[test]
fn both_settings_of_periodic_notes_are_read() {
    let old = r#"{"weekly": {"format": "gggg/[KW]ww", "folder": "W", "enabled": true, "template": "T/week.md"},
        "monthly": {"format": "", "folder": "M", "enabled": true}, "yearly": {"folder": "Y", "enabled": false}}"#;
    let new = r#"{"calendarSets": [{"id": "a", "week": {"format": "gggg/[KW]ww", "folder": "W", "enabled": true,
        "templatePath": "T/week.md"}, "month": {"folder": "M", "enabled": true}, "year": {"folder": "Y", "enabled": false}}]}"#;
    for settings in [old, new] {
        let formats = DateFormats::read(None, Some(settings));
        let found = |path: &str| date_in(path, "", &formats).map(|it| it.0);
        assert_eq!(found("W/2026/KW47.md").as_deref(), Some("2026-11-16/2026-11-22"), "{settings}");
        assert_eq!(found("M/2026-11.md").as_deref(), Some("2026-11-01/2026-11-30"), "{settings}");
        assert_eq!(found("Y/2026.md"), None, "{settings}");
        assert_eq!(found("2026-11-17.md").as_deref(), Some("2026-11-17"), "{settings}");
        let templates: Vec<&str> = formats.templates().iter().map(NotePath::as_str).collect();
        assert_eq!(templates, ["T/week.md"], "{settings}");
    }
    assert_eq!(daily("YYYY", "").templates()[0].as_str(), "T/day.md");
    for broken in ["", "{", "[]", "7", r#"{"daily": 1, "format": 2}"#] {
        assert_eq!(
            DateFormats::read(Some(broken), Some(broken)),
            DateFormats::default(),
            "{broken}"
        );
    }
}
