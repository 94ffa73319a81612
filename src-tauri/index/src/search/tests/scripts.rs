//! Words in other spellings and other forms.

use proptest::prelude::*;

use super::{hits, index_of};
use crate::words::normal;

/// The first note, and the queries that find it.
const FOUND: &[(&str, &[&str])] = &[
    ("مُحَمَّدٌ كَتَبَ الرِّسَالَةَ", &["محمد", "الرسالة", "الرساله", "مُحَمَّدٌ"]),
    ("إجتماع الأسبوع القادم في الإدارة", &["الاسبوع", "الإسبوع", "اجتماع", "الادارة"]),
    ("مدرســـة البنات", &["مدرسة", "مدرسه", "مدرســة"]),
    ("ذهب إلى مستشفى المدينة", &["مستشفي", "مستشفى", "الى"]),
    ("کتاب‌های تازه را می‌خوانم", &["كتابهای", "کتاب‌های", "\"تازه را\"", "ميخوانم"]),
    ("کتاب فارسی", &["كتاب", "فارسي"]),
    ("شماره ۱۴۰۲", &["1402", "١٤٠٢"]),
    ("שָׁלוֹם לכולם", &["שלום", "שָׁלוֹם", "\"שלום לכולם\""]),
    ("Ο Σίσυφος και η Ελλάδα", &["ΣΙΣΥΦΟΣ", "σισυφος", "ελλαδα", "ΕΛΛΆΔΑ", "\"η ελλαδα\""]),
    ("Ёлка и её огни; встречи в Москве", &["елка", "ЕЛКА", "ее", "ёлка"]),
    ("İstanbul ışıkları ve IĞDIR", &["istanbul", "İSTANBUL", "isiklari", "ığdır", "igdir"]),
    ("Łódź jest piękna; żółw", &["lodz", "ŁÓDŹ", "zolw", "\"jest piekna\""]),
    ("Smørrebrød på Ærø", &["smorrebrod", "aero", "SMØRREBRØD"]),
    ("L’œuvre d’art qu’il préfère", &["oeuvre", "œuvre", "prefere", "\"oeuvre d'art\""]),
    ("Straßenbahnhaltestelle am Rathaus", &["strassenbahnhaltestelle", "STRASSENBAHNHALTESTELLE"]),
    ("Die Gasse heisst Grosse Strasse", &["Große", "heißt", "\"große straße\""]),
    ("Ｔｏｋｙｏ ２０２０", &["tokyo", "2020"]),
    ("Kyoto 2021", &["Ｋｙｏｔｏ", "２０２１"]),
    ("Phở bò Hà Nội rất ngon", &["pho bo", "ha noi", "phở"]),
    ("Příliš žluťoučký kůň", &["prilis zlutoucky kun"]),
    ("п’ять яблук", &["пʼять", "п'ять"]),
];

// B43 B133
#[test]
fn spellings_find_each_other() {
    let notes: Vec<(String, &str)> =
        (0..).zip(FOUND).map(|(at, (text, _))| (format!("{at:02}.md"), *text)).collect();
    let borrowed: Vec<(&str, &str)> =
        notes.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let (_folder, index) = index_of(&borrowed);
    for ((path, text), (_, queries)) in notes.iter().zip(FOUND) {
        for query in *queries {
            let found = hits(&index, query);
            assert_eq!(
                found.first().map(|hit| hit.path.as_str()),
                Some(path.as_str()),
                "{query} in {text}"
            );
            assert!(!found[0].why.matched.is_empty(), "{query} in {text}");
            // The window marks these words, so they are spelled as in the note.
            let written = normal(text).to_lowercase();
            for word in &found[0].why.matched {
                let word = normal(word).to_lowercase();
                assert!(written.contains(&word), "{query}: {word} in {text}");
            }
        }
    }
}

/// Two spellings of a word.
const SPELLINGS: &[(&str, &str)] = &[
    ("schon", "schön"),
    ("Maße", "Masse"),
    ("pâte", "pâté"),
    ("el", "él"),
    ("елка", "ёлка"),
    ("Lodz", "Łódź"),
    ("oeuvre", "œuvre"),
    ("νομος", "νόμος"),
    ("שלום", "שָׁלוֹם"),
    ("محمد", "مُحَمَّد"),
    ("الاسبوع", "الأسبوع"),
    ("كتاب", "کتاب"),
    ("مدرسة", "مدرسه"),
    ("Igdir", "Iğdır"),
    ("full", "ｆｕｌｌ"),
];

// B133
#[test]
fn the_exact_spelling_comes_first() {
    for (one, other) in SPELLINGS {
        for (typed, differs) in [(one, other), (other, one)] {
            // The other spelling is repeated in a shorter note, which would rank higher.
            let exact =
                format!("Here {typed} is in a line with some further words that say nothing.");
            let differs = format!("{differs} {differs} {differs}");
            let (_folder, index) =
                index_of(&[("a.md", &differs), ("b.md", &exact), ("c.md", "Other text.")]);
            for query in [(*typed).to_owned(), format!("\"{typed}\""), format!("{typed} nothing")] {
                let found = hits(&index, &query);
                assert_eq!(found[0].path.as_str(), "b.md", "{query} before {differs}");
                assert!(found.iter().any(|hit| hit.path.as_str() == "a.md"), "{query}");
            }
        }
    }
}

/// A language's passages, and the words that find them, with the word that matched.
const ENDINGS: &[(&str, &[(&str, &str)])] = &[
    ("Die Häuser am See sind im Winter still.", &[("Haus", "Häuser"), ("Hauses", "Häuser")]),
    ("Das Haus steht an der Straße.", &[("Häuser", "Haus"), ("Straßen", "Straße")]),
    ("Las canciones de la radio no son largas.", &[("canción", "canciones"), ("largo", "largas")]),
    ("Les chevaux mangent dans le pré.", &[("cheval", "chevaux"), ("prés", "pré")]),
    ("I ragazzi giocano nel cortile.", &[("ragazzo", "ragazzi"), ("giocare", "giocano")]),
    ("As canções da rádio não são longas.", &[("longo", "longas"), ("rádios", "rádio")]),
    ("Книги лежат на столе.", &[("книга", "Книги"), ("стол", "столе"), ("книгами", "Книги")]),
    ("De huizen aan het water zijn niet duur.", &[("huis", "huizen")]),
    ("Flickorna sjunger och barnen leker.", &[("flicka", "Flickorna"), ("barn", "barnen")]),
];

// B134
#[test]
fn endings_make_no_difference_in_languages_with_a_stemmer() {
    for (text, cases) in ENDINGS {
        let (_folder, index) = index_of(&[("a.md", text), ("b.md", "# Other\n\nNothing here.")]);
        for (query, matched) in *cases {
            // The space ends the word, so that it isn't a prefix.
            let found = hits(&index, &format!("{query} "));
            assert_eq!(found.len(), 1, "{query} in {text}");
            assert_eq!(found[0].why.matched, [*matched], "{query} in {text}");
        }
    }
}

// B134
#[test]
fn a_german_word_finds_the_compounds_that_end_in_it() {
    let (_folder, index) = index_of(&[
        ("a.md", "Das Brotrezept steht auf dem Tisch, und die Kuchenrezepte sind dort auch."),
        ("b.md", "Die Zeitung liegt auf dem Tisch, und das Rezeptbuch ist nicht da."),
    ]);
    for query in ["Rezept ", "Rezepte "] {
        let found = hits(&index, query);
        assert_eq!(found.len(), 1, "{query}");
        assert_eq!(found[0].why.matched, ["Brotrezept", "Kuchenrezepte"], "{query}");
    }
}

// B134
#[test]
fn the_exact_word_comes_before_its_other_forms() {
    let (_folder, index) = index_of(&[
        ("a.md", "Die Häuser sind alt, und die Häuser sind auch neu."),
        ("b.md", "Das Haus ist alt, und der Garten mit dem Apfelbaum ist auch neu."),
        ("c.md", "Haus and garden: the English don't know it."),
    ]);
    let first = |query: &str| hits(&index, query)[0].path.to_string();
    assert_eq!(first("Häuser "), "a.md");
    assert_ne!(first("Haus "), "a.md");
    // English passages have no German stems.
    assert!(hits(&index, "Gärten ").iter().all(|hit| hit.path.as_str() == "b.md"));
}

#[test]
fn words_side_by_side_come_before_words_apart() {
    // The query, the passage with its words side by side, and one that has them more often, but apart.
    let cases = [
        ("Ada Ulm", "Ada Ulm came late.", "Ada Abel, Eva Ulm, Ada Roth, Tom Ulm, Ada Falk"),
        ("chapter 12", "See chapter 12 of the book.", "Chapter 1 has 12 pages, chapter 2 has 12"),
        ("250 g", "Take 250 g of rye, and salt.", "g: 100, 250: no, g, 250"),
        ("Lindenweg 7", "They live at Lindenweg 7 now.", "7 Lindenweg 9, Lindenweg 8, 7, 7"),
        (
            "Große Straße",
            "Wir wohnen an der Grossen Strasse, Große Straße 3",
            "Straße am Rand, große Häuser, Straße, viele große",
        ),
        ("über uns", "Ein Text über uns.", "uns über alles, uns allen, über euch, uns"),
    ];
    // Of few notes, no word is rare.
    let others = ["c.md", "d.md", "e.md", "f.md"].map(|path| (path, "Other text."));
    for (query, beside, apart) in cases {
        let notes = [("a.md", apart), ("b.md", beside)];
        let (_folder, index) = index_of(&[&notes[..], &others[..]].concat());
        let found = hits(&index, query);
        assert_eq!(found[0].path.as_str(), "b.md", "{query}");
        assert_eq!(found.len(), 2, "{query}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn every_word_finds_itself(word in "[a-zäöüßéñçøłœæёйа-яα-ωάέςא-תأ-يکیگ\u{5b0}-\u{5b9}\u{64b}-\u{650}ａ-ｚışİ]{2,9}") {
        prop_assume!(word.chars().any(char::is_alphabetic));
        let text = format!("Here is {word} among others.");
        let (_folder, index) = index_of(&[("a.md", &text)]);
        for query in [word.clone(), format!("{word} "), format!("\"{word}\""), word.to_uppercase()] {
            prop_assert_eq!(hits(&index, &query).len(), 1, "{}", query);
        }
    }
}
