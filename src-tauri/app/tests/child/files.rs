//! Files of a vault that are no notes: read in the background, shown, and cited.

use app::{Place as At, ReadingState, Standing, answer::IMAGE_BASE};
use conversation::{Code, FileGroup, Mode, Settings};
use notes::Anchor;

use super::{Check, Place, made, passages, path, question, run};

pub const CHECKS: &[Check] = &[
    ("files_of_a_vault_are_read_and_shown", files_of_a_vault_are_read_and_shown),
    ("files_that_arent_read_say_why", files_that_arent_read_say_why),
    ("kinds_of_files_are_read_and_forgotten_as_the_settings_say", kinds_of_files),
    ("a_cited_file_opens_at_its_passage_or_says_what_became_of_it", a_cited_file),
];

const KINDS: &[FileGroup] = &[FileGroup::Pdf, FileGroup::Office, FileGroup::Text];

fn page(number: &str) -> At {
    At::Anchor(Anchor::Heading(vec![format!("page={number}")]))
}

fn files_of_a_vault_are_read_and_shown() {
    let pdf = made::pdf(&["Rye keeps for a week.", "Spelt keeps for a day."]);
    let place = Place::with(&[
        ("Salt.md", b"# Salt\n\nSee [[Bread.pdf]] and [[letter.rtf]].\n"),
        ("Bread.pdf", &pdf),
        ("letter.rtf", br"{\rtf1 Oats keep for \b months.}"),
        ("list.csv", b"Grain,Days\nRye,7\n"),
        ("boat.png", &made::png(640, 480)),
    ]);
    run(async {
        let app = place.opened(KINDS).await;
        let status = app.vaults.documents_read().await.unwrap();
        assert_eq!((status.reading, status.documents), (ReadingState::Done, 3));
        assert!(status.failed.is_empty(), "{:?}", status.failed);
        let files = app.reader.files().await.unwrap();
        let paths: Vec<_> = files.iter().map(|file| (file.path.as_str(), &*file.title)).collect();
        let expect = ["Bread.pdf", "letter.rtf", "list.csv"].map(|name| (name, name));
        assert_eq!(paths, expect);

        let show = async |name: &str, at: At| app.reader.document(&path(name), at).await.unwrap();
        let view = show("Bread.pdf", page("2")).await;
        assert_eq!(view.parts.len(), 2);
        assert!(view.parts[1].html.contains("Spelt keeps"), "{view:?}");
        let pages = view.pages.unwrap();
        assert_eq!((pages.first, pages.passage.len()), (2, 0));
        assert_eq!(view.backlinks[0].source, path("Salt.md"));
        // A page that isn't there opens the first one.
        assert_eq!(show("Bread.pdf", page("9")).await.pages.unwrap().first, 1);
        assert_eq!(app.reader.pdf(&path("Bread.pdf")).await.unwrap(), pdf);

        let view = show("letter.rtf", At::Top).await;
        assert!(view.parts[0].html.contains("Oats keep for months."), "{view:?}");
        assert_eq!((view.pages, view.recognised), (None, None));
        assert!(show("list.csv", At::Top).await.parts[0].html.contains("<td>7</td>"));
        // A picture that isn't read is shown with its metadata.
        let view = show("boat.png", At::Top).await;
        let html = &view.parts[0].html;
        assert!(html.contains(&format!("{IMAGE_BASE}boat.png")), "{html}");
        assert!(html.contains("640 × 480") && html.contains("A boat"), "{html}");
        app.close().await;
    });
}

fn files_that_arent_read_say_why() {
    let place = Place::with(&[
        ("Salt.md", b"# Salt\n"),
        ("broken.pdf", b"%PDF-1.7\nand no more"),
        ("film.mp4", b"\0\0\0\x20ftypisom"),
        ("odd.png", b"\x89PNG\r\n\x1a\n"),
    ]);
    run(async {
        let app = place.opened(KINDS).await;
        let status = app.vaults.documents_read().await.unwrap();
        let failed: Vec<_> = status.failed.iter().map(|problem| problem.path.as_str()).collect();
        assert_eq!(failed, ["broken.pdf"]);
        let show = async |name: &str| app.reader.document(&path(name), At::Top).await;
        let error = show("broken.pdf").await.unwrap_err();
        assert_eq!(error.code, Code::UnsupportedFile);
        let reason = &status.failed[0].reason;
        assert!(
            error.message.contains("broken.pdf") && error.message.contains(&**reason),
            "{error}"
        );
        let error = show("film.mp4").await.unwrap_err();
        assert!(error.message.contains("film.mp4"), "{error}");
        assert_eq!(show("none.pdf").await.unwrap_err().code, Code::NotFound);
        // What a picture doesn't say is left out.
        let view = show("odd.png").await.unwrap();
        assert!(view.parts[0].html.contains("odd.png") && !view.parts[0].html.contains("<pre"));
        let error = app.reader.pdf(&path("film.mp4")).await.unwrap_err();
        assert_eq!(error.code, Code::UnsupportedFile);
        assert!(error.message.contains("film.mp4"), "{error}");
        let error = app.reader.note(&path("broken.pdf"), None).await.unwrap_err();
        assert_eq!(error.code, Code::UnsupportedFile);
        app.close().await;
    });
}

fn kinds_of_files() {
    let place = Place::with(&[
        ("Salt.md", b"# Salt\n"),
        ("Bread.pdf", &made::pdf(&["Rye keeps for a week."])),
        ("letter.rtf", br"{\rtf1 Oats keep.}"),
    ]);
    run(async {
        let app = place.opened(KINDS).await;
        let files = async || {
            app.vaults.documents_read().await.unwrap();
            let files = app.reader.files().await.unwrap().into_iter();
            files.map(|file| file.path.as_str().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(files().await, ["Bread.pdf", "letter.rtf"]);
        let sizes = app.vaults.document_sizes().await.unwrap();
        let sizes: Vec<_> = sizes.iter().map(|size| (size.group, size.files)).collect();
        assert_eq!(sizes, [(FileGroup::Pdf, 1), (FileGroup::Office, 1)]);
        for (documents, expect) in [
            (vec![FileGroup::Office], &["letter.rtf"][..]),
            (Vec::new(), &[]),
            (KINDS.to_vec(), &["Bread.pdf", "letter.rtf"]),
        ] {
            let now = app.settings.get();
            app.settings.set(Settings { documents, ..now }).await.unwrap();
            while files().await != expect {
                tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            }
        }
        app.close().await;
    });
}

fn a_cited_file() {
    let place = Place::with(&[
        ("Salt.md", b"# Salt\n\nTwo per cent.\n"),
        (
            "letter.rtf",
            br"{\rtf1 Oats keep for months in a cool and dark cellar.\par Barley does not.}",
        ),
    ]);
    run(async {
        let app = place.opened(KINDS).await;
        let found =
            passages(&app, question("How long do oats keep in a cellar?", Mode::Notes)).await;
        let letter = found.iter().find(|it| it.path == Some(path("letter.rtf"))).unwrap();
        let open = async || app.reader.open_reference(letter.id, Vec::new()).await.unwrap();
        let opened = open().await;
        assert_eq!((opened.standing, opened.notice), (Standing::Unchanged, None));
        let document = opened.document.unwrap();
        assert!(opened.note.is_none() && document.target.is_some(), "{document:?}");
        // The sentences that an answer rests on are found in the passage.
        let text = &letter.passage.as_ref().unwrap().text;
        let end = text.find("cellar.").unwrap() + "cellar.".len();
        let start = text.find("Oats").unwrap();
        let marked = notes::ByteRange { start, end };
        let opened = app.reader.open_reference(letter.id, vec![marked]).await.unwrap();
        let sentences: Vec<_> = opened.sentences.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(sentences, ["Oats keep for months in a cool and dark cellar."]);

        place.write("letter.rtf", br"{\rtf1 Nothing of the kind stands here now, only weather.}");
        app.vaults.rebuild_index().unwrap();
        // Until the file is read again, its passage is gone and there is no document.
        let opened = loop {
            let opened = open().await;
            if opened.standing == Standing::PassageGone && opened.document.is_some() {
                break opened;
            }
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            app.vaults.documents_read().await.unwrap();
        };
        assert_eq!(opened.document.unwrap().target, None);
        assert!(opened.notice.is_some());
        std::fs::remove_file(place.vault().join("letter.rtf")).unwrap();
        let opened = open().await;
        assert_eq!(opened.standing, Standing::NoteGone);
        assert!(opened.notice.unwrap().contains("letter.rtf"));
        app.close().await;
    });
}
