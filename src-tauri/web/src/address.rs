#[cfg(test)]
mod tests;

use std::net::IpAddr;

use conversation::{Error, Result};
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
            return Err(Error::bad_input(sentences::ADDRESS_TOO_LONG));
        }
        // The path or query may contain another address.
        let has_scheme = text.split(['/', '?']).next().is_some_and(|first| first.ends_with(':'))
            && text.contains("://");
        let with_scheme = if has_scheme { text.to_owned() } else { format!("https://{text}") };
        let mut url = Url::parse(&with_scheme).map_err(|error| {
            Error::bad_input(|| sentences::not_an_address(&shown(text), &error)).because(error)
        })?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(Error::bad_input(|| sentences::other_scheme(url.scheme())));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Error::bad_input(sentences::NAME_IN_ADDRESS));
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
            Error::bad_input(|| sentences::not_an_address(&shown(location), &error)).because(error)
        })?;
        let to = Self::parse(to.as_str())?;
        if self.is_encrypted() && !to.is_encrypted() {
            return Err(Error::bad_input(|| sentences::gives_up_encryption(to.host())));
        }
        Ok(to)
    }
}

/// The beginning of an invalid address, on one line, for an error's sentence.
fn shown(text: &str) -> String {
    language::beginning(&language::one_line(text), 100)
}
