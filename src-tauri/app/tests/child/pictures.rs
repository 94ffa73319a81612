//! Text in pictures, by the models that come with the app.

use std::{fs::File, path::PathBuf};

use app::{
    PagesDone, Place as At,
    attachments::{Content, read_file, recognised},
    recognition::Recognition,
};
use conversation::FileGroup;
use documents::{Limits, Reason};
use models::Resources;

use super::{Check, Place, made, path, resources, run};

pub const CHECKS: &[Check] = &[
    ("text_in_a_picture_is_read_page_by_page", text_in_a_picture_is_read),
    ("without_its_models_a_file_is_read_as_it_is", without_its_models),
    ("a_scan_of_many_pages_is_too_much_while_a_user_waits", a_scan_of_many_pages),
    ("pictures_of_a_vault_are_read_and_marked", pictures_of_a_vault),
];

const LINE: &str = "Rye bread keeps longer than wheat bread.";

fn page() -> PathBuf {
    resources().join("../src-tauri/models/src/recognition/pictures/page.png")
}

fn recognition() -> Recognition {
    Recognition::new(Resources::under(&resources())).unwrap()
}

/// Limits for parallel tests on a slow machine.
fn limits() -> Limits {
    let patient = std::time::Duration::from_secs(120);
    Limits { time: patient, kill: patient, ..Limits::default() }
}

fn text_in_a_picture_is_read() {
    let mut recognition = recognition();
    let mut told = Vec::new();
    let file = File::open(page()).unwrap();
    let mut go_on = |pages: PagesDone| {
        told.push(pages);
        Ok::<_, ()>(())
    };
    let document = recognition.read("page.png", &file, limits(), &mut go_on).unwrap().unwrap();
    assert!(document.text.contains(LINE), "{}", document.text);
    // Before the page and before each of its lines.
    assert!(told.len() > 4, "{told:?}");
    assert!(told.iter().all(|pages| (pages.done, pages.total) == (0, 1)), "{told:?}");
    // Whoever waits may stop it.
    let stopped = recognition.read("page.png", &file, limits(), &mut |_| Err("stop"));
    assert_eq!(stopped.unwrap_err(), "stop");
    let mut lines = 0;
    let stopped = recognition.read("page.png", &file, limits(), &mut |_| {
        lines += 1;
        if lines > 2 { Err("stop") } else { Ok(()) }
    });
    assert_eq!((stopped.unwrap_err(), lines), ("stop", 3));

    // Other files are read as ever.
    let place = Place::with(&[]);
    let mut read = |name: &str, bytes: &[u8]| {
        let file = File::open(place.file(name, bytes)).unwrap();
        recognition.read(name, &file, limits(), &mut |_| Ok::<_, ()>(())).unwrap()
    };
    assert_eq!(read("a.txt", b"Rye keeps.").unwrap().text, "Rye keeps.");
    assert_eq!(read("a.pdf", b"%PDF-1.7").unwrap_err().reason, Reason::Damaged);
    // A picture that can't be decoded is named beside the rest.
    let document = read("a.png", &made::png(640, 480)).unwrap();
    assert_eq!(document.problems.len(), 1, "{document:?}");
}

fn without_its_models() {
    let place = Place::with(&[]);
    let nowhere = place.0.path().to_owned();
    let resources = Resources { recognition: nowhere, ..Resources::under(&resources()) };
    assert!(Recognition::new(resources.clone()).is_none());
    // Files with the right names that aren't models.
    place.file("finding.onnx", b"no weights");
    place.file("reading.onnx", b"no weights");
    let mut recognition = Recognition::new(resources).unwrap();
    let file = File::open(page()).unwrap();
    let read = recognition.read("page.png", &file, limits(), &mut |_| Err("asked")).unwrap();
    let text = read.unwrap().text;
    assert!(text.starts_with("PNG image") && !text.contains(LINE), "{text}");
}

fn a_scan_of_many_pages() {
    let place = Place::with(&[]);
    let mut recognition = recognition();
    let many = place.file("many.pdf", &made::scan(31));
    let error = read_file(&many, Some(&mut recognition)).unwrap_err();
    for part in ["many.pdf", "31", "30"] {
        assert!(error.message.contains(part), "{part}: {error}");
    }
    // An attached image is one; its text is for models that don't see.
    let read = read_file(&page(), Some(&mut recognition)).unwrap();
    assert!(matches!(read.content, Content::Image(_)));
    let found = recognised(&page(), &mut recognition).unwrap();
    assert!(found.text.contains(LINE) && !found.boxes.is_empty(), "{found:?}");
    assert_eq!(recognised(&place.file("note.txt", b"Rye keeps."), &mut recognition), None);
    assert_eq!(recognised(&place.file("gone.pdf", b"%PDF-1.7"), &mut recognition), None);
}

fn pictures_of_a_vault() {
    let place = Place::with(&[("Salt.md", b"# Salt\n")]);
    std::fs::copy(page(), place.vault().join("page.png")).unwrap();
    run(async {
        let groups = |sizes: Vec<index::FileGroupSize>| {
            sizes.iter().map(|size| (size.group, size.files)).collect::<Vec<_>>()
        };
        let app = place.opened(&[FileGroup::Pictures]).await;
        // Without the models, nobody can choose to read pictures.
        assert_eq!(groups(app.vaults.document_sizes().await.unwrap()), []);
        assert!(app.reader.files().await.unwrap().is_empty());
        app.retrieval.find_by_meaning(Some(&resources()));
        let sizes = app.vaults.document_sizes().await.unwrap();
        assert_eq!(groups(sizes), [(FileGroup::Pictures, 1)]);
        app.vaults.open(&place.vault()).await.unwrap();
        let status = app.vaults.documents_read().await.unwrap();
        assert_eq!((status.documents, status.failed.len()), (1, 0), "{status:?}");
        let view = app.reader.document(&path("page.png"), At::Top).await.unwrap();
        let text = view.parts.iter().map(|part| part.html.as_str()).collect::<String>();
        assert!(text.contains(LINE), "{text}");
        let recognised = view.recognised.unwrap();
        assert!(recognised.html.contains("page.png") && recognised.boxes.len() >= 4);
        // A model that doesn't see gets the text of an attached picture.
        let attached = app.turns.attach(&page()).await.unwrap();
        assert!(attached.image.is_none());
        let view = app.reader.attachment(attached.id).await.unwrap();
        assert!(view.parts[0].html.contains(LINE), "{view:?}");
        app.close().await;
    });
}
