use super::*;

#[test]
fn an_address_is_of_the_web() {
    fn check(text: &str, expect: Result<&str, &str>) {
        let parsed = Address::parse(text);
        let said = parsed.as_ref().map(Address::as_str).map_err(|error| &*error.message);
        match (said, expect) {
            (Err(said), Err(expect)) => assert!(said.contains(expect), "{text}: {said}"),
            (said, expect) => assert_eq!(said, expect, "{text}"),
        }
    }
    check("https://example.org", Ok("https://example.org/"));
    check(" <https://example.org/a?b=c#d> ", Ok("https://example.org/a?b=c"));
    check("example.org/a b", Ok("https://example.org/a%20b"));
    check("http://example.org", Ok("http://example.org/"));
    check("example.org/?u=https://x.example", Ok("https://example.org/?u=https://x.example"));
    check("https://0x7f.1", Ok("https://127.0.0.1/"));
    check("https://2130706433/x", Ok("https://127.0.0.1/x"));
    check("file:///etc/passwd", Err("“file” isn't opened"));
    check("ftp://example.org", Err("“ftp” isn't opened"));
    check("https://me:secret@example.org", Err("a name or a password"));
    check("https://", Err("isn't the address of a page"));
    check(&format!("https://example.org/{}", "a".repeat(3000)), Err("too long"));
}

// B81
#[test]
fn a_redirect_keeps_encryption() {
    fn check(from: &str, location: &str, expect: Result<&str, &str>) {
        let to = Address::parse(from).unwrap().redirected(location);
        let said = to.as_ref().map(Address::as_str).map_err(|error| &*error.message);
        match (said, expect) {
            (Err(said), Err(expect)) => assert!(said.contains(expect), "{location}: {said}"),
            (said, expect) => assert_eq!(said, expect, "{location}"),
        }
    }
    check("https://a.example/x/y", "../z", Ok("https://a.example/z"));
    check("https://a.example", "//b.example/c", Ok("https://b.example/c"));
    check("http://a.example", "https://a.example/", Ok("https://a.example/"));
    check("http://a.example", "/b", Ok("http://a.example/b"));
    check("https://a.example", "http://a.example/", Err("without encryption"));
    check("https://a.example", "file:///etc/passwd", Err("“file” isn't opened"));
    check("https://a.example", "https://u:p@b.example/", Err("a name or a password"));
}
