use super::*;

#[test]
fn the_kind_of_a_file_follows_from_its_content() {
    let check = |file: &[u8], name: &str, expect: DetectedKind| {
        assert_eq!(detect(file, name), expect, "{name}");
    };
    check(b"%PDF-1.7\n", "a.txt", DetectedKind::Is(Kind::Pdf));
    check(b"junk\n%PDF-1.7\n", "a", DetectedKind::Is(Kind::Pdf));
    check(b"not one", "a.pdf", DetectedKind::Is(Kind::Pdf));
    check(b"PK\x03\x04....", "a.txt", DetectedKind::Zip);
    check(b"{\\rtf1 a}", "a.txt", DetectedKind::Is(Kind::Rtf));
    check(b"<!DOCTYPE html><p>a", "a", DetectedKind::Is(Kind::Html));
    check(b"a,b\n1,2", "a.csv", DetectedKind::Is(Kind::Csv));
    check(b"a,b\n1,2", "a.txt", DetectedKind::Is(Kind::Text));
    check(b"{}", "a.canvas", DetectedKind::Is(Kind::Canvas));
    check(b"\x89PNG\r\n\x1a\n", "a.pdf", DetectedKind::Is(Kind::Image));
    check(b"\x7fELF\x02\x01\x01\0", "a", DetectedKind::Other(kinds::PROGRAM));
    check(b"\0\0\0\x20ftypisom", "a.mp4", DetectedKind::Other(kinds::FILM));
    check(b"\0\x01\x02\x03\x04", "a.txt", DetectedKind::Unknown);
    check(b"\xff\xfea\0b\0", "a.txt", DetectedKind::Is(Kind::Text));
}
