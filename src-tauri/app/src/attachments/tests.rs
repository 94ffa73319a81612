use std::fs;

use super::*;

fn attach(bytes: &[u8]) -> Result<ReadFile> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list.txt");
    fs::write(&path, bytes).unwrap();
    read_here(&path)
}

/// Reads in this process what the app reads in a child process.
fn read_here(path: &Path) -> Result<ReadFile> {
    read_with(path, &mut |path| {
        let name = path.file_name().unwrap().to_string_lossy();
        documents::read(&fs::read(path).unwrap(), &name, Limits::default(), &mut |_| {})
    })
}

#[test]
fn text_is_read_whatever_its_encoding() {
    let cases: &[(&[u8], &str)] = &[
        (b"salt", "salt"),
        ("Crème brûlée\r\n".as_bytes(), "Crème brûlée\r\n"),
        (b"\xEF\xBB\xBFsalt", "salt"),
        (b"\xFF\xFEs\0a\0\x3C\xD8\x5E\xDF", "sa🍞"),
        (b"\xFE\xFF\0s\0a", "sa"),
        (b"RIFFs are short", "RIFFs are short"),
        (b"Une cr\xE8me br\xFBl\xE9e, et une p\xE2tisserie", "Une crème brûlée, et une pâtisserie"),
        (b"{\\rtf1 Rye \\b keeps}", "Rye keeps"),
    ];
    for (bytes, text) in cases {
        let file = attach(bytes).unwrap();
        let Content::Text(read) = &file.content else { panic!("{file:?}") };
        assert_eq!(read.text, *text);
        assert_eq!(file.name, "list.txt");
        assert_eq!(file.bytes as usize, bytes.len());
    }
}

// B91
#[test]
fn a_pasted_file_is_read_like_one_on_disk() {
    let apart =
        |name: &str, bytes: Vec<u8>| documents::read(&bytes, name, Limits::default(), &mut |_| {});
    let text = |name: &str, bytes: &[u8]| {
        let file = pasted_with(name, bytes, &apart).unwrap();
        let Content::Text(text) = file.content else { panic!("{name} is an image") };
        (file.name, text.text, file.original.is_some())
    };
    let check = |name: &str, bytes: &[u8], expect: &str, has_pages: bool| {
        let found = text(name, bytes);
        assert_eq!(found, ("a".to_owned() + &name[name.len() - 4..], expect.to_owned(), has_pages));
    };
    check("a.txt", b"salt", "salt", false);
    check("a.rtf", b"{\\rtf1 Rye \\b keeps}", "Rye keeps", false);
    let refused = |bytes: &[u8]| pasted_with("a.pdf", bytes, &apart).unwrap_err();
    assert!(refused(b"%PDF-1.7\n").message.contains("is damaged"));
    let large = pasted_with("a.txt", &vec![b'a'; MAX_BYTES as usize + 1], &apart).unwrap_err();
    assert_eq!(large.code, Code::TooLarge);
    let named = FileSource::pasted("/home/u/a.txt", "c2FsdA==").unwrap();
    assert_eq!(named, FileSource::Pasted { name: "a.txt".to_owned(), bytes: (*b"salt").into() });
    assert_eq!(FileSource::pasted("a.txt", "no base64").unwrap_err().code, Code::BadInput);
    let huge = "A".repeat(LARGEST_PASTED as usize / 3 * 4 + 8);
    assert_eq!(FileSource::pasted("a.txt", &huge).unwrap_err().code, Code::TooLarge);
}

#[test]
fn the_error_names_the_kind_of_a_file_without_text() {
    let cases: &[(&[u8], &str)] = &[
        (b"%PDF-1.7\n", "is damaged"),
        (b"\x89PNG\r\n\x1a\n....", "can't be attached. The PNG image is cut off"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "can't be attached. The WebP image is"),
        (b"\xFF\xD8\xFF\xD9", "can't be attached. The JPEG image is damaged"),
        (b"\0\0\0\x20ftypisom", "a film or a recording, which has no text to read. Text, Markdown"),
        (b"PK\x03\x04....", "is damaged"),
        (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "is of a kind that Marginalia doesn't read"),
        (b"\xC0\0\xC1\0\0", "is of a kind that Marginalia doesn't read"),
        (b" \n", "is empty"),
    ];
    for (bytes, part) in cases {
        let error = attach(bytes).unwrap_err();
        assert_eq!(error.code, Code::UnsupportedFile);
        assert!(error.message.contains(part), "{error}");
        assert!(error.message.contains("list.txt"), "{error}");
    }
}

#[test]
fn the_error_says_why_a_file_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let error = read_file(&folder.path().join("gone.txt"), None).unwrap_err();
    assert_eq!(error.code, Code::NotFound);
    let error = read_file(folder.path(), None).unwrap_err();
    assert!(error.message.contains("is a folder"), "{error}");
    let large = folder.path().join("large.txt");
    File::create(&large).unwrap().set_len(MAX_BYTES + 1).unwrap();
    let error = read_file(&large, None).unwrap_err();
    assert_eq!(error.code, Code::TooLarge);
    assert!(error.message.contains("8.0 MB"), "{error}");
}

// B91
#[test]
fn a_file_is_read_with_its_pages() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rye.html");
    fs::write(&path, "<h1>Rye</h1><p>It keeps.<script>no</script>").unwrap();
    let whole = FileText { parts: Some(Vec::new()), ..FileText::plain("# Rye\n\nIt keeps.") };
    assert_eq!(read_here(&path).unwrap().content, Content::Text(whole));

    let mut paged = |path: &Path| {
        let part = |start| (start, documents::Unit::Page);
        let parts = [part(0), part(6)].into_iter().zip(1..).map(|((start, unit), number)| {
            let range = start..start + 4;
            let (blocks, lines) = (Vec::new(), Vec::new());
            documents::Part {
                unit,
                number,
                name: None,
                range,
                size: None,
                blocks,
                lines,
                picture: false,
                recognised: false,
            }
        });
        assert!(path.ends_with("two.pdf"));
        Ok(Document {
            kind: Kind::Pdf,
            title: None,
            text: "Rye.\n\nOat.".to_owned(),
            parts: parts.collect(),
            repeated: Vec::new(),
            problems: Vec::new(),
        })
    };
    let path = folder.path().join("two.pdf");
    fs::write(&path, "%PDF-1.7").unwrap();
    let file = read_with(&path, &mut paged).unwrap();
    assert_eq!(file.original.as_deref(), Some(&b"%PDF-1.7"[..]));
    let Content::Text(read) = file.content else { panic!() };
    let pages: Vec<_> =
        read.parts().iter().map(|placed| (placed.start, placed.part.to_string())).collect();
    assert_eq!(pages, [(0, "page 1".to_owned()), (6, "page 2".to_owned())]);
}

/// A PNG of this size; only its head and end are valid.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend(b"\x08\x06\0\0\0....\0\0\0\0IEND\xae\x42\x60\x82");
    bytes
}

// B35
#[test]
fn an_image_is_known_by_its_content_and_counts_by_its_size() {
    // Its extension is that of a text.
    let file = attach(&png(1024, 768)).unwrap();
    let Content::Image(image) = &file.content else { panic!("{file:?}") };
    assert_eq!((image.width, image.height), (1024, 768));
    assert_eq!(image.bytes.len(), file.bytes as usize);
    let counter = models::TokenCounter::for_model("");
    assert_eq!(counter.count_image(image.width, image.height).tokens, Tokens(3104));
}

#[test]
fn an_image_may_be_larger_than_a_text_and_has_its_limit() {
    let folder = tempfile::tempdir().unwrap();
    let file = |len: u64| {
        let path = folder.path().join("photo.png");
        fs::write(&path, png(640, 480)).unwrap();
        File::options().write(true).open(&path).unwrap().set_len(len).unwrap();
        read_file(&path, None).unwrap_err()
    };
    let error = file(LARGEST_FILE as u64 + 1);
    assert_eq!(error.code, Code::TooLarge);
    assert!(error.message.contains("at most 20.0 MB"), "{error}");
    // Refused for its missing end, not for its size.
    assert_eq!(file(MAX_BYTES + 1).code, Code::UnsupportedFile);
}

// B35
#[test]
fn an_oversized_file_is_refused_with_figures_and_ways_out() {
    let text = ReadFile {
        name: "list.txt".to_owned(),
        bytes: 4,
        content: Content::Text(FileText::plain("salt")),
        original: None,
    };
    let of = |file: &ReadFile, tokens| {
        refusal(file, Tokens(tokens), Tokens(4096), Tokens(1024), Tokens(72))
    };
    assert_eq!(of(&text, 3000), None);
    let refused = of(&text, 3001).unwrap();
    for part in ["3001", "3000", "4096", "1024", "72", "leave it out", "match your", "search it"] {
        assert!(refused.contains(part), "{part}: {refused}");
    }
    let image = attach(&png(1024, 768)).unwrap();
    let refused = of(&image, 3104).unwrap();
    for part in [
        "1024 × 768",
        "3104",
        "3000",
        "4096",
        "leave it out",
        "smaller version",
        "larger context window",
    ] {
        assert!(refused.contains(part), "{part}: {refused}");
    }
    // A window smaller than the reserve has no room.
    assert!(refusal(&text, Tokens(1), Tokens(10), Tokens(20), Tokens(5)).is_some());
}
