use super::*;
use conversation::reference::{Kind, Passage, Reference, State};
use notes::{ByteRange, ContentHash, DateSource, LineRange, NotePath};

#[track_caller]
fn check(bench: &Bench, name: &str, arguments: &str, expect: &str) {
    let outcome = bench.call(name, arguments);
    assert_eq!(told(&outcome), expect, "{name} {arguments}");
}

/// The result of reading a note of one passage.
const LOAF: &str = "Deep/Bread/Loaf.md, lines 1–3 of 3.\n  Deep/Bread/Loaf.md:1-3 Flour, water, salt Salt and time.";

// B8
#[test]
fn a_note_is_read_by_whatever_names_it() {
    let bench = Bench::new();
    for arguments in [
        r#"{"note": "Deep/Bread/Loaf.md"}"#,
        r#"{"note": "Deep/Bread/Loaf"}"#,
        r#"{"note": "[[Loaf]]"}"#,
        r#"{"note": "![[loaf|shown]]"}"#,
        r#"{"note": "A loaf"}"#,
        r#"{"path": "./Deep/Bread/Loaf.md"}"#,
        r#"{"Note": "  \"Loaf\" "}"#,
        r#"{"title": "a LOAF"}"#,
        r#"{"note": ["Loaf"]}"#,
        r#"{"note": "[the loaf](Deep/Bread/Loaf.md)"}"#,
        r#""Loaf""#,
        r#""{\"note\": \"Loaf\"}""#,
    ] {
        check(&bench, "read_note", arguments, LOAF);
    }
    let read = bench.call("read_note", r#"{"note": "Loaf"}"#);
    let [passage] = &read.passages[..] else { panic!("{read:?}") };
    assert_eq!((passage.kind, passage.state, passage.number), (Kind::Read, State::Used, None));
    assert_eq!(passage.call.as_deref(), Some("c1"));
    assert_eq!(passage.wikilink, "[[Loaf]]");
    assert_eq!(read.told, "Read Deep/Bread/Loaf.md");
}

#[test]
fn a_part_of_a_note_is_read() {
    let bench = Bench::with(|root| {
        let section = |n: u32| format!("## Day {n}\n\n{}\n\n", "The dough rests. ".repeat(100));
        let text: String = (1..=6).map(section).collect();
        write(root, "Diary.md", text.as_bytes());
    });
    let read = |arguments: &str, limit| {
        let outcome = bench.call_within("read_note", arguments, limit);
        let lines = outcome.passages.iter().map(|it| it.passage.as_ref().unwrap().lines.start);
        (lines.collect::<Vec<_>>(), outcome.text, outcome.told)
    };
    let (lines, text, told) = read(r#"{"note": "Diary"}"#, 4096);
    assert_eq!(lines, [1, 5, 9, 13, 17, 21]);
    assert_eq!((text.as_str(), told.as_str()), ("Diary.md, lines 1–23 of 24.", "Read Diary.md"));
    // The result says what didn't fit and how to get it.
    let (lines, text, told) = read(r#"{"note": "Diary"}"#, 1000);
    assert_eq!(lines, [1, 5]);
    assert_eq!(text, "Diary.md, lines 1–7 of 24. There is more: go on with from_line 9.");
    assert_eq!(told, "Read lines 1–7 of Diary.md");
    assert_eq!(read(r#"{"note": "Diary", "from_line": "9"}"#, 1000).0, [9, 13]);
    // Even the smallest limit makes progress.
    assert_eq!(read(r#"{"note": "Diary", "from_line": 9.0}"#, 1).0, [9]);
    assert_eq!(read(r###"{"note": "Diary", "heading": "## Day 3"}"###, 4096).0, [9]);
    assert_eq!(read(r#"{"note": "[[Diary#Day 3]]"}"#, 4096).0, [9]);
    assert_eq!(
        read(r#"{"note": "Diary", "heading": "Day 9"}"#, 4096).1,
        "Diary.md has no heading “Day 9”. Its headings: “Day 1”, “Day 2”, “Day 3”, “Day 4”, “Day \
         5”, “Day 6”."
    );
    assert_eq!(read(r#"{"note": "Diary", "from_line": 99}"#, 9).1, "Diary.md has only 24 lines.");
}

#[test]
fn reading_goes_on_after_a_line_that_is_too_long() {
    let bench = Bench::with(|root| {
        let line = "Salt and flour and water. ".repeat(400);
        write(root, "Long.md", format!("{line}\n\nThe end.\n").as_bytes());
    });
    let read = bench.call_within("read_note", r#"{"note": "Long"}"#, 900);
    assert!(read.text.contains("from_line 2 goes on after it"), "{}", read.text);
    let rest = bench.call_within("read_note", r#"{"note": "Long", "from_line": 2}"#, 900);
    assert!(rest.text.starts_with("Long.md, lines 3–3"), "{}", rest.text);
}

// B8
#[test]
fn failed_or_empty_calls_make_no_references() {
    let bench = Bench::new();
    let cases = [
        (
            "read_note",
            "{}",
            "read_note was called without “note”. Send {\"note\": \"Ingredients/Salt\"}.",
        ),
        (
            "read_note",
            "{\"note\": {\"a\": 1}}",
            "read_note can't use {\"a\":1} as “note”. “note” is a text.",
        ),
        (
            "read_note",
            "{\"note\": ",
            "The arguments of read_note aren't JSON: EOF while parsing a value at line 1 column 8. Send one JSON object, with all quotes closed.",
        ),
        (
            "read_note",
            "{\"note\": \"Slat\"}",
            "There is no note “Slat” in the vault. Perhaps you mean “Ingredients/Salt.md”.",
        ),
        (
            "read_note",
            "{\"note\": \"Quartz\"}",
            "There is no note “Quartz” in the vault. Find notes by their matter with find_notes, or list them with list_notes.",
        ),
        ("read_note", "{\"note\": \"Empty\"}", "Empty.md is empty."),
        (
            "read_note",
            "{\"note\": \"loaf.png\"}",
            "Pictures/loaf.png isn't a note. Only notes (.md) have text to read.",
        ),
        (
            "read_note",
            "{\"note\": \"Salt\", \"from_line\": \"two\"}",
            "read_note can't use \"two\" as “from_line”. “from_line” is a whole number from 0.",
        ),
        (
            "find_excerpts",
            "{\"query\": \"zeppelin\"}",
            "No passage matches “zeppelin”. Try other words.",
        ),
        (
            "find_excerpts",
            "{\"query\": \"salt\", \"folder\": \"Nope\"}",
            "There is no folder “Nope” in the vault. Its folders: Deep, Ingredients, Other, Pictures.",
        ),
        (
            "find_excerpts",
            "[]",
            "find_excerpts was called without “query”. Send {\"query\": \"how much salt for bread\"}.",
        ),
        (
            "find_notes",
            "{\"query\": \"zeppelin\", \"tag\": \"bread\"}",
            "No note matches “zeppelin” with the tag #bread. Try other words, or search without the folder and the tag.",
        ),
        (
            "list_notes",
            "{\"tag\": \"nope\"}",
            "There are no notes with the tag #nope. Tags of the vault: #bread.",
        ),
        (
            "find_excerpts",
            "{\"query\": \"salt\", \"before\": \"2001\"}",
            "No passage matches “salt” before 2001. Try other words, or search without the dates.",
        ),
        (
            "find_excerpts",
            "{\"query\": \"salt\", \"after\": \"last week\"}",
            "find_excerpts can't use \"last week\" as “after”. “after” is a day, a month or a year: 2026-03-01, 2026-03, 2026.",
        ),
        (
            "list_notes",
            "{\"before\": \"2026-13\"}",
            "list_notes can't use \"2026-13\" as “before”. “before” is a day, a month or a year: 2026-03-01, 2026-03, 2026.",
        ),
        ("list_notes", "{\"before\": \"2001-02-03\"}", "There are no notes before 2001-02-03."),
        (
            "list_notes",
            "{\"sort\": \"size\"}",
            "list_notes can't use \"size\" as “sort”. “sort” is one of: name, changed.",
        ),
        ("list_notes", "{\"offset\": 50}", "There are only 6 notes. Use a smaller offset."),
        (
            "resolve_wikilink",
            "{\"link\": \"[[Zz9]]\"}",
            "[[Zz9]] finds no note. Nothing has a name like it.",
        ),
        ("find_backlinks", "{\"note\": \"Empty\"}", "No note links to Empty.md."),
        ("find_forward_links", "{\"note\": \"Empty\"}", "Empty.md has no links."),
        ("list_images", "{\"folder\": \"Other\"}", "There are no images in Other."),
        (
            "look_at_image",
            "{\"image\": \"Salt\"}",
            "Ingredients/Salt.md is a note, not an image. list_images lists the images of a note.",
        ),
        (
            "burn_note",
            "{}",
            "There is no tool “burn_note”. There are: read_note, find_excerpts, resolve_wikilink, find_notes, list_notes, query_notes, find_backlinks, find_forward_links, list_images, current_datetime.",
        ),
        (
            "store_memory",
            "{\"text\": \"x\"}",
            "“store_memory” wasn't run: remembering isn't allowed here. Do without it, and tell the user what you would have done.",
        ),
    ];
    for (name, arguments, text) in cases {
        let outcome = bench.call(name, arguments);
        assert_eq!(outcome.text, text, "{name} {arguments}");
        assert!(outcome.failed && outcome.passages.is_empty() && outcome.image.is_none());
        assert!(!outcome.told.is_empty());
    }
}

#[test]
fn notes_are_chosen_by_their_day() {
    let bench = Bench::with(|root| {
        write(root, "Log/March.md", b"---\ndate: 2001-03-09\n---\nBrined olives.\n");
        write(root, "Log/2001-05-02.md", b"Brined lemons.\n");
        write(root, "Log/Now.md", b"Brined capers.\n");
    });
    let check = |arguments: &str, expect: &[&str]| {
        let arguments = format!("{{\"query\": \"brined\", \"folder\": \"Log\", {arguments}}}");
        let found = bench.call("find_excerpts", &arguments).passages;
        let mut paths: Vec<&str> =
            found.iter().map(|it| it.path.as_ref().unwrap().as_str()).collect();
        paths.sort_unstable();
        assert_eq!(paths, expect, "{arguments}");
        for it in found {
            let name = it.path.as_ref().unwrap().stem();
            let source = match name {
                "March" => DateSource::Property,
                "Now" => DateSource::File,
                _ => DateSource::Name,
            };
            assert_eq!(it.age.date_source, Some(source), "{name}");
            assert_eq!(it.age.date.as_deref() == it.own_date(), name != "Now", "{name}");
        }
        let listed = bench.call("list_notes", &arguments).text;
        assert!(expect.iter().all(|path| listed.contains(path)), "{listed}");
        assert_eq!(listed.matches(".md").count(), expect.len(), "{listed}");
    };
    let all = ["Log/2001-05-02.md", "Log/March.md", "Log/Now.md"];
    check("\"before\": \"2001-05\"", &all[1..2]);
    check("\"before\": \"2001-12-01T00:00:00\"", &all[..2]);
    check("\"after\": \"2001-03-09\"", &[all[0], all[2]]);
    check("\"after\": \"2001\"", &all[2..]);
    check("\"after\": \"2001-03\", \"before\": \"2002\"", &all[..1]);
    check("\"before\": null, \"after\": \"\"", &all);
}

// B9
#[test]
fn excerpts_come_best_first_with_snippets_of_a_hundred_characters() {
    let bench = Bench::with(|root| {
        let text = "# Salting\n\nSalt salt salt, and much about salting dough, with words and words \
                    until the line is far longer than what a card has room for.\n";
        write(root, "Salting.md", text.as_bytes());
    });
    let found = bench.call("find_excerpts", r#"{"query": "How much salt?", "limit": "3"}"#);
    assert!(!found.failed);
    assert_eq!(found.passages.len(), 3);
    assert_eq!(found.told, "3 passages of 3 notes");
    for passage in &found.passages {
        assert_eq!((passage.kind, passage.state), (Kind::Search, State::Used));
        assert!(passage.snippet.chars().count() <= 100, "{}", passage.snippet);
        assert_eq!(passage.call.as_deref(), Some("c1"));
        assert!(passage.match_reason.to_lowercase().contains("salt"), "{}", passage.match_reason);
    }
    let long = found.passages.iter().find(|it| it.title == "Salting").unwrap();
    assert!(long.snippet.ends_with("far longer…"), "{}", long.snippet);
}

#[test]
fn excerpts_can_be_of_a_folder_or_tag() {
    let bench = Bench::new();
    check(
        &bench,
        "find_excerpts",
        r#"{"query": "salt", "folder": "bread"}"#,
        "1 passage of 1 note.\n  Deep/Bread/Loaf.md:1-3 Flour, water, salt Salt and time.",
    );
    check(
        &bench,
        "find_excerpts",
        r##"{"query": "water", "tag": "#bread"}"##,
        "1 passage of 1 note.\n  Ingredients/Flour.md:1-3 #bread Rye flour absorbs more water than \
         wheat. Salt and Nowhere.",
    );
}

#[test]
fn notes_are_found_by_what_they_are_about() {
    let bench = Bench::new();
    check(
        &bench,
        "find_notes",
        r#"{"query": "rye"}"#,
        "[[Ingredients/Rye]] (Ingredients/Rye.md): Rye is a grain.\n\
         [[Rye]] (Other/Rye.md): A town in Sussex.\n\
         [[Flour]] (Ingredients/Flour.md): Rye flour absorbs more water than wheat. Salt and \
         Nowhere.\n  Ingredients/Rye.md Rye is a grain.\n  Other/Rye.md A town in Sussex.\n  \
         Ingredients/Flour.md Rye flour absorbs more water than wheat. Salt and Nowhere.",
    );
}

#[test]
fn notes_are_listed() {
    let bench = Bench::new();
    check(
        &bench,
        "list_notes",
        r#"{"folder": "Ingredients/"}"#,
        "Ingredients/Flour.md\nIngredients/Rye.md\nIngredients/Salt.md",
    );
    check(
        &bench,
        "list_notes",
        r##"{"tag": "#Bread"}"##,
        "Ingredients/Flour.md\nIngredients/Salt.md",
    );
    check(&bench, "list_notes", r#"{"offset": 4}"#, "Ingredients/Salt.md\nOther/Rye.md");
    check(&bench, "list_notes", r#"{"folder": "Bread"}"#, "Deep/Bread/Loaf.md — A loaf");
    let some = bench.call_within("list_notes", "", 40);
    assert_eq!(some.text, "Deep/Bread/Loaf.md — A loaf\n5 more; go on with offset 1.");
    assert_eq!(some.told, "1 of 6 notes");
    let dated = bench.call("list_notes", r#"{"sort": "changed"}"#);
    assert_eq!(dated.text.lines().count(), 6);
    assert!(dated.text.lines().all(|line| line.starts_with("20") && line.contains(".md")));
}

#[test]
fn links_are_followed_both_ways() {
    let bench = Bench::new();
    check(
        &bench,
        "resolve_wikilink",
        r#"{"link": "[[salt]]"}"#,
        "[[salt]] is Ingredients/Salt.md.",
    );
    check(
        &bench,
        "resolve_wikilink",
        r#"{"link": "Salt#When"}"#,
        "[[Salt]] is Ingredients/Salt.md. Lines 13–15.",
    );
    check(&bench, "resolve_wikilink", r#"{"link": "Rye"}"#, "[[Rye]] is Other/Rye.md.");
    check(
        &bench,
        "resolve_wikilink",
        r#"{"link": "Sodium chloride"}"#,
        "FAILED\n[[Sodium chloride]] finds no note. Perhaps: Ingredients/Salt.md.",
    );
    check(
        &bench,
        "find_backlinks",
        r#"{"note": "Salt"}"#,
        "Deep/Bread/Loaf.md, line 3: Flour, water, salt [[Salt]] and time.\n\
         Ingredients/Flour.md, line 3: Rye flour absorbs more water than wheat. [[Salt#When]] and [[Nowhere]].",
    );
    check(
        &bench,
        "find_forward_links",
        r#"{"note": "Flour"}"#,
        "line 3: [[Salt#When]] → Ingredients/Salt.md: Rye flour absorbs more water than wheat. [[Salt#When]] and [[Nowhere]].\n\
         line 3: [[Nowhere]] → nothing: Rye flour absorbs more water than wheat. [[Salt#When]] and [[Nowhere]].",
    );
}

#[test]
fn images_are_listed_and_looked_at() {
    let bench = Bench::with(|root| write(root, "Pictures/broken.png", b"not one"));
    check(&bench, "list_images", r#"{"note": "Salt"}"#, "Pictures/loaf.png");
    check(&bench, "list_images", "{}", "Pictures/broken.png\nPictures/loaf.png");
    let seen = bench.call("look_at_image", r#"{"path": "![[loaf.png]]"}"#);
    assert_eq!(seen.text, "Pictures/loaf.png, 640 × 480 pixels.");
    let [reference] = &seen.passages[..] else { panic!("{:?}", seen.passages) };
    assert_eq!(reference.path.as_ref().unwrap().as_str(), "Pictures/loaf.png");
    assert_eq!((&*reference.wikilink, reference.state), ("[[loaf.png]]", State::Used));
    assert_eq!(seen.image.map(|image| (image.width, image.height)), Some((640, 480)));
    check(
        &bench,
        "look_at_image",
        r#"{"image": "broken.png"}"#,
        "FAILED\nPictures/broken.png can't be shown. The file isn't a known kind of image. Models accept PNG, JPEG, GIF and WebP.",
    );
}

// B100
#[test]
fn pictures_that_passages_show_are_found_within_limits() {
    let large = [&PNG[..16], &20_000_u32.to_be_bytes(), &2_000_u32.to_be_bytes(), &PNG[24..]];
    let bench = Bench::with(|root| {
        for name in ["a", "b", "c", "d"] {
            write(root, &format!("Pictures/{name}.png"), PNG);
        }
        write(root, "Pictures/broken.png", b"not one");
        write(root, "Pictures/large.png", &large.concat());
    });
    let check = |texts: &[&str], expect: &str| {
        let shows = |text: &&str| Reference {
            wikilink: "[[Salt]]".to_owned(),
            path: NotePath::new("Ingredients/Salt.md").ok(),
            passage: Some(Passage {
                lines: LineRange { start: 1, end: 1 },
                range: ByteRange { start: 0, end: text.len() },
                hash: ContentHash::of(text),
                text: (*text).to_owned(),
                heading_path: Vec::new(),
                columns: None,
                part: None,
                tokens: Tokens(1),
            }),
            ..Reference::new(Kind::Search, State::Used)
        };
        let passages: Vec<Reference> = texts.iter().map(shows).collect();
        let (pictures, cuts) = bench.tools.sources().pictures(&passages);
        let pictures = pictures
            .iter()
            .map(|picture| format!("{}×{}", picture.reference.title, picture.shown_by.len()));
        let cuts = cuts.iter().map(|cut| format!("-{}", cut.label));
        assert_eq!(pictures.chain(cuts).collect::<Vec<_>>().join(" "), expect, "{texts:?}");
    };
    check(&["![[loaf.png]] and ![a](../Pictures/a.png)"], "loaf.png×1 a.png×1");
    check(&["![[loaf.png]]", "![[loaf.png|200]]"], "loaf.png×2");
    check(
        &["[[loaf.png]], `![[a.png]]` and ![[Flour]]", "![[gone.png]] ![x](https://x.test/a.png)"],
        "",
    );
    check(
        &["![[a.png]] ![[b.png]]", "![[c.png]] ![[d.png]] ![[loaf.png]]"],
        "a.png×1 b.png×1 c.png×1 -2 more images",
    );
    check(
        &["![[broken.png]] ![[large.png]]", "![[broken.png]]"],
        "-Pictures/broken.png -Pictures/large.png",
    );
}

#[test]
fn the_clock_tool_gives_the_year() {
    let outcome = Bench::new().call("current_datetime", "");
    let year = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::system()).year();
    assert!(outcome.text.contains(&year.to_string()), "{}", outcome.text);
    assert!(!outcome.failed);
}

#[test]
fn a_name_that_could_mean_several_notes_says_so() {
    let bench = Bench::with(|root| write(root, "Early/Rye.md", b"Sown in August."));
    check(
        &bench,
        "resolve_wikilink",
        r#"{"link": "Rye"}"#,
        "[[Rye]] is Early/Rye.md. The name could also mean: Other/Rye.md.",
    );
    let read = bench.call("read_note", r#"{"note": "Rye"}"#);
    assert!(read.text.starts_with("Early/Rye.md, lines 1–1 of 1. The name could also mean"));
}

#[test]
fn a_picture_that_was_refused_is_named_once() {
    let bench = Bench::with(|root| {
        for name in ["a.png", "b.png", "c.png"] {
            write(root, name, PNG);
        }
        write(root, "large.png", &vec![0; 3 * 1024 * 1024]);
    });
    let passage = |text: &str| Reference {
        path: Some(NotePath::new("Ingredients/Rye.md").unwrap()),
        passage: Some(Passage {
            lines: LineRange { start: 1, end: 1 },
            range: ByteRange { start: 0, end: text.len() },
            hash: ContentHash::of(text),
            text: text.to_owned(),
            heading_path: Vec::new(),
            columns: None,
            part: None,
            tokens: Tokens(1),
        }),
        ..Reference::new(Kind::Search, State::Used)
    };
    let shows =
        [passage("![[large.png]] ![[a.png]] ![[b.png]] ![[c.png]]"), passage("![[large.png]]")];
    let (pictures, cuts) = bench.tools.desk.sources.pictures(&shows);
    assert_eq!(pictures.len(), 3);
    assert_eq!(cuts.iter().map(|cut| &*cut.label).collect::<Vec<_>>(), ["large.png"]);
}
