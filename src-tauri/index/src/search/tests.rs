mod counts;
mod follow_up;
mod hybrid;
mod scripts;

use std::fs;

use notes::{NotePath, ScanOptions, Vault};
use proptest::prelude::*;
use tempfile::TempDir;

use super::{SearchOptions, query::Query};
use crate::words::{TOKENIZER, indexed};
use crate::{Hit, Index, SyncScope};

pub(crate) fn index_of(notes: &[(&str, &str)]) -> (TempDir, Index) {
    let folder = TempDir::new().unwrap();
    for (path, text) in notes {
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

fn hits(index: &Index, query: &str) -> Vec<Hit> {
    index.search(query, &SearchOptions::keyword(20)).unwrap().hits
}

const NOTES: &[(&str, &str)] = &[
    (
        "Cycling/Gears.md",
        "---\ntags: [bike/parts]\naliases: [Schaltung]\n---\n# Gears\n\nA derailleur shifts the chain between sprockets.\n",
    ),
    ("Cycling/Brakes.md", "# Brakes\n\nDisc brakes stop better in rain. #bike\n"),
    ("Crème brûlée.md", "Sugar, cream, and a blowtorch. Café style. Don't burn it.\n"),
    ("Meeting.md", "# Meeting\n\nWe talked about gears once, and about the state of the art.\n"),
    ("中文/北京.md", "# 北京\n\n北京大学成立于1898年，是中国第一所国立综合性大学。\n"),
    ("日本.md", "東京タワーは1958年に完成した。猫が好きです。\n"),
    ("ไทย.md", "กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย\n"),
    ("한국.md", "서울은 대한민국의 수도이다.\n"),
    ("हिन्दी.md", "दिल्ली भारत की राजधानी है।\n"),
    ("Trip.md", "Plan 🏖️ for August ✅ done. Ｆｕｌｌｗｉｄｔｈ text, fi\u{fb01}nal.\n"),
];

// B131
#[test]
fn templates_and_notes_of_queries_rank_below_all_others() {
    let query = "# Films\n\n```dataview\nTABLE rating FROM #film\n```\n";
    let (_folder, index) = index_of(&[
        ("Templates/Film.md", "# Film\n\nFilm, film, film: rating {{rating}}\n"),
        ("Film list.md", query),
        (
            "Journal.md",
            "A long day. In the evening we saw a film that nobody of us will remember.\n",
        ),
    ]);
    let found = hits(&index, "film");
    let found: Vec<&str> = found.iter().map(|hit| hit.path.as_str()).collect();
    assert_eq!(found, ["Journal.md", "Templates/Film.md", "Film list.md"]);
    // The best hit stays the only one even if just one is wanted.
    let one = index.search("film", &SearchOptions::keyword(1)).unwrap();
    assert_eq!(one.hits[0].path.as_str(), "Journal.md");
}

// B131
#[test]
fn a_note_of_a_query_comes_before_passages_that_are_only_nearest() {
    let cars: Vec<String> = (0..12).map(|at| format!("Car {at}.md")).collect();
    let mut notes: Vec<_> =
        cars.iter().map(|path| (&**path, "The car and the automobile.\n")).collect();
    notes.push(("Films.md", "# Overview\n\n![[Films.base]]\n"));
    let (_folder, index, model) = hybrid::embedded(&notes, models::Languages::Many);
    let found = hybrid::search(&index, &model, "overview", &SearchOptions::default());
    assert_eq!(hybrid::paths(&found.hits), ["Films.md"]);
}

// B43
#[test]
fn words_find_what_is_there() {
    let (_folder, index) = index_of(NOTES);
    // The query, the notes found in order (… for “and perhaps more”), the matched words.
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("gears", &["Cycling/Gears.md", "Meeting.md"], &["gears"]),
        ("GEAR", &["Cycling/Gears.md", "Meeting.md"], &["Gears"]),
        ("derail", &["Cycling/Gears.md"], &["derailleur"]),
        ("derail ", &[], &[]),
        ("shifting", &["Cycling/Gears.md"], &["shifts"]),
        ("schaltung", &["Cycling/Gears.md"], &[]),
        ("creme brulee", &["Crème brûlée.md"], &["Crème", "brûlée"]),
        ("cafe\u{301}", &["Crème brûlée.md"], &["café"]),
        ("don't", &["Crème brûlée.md"], &["Don't"]),
        ("\"state of the art\"", &["Meeting.md"], &["state of the art"]),
        ("\"the state art\"", &[], &[]),
        ("“state of the art” gears", &["Meeting.md"], &["state of the art", "gears"]),
        ("gears -once", &["Cycling/Gears.md"], &["gears"]),
        ("gears -\"about gears\"", &["Cycling/Gears.md"], &["gears"]),
        ("tag:bike", &["Cycling/Brakes.md", "Cycling/Gears.md"], &[]),
        ("tag:#Bike/Parts", &["Cycling/Gears.md"], &[]),
        ("-tag:bike gears", &["Meeting.md"], &["gears"]),
        ("tag:bik", &[], &[]),
        ("path:cycling rain", &["Cycling/Brakes.md"], &["rain"]),
        ("path:\"crème brûlée\"", &["Crème brûlée.md"], &[]),
        ("-path:cycling gears", &["Meeting.md"], &["gears"]),
        ("state-of-the-art", &["Meeting.md", "Cycling/Gears.md"], &["state of the art", "the"]),
        ("the", &["Meeting.md", "Cycling/Gears.md"], &["the"]),
        ("北京大学", &["中文/北京.md"], &["北京大学"]),
        ("大学", &["中文/北京.md"], &["大学"]),
        ("国立", &["中文/北京.md"], &["国立"]),
        ("\"综合性大学\"", &["中文/北京.md"], &["综合性大学"]),
        ("\"综合大学\"", &[], &[]),
        ("東京", &["日本.md"], &["東京"]),
        ("タワー", &["日本.md"], &["タワー"]),
        ("ﾀﾜｰ", &["日本.md"], &["タワー"]),
        ("猫", &["日本.md"], &["猫"]),
        ("เมืองหลวง", &["ไทย.md"], &["เมืองหลวง"]),
        ("대한민국", &["한국.md"], &["대한민국"]),
        ("राजधानी", &["हिन्दी.md"], &["राजधानी"]),
        ("🏖", &["Trip.md"], &["🏖"]),
        ("fullwidth", &["Trip.md"], &["fullwidth"]),
        ("???", &[], &[]),
        ("", &[], &[]),
        ("-", &[], &[]),
        ("\"", &[], &[]),
        ("tag:", &[], &[]),
        ("path: NEAR(", &[], &[]),
    ];
    for (query, expect, matched) in cases {
        let hits = hits(&index, query);
        let found: Vec<&str> = hits.iter().map(|hit| hit.path.as_str()).collect();
        assert_eq!(found, *expect, "{query:?}");
        if let Some(hit) = hits.first() {
            assert_eq!(hit.why.matched, *matched, "{query:?}");
        }
    }
}

#[test]
fn matched_words_are_named_as_they_were_asked() {
    let (_folder, index) =
        index_of(&[("Rye.md", "Gummy RYE: first bake\n\nKeeping it: Müsli helps")]);
    for (question, expected) in [
        ("Why was my first rye gummy?", "first rye gummy"),
        ("gummy Rye", "gummy Rye"),
        ("musli keeps rye", "Müsli Keeping rye"),
    ] {
        assert_eq!(hits(&index, question)[0].why.matched.join(" "), expected, "{question}");
    }
}

#[test]
fn a_hit_has_the_exact_text_and_place_of_its_passage() {
    let (_folder, index) = index_of(NOTES);
    let hits = hits(&index, "derailleur gears");
    assert_eq!(hits.iter().map(|hit| hit.rank).collect::<Vec<_>>(), [1, 2]);
    let hit = &hits[0];
    let text = NOTES[0].1;
    assert_eq!(hit.range.of(text), Some(hit.text.as_str()));
    assert_eq!((hit.lines.start, hit.lines.end), (5, 7));
    assert_eq!(hit.title, "Gears");
    assert_eq!(hit.heading_path, ["Gears"]);
    assert_eq!(hit.hash, notes::ContentHash::of(&hit.text));
    assert!(hits[0].score > hits[1].score && hits[1].score > 0.0);
    let limited = index.search("gears", &SearchOptions::keyword(1)).unwrap().hits;
    assert_eq!(limited.len(), 1);
}

#[test]
fn equal_hits_stand_in_path_order_whatever_order_they_were_indexed_in() {
    let notes: Vec<(String, String)> =
        (0..30).map(|at| (format!("{:02}.md", 29 - at), "same words here".to_owned())).collect();
    let borrowed: Vec<(&str, &str)> =
        notes.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let (folder, index) = index_of(&borrowed);
    let first = |index: &Index| -> Vec<String> {
        index
            .search("same words", &SearchOptions::keyword(5))
            .unwrap()
            .hits
            .iter()
            .map(|hit| hit.path.to_string())
            .collect()
    };
    assert_eq!(first(&index), ["00.md", "01.md", "02.md", "03.md", "04.md"]);
    // Rewriting the first makes it the last row of the database.
    let path = folder.path().join("vault/00.md");
    for text in ["other", "same words here"] {
        fs::write(&path, text).unwrap();
        index.sync(SyncScope::All, &mut |_| {}).unwrap();
    }
    assert_eq!(first(&index), ["00.md", "01.md", "02.md", "03.md", "04.md"]);
}

#[test]
fn words_that_are_everywhere_are_left_out_unless_nothing_else_is_asked() {
    let text: String =
        (0..2600).map(|at| format!("# H{at}\n\n{}\n\n", "common word ".repeat(45))).collect();
    let (_folder, index) = index_of(&[("big.md", &text), ("rare.md", "a rare common word")]);
    assert!(index.status().unwrap().chunks > 2000);
    assert_eq!(hits(&index, "common rare word").len(), 1);
    assert_eq!(hits(&index, "common word").len(), 20);
}

#[test]
fn a_typed_word_is_ranked_even_if_its_stem_in_another_language_is_rarer() {
    // The word is in three of ten passages, which is too common to rank beside a rarer one; its stem is in one of ten.
    let text: String = (0..3000)
        .map(|at| {
            let sentence = match at % 10 {
                0 => "Das ist ein Garten und auch ein Haus. ",
                1 | 2 => "This is not what the Garten was for. ",
                _ => "Nothing of this is in here, as it was. ",
            };
            format!("# H{at}\n\n{}\n\n", sentence.repeat(20))
        })
        .collect();
    let (_folder, index) = index_of(&[("a.md", &text)]);
    assert!(index.status().unwrap().chunks > 2000);
    let found = index.search("Garten ", &SearchOptions::keyword(5)).unwrap();
    assert_eq!(found.matching_passages, 900);
}

#[test]
fn stems_are_searched_beside_common_words_but_never_alone_in_place_of_them() {
    // “stone” is in all 4,200 passages, which is too common to rank.
    let text: String = (0..4200)
        .map(|at| {
            let sentence = match at {
                0..4 => "Das ist ein Garten, und auch ein Haus von stone. ",
                4..8 => "Das sind die Gärten, und auch die Häuser von stone. ",
                _ => "Nothing of this is in here, only a stone. ",
            };
            format!("# H{at}\n\n{}\n\n", sentence.repeat(18))
        })
        .collect();
    let (_folder, index) = index_of(&[("a.md", &text)]);
    assert!(index.status().unwrap().chunks > 4000);
    let matching =
        |query: &str| index.search(query, &SearchOptions::keyword(5)).unwrap().matching_passages;
    assert_eq!(matching("Gärten stone "), matching("Gärten "));
    assert!(matching("Gärten ") >= 8);
    assert!(matching("stone ") >= 4000);
}

#[test]
fn text_is_indexed_in_pairs_where_there_are_no_spaces() {
    let cases = [
        ("plain words", "plain words"),
        ("a北京b", "a 北京 京 b"),
        ("猫 is", " 猫  is"),
        ("soft\u{ad}hyphen", "softhyphen"),
        ("✅ done", " u2705  done"),
        ("tab\tand\u{1}control", "tab and control"),
    ];
    for (text, expect) in cases {
        assert_eq!(indexed(text), expect);
    }
}

#[test]
fn dates_choose_notes() {
    let (_folder, index) = index_of(&[
        ("Daily/2024-02-28.md", "bread before lunch"),
        ("Daily/2024-03-01.md", "bread"),
        ("Daily/2024-03-02 Rye.md", "bread"),
        ("2023-12-31.md", "bread"),
        ("1999-99-99/Now.md", "bread"),
        ("2020-01-01 Late.md", "---\ndate: 2019-05-06T08:00\ncreated: 2018-01-01\n---\nold bread"),
        ("Said.md", "---\ncreated: 2018-01-02\n---\nold bread"),
    ]);
    let cases: &[(&str, &[&str])] = &[
        ("bread date:2024-03", &["Daily/2024-03-01.md", "Daily/2024-03-02 Rye.md"]),
        ("date:2024-03-01", &["Daily/2024-03-01.md"]),
        ("bread -date:2024 -old before:2030-01", &["2023-12-31.md", "1999-99-99/Now.md"]),
        ("-old before:2024", &["2023-12-31.md"]),
        ("date:2019-05", &["2020-01-01 Late.md"]),
        ("date:2018", &["Said.md"]),
        ("old date:2020", &[]),
        ("before:2024-03 after:2023", &["Daily/2024-02-28.md"]),
        ("after:2024-03-01 date:2024", &["Daily/2024-03-02 Rye.md"]),
        ("date:1999", &[]),
        // An invalid date is a word.
        ("before:lunch", &["Daily/2024-02-28.md"]),
    ];
    for (query, expect) in cases {
        let mut found: Vec<_> =
            hits(&index, query).iter().map(|hit| hit.path.to_string()).collect();
        let mut expect = expect.to_vec();
        // The undated file has the date of this run, on which no query may depend.
        if query.contains("2030") {
            found.retain(|path| path != "1999-99-99/Now.md");
            expect.retain(|path| *path != "1999-99-99/Now.md");
        }
        found.sort();
        expect.sort_unstable();
        assert_eq!(found, expect, "{query}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_a_syntax_error(text in "(\\PC|[\"'*^:(){}+\\-\u{0}\n]| (AND|OR|NOT|NEAR|tag:|path:|date:|before:2024|-) ?|[a-z漢字ก]{1,4}| ){0,40}") {
        thread_local! {
            static TABLE: rusqlite::Connection = {
                let connection = rusqlite::Connection::open_in_memory().unwrap();
                connection.execute_batch(&format!(
                    "CREATE VIRTUAL TABLE t USING fts5(x, tokenize=\"{TOKENIZER}\");
                     INSERT INTO t VALUES ('a b c');"
                )).unwrap();
                connection
            };
        }
        let query = Query::parse(&text);
        for expression in query.expression(&[]).into_iter().chain(query.negation()) {
            TABLE.with(|table| {
                let count = table.query_row("SELECT count(*) FROM t WHERE t MATCH ?1", [&expression], |row| {
                    row.get::<_, i64>(0)
                });
                assert!(count.is_ok(), "{text:?} became {expression}: {count:?}");
            });
        }
    }
}

#[test]
fn a_very_long_query_is_a_query() {
    let (_folder, index) = index_of(NOTES);
    let long: String =
        (0..5000).map(|at| format!("word{at} 漢字{at} -no{at} \"a phrase {at}\" ")).collect();
    assert!(hits(&index, &long).is_empty());
    let long: String = (0..5000).map(|at| format!("word{at} 漢字{at} gears, tag:x ")).collect();
    assert!(hits(&index, &long).is_empty());
    assert!(!hits(&index, &format!("gears {}", "x".repeat(100_000))).is_empty());
}

#[test]
fn a_search_within_notes_and_folders_finds_theirs_alone() {
    // The places, and the results within them for a common word.
    let cases: &[(&[&str], &[&str])] = &[
        (&["Work"], &["Work/a.md", "Work/deep/b.md"]),
        (&["Work/deep"], &["Work/deep/b.md"]),
        (&["Work/a.md"], &["Work/a.md"]),
        (&["Work/a.md", "It's \"so\"/c.md", "Nowhere"], &["It's \"so\"/c.md", "Work/a.md"]),
        (&["work"], &[]),
    ];
    let text = "Salt and flour.\n";
    let mut notes: Vec<(String, &str)> =
        (0..150).map(|at| (format!("Old/Work/{at:03}.md"), "Salt, salt, salt.\n")).collect();
    for path in ["Work/a.md", "Work/deep/b.md", "It's \"so\"/c.md", "Workshop/d.md"] {
        notes.push((path.to_owned(), text));
    }
    let notes: Vec<(&str, &str)> = notes.iter().map(|(path, text)| (&**path, *text)).collect();
    let (_folder, index) = index_of(&notes);
    for (within, expect) in cases {
        let within: Vec<NotePath> = within.iter().map(|it| NotePath::new(it).unwrap()).collect();
        let options = SearchOptions { within: &within, ..SearchOptions::keyword(10) };
        let mut found: Vec<String> = index
            .search("salt", &options)
            .unwrap()
            .hits
            .iter()
            .map(|hit| hit.path.to_string())
            .collect();
        found.sort();
        assert_eq!(found, *expect, "{within:?}");
    }
}
