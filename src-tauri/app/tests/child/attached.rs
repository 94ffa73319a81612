//! Attached files: read by a child process, stored, and shown.

use app::{
    Standing,
    attachments::{Content, FileSource, ReadFile, read_file},
};
use conversation::{
    Code, Mode,
    reference::{Kind, Reference},
};
use engine::download::Adding;
use turn::AskRequest;

use super::{Check, Place, local_models, made, question, references, run};

pub const CHECKS: &[Check] = &[
    ("a_file_is_read_from_the_disk_as_when_it_is_pasted", a_file_is_read),
    ("a_file_that_cant_be_read_is_named", a_file_that_cant_be_read),
    ("an_attached_file_is_shown_as_its_kind", an_attached_file_is_shown),
    ("a_cited_page_of_an_attached_file_opens", a_cited_page_of_an_attached_file),
];

fn text(file: &ReadFile) -> &str {
    match &file.content {
        Content::Text(text) => &text.text,
        Content::Image(image) => panic!("an image of {} pixels", image.width),
    }
}

fn a_file_is_read() {
    let place = Place::with(&[]);
    let latin = b"Une cr\xE8me br\xFBl\xE9e, et une p\xE2tisserie";
    for (name, bytes, expect, has_pages) in [
        ("list.txt", &b"salt"[..], "salt", false),
        ("latin.txt", latin, "Une crème brûlée, et une pâtisserie", false),
        ("letter.rtf", br"{\rtf1 Rye \b keeps}", "Rye keeps", false),
        ("page.html", b"<h1>Rye</h1><p>It keeps.", "# Rye\n\nIt keeps.", false),
        ("a.pdf", &made::pdf(&["Rye keeps."]), "Rye keeps.", true),
    ] {
        let path = place.file(name, bytes);
        let disk = FileSource::from(&path);
        let pasted = FileSource::pasted_bytes(name.to_owned(), bytes.to_vec()).unwrap();
        assert_eq!((disk.name(), pasted.name()), (name.to_owned(), name.to_owned()));
        let read = read_file(&path, None).unwrap();
        assert_eq!((text(&read), read.original.is_some()), (expect, has_pages), "{name}");
        assert_eq!(disk.read(None).unwrap(), read, "{name}");
        assert_eq!(pasted.read(None).unwrap(), read, "{name}");
    }
}

fn a_file_that_cant_be_read() {
    let place = Place::with(&[]);
    for (name, bytes) in
        [("a.pdf", &b"%PDF-1.7\n"[..]), ("a.docx", b"PK\x03\x04 no more"), ("a.txt", b" \n")]
    {
        let path = place.file(name, bytes);
        let pasted = FileSource::pasted_bytes(name.to_owned(), bytes.to_vec()).unwrap();
        let errors =
            [FileSource::from(&path).read(None), pasted.read(None)].map(Result::unwrap_err);
        for error in errors {
            assert_eq!(error.code, Code::UnsupportedFile, "{error}");
            assert!(error.message.contains(name), "{error}");
        }
    }
    let huge = vec![0; 64 * 1024 * 1024 + 1];
    let error = FileSource::pasted_bytes("a.pdf".to_owned(), huge).unwrap_err();
    assert_eq!(error.code, Code::TooLarge);
    assert!(error.message.contains("a.pdf") && error.message.contains("64.0 MB"), "{error}");
    let gone = FileSource::from(&place.vault().join("gone.pdf")).read(None).unwrap_err();
    assert_eq!(gone.code, Code::NotFound);
    let folder = FileSource::from(&place.vault()).read(None).unwrap_err();
    assert!(folder.message.contains("vault"), "{folder}");
}

fn an_attached_file_is_shown() {
    let place = Place::with(&[("Salt.md", b"# Salt\n\nTwo per cent.\n")]);
    run(async {
        let app = place.opened(&[]).await;
        let attach = async |name: &str, bytes: &[u8]| {
            app.turns.attach(&place.file(name, bytes)).await.unwrap().id
        };
        let pdf = made::pdf(&["Rye keeps for a week.", "Spelt keeps for a day."]);
        let id = attach("Bread.pdf", &pdf).await;
        let view = app.reader.attachment(id).await.unwrap();
        assert_eq!((view.title.as_str(), view.parts.len()), ("Bread.pdf", 2));
        assert_eq!(view.pages.map(|pages| pages.first), Some(1));
        assert_eq!(app.reader.attached_pdf(id).await.unwrap(), pdf);
        for (name, bytes, expect) in [
            ("list.md", &b"# Bread\n\nRye.\n"[..], "<h1"),
            ("mix.rs", b"fn mix() {}\n", "<pre"),
            ("list.txt", b"# not a heading\n", "<pre"),
        ] {
            let id = attach(name, bytes).await;
            let view = app.reader.attachment(id).await.unwrap();
            assert!(view.parts[0].html.contains(expect), "{name}: {}", view.parts[0].html);
            assert!(view.pages.is_none() && view.picture.is_none());
            let error = app.reader.attached_pdf(id).await.unwrap_err();
            assert_eq!(error.code, Code::NotFound);
        }
        let id = attach("boat.png", &made::png(640, 480)).await;
        let view = app.reader.attachment(id).await.unwrap();
        assert_eq!((view.picture, view.parts.len()), (Some(id), 0));
        assert_eq!(app.turns.attached_image(id).await.unwrap().1, "image/png");
        let gone = app.reader.attachment(conversation::AttachmentId::new()).await.unwrap_err();
        assert_eq!(gone.code, Code::NotFound);
        app.close().await;
    });
}

fn a_cited_page_of_an_attached_file() {
    let place = Place::with(&[("Salt.md", b"# Salt\n\nTwo per cent.\n")]);
    run(async {
        let app = local_models::with_engine(&place).await;
        app.models.add(&local_models::own(&place, "mine.gguf"), Adding::Copy).await.unwrap();
        let lines = ["Rye keeps for a week.", "Spelt keeps for a day."];
        let file = place.file("Bread.pdf", &made::pdf(&lines));
        let attachments = vec![app.turns.attach(&file).await.unwrap().id];
        let asked = AskRequest { attachments, ..question("How long does it keep?", Mode::None) };
        let found = references(&app, asked).await;
        let of_page = |text: &str| {
            let has =
                |it: &&Reference| it.passage.as_ref().is_some_and(|it| it.text.contains(text));
            found.iter().find(has).unwrap()
        };
        for (page, line) in (1..).zip(lines) {
            let reference = of_page(line);
            assert_eq!(reference.kind, Kind::Attachment);
            let text = &reference.passage.as_ref().unwrap().text;
            let start = text.find(line).unwrap();
            let sentence = notes::ByteRange { start, end: start + line.len() };
            let opened = app.reader.open_reference(reference.id, vec![sentence]).await.unwrap();
            assert_eq!((opened.standing, opened.note.is_none()), (Standing::Unchanged, true));
            let sentences: Vec<_> = opened.sentences.iter().map(|it| it.text.as_str()).collect();
            assert_eq!(sentences, [line]);
            let pages = opened.document.unwrap().pages.unwrap();
            let marked = pages.passage.iter().map(|it| (it.page, it.text.as_str()));
            assert!(marked.clone().any(|it| it == (page, line)), "{pages:?}");
        }
        app.close().await;
    });
}
