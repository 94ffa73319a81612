use super::{note, now};
use crate::base::{BaseNote, eval::Row, expression::parse, vault::Vault};

fn notes() -> Vec<BaseNote> {
    let mut bread = note(
        "Recipes/Sour bread.md",
        &[
            ("price", &["12.5"]),
            ("year", &["1987"]),
            ("status", &["In progress"]),
            ("done", &["true"]),
            ("due", &["2026-11-20"]),
            ("at", &["2026-11-17T08:30"]),
            ("german", &["17.11.2026"]),
            ("author", &["[[People/Hannah Vogt|Hannah]]"]),
            ("genre", &["Food", "Travel"]),
            ("tags", &["recipe"]),
            ("due-date", &["2026-12-01"]),
            ("two words", &["yes"]),
            ("code", &["007"]),
            ("Title", &["Bread"]),
        ],
    );
    bread.tags = vec!["#recipe/bread".to_owned(), "daily".to_owned()];
    bread.links = vec!["People/Hannah Vogt.md".to_owned(), "Nowhere".to_owned()];
    bread.embeds = vec!["loaf.jpg".to_owned()];
    bread.backlinks = vec!["Start.md".to_owned()];
    let mut hannah =
        note("People/Hannah Vogt.md", &[("icon", &["user"]), ("birthday", &["1990-11-17"])]);
    hannah.links = vec!["Sour bread".to_owned()];
    vec![bread, hannah, note("People/index.md", &[("genre", &["Food"])]), note("loaf.jpg", &[])]
}

/// The shown value for the first note, with the second one as `this`, or the reason that there is none.
fn value(text: &str) -> String {
    let notes = notes();
    let base = crate::Base::read("formulas: {Double: price * 2}").unwrap();
    let expr = match parse(text) {
        Ok(expr) => expr,
        Err(reason) => return format!("not understood: {reason}"),
    };
    let vault = Vault::new(&notes, None, now(), 1_000_000);
    match Row::new(&base, &vault, &notes[0], Some(&notes[1])).value(&expr) {
        Ok(item) => item.shown(),
        Err(fault) => format!("fault: {}", fault.reason()),
    }
}

fn check(table: &[(&str, &str)]) {
    let wrong: Vec<String> = table
        .iter()
        .filter(|(text, expected)| value(text) != *expected)
        .map(|(text, expected)| format!("{text}\n  is {}\n  not {expected}", value(text)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn literals_and_operators() {
    check(&[
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3", "9"),
        ("0.1 + 0.2", "0.3"),
        ("7 % 4", "3"),
        ("1 / 0", ""),
        ("-price", "-12.5"),
        ("!done", "false"),
        ("!missing && price > 10", "true"),
        ("price > 20 || year <= 1987", "true"),
        ("'a' + \"b\" + 1", "ab1"),
        ("\"say \\\"x\\\"\"", "say \"x\""),
        ("[1, [2, 3]].flat()", "1, 2, 3"),
        ("{\"a\": 1, b: 2}.keys()", "a, b"),
        ("{\"a\": 5}[\"a\"]", "5"),
        ("true == true", "true"),
        ("status == \"In progress\"", "true"),
        ("status == 'in progress'", "false"),
        ("year == \"1987\"", "true"),
        ("code", "007"),
        ("missing == null", "true"),
        ("missing != \"\"", "false"),
        ("missing > 1", "false"),
        ("missing * 2", ""),
        ("genre[1]", "Travel"),
        ("price[0]", "12.5"),
        ("genre[5]", ""),
        ("status * 2", "fault: “*” needs two numbers"),
    ]);
}

#[test]
fn properties_files_and_formulas() {
    check(&[
        ("note.price", "12.5"),
        ("note[\"two words\"]", "yes"),
        ("title", "Bread"),
        ("due-date", "2026-12-01"),
        ("year-price", "1974.5"),
        ("formula.Double", "25"),
        ("formula[\"Double\"]", "25"),
        ("file.name", "Sour bread"),
        ("file.basename.length", "10"),
        ("file.path", "Recipes/Sour bread.md"),
        ("file.folder", "Recipes"),
        ("file.ext == \"md\"", "true"),
        ("file.size", "1200"),
        ("file.ctime", "2026-01-02 08:30"),
        ("file.tags", "#recipe/bread, #daily"),
        ("file.tags.contains(\"daily\")", "true"),
        ("file.tags.contains(\"#Daily\")", "true"),
        ("file.links", "Hannah Vogt, Nowhere"),
        ("file.backlinks.length", "1"),
        ("file.embeds[0].containsAny(\"png\", \"jpg\")", "true"),
        ("file.properties.price", "12.5"),
        ("file.properties.keys().length", "14"),
        ("file.hasTag(\"recipe\")", "true"),
        ("file.hasTag(\"rec\", \"#DAILY\")", "true"),
        ("file.hasTag(\"rec\")", "false"),
        ("file.hasLink(this)", "true"),
        ("file.hasLink(this.file)", "true"),
        ("file.hasLink(\"nowhere\")", "true"),
        ("file.hasLink(\"loaf.jpg\")", "true"),
        ("file.hasLink(missing)", "false"),
        ("this.file.hasLink(file)", "true"),
        ("this.file.name", "Hannah Vogt"),
        ("this.icon", "user"),
        ("this.path", "People/Hannah Vogt.md"),
        ("file.hasProperty(\"Price\")", "true"),
        ("file.inFolder(\"recipes\")", "true"),
        ("file.inFolder(\"Rec\")", "false"),
        ("file.asLink(\"it\")", "it"),
        ("file == file.file", "true"),
    ]);
}

#[test]
fn links_compare_by_target() {
    check(&[
        ("author", "Hannah"),
        ("author == this", "true"),
        ("author == link(\"hannah vogt\")", "true"),
        ("author == link(\"People/Hannah Vogt.md\", \"x\")", "true"),
        ("author != link(\"index\")", "true"),
        ("author == \"[[Hannah Vogt]]\"", "true"),
        ("list(author).contains(this)", "true"),
        ("author.contains(link(\"Hannah Vogt\"))", "true"),
        ("author.asFile().properties.icon", "user"),
        ("author.linksTo(file)", "true"),
        ("link(\"[[a/Missing|shown]]\")", "shown"),
        ("link(\"Missing\") == link(\"missing.md\")", "true"),
        ("link(\"Missing\").asFile()", ""),
        ("file(\"index\").path", "People/index.md"),
        ("link(\"https://example.org/a\")", "https://example.org/a"),
    ]);
}

#[test]
fn dates_and_durations() {
    check(&[
        ("today()", "2026-11-17"),
        ("now()", "2026-11-17 12:00"),
        ("due > now()", "true"),
        ("due - today()", "3 days"),
        ("(due - today()).days", "3"),
        ("(now() - this.birthday).years.floor()", "36"),
        ("((now() - file.ctime).months).round()", "11"),
        ("today() + \"1M\"", "2026-12-17"),
        ("today() - '2 weeks'", "2026-11-03"),
        ("date(\"2024-12-01\") + \"1M\" + \"4h\" + \"3m\"", "2025-01-01 04:03"),
        ("date(\"2024-01-31\") + \"1 month\"", "2024-02-29"),
        ("now() + duration(\"1d\") * 2", "2026-11-19 12:00"),
        ("duration(\"90m\").hours", "1.5"),
        ("(now() + \"1d\") - now() == 86400000", "true"),
        ("file.mtime > now() - \"1 week\"", "true"),
        ("file.mtime.relative()", "3 days ago"),
        ("due.relative()", "in 3 days"),
        ("today().relative()", "today"),
        ("at.hour + at.minute / 60", "8.5"),
        ("at.time()", "08:30:00"),
        ("at.date()", "2026-11-17"),
        ("due.year", "2026"),
        ("german.month", "11"),
        ("german < due", "true"),
        ("due == \"2026-11-20\"", "true"),
        ("due.format(\"dddd, MMMM Do YYYY [at] HH:mm\")", "Friday, November 20th 2026 at 00:00"),
        ("due.format(\"GGGG-[W]WW\")", "2026-W47"),
        ("due.toString().contains(\"2026-11\")", "true"),
        ("date(\"soon\")", "fault: “soon” isn't a date"),
        ("date(missing)", ""),
        ("due.isEmpty()", "false"),
        ("number(date(\"1970-01-02\"))", "86400000"),
    ]);
}

#[test]
fn functions_of_texts_and_numbers() {
    check(&[
        ("\"hello\".contains(\"ell\")", "true"),
        ("\"hello\".containsAll(\"h\", \"x\")", "false"),
        ("\"hello\".containsAny(\"x\", \"e\")", "true"),
        ("\"hello\".startsWith(\"he\") && \"hello\".endsWith(\"lo\")", "true"),
        ("\" \".isEmpty()", "true"),
        ("missing.isEmpty()", "true"),
        ("missing.contains(\"a\")", "false"),
        ("\"Hello\".lower() + \"wide world\".title()", "helloWide World"),
        ("\" a \".trim()", "a"),
        ("\"a:b:c\".replace(\":\", \"-\")", "a-b-c"),
        ("\"a,b,c,d\".split(\",\", 3)", "a, b, c"),
        ("\"hello\".slice(1, 4)", "ell"),
        ("\"hello\".slice(-2)", "lo"),
        ("\"hello\".reverse()", "olleh"),
        ("\"ab\".repeat(2)", "abab"),
        ("\"hello\".length", "5"),
        ("(-5).abs()", "5"),
        ("(2.1).ceil() + (2.9).floor()", "5"),
        ("(2.5).round()", "3"),
        ("(2.3333).round(2)", "2.33"),
        ("(3.14159).toFixed(2)", "3.14"),
        ("(2).toFixed(2)", "2.00"),
        ("5.isEmpty()", "false"),
        ("123.toString().length", "3"),
        ("1.isTruthy()", "true"),
        ("\"a\".isType(\"string\") && due.isType(\"date\")", "true"),
        ("number(\"3.4\") + number(true)", "4.4"),
        ("min(3, 1, 2) + max(3, price)", "13.5"),
        ("if(done, \"yes\", \"no\")", "yes"),
        ("if(missing, \"yes\")", ""),
        ("html(\"<b>bold</b> 1 < 2\")", "bold 1 < 2"),
        ("icon(\"star\")", "star"),
        ("escapeHTML(\"<a>\")", "&lt;a&gt;"),
        ("not(empty(price))", "true"),
        ("done.round()", "fault: “round” doesn't work for true or false"),
    ]);
}

#[test]
fn functions_of_lists() {
    check(&[
        ("[1, 2, 3].contains(2)", "true"),
        ("genre.contains(\"Food\")", "true"),
        ("genre.contains(\"Foo\")", "false"),
        ("genre.containsAll(\"Food\", \"Travel\")", "true"),
        ("genre.containsAny([\"x\", \"Food\"])", "true"),
        ("[1, 2, 3, 4].filter(value > 2)", "3, 4"),
        ("[1, 2].map(value + index)", "1, 3"),
        ("[1, 2, 3].reduce(acc + value, 0)", "6"),
        ("[5, 9, 7].reduce(if(acc == null || value > acc, value, acc), null)", "9"),
        ("genre.join(\"; \")", "Food; Travel"),
        ("status.join(\"; \")", "In progress"),
        ("[1, 2, 3].reverse()", "3, 2, 1"),
        ("[1, 2, 3, 4].slice(1, 3)", "2, 3"),
        ("[10, 9, \"b\", \"A\"].sort()", "9, 10, A, b"),
        ("[\"file10\", \"file9\"].sort()", "file9, file10"),
        ("[1, 2, 2, 3].unique().length", "3"),
        ("[].isEmpty()", "true"),
        ("list(\"a\").length", "1"),
        ("list(missing).length", "0"),
        ("tags.contains(\"rec\")", "false"),
        ("list(this.file.links).filter(list(file.links).containsAny(value)).unique()", ""),
        ("[[1, 2], [3]].map(value.map(value * 2).length)", "2, 1"),
    ]);
}

#[test]
fn parts_that_are_not_understood() {
    check(&[
        ("1 +", "not understood: it ends too early"),
        ("(1", "not understood: “)” is missing"),
        ("a = 1", "not understood: “=” isn't expected here"),
        ("\"a", "not understood: the closing \" is missing"),
        ("a b", "not understood: “b” isn't expected here"),
        ("a ? b : c", "not understood: “?” isn't expected here"),
        (
            "\"a\".replace(/a/g, \"b\")",
            "not understood: regular expressions such as /a/ aren't supported",
        ),
        ("a.", "not understood: a name must follow the point"),
        ("a ≠ “b”", "not understood: ““” isn't expected here"),
    ]);
}

#[test]
fn hostile_expressions_end() {
    let nested = format!("{}1{}", "(".repeat(5000), ")".repeat(5000));
    assert_eq!(value(&nested), "not understood: it is nested too deeply");
    assert_eq!(value(&"!".repeat(5000)), "not understood: it is nested too deeply");
    assert_eq!(value(&"1+".repeat(5000)), "not understood: it is nested too deeply");
    assert_eq!(value(&"a ".repeat(20_000)), "not understood: it is too long");
    let long = vec!["year == 1"; 500].join(" || ");
    assert_eq!(value(&long), "false");
    let many = "\"x\".repeat(20000).split(\"\")";
    let large = "fault: a value is too large";
    assert_eq!(value(&format!("{many}.reduce(acc + acc, \"a\")")), large);
    assert_eq!(value(&format!("{many}.reduce([acc, acc], 1)")), large);
    assert_eq!(value(&format!("{many}.map(\"x\".repeat(90000))")), large);
    assert_eq!(value("\"x\".repeat(999999999)"), large);
    assert_eq!(value("\"aaaa\".repeat(20000).replace(\"a\", \"aaaaaaaaaaaaaaaaaa\")"), large);
    let stopped = "fault: there are too many steps";
    assert_eq!(value(&format!("{many}.map({many}.map(value).length)")), stopped);
    assert_eq!(value(&format!("{many}.map(value + index).unique()")), stopped);
}
