use jiff::civil::date;
use notes::NotePath;

use super::Dataview;

/// A query asked on a Tuesday, in a note in a folder.
fn read(text: &str) -> Result<Dataview, String> {
    let this = NotePath::new("Work/Now.md").unwrap();
    Dataview::read(text, date(2026, 11, 17), Some(&this))
}

#[test]
fn a_plain_query_is_read_as_a_query() {
    let cases = [
        ("LIST", ""),
        ("list from \"recipes\"", "path=recipes"),
        ("LIST // all books\nFROM #Book and -\"Books/Old\"", "tag:book -path=Books/Old"),
        (
            "LIST FROM (#a or \"B\") & [[C|see]] and outgoing([[D]])",
            "links:c linked-from:d tag:a OR path=B",
        ),
        ("LIST FROM [[]]", "links:work/now"),
        (
            "TABLE rating AS \"Stars\", file.mtime\nFROM #book\nWHERE rating >= 4 AND !draft\n\
             SORT rating DESC, file.name\nLIMIT 5",
            "tag:book rating>=4 -is:draft sort:-rating,file.name limit:5 columns:rating,file.mtime",
        ),
        (
            "LIST WHERE status != \"Done\" and rating < 3 where genre = null and 4 < pages",
            "-status=done -rating>=3 -has:genre pages>4",
        ),
        (
            "LIST WHERE contains(genre, \"dra\") and econtains(cast, \"Ada\") and author = [[P/Ben]]",
            "genre:dra cast=ada author=ben",
        ),
        ("LIST WHERE !(a = 1 or b)", "-a=1 -is:b"),
        ("LIST WHERE a or b and c", "is:c is:a OR is:b"),
        ("LIST WHERE (a and b) or c", "is:a OR is:c is:b OR is:c"),
        ("LIST WHERE file.mtime > date(today) - dur(7 days)", "file.mtime>=2026-11-10"),
        ("LIST WHERE file.day >= date(sow) and file.day", "date>=2026-11-16 has:date"),
        ("LIST WHERE seen = date(\"2026-03-01\")", "seen=2026-03-01"),
        (
            "LIST WHERE contains(file.outlinks, this.file.link) AND file.name != this.file.name",
            "links:work/now -name:now",
        ),
        ("TABLE length(rows) AS n GROUP BY genre", "sort:genre group:genre"),
        (
            "TASK WHERE !completed AND due AND due < date(today)",
            "tasks -task:done is:due -due>=2026-11-17 columns:state,due",
        ),
        (
            "TASK FROM #work WHERE due <= date(eow) OR contains(text, \"call\") GROUP BY file.link",
            "tasks note-tag:work -due>2026-11-22 OR call sort:file.name columns:state,due,file.name",
        ),
        (
            "task where contains(tags, \"#a\") and meta(section).subpath = \"To do\" sort line",
            "tasks tag:a prop:\"heading=to do\" sort:line columns:state,heading",
        ),
        (
            "TASK WHERE status = \"/\" and completion",
            "tasks task:\"in progress\" is:done columns:state,done",
        ),
    ];
    for (text, expected) in cases {
        let query = read(text).map(|it| it.query.to_string());
        assert_eq!(query.as_deref(), Ok(expected), "{text}");
    }
}

/// The place of a column among the query's, and its name.
type Column<'a> = (usize, Option<&'a str>);

#[test]
fn columns_are_named_as_written() {
    let cases: [(&str, &[Column<'_>]); 6] = [
        ("LIST", &[(0, None)]),
        ("LIST rating", &[(0, None), (1, Some("rating"))]),
        (
            "TABLE rating AS \"Stars\", seen AS Seen",
            &[(0, None), (1, Some("Stars")), (2, Some("Seen"))],
        ),
        (
            "TABLE WITHOUT ID file.link AS \"Book\", rating",
            &[(1, Some("Book")), (2, Some("rating"))],
        ),
        (
            "TABLE WITHOUT ID genre AS G, length(rows) GROUP BY genre",
            &[(0, Some("G")), (1, Some("length(rows)"))],
        ),
        ("TASK", &[]),
    ];
    for (text, expected) in cases {
        let read = read(text).unwrap_or_else(|part| panic!("{text}: {part}"));
        let columns: Vec<(usize, Option<&str>)> =
            read.columns.iter().map(|(at, name)| (*at, name.as_deref())).collect();
        assert_eq!(columns, expected, "{text}");
    }
}

#[test]
fn the_first_part_that_is_not_understood_is_named() {
    let cases = [
        ("", ""),
        ("CALENDAR due", "CALENDAR"),
        ("LIST FROM #a FLATTEN b", "FLATTEN"),
        ("LIST FROM csv(\"a.csv\")", "csv"),
        ("LIST FROM [[A#b]]", "[[A#b]]"),
        ("LIST LIMIT 5 SORT rating", "SORT"),
        ("TABLE WITHOUT ID", "WITHOUT ID"),
        ("TABLE file.ctime", "file.ctime"),
        ("TABLE rating * 2", "*"),
        ("TABLE dateformat(due, \"yyyy\")", "dateformat()"),
        ("TABLE rows.file.link GROUP BY genre", "rows.file.link"),
        ("TABLE length(rows)", "length(rows)"),
        ("TABLE genre, length(rows) GROUP BY genre", "genre"),
        ("LIST WHERE due < scheduled", "due < scheduled"),
        ("LIST WHERE name < \"b\"", "name < \"b\""),
        ("LIST WHERE date(due) < date(today)", "date(due)"),
        ("LIST WHERE due < date(2026-03-01T10:00)", "date(2026-03-01T10:00)"),
        ("LIST WHERE due < date(today) + dur(3 hours)", "dur(3 hours)"),
        ("LIST WHERE length(file.inlinks) = 0", "length()"),
        ("LIST WHERE contains(file.folder, \"a\")", "contains(file.folder, \"a\")"),
        ("LIST WHERE a = 1 or", "or"),
        ("LIST WHERE title = \"open", "\""),
        ("TASK WHERE fullyCompleted", "fullyCompleted"),
        ("TASK WHERE status = \" \"", "status = \" \""),
    ];
    for (text, expected) in cases {
        assert_eq!(read(text).map(|it| it.query.to_string()), Err(expected.to_owned()), "{text}");
    }
}

#[test]
fn a_query_without_limits_is_refused() {
    let deep = format!("LIST WHERE {}", "(".repeat(10_000));
    // Each “or” of two pairs doubles the conditions.
    let wide = format!("LIST WHERE {}", vec!["(a and b)"; 40].join(" or "));
    assert!(read(&deep).is_err());
    assert_eq!(read(&wide), Err("or".to_owned()));
}
