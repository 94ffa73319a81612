use std::{cell::RefCell, io::Read as _};

use ::documents::{Document, Kind, Limits, Part, Place, Reason, Refusal, Unit};
use conversation::{FileGroup, FilePart, PartUnit};

use super::{embedding::Fake, *};
use crate::{Control, DocumentReport, Hit};

/// Reads files whose pages are separated by form feeds, and records their names.
#[derive(Default)]
struct Shelf {
    read: RefCell<Vec<String>>,
}

impl Shelf {
    fn read(&self, index: &Index, groups: &[FileGroup]) -> DocumentReport {
        self.read.borrow_mut().clear();
        let mut read = |name: String, mut file: fs::File, _: Limits| {
            self.read.borrow_mut().push(name);
            let mut text = String::new();
            file.read_to_string(&mut text).unwrap();
            Ok(document(&text, groups.contains(&FileGroup::Pictures)))
        };
        index.read_documents(groups, &mut read, &Control::default(), &mut |_| {}).unwrap()
    }

    fn names(&self) -> Vec<String> {
        self.read.borrow().clone()
    }
}

/// A page `!` is a picture; recognition reveals its text.
fn document(text: &str, recognised: bool) -> Result<Document, Refusal> {
    if text == "!" && !recognised {
        let sentence = "The file has images and no text: it may be a scan.".to_owned();
        return Err(Refusal { reason: Reason::ImageOnly, place: None, sentence });
    }
    if text.is_empty() {
        let sentence = "The file needs a password.".to_owned();
        return Err(Refusal { reason: Reason::Encrypted, place: None, sentence });
    }
    let mut document = Document {
        kind: Kind::Pdf,
        title: Some("On bread".to_owned()),
        text: String::new(),
        parts: Vec::new(),
        repeated: Vec::new(),
        problems: Vec::new(),
    };
    for (number, page) in (1..).zip(text.split('\u{c}')) {
        if !document.text.is_empty() {
            document.text.push_str("\n\n");
        }
        let start = document.text.len();
        document.text.push_str(page);
        document.parts.push(Part {
            unit: Unit::Page,
            number,
            name: None,
            range: start..document.text.len(),
            size: None,
            blocks: Vec::new(),
            lines: Vec::new(),
            picture: page == "!" && !recognised,
            recognised: page == "!" && recognised,
        });
        if page == "!" && !recognised {
            let place = Some(Place { unit: Unit::Page, number });
            let sentence = format!("Page {number} is an image without text.");
            document.problems.push(Refusal { reason: Reason::ImageOnly, place, sentence });
        }
    }
    Ok(document)
}

fn found(index: &Index, query: &str) -> Vec<Hit> {
    index.search(query, &SearchOptions::keyword(9)).unwrap().hits
}

fn places(index: &Index, query: &str) -> Vec<(String, Option<u32>)> {
    let place = |hit: Hit| (hit.path.to_string(), hit.part.map(|part| part.number));
    let mut places: Vec<_> = found(index, query).into_iter().map(place).collect();
    places.sort();
    places
}

const ALL: [FileGroup; 2] = [FileGroup::Pdf, FileGroup::Books];

// B91
#[test]
fn a_file_is_found_by_its_pages_and_filters_choose_them() {
    let bench = Bench::new(&[("Rye.md", "# Rye\n\nRye keeps.")]);
    bench.write("Papers/rye.pdf", "Rye is old.\u{c}Nothing here.\u{c}Rye is dark.");
    bench.write("rye.epub", "Rye is a book.");
    let index = bench.synced();
    let report = Shelf::default().read(&index, &ALL);
    assert_eq!(report.read.len(), 2);

    let check = |query: &str, expect: &[(&str, Option<u32>)]| {
        let expect: Vec<_> =
            expect.iter().map(|(path, page)| ((*path).to_owned(), *page)).collect();
        assert_eq!(places(&index, query), expect, "{query}");
    };
    let (pdf, epub, note) = ("Papers/rye.pdf", "rye.epub", "Rye.md");
    check("rye", &[(pdf, Some(1)), (pdf, Some(2)), (pdf, Some(3)), (note, None), (epub, Some(1))]);
    check("dark", &[(pdf, Some(3))]);
    check("dark type:note", &[]);
    check("old type:pdf", &[(pdf, Some(1))]);
    check("book type:books", &[(epub, Some(1))]);
    check("keeps -type:pdf", &[(note, None)]);
    check("old page:1", &[(pdf, Some(1))]);
    check("dark page:2-3", &[(pdf, Some(3))]);
    check("dark page:1", &[]);
    // The file's own title is searchable.
    check("\"on bread\" page:2", &[(pdf, Some(2))]);

    let hit = found(&index, "dark").into_iter().next().unwrap();
    assert_eq!(hit.title, "rye.pdf");
    assert_eq!(hit.part, Some(FilePart { unit: PartUnit::Page, number: 3, name: None }));
    let text = index.document(&hit.path).unwrap().unwrap();
    assert_eq!(hit.range.of(&text.text), Some("Rye is dark."));
    assert_eq!(text.parts().len(), 3);

    let status = index.status().unwrap();
    assert_eq!((status.indexed, status.documents), (1, 2));
    assert!(index.catalog().notes().count() == 1, "a file is no note");
}

#[test]
fn files_are_looked_for_without_reading_what_is_known_of_notes() {
    let bench = Bench::new(&[("Rye.md", "# Rye\n\nRye keeps.")]);
    bench.write("rye.pdf", "Rye is old.");
    drop(bench.synced());
    let index = bench.open();
    assert_eq!(Shelf::default().read(&index, &ALL).read.len(), 1);
    assert_eq!(index.document_sizes().unwrap()[0].files, 1);
    assert!(index.shared().view().catalog.get().is_none());
}

// B91, B92
#[test]
fn a_refused_file_is_reported_and_not_read_again() {
    let bench = Bench::new(&[]);
    bench.write("locked.pdf", "");
    let index = bench.synced();
    let shelf = Shelf::default();
    shelf.read(&index, &ALL);
    assert_eq!(shelf.names(), ["locked.pdf"]);
    let failed = index.status().unwrap().failed;
    assert_eq!(failed.len(), 1);
    assert!(failed[0].reason.contains("password"), "{failed:?}");
    let why = index
        .why_not("salt", &NotePath::new("locked.pdf").unwrap(), &SearchOptions::keyword(9))
        .unwrap();
    assert!(matches!(&why, WhyNot::Failed { detail } if detail.contains("password")), "{why:?}");
    // A sync of the notes doesn't drop the refusal.
    sync(&index);
    assert_eq!(index.status().unwrap().failed.len(), 1);

    shelf.read(&index, &ALL);
    assert_eq!(shelf.names(), Vec::<String>::new());
    bench.write_at("locked.pdf", "Open now.", 2_000_000);
    shelf.read(&index, &ALL);
    assert_eq!(shelf.names(), ["locked.pdf"]);
    assert!(index.status().unwrap().failed.is_empty());
    assert_eq!(places(&index, "open"), [("locked.pdf".to_owned(), Some(1))]);
}

// B91
#[test]
fn only_what_changed_is_read_and_what_is_gone_or_unwanted_leaves() {
    let bench = Bench::new(&[("Rye.md", "Rye keeps.")]);
    bench.write("a.pdf", "Salt.");
    bench.write("b.epub", "Flour.");
    let index = bench.synced();
    let shelf = Shelf::default();
    shelf.read(&index, &ALL);
    assert_eq!(shelf.names().len(), 2);
    // A reopened index knows them.
    drop(index);
    let index = bench.synced();
    shelf.read(&index, &ALL);
    assert_eq!(shelf.names(), Vec::<String>::new());

    bench.write_at("a.pdf", "Sugar.", 2_000_000);
    sync(&index);
    assert_eq!(shelf.read(&index, &ALL).read.len(), 1);
    assert_eq!(shelf.names(), ["a.pdf"]);
    assert_eq!(places(&index, "salt"), []);

    let report = shelf.read(&index, &[FileGroup::Pdf]);
    assert_eq!(report.removed, [NotePath::new("b.epub").unwrap()]);
    assert_eq!(places(&index, "flour"), []);
    bench.remove("a.pdf");
    sync(&index);
    shelf.read(&index, &ALL);
    assert_eq!(shelf.names(), ["b.epub"]);
    assert_eq!(places(&index, "sugar"), []);
    let status = index.status().unwrap();
    assert_eq!((status.indexed, status.documents), (1, 1));
}

// B41, B91
#[test]
fn a_file_that_was_moved_or_touched_is_not_read_again() {
    let bench = Bench::new(&[]);
    bench.write("a.pdf", "Salt keeps.\u{c}Flour doesn't.");
    bench.write("b.pdf", "Sugar.");
    let index = bench.synced();
    let shelf = Shelf::default();
    shelf.read(&index, &ALL);
    let fake = Fake::new();
    assert_eq!(index.embed(&fake).unwrap(), 3);
    let move_to = |from: &str, to: &str| {
        fs::create_dir_all(bench.root().join(to).parent().unwrap()).unwrap();
        fs::rename(bench.root().join(from), bench.root().join(to)).unwrap();
        sync(&index);
        shelf.read(&index, &ALL)
    };

    let report = move_to("a.pdf", "Papers/new name.pdf");
    assert_eq!(report.moved, [(path("a.pdf"), path("Papers/new name.pdf"))]);
    assert_eq!((report.read, report.removed), (Vec::new(), Vec::new()));
    assert_eq!(shelf.names(), Vec::<String>::new());
    let there = ("Papers/new name.pdf".to_owned(), Some(2));
    assert_eq!(places(&index, "flour"), std::slice::from_ref(&there));
    assert_eq!(found(&index, "flour")[0].title, "new name.pdf");
    // By its new name and its own title.
    assert!(places(&index, "\"new name\" flour").contains(&there));
    assert!(places(&index, "\"on bread\" flour").contains(&there));
    assert_eq!(index.embed(&fake).unwrap(), 2, "its pages are embedded under its new name");
    assert_eq!(index.status().unwrap().documents, 2);

    // A new timestamp with the same bytes.
    bench.write_at("b.pdf", "Sugar.", 3_000_000);
    sync(&index);
    let report = shelf.read(&index, &ALL);
    assert_eq!((report.read, shelf.names()), (Vec::new(), Vec::new()));

    // Another file of the same size as a missing one; and an extension that is read differently.
    bench.remove("b.pdf");
    bench.write("c.pdf", "Honey.");
    sync(&index);
    let report = shelf.read(&index, &ALL);
    assert_eq!((report.moved, report.removed), (Vec::new(), vec![path("b.pdf")]));
    assert_eq!(shelf.names(), ["c.pdf"]);
    assert_eq!(move_to("c.pdf", "c.epub").moved, []);
    assert_eq!(shelf.names(), ["c.epub"]);

    // A reopened index knows all that.
    drop(index);
    let index = bench.synced();
    assert_eq!(shelf.read(&index, &ALL), DocumentReport::default());
}

// B92, B91
#[test]
fn scanned_files_are_read_again_when_recognition_is_turned_on() {
    let bench = Bench::new(&[]);
    bench.write("scan.pdf", "!");
    bench.write("mixed.pdf", "Rye.\u{c}!");
    bench.write("plain.pdf", "Salt.");
    bench.write("photo.png", "Flour.");
    let index = bench.synced();
    let shelf = Shelf::default();
    shelf.read(&index, &ALL);
    assert_eq!(index.status().unwrap().failed.len(), 2);
    shelf.read(&index, &ALL);
    assert_eq!(shelf.names(), Vec::<String>::new());

    let with_pictures = [FileGroup::Pdf, FileGroup::Books, FileGroup::Pictures];
    shelf.read(&index, &with_pictures);
    assert_eq!(shelf.names(), ["mixed.pdf", "photo.png", "scan.pdf"]);
    assert!(index.status().unwrap().failed.is_empty());
    assert_eq!(places(&index, "flour type:pictures").len(), 1);
    shelf.read(&index, &with_pictures);
    assert_eq!(shelf.names(), Vec::<String>::new());
    // Text recognised in other files stays; pictures leave, like files of any unwanted kind.
    let report = shelf.read(&index, &ALL);
    assert_eq!(report.removed, [NotePath::new("photo.png").unwrap()]);
    assert_eq!(shelf.names(), Vec::<String>::new());
}

#[test]
fn a_change_of_a_note_is_looked_at_alone_after_files_were_read() {
    let bench = Bench::new(&[("Rye.md", "Rye keeps."), ("Salt.md", "Salt.")]);
    bench.write("a.pdf", "Salt.");
    let index = bench.synced();
    Shelf::default().read(&index, &ALL);
    bench.write_at("Rye.md", "Rye is dark.", 2_000_000);
    let path = NotePath::new("Rye.md").unwrap();
    let change = Change { places: Places::Paths([path].into()), renames: Vec::new() };
    let report = sync_scope(&index, SyncScope::Changed(change));
    assert_eq!(report.changed.len(), 1);
    assert_eq!(places(&index, "salt").len(), 2, "the file is still there");
}
