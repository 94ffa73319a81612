use super::*;

#[test]
fn what_a_file_is_its_content_says() {
    let check = |file: &[u8], name: &str, expect: Look| {
        assert_eq!(look(file, name), expect, "{name}");
    };
    check(b"%PDF-1.7\n", "a.txt", Look::Is(Kind::Pdf));
    check(b"junk\n%PDF-1.7\n", "a", Look::Is(Kind::Pdf));
    check(b"not one", "a.pdf", Look::Is(Kind::Pdf));
    check(b"PK\x03\x04....", "a.txt", Look::Zip);
    check(b"{\\rtf1 a}", "a.txt", Look::Is(Kind::Rtf));
    check(b"<!DOCTYPE html><p>a", "a", Look::Is(Kind::Html));
    check(b"a,b\n1,2", "a.csv", Look::Is(Kind::Csv));
    check(b"a,b\n1,2", "a.txt", Look::Is(Kind::Text));
    check(b"{}", "a.canvas", Look::Is(Kind::Canvas));
    check(b"\x89PNG\r\n\x1a\n", "a.pdf", Look::Is(Kind::Image));
    check(b"\x7fELF\x02\x01\x01\0", "a", Look::Other(kinds::PROGRAM));
    check(b"\0\0\0\x20ftypisom", "a.mp4", Look::Other(kinds::FILM));
    check(b"\0\x01\x02\x03\x04", "a.txt", Look::Unknown);
    check(b"\xff\xfea\0b\0", "a.txt", Look::Is(Kind::Text));
}
