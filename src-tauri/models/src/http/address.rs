//! Turns the addresses that people type into URLs.

#[cfg(test)]
mod tests;

use std::fmt::Display;

use language::Words;
use reqwest::Url;

use crate::sentences;
use conversation::model::{Code, Error, ProviderKind};

#[derive(Clone)]
pub(crate) struct Address {
    url: Url,
    /// The path before the API's, without a final slash.
    root: String,
    api: String,
}

impl Address {
    /// Accepts an address without a scheme, with a final slash or `/v1`, or the whole path of a call from a manual.
    pub(crate) fn parse(typed: &str, kind: ProviderKind) -> Result<Self, Error> {
        let typed = typed.trim();
        if typed.is_empty() {
            return Err(bad(sentences::NO_ADDRESS));
        }
        // The input may contain a password, so no message repeats it.
        let wrong = |why: &dyn Display| bad(|| sentences::invalid_address(why));
        let with_scheme =
            if typed.contains("://") { typed.to_owned() } else { format!("http://{typed}") };
        let mut url = Url::parse(&with_scheme).map_err(|error| wrong(&error))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(wrong(&sentences::NOT_HTTP));
        }
        if url.query().is_some() {
            return Err(wrong(&sentences::QUESTION_MARK));
        }
        // Without a scheme, public names get encryption.
        if !typed.contains("://") && is_public_name(&url) {
            let _ = url.set_scheme("https");
        }
        // A server that listens on every address of this machine is reached at 127.0.0.1.
        if url.host_str() == Some("0.0.0.0") || url.host_str() == Some("[::]") {
            let _ = url.set_host(Some("127.0.0.1"));
        }

        let path = url.path().to_owned();
        let mut segments: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        url.set_path("");
        url.set_fragment(None);
        match kind {
            ProviderKind::OpenAi => {
                for call in [&["chat", "completions"][..], &["models"], &["completions"]] {
                    if segments.ends_with(call) {
                        segments.truncate(segments.len() - call.len());
                        break;
                    }
                }
            }
            ProviderKind::Anthropic => {
                if segments.ends_with(&["messages"]) {
                    segments.pop();
                }
            }
            ProviderKind::Engine => return Err(bad(sentences::ENGINE_IS_NO_SERVER)),
            ProviderKind::Ollama => {
                if let Some(at) = segments.iter().position(|part| matches!(*part, "api" | "v1")) {
                    segments.truncate(at);
                }
            }
        }
        let join = |segments: &[&str]| -> String {
            segments.iter().flat_map(|part| ["/", part]).collect()
        };
        // Some hosts have another version than v1, and not always at the end (`/v1beta/openai`, `/api/paas/v4`).
        let has_version = segments.iter().any(|part| is_version(part));
        let api = if has_version { join(&segments) } else { join(&segments) + "/v1" };
        if segments.last().is_some_and(|part| is_version(part)) {
            segments.pop();
        }
        Ok(Self { url, root: join(&segments), api })
    }

    /// For people: without user, password and final slash.
    pub(crate) fn shown(&self) -> String {
        let mut url = self.url.clone();
        let _ = url.set_username("");
        let _ = url.set_password(None);
        format!("{}{}", url.as_str().trim_end_matches('/'), self.root)
    }

    /// `path` begins with a slash: `/api/tags`, `/props`.
    pub(crate) fn beside(&self, path: &str) -> Url {
        self.at(&format!("{}{path}", self.root))
    }

    pub(crate) fn in_api(&self, path: &str) -> Url {
        self.at(&format!("{}{path}", self.api))
    }

    fn at(&self, path: &str) -> Url {
        let mut url = self.url.clone();
        url.set_path(path);
        url
    }

    /// The password, or a key in its place, as typed and as sent; neither must appear in messages.
    pub(crate) fn secrets(&self) -> Vec<String> {
        let secret = self.url.password().unwrap_or_else(|| self.url.username());
        let sent = percent_encoding::percent_decode_str(secret).decode_utf8_lossy().into_owned();
        [secret.to_owned(), sent].into_iter().filter(|secret| !secret.is_empty()).collect()
    }

    /// A canonical form for comparisons: this machine has several names.
    pub(crate) fn place(&self) -> String {
        let mut here = self.clone();
        if matches!(self.url.host_str(), Some("localhost" | "[::1]")) {
            let _ = here.url.set_host(Some("127.0.0.1"));
        }
        here.shown()
    }

    pub(crate) fn has_credentials(&self) -> bool {
        !self.url.username().is_empty() || self.url.password().is_some()
    }

    pub(crate) fn is_loopback(&self) -> bool {
        match self.url.host_str() {
            Some("localhost" | "[::1]") => true,
            Some(host) => host.parse::<std::net::Ipv4Addr>().is_ok_and(|ip| ip.is_loopback()),
            None => false,
        }
    }

    /// Public hosts aren't asked for facts that only local servers report.
    pub(crate) fn is_public(&self) -> bool {
        is_public_name(&self.url)
    }

    pub(crate) fn is_encrypted(&self) -> bool {
        self.url.scheme() == "https"
    }

    pub(crate) fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }
}

fn is_version(segment: &str) -> bool {
    let mut characters = segment.chars();
    characters.next() == Some('v') && characters.next().is_some_and(|c| c.is_ascii_digit())
}

fn is_public_name(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let is_ip = host.starts_with('[') || host.parse::<std::net::Ipv4Addr>().is_ok();
    let is_local = ["local", "lan", "home", "internal", "localhost", "arpa"]
        .iter()
        .any(|end| host.rsplit('.').next() == Some(end));
    !is_ip && !is_local && host.contains('.')
}

fn bad(message: impl Into<Words>) -> Error {
    Error::new(Code::BadSetting, message)
}
