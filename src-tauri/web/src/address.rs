use std::net::IpAddr;

use conversation::{Code, Error, Result};
use language::Words;
use reqwest::Url;

use crate::sentences;

/// Maximum characters of an address.
const LONGEST: usize = 2_000;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Address(Url);

impl Address {
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.trim().trim_start_matches('<').trim_end_matches('>');
        if text.chars().count() > LONGEST {
            return Err(bad(sentences::ADDRESS_TOO_LONG));
        }
        // The path or query may contain another address.
        let has_scheme = text.split(['/', '?']).next().is_some_and(|first| first.ends_with(':'))
            && text.contains("://");
        let with_scheme = if has_scheme { text.to_owned() } else { format!("https://{text}") };
        let mut url = Url::parse(&with_scheme).map_err(|error| {
            bad(|| sentences::not_an_address(&shown(text), &error)).because(error)
        })?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(bad(|| sentences::other_scheme(url.scheme())));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(bad(sentences::NAME_IN_ADDRESS));
        }
        // Servers don't get the fragment.
        url.set_fragment(None);
        Ok(Self(url))
    }

    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    pub fn is_encrypted(&self) -> bool {
        self.0.scheme() == "https"
    }

    pub(crate) fn url(&self) -> &Url {
        &self.0
    }

    pub(crate) fn ip(&self) -> Option<IpAddr> {
        self.host().trim_matches(['[', ']']).parse().ok()
    }

    /// Resolves a redirect; rejects one from https to http.
    pub(crate) fn redirected(&self, location: &str) -> Result<Self> {
        let to = self.0.join(location).map_err(|error| {
            bad(|| sentences::not_an_address(&shown(location), &error)).because(error)
        })?;
        let to = Self::parse(to.as_str())?;
        if self.is_encrypted() && !to.is_encrypted() {
            return Err(bad(|| sentences::gives_up_encryption(to.host())));
        }
        Ok(to)
    }
}

pub(crate) fn bad(message: impl Into<Words>) -> Error {
    Error::new(Code::BadInput, message)
}

/// The beginning of what somebody else wrote.
fn shown(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(100) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
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
}
