use std::io::{Error, ErrorKind};

use conversation::Code;
use language::{Language, speaking};
use models::Tokens;
use notes::amend::Miss;

use super::*;
use crate::fixture::path;

/// A sentence and what it must name.
type Case<'a> = (&'a dyn Fn() -> String, &'a [&'a str]);

fn check(cases: &[Case<'_>]) {
    for (say, parts) in cases {
        let [english, german] = [Language::English, Language::German].map(|it| speaking(it, say));
        assert_ne!(english, german);
        for part in *parts {
            assert!(english.contains(part), "{part}: {english}");
            assert!(german.contains(part), "{part}: {german}");
        }
    }
}

#[test]
fn failures_name_the_file_or_the_folder_and_the_reason() {
    let (folder, note) = (Path::new("/home/ada/Notes"), path("Bread/Rye.md"));
    let denied = Error::from(ErrorKind::PermissionDenied);
    let reason = denied.to_string();
    let reason = reason.as_str();
    check(&[
        (&|| folder_not_made(folder, &denied), &["/home/ada/Notes", reason]),
        (&|| folder_away(folder), &["/home/ada/Notes"]),
        (&|| file_not_read(&note, Some("It is damaged.")), &["Bread/Rye.md", "It is damaged."]),
        (&|| file_not_read(&note, None), &["Bread/Rye.md"]),
        (&|| file_not_read_again(&denied), &[reason]),
        (&|| index_not_kept(&denied), &[reason]),
        (&|| files_not_read(&denied), &[reason]),
        (&|| too_many_pictures(31, 30), &["31", "30"]),
        (&|| network_folder(&"NFS"), &["NFS"]),
        (&|| not_watched(&denied), &[reason]),
        (&|| not_a_note(&note), &["Bread/Rye.md"]),
        (&|| note_gone(&note), &["Bread/Rye.md"]),
        (&|| no_note_found("[[Rye]]"), &["[[Rye]]"]),
        (&|| passage_gone(Some("Crust")), &["Crust"]),
        (&|| not_an_image(&note), &["Bread/Rye.md"]),
        (&|| not_a_pdf(&note), &["Bread/Rye.md"]),
        (&|| too_many_pixels(&note), &["Bread/Rye.md"]),
        (&|| not_opened_here(folder), &["/home/ada/Notes"]),
        (&|| change_of_nothing(&note), &["Bread/Rye.md"]),
        (&|| change_failed(&"a panic"), &["a panic"]),
        (&|| not_asked(&"a panic"), &["a panic"]),
        (&|| import_unreadable(folder, &denied), &["/home/ada/Notes", reason]),
        (&|| import_not_a_file(folder), &["/home/ada/Notes"]),
        (&|| import_too_large(folder, 64), &["/home/ada/Notes", "64"]),
        (&|| import_not_text(folder, 41), &["/home/ada/Notes", "41"]),
    ]);
    // Why the system doesn't watch a folder, and what that means.
    for said in [network_folder(&"NFS"), too_many_watched(), not_watched(&denied)] {
        assert!(said.ends_with(LOOKS_ITSELF.text()), "{said}");
    }
}

#[test]
fn sentences_about_servers_and_prompts_name_them() {
    let address = "http://127.0.0.1:1234";
    check(&[
        (&|| no_project("Mill"), &["Mill"]),
        (&|| no_text_in("boat.png"), &["boat.png"]),
        (&|| command_taken("Plan", "find"), &["Plan", "/find"]),
        (&|| place_empty("{{selection}}"), &["{{selection}}"]),
        (&|| place_empty("{{note}}"), &["{{note}}"]),
        (&|| place_empty("{{date}}"), &["{{date}}"]),
        (&|| server_gone(address), &[address]),
        (&|| server_a_strangers(address), &[address]),
        (&|| offers_nothing(address), &[address]),
        (&|| nobody_offers("rye-1b"), &["rye-1b"]),
        (&|| it_offers("rye-1b"), &["rye-1b"]),
        (&|| and_more("rye-1b, oat-2b", 3), &["rye-1b, oat-2b", "3"]),
        (&|| downloading_already("rye-1b", Some(address)), &["rye-1b", address]),
        (&|| downloading_already("rye-1b", None), &["rye-1b"]),
    ]);
    let after = Duration::from_secs(61);
    check(&[
        (&|| not_done("rye-1b", after, "Hel", false), &["rye-1b", "61", "Hel"]),
        (&|| not_done("rye-1b", after, "", true), &["rye-1b", "61"]),
        (&|| not_done("rye-1b", after, "", false), &["rye-1b", "61"]),
    ]);
    check(&[
        (&|| exam::not_cited("A door [1]."), &["A door [1]."]),
        (&|| exam::too_slow(Duration::from_secs(300)), &["5"]),
        (&|| exam::failed("rye-1b", Some("oat-2b"), "Why."), &["rye-1b", "oat-2b", "Why."]),
        (&|| exam::failed("rye-1b", None, "Why."), &["rye-1b", "Why."]),
    ]);
    // A model that thought did something.
    assert_ne!(not_done("m", after, "", true), not_done("m", after, "", false));
}

#[test]
fn a_refused_attachment_is_named_with_its_figures() {
    let denied = Error::from(ErrorKind::PermissionDenied);
    let fits = |pixels| {
        let figures = (Tokens(8192), Tokens(1024), Tokens(72));
        attaching::does_not_fit("list.txt", pixels, (Tokens(9001), 7096), figures)
    };
    let of_the_file = ["The file is empty.", "Die Datei ist leer."];
    check(&[
        (&|| attaching::gone("list.txt"), &["list.txt"]),
        (&|| attaching::unreadable("list.txt", &denied), &["list.txt", &denied.to_string()]),
        (&|| attaching::too_large("a.png", "21 MB", "20 MB", true), &["a.png", "21 MB", "20 MB"]),
        (&|| attaching::too_large("a.txt", "9 MB", "8 MB", false), &["a.txt", "9 MB", "8 MB"]),
        (&|| attaching::no_passage_fits("list.txt"), &["list.txt"]),
        (&|| attaching::passage_changed("Salt"), &["Salt"]),
        (&|| attaching::passage_does_not_fit("Salt", Tokens(901), 700), &["Salt", "901", "700"]),
        (&|| attaching::not_an_image("list.txt"), &["list.txt"]),
        (&|| attaching::not_a_text("boat.png"), &["boat.png"]),
        (&|| attaching::nothing_answered("On rye"), &["On rye"]),
        (&|| attaching::no_text("list.txt"), &["list.txt"]),
        (&|| attaching::refused("a.pdf", "Page 3 is damaged."), &["a.pdf", "Page 3 is damaged."]),
        (&|| fits(None), &["list.txt", "9001", "7096", "8192", "1024", "72"]),
        (&|| fits(Some((640, 480))), &["list.txt", "640 × 480", "9001", "7096"]),
    ]);
    // The file's name replaces “The file” in any language.
    for sentence in of_the_file {
        let said = attaching::refused("a.pdf", sentence);
        assert!(said.starts_with("“a.pdf” is") && !said.contains(sentence), "{said}");
    }
}

#[test]
fn a_change_that_doesnt_fit_is_named_with_its_place() {
    let note = path("Bread/Rye.md");
    let lines = |numbers: &[u32]| -> Vec<(u32, String)> {
        numbers.iter().map(|number| (*number, format!(" line of {number} "))).collect()
    };
    let long = vec![(7, "rye ".repeat(100))];
    check(&[
        (&|| changes::create(&note), &["Rye"]),
        (&|| changes::append(&note), &["Rye"]),
        (&|| changes::set_property(&note, "tags"), &["Rye", "tags"]),
        (&|| changes::rename(&note, &path("Bread/Oat.md")), &["Rye", "Oat"]),
        (&|| changes::rename(&note, &path("Oat.md")), &["Bread/Rye.md", "Oat.md"]),
        (&|| changes::is_there_now(&note), &["Bread/Rye.md"]),
        (&|| changes::changed_there(&note, 1), &["Bread/Rye.md"]),
        (&|| changes::changed_there(&note, 3), &["Bread/Rye.md", "3"]),
        (&|| changes::too_many(2001, 2000), &["2001", "2000"]),
        (&|| changes::no_link_can_name(&path("a^b.md")), &["a^b"]),
        (&|| changes::not_once(&note, &Miss::Missing(Vec::new())), &["Bread/Rye.md"]),
        (
            &|| changes::not_once(&note, &Miss::Missing(lines(&[4]))),
            &["Bread/Rye.md", "4: “line of 4”", "4: „line of 4“"][..1],
        ),
        (
            &|| changes::not_once(&note, &Miss::Ambiguous(lines(&[4, 9]))),
            &["line of 4", "line of 9"],
        ),
        (
            &|| changes::undone_in_part(1, 3, "Edit", "It changed."),
            &["1", "3", "Edit", "It changed."],
        ),
        (&|| changes::link_mentions(1, Some(&note)), &["1 Link", "Rye"][1..]),
        (&|| changes::link_mentions(2, None), &["2"]),
        (&|| changes::undo_of("Edit"), &["Edit"]),
    ]);
    let said = changes::not_once(&note, &Miss::Missing(long));
    assert!(said.contains("line 7: “rye") && said.len() < 300, "{said}");
}

#[test]
fn git_says_why_it_failed() {
    check(&[
        (&|| changes::not_committed("no disk"), &["no disk"]),
        (&|| changes::git_filter("Rye.md"), &["Rye.md"]),
        (&|| changes::git_not_a_file("Rye.md"), &["Rye.md"]),
        (&|| changes::git_not_run(&Error::from(ErrorKind::NotFound)), &["git"]),
        (&|| changes::git_not_run(&Error::other("odd")), &["git", "odd"]),
        (&|| changes::git_said(""), &["git"]),
    ]);
    for (error, expect) in [
        ("fatal: not a repository.", "not a repository"),
        ("\nerror: no disk\nmore", "no disk"),
        // Advice comes before the reason.
        ("hint: tell us who you are\nfatal: no email was given\n", "no email was given"),
    ] {
        assert_eq!(changes::git_said(error), expect);
    }
}

#[test]
fn an_error_has_its_sentence_in_the_language_of_whoever_reads_it() {
    let error = conversation::Error::new(Code::NoVault, NO_VAULT);
    let german = speaking(Language::German, || error.to_string());
    assert_eq!((error.to_string(), german), (NO_VAULT.en.to_owned(), NO_VAULT.de.to_owned()));
}
