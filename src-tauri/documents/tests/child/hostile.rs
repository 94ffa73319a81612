//! Malicious and broken files, and misbehaving children.

use std::time::Duration;

use documents::{Limits, Place, Program, Reason, Unit};

use super::{Check, kept, limits, made, read, read_with, refused};

pub const CHECKS: &[Check] = &[
    ("a_file_that_unpacks_to_too_much_is_refused", a_file_that_unpacks_to_too_much_is_refused),
    ("entities_of_xml_neither_grow_nor_read_files", entities_of_xml_neither_grow_nor_read_files),
    ("circles_in_a_pdf_end", circles_in_a_pdf_end),
    ("deep_nesting_is_no_crash", deep_nesting_is_no_crash),
    ("files_that_are_cut_off_are_read_in_part_or_refused", cut_off),
    ("a_child_that_hangs_is_ended_and_its_page_named", a_child_that_hangs),
    ("a_child_that_crashes_is_named", a_child_that_crashes),
    ("pages_before_and_after_a_crash_count", pages_before_and_after_a_crash),
    ("pages_before_a_child_hangs_count", pages_before_a_child_hangs),
    ("memory_has_a_limit", memory_has_a_limit),
    ("the_child_can_open_nothing", the_child_can_open_nothing),
    ("pages_and_text_have_limits", pages_and_text_have_limits),
    ("what_is_encrypted_empty_or_no_text_is_named", named),
    ("refusals_are_in_the_language_that_the_app_speaks", refusals_are_said_in_german),
];

fn a_file_that_unpacks_to_too_much_is_refused() {
    let limits = Limits { unpacked: 1024 * 1024, ..limits() };
    let zeros = vec![b' '; 4 * 1024 * 1024];
    let body = String::from_utf8(zeros).unwrap();
    let check = |name: &str, bytes: &[u8]| {
        assert!(bytes.len() < 100_000, "it is small as it comes");
        let refusal = read_with(name, bytes, limits).unwrap_err();
        assert_eq!(refusal.reason, Reason::TooLarge, "{name}: {refusal}");
    };
    check("a.docx", &made::docx(&body));
    let sheet = [
        ("[Content_Types].xml", &b"spreadsheetml.sheet.main"[..]),
        ("xl/workbook.xml", b"<workbook/>"),
        ("xl/sharedStrings.xml", body.as_bytes()),
    ];
    check("a.xlsx", &made::archive(&sheet));
    let book =
        [("mimetype", &b"application/epub+zip"[..]), ("META-INF/container.xml", body.as_bytes())];
    check("a.epub", &made::archive(&book));
}

fn entities_of_xml_neither_grow_nor_read_files() {
    let bomb = r#"<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY f SYSTEM "file:///etc/passwd">]>"#;
    let content = format!("{bomb}<d xmlns:text='t'><text:p>said &c; and &f; so</text:p></d>");
    let file = made::archive(&[
        ("mimetype", b"application/vnd.oasis.opendocument.text"),
        ("content.xml", content.as_bytes()),
    ]);
    assert_eq!(read("a.odt", &file).unwrap().text, "said and so");
}

fn circles_in_a_pdf_end() {
    // A cycle in the tree of pages.
    let tree = made::pdf(&[
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Count 1 /Kids [2 0 R] >>".to_owned(),
    ]);
    assert!(read("tree.pdf", &tree).is_err());
    // A drawing that draws itself.
    let form = "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X1 6 0 R >> \
                /Font << /F1 3 0 R >> >> /Length 7 >>\nstream\n/X1 Do \nendstream";
    let drawn = made::line(72, 700, 12, "before") + "/X1 Do\n" + &made::line(72, 680, 12, "after");
    let file = made::pages(&[drawn], &[form.to_owned()]);
    let text = read("form.pdf", &file).unwrap().text;
    assert!(text.contains("before") && text.contains("after"), "{text}");
    // An object that is itself.
    let own = made::pdf(&["1 0 R".to_owned(), "2 0 R".to_owned()]);
    assert!(read("own.pdf", &own).is_err());
}

fn deep_nesting_is_no_crash() {
    let many = 200_000;
    let check = |name: &str, bytes: Vec<u8>| {
        // The file may be read or refused, but somebody must say so.
        if let Err(refusal) = read(name, &bytes) {
            assert_ne!(refusal.reason, Reason::Broken, "{name}: {refusal}");
        }
    };
    check("a.html", "<div><ul><table><td>".repeat(many / 10).into_bytes());
    check("a.rtf", ["{\\rtf1 ", &"{".repeat(many)].concat().into_bytes());
    check("a.canvas", "[".repeat(many).into_bytes());
    check("a.docx", made::docx(&"<w:p><w:tbl><w:tr><w:tc>".repeat(many / 10)));
    let arrays = made::pdf(&[
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Count 1 /Kids {} >>", "[".repeat(many)),
    ]);
    check("a.pdf", arrays);
}

fn cut_off() {
    let pdf = made::pages(&[made::line(72, 700, 12, "whole")], &[]);
    let docx = made::docx("<w:p><w:r><w:t>whole</w:t></w:r></w:p>");
    for (name, file) in [("a.pdf", &pdf), ("a.docx", &docx)] {
        for twelfth in 0..12 {
            let cut = &file[..file.len() * twelfth / 12];
            if let Err(refusal) = read(name, cut) {
                let known =
                    matches!(refusal.reason, Reason::Damaged | Reason::Empty | Reason::UnknownKind);
                assert!(known, "{name} {twelfth}: {refusal:?}");
            }
        }
    }
}

/// This program as a child that plays a part.
fn playing(part: &str) -> Program {
    let path = std::env::current_exe().unwrap();
    Program { path, args: vec!["--play".into(), part.into()] }
}

fn a_child_that_hangs() {
    let file = kept("a.pdf", b"%PDF-1.7");
    // Long enough for the child's first line on a slow machine, before it hangs.
    let limits = Limits { kill: Duration::from_secs(20), ..Limits::default() };
    let refusal = playing("hang").read(&file.1, limits).unwrap_err();
    assert_eq!(refusal.reason, Reason::TookTooLong);
    assert_eq!(refusal.place, Some(Place { unit: Unit::Page, number: 3 }));
    assert_eq!(refusal.sentence, "Page 3 takes longer than 20 seconds to read.");
}

fn a_child_that_crashes() {
    let file = kept("a.pdf", b"%PDF-1.7");
    for part in ["crash", "babble"] {
        let refusal = playing(part).read(&file.1, limits()).unwrap_err();
        assert_eq!(refusal.reason, Reason::Damaged, "{part}: {refusal}");
    }
    let nobody = Program { path: "/nowhere/at/all".into(), args: Vec::new() };
    assert_eq!(nobody.read(&file.1, limits()).unwrap_err().reason, Reason::Broken);
}

fn pages_before_and_after_a_crash() {
    let file = kept("a.pdf", b"%PDF-1.7");
    let document = playing("stumble").read(&file.1, limits()).unwrap();
    assert_eq!(document.text, "Page 1\n\nPage 3");
    let said: Vec<_> = document.problems.iter().map(|it| it.sentence.as_str()).collect();
    assert_eq!(said, ["Page 2 crashed the process that reads it, as damaged files do."]);
}

fn pages_before_a_child_hangs() {
    let file = kept("a.pdf", b"%PDF-1.7");
    let limits = Limits { kill: Duration::from_secs(10), ..Limits::default() };
    let document = playing("linger").read(&file.1, limits).unwrap();
    assert_eq!(document.text, "Page 1");
    let problem = &document.problems[0];
    assert_eq!(problem.reason, Reason::TookTooLong);
    assert!(problem.sentence.starts_with("Page 2 and those after it weren't read"), "{problem}");
}

fn memory_has_a_limit() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let limits = Limits { memory: 96 * 1024 * 1024, ..limits() };
    let large = "word ".repeat(16 * 1024 * 1024);
    let refusal = read_with("a.txt", large.as_bytes(), limits).unwrap_err();
    assert_eq!(refusal.reason, Reason::TookTooMuchMemory, "{refusal}");
}

fn the_child_can_open_nothing() {
    if !cfg!(unix) {
        return;
    }
    let program = std::env::current_exe().unwrap();
    let status = std::process::Command::new(program).args(["--play", "open"]).status().unwrap();
    assert_eq!(status.code(), Some(0), "1: a file, 2: a socket");
}

fn pages_and_text_have_limits() {
    let lines: Vec<String> =
        (1..=9).map(|page| made::line(72, 700, 12, &format!("This is page {page}"))).collect();
    let file = made::pages(&lines, &[]);
    let document = read_with("a.pdf", &file, Limits { parts: 5, ..limits() }).unwrap();
    assert_eq!(document.parts.len(), 5);
    assert_eq!(document.problems[0].reason, Reason::TooManyParts);
    let document = read_with("a.pdf", &file, Limits { text: 40, ..limits() }).unwrap();
    assert!(document.text.starts_with("This is page 1") && document.text.len() <= 40);
    assert_eq!(document.problems[0].reason, Reason::TooLarge);
    let late = Limits { time: Duration::ZERO, ..limits() };
    assert_eq!(read_with("a.pdf", &file, late).unwrap_err().reason, Reason::TookTooLong);
    let small = Limits { file: 10, ..limits() };
    assert_eq!(read_with("a.pdf", &file, small).unwrap_err().reason, Reason::TooLarge);
}

fn named() {
    let office = |name: &str| {
        let wide: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        [&b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], &[0; 500], &wide].concat()
    };
    let sealed = made::archive(&[
        ("mimetype", b"application/vnd.oasis.opendocument.text"),
        ("META-INF/manifest.xml", b"<manifest:encryption-data/>"),
        ("content.xml", b"..."),
    ]);
    let image = "q 500 0 0 700 50 50 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \u{1} EI Q\n";
    for (name, bytes, expect) in [
        ("a.docx", office("EncryptedPackage"), Reason::Encrypted),
        ("a.odt", sealed, Reason::Encrypted),
        ("a.doc", office("WordDocument"), Reason::UnknownKind),
        ("a.bin", b"\x7fELF\x02\x01\x01\0\0\0".to_vec(), Reason::UnknownKind),
        ("a.zip", made::archive(&[("a.txt", b"a")]), Reason::UnknownKind),
        ("a.txt", Vec::new(), Reason::Empty),
        ("b.txt", b" \n\n ".to_vec(), Reason::Empty),
        ("a.docx", made::docx("<w:p/>"), Reason::Empty),
        ("scan.pdf", made::pages(&[image.to_owned()], &[]), Reason::ImageOnly),
        ("a.pdf", b"not one at all".to_vec(), Reason::Damaged),
        ("a.docx", b"PK\x03\x04 and no more".to_vec(), Reason::Damaged),
    ] {
        assert_eq!(refused(name, &bytes), expect, "{name}");
    }
}

/// The child is a process of its own, and speaks the language of the thread that asks it.
fn refusals_are_said_in_german() {
    let said = || read("Leer.pdf", b"").unwrap_err().sentence;
    assert_eq!(said(), "The file is empty.");
    let german = language::speaking(language::Language::German, said);
    assert_eq!(german, "Die Datei ist leer.");
    assert_eq!(documents::said_of_the_file(&german), Some("ist leer."));
}
