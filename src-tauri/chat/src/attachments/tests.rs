use std::fs;

use super::*;

fn attach(bytes: &[u8]) -> Result<TextFile> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list.txt");
    fs::write(&path, bytes).unwrap();
    read_file(&path)
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
    ];
    for (bytes, text) in cases {
        let file = attach(bytes).unwrap();
        assert_eq!(file.text, *text);
        assert_eq!(file.name, "list.txt");
        assert_eq!(file.bytes as usize, bytes.len());
    }
}

#[test]
fn what_is_not_text_is_named() {
    let cases: &[(&[u8], &str)] = &[
        (b"%PDF-1.7\n", "is a PDF"),
        (b"\x89PNG\r\n\x1a\n....", "an image (PNG)"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "an image (WebP)"),
        (b"PK\x03\x04....", "office document"),
        (b"a\0b", "NUL"),
        (b"\xC0\0\xC1\0\0", "isn't a text file"),
        (b"caf\xE9", "save it as UTF-8"),
        (b"\xFF\xFEa", "isn't text in UTF-8"),
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
fn a_file_that_cannot_be_read_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let error = read_file(&folder.path().join("gone.txt")).unwrap_err();
    assert_eq!(error.code, Code::NotFound);
    let error = read_file(folder.path()).unwrap_err();
    assert!(error.message.contains("is a folder"), "{error}");
    let large = folder.path().join("large.txt");
    File::create(&large).unwrap().set_len(MAX_BYTES + 1).unwrap();
    let error = read_file(&large).unwrap_err();
    assert_eq!(error.code, Code::TooLarge);
    assert!(error.message.contains("8.0 MB"), "{error}");
}

// B35
#[test]
fn an_oversized_file_is_refused_with_figures_and_ways_out() {
    let fits = |tokens| refusal("list.txt", Tokens(tokens), Tokens(4096), Tokens(1024), Tokens(72));
    assert_eq!(fits(3000), None);
    let refused = fits(3001).unwrap();
    for part in ["3001", "3000", "4096", "1024", "72", "leave it out", "the part", "vault"] {
        assert!(refused.contains(part), "{part}: {refused}");
    }
    // A window smaller than its reserve holds nothing.
    assert!(refusal("a", Tokens(1), Tokens(10), Tokens(20), Tokens(5)).is_some());
}
