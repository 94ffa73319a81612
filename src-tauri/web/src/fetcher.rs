//! Reads web pages from public addresses.

use std::{
    error::Error as StdError,
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use conversation::{Code, Error, Result};
use documents::{Document, Kind, Limits, Refusal, WebPage};
use futures::{FutureExt, future::BoxFuture};
use reqwest::{
    Client, Response,
    dns::{Addrs, Name, Resolve, Resolving},
    header::{ACCEPT, CONTENT_TYPE, LOCATION},
    redirect,
};
use tokio_util::sync::CancellationToken;

use crate::{Address, Page, answer::stopped, public::is_public, sentences};

/// Maximum redirects.
const REDIRECTS: usize = 5;

/// Timeout of a page including redirects.
const PATIENCE: Duration = Duration::from_secs(20);

/// Maximum bytes of a page.
const LARGEST: u64 = 10 * 1024 * 1024;

/// Maximum bytes of a page's text.
const LONGEST_TEXT: usize = 2 * 1024 * 1024;

/// Maximum characters of a title.
const LONGEST_TITLE: usize = 200;

const WANTED: &str = "text/html,application/xhtml+xml,application/pdf,text/*;q=0.9,*/*;q=0.5";

#[derive(Clone)]
pub struct PageFetcher {
    surroundings: Surroundings,
}

#[derive(Clone, Copy)]
pub(crate) struct Surroundings {
    pub(crate) allows: fn(IpAddr) -> bool,
    pub(crate) look_up: fn(String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>>,
    pub(crate) read: fn(Vec<u8>, &str, &WebPage, Limits) -> Result<Document, Refusal>,
    pub(crate) patience: Duration,
}

struct RawPage {
    at: Address,
    media: String,
    charset: Option<String>,
    bytes: Vec<u8>,
}

impl Default for PageFetcher {
    fn default() -> Self {
        Self::in_surroundings(Surroundings {
            allows: is_public,
            look_up,
            read: documents::read_page,
            patience: PATIENCE,
        })
    }
}

impl PageFetcher {
    pub(crate) fn in_surroundings(surroundings: Surroundings) -> Self {
        Self { surroundings }
    }

    /// Fetches a page and extracts its main text. The same rules apply to redirects. Cancelling closes the
    /// connection.
    pub async fn open(&self, address: &Address, cancel: &CancellationToken) -> Result<Page> {
        let patience = self.surroundings.patience;
        let fetched = tokio::select! {
            biased;
            () = cancel.cancelled() => return Err(stopped()),
            fetched = tokio::time::timeout(patience, self.fetch(address)) => {
                fetched.unwrap_or_else(|_| Err(Error::bad_input(|| sentences::page_too_slow(address.host(), patience))))?
            }
        };
        let read = self.surroundings.read;
        let read = tokio::task::spawn_blocking(move || page(fetched, read));
        let read = cancel.run_until_cancelled(read).await.ok_or_else(stopped)?;
        read.map_err(|defect| {
            Error::new(Code::Internal, || sentences::reader_stopped(&defect)).because(defect)
        })?
    }

    async fn fetch(&self, address: &Address) -> Result<RawPage> {
        let client = self.client()?;
        let mut at = address.clone();
        for _ in 0..=REDIRECTS {
            // IP addresses bypass the resolver's check.
            if at.ip().is_some_and(|ip| !(self.surroundings.allows)(ip)) {
                return Err(Error::bad_input(|| sentences::not_public(at.host())));
            }
            let asked = client.get(at.url().clone()).header(ACCEPT, WANTED).send().await;
            let response = asked.map_err(|error| unreachable(&at, error))?;
            if response.status().is_redirection() {
                let to = response.headers().get(LOCATION).and_then(|to| to.to_str().ok());
                let to = to.ok_or_else(|| {
                    Error::bad_input(|| sentences::redirect_to_nowhere(at.host()))
                })?;
                at = at.redirected(to)?;
                continue;
            }
            if !response.status().is_success() {
                let status = response.status().as_u16();
                return Err(Error::bad_input(|| sentences::page_refused(at.host(), status)));
            }
            return fetched(response, at).await;
        }
        Err(Error::bad_input(|| sentences::too_many_redirects(REDIRECTS)))
    }

    /// A client whose resolver only returns allowed addresses. It uses no proxy, which would resolve names itself.
    fn client(&self) -> Result<Client> {
        Client::builder()
            .user_agent(concat!("marginalia/", env!("CARGO_PKG_VERSION")))
            .dns_resolver(Arc::new(self.surroundings))
            .no_proxy()
            .referer(false)
            .redirect(redirect::Policy::none())
            .build()
            .map_err(|error| Error::bad_input(sentences::NO_SECURE_CONNECTIONS).because(error))
    }
}

impl Resolve for Surroundings {
    fn resolve(&self, name: Name) -> Resolving {
        let Self { allows, look_up, .. } = *self;
        async move {
            let found = look_up(name.as_str().to_owned()).await?;
            // A name with one address that isn't allowed is suspicious, whatever the others are.
            if !found.iter().all(|ip| allows(*ip)) {
                return Err(NotPublic.into());
            }
            let found: Vec<_> = found.into_iter().map(|ip| SocketAddr::new(ip, 0)).collect();
            let found: Addrs = Box::new(found.into_iter());
            Ok(found)
        }
        .boxed()
    }
}

#[derive(Debug, thiserror::Error)]
#[error("not public")]
struct NotPublic;

fn look_up(name: String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
    async move { Ok(tokio::net::lookup_host((name, 0)).await?.map(|found| found.ip()).collect()) }
        .boxed()
}

async fn fetched(mut response: Response, at: Address) -> Result<RawPage> {
    let too_large = || Error::bad_input(|| sentences::page_too_large(at.host(), LARGEST));
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or_default().to_ascii_lowercase();
    let (media, rest) = kind.split_once(';').unwrap_or((&kind, ""));
    let charset = rest.split(';').find_map(|part| part.trim().strip_prefix("charset="));
    let charset = charset.map(|name| name.trim_matches(['"', '\'', ' ']).to_owned());
    if response.content_length().is_some_and(|length| length > LARGEST) {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| unreachable(&at, error))? {
        if (bytes.len() + chunk.len()) as u64 > LARGEST {
            return Err(too_large());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(RawPage { media: media.trim().to_owned(), charset, bytes, at })
}

/// Blocks.
fn page(
    fetched: RawPage,
    read: fn(Vec<u8>, &str, &WebPage, Limits) -> Result<Document, Refusal>,
) -> Result<Page> {
    let RawPage { at, media, charset, bytes } = fetched;
    let limits = Limits { file: LARGEST, text: LONGEST_TEXT, ..Limits::default() };
    let page = WebPage { charset };
    let document = read(bytes, name_of(&media), &page, limits).map_err(|refusal| {
        Error::bad_input(|| sentences::not_read(at.host(), &refusal.sentence))
    })?;
    if document.kind == Kind::Image || document.text.trim().is_empty() {
        return Err(Error::bad_input(|| sentences::no_text(at.host())));
    }
    let title = language::one_line(&document.title.unwrap_or_else(|| last_part(&at)));
    Ok(Page {
        title: title.chars().take(LONGEST_TITLE).collect(),
        url: at.as_str().to_owned(),
        text: document.text,
        published: None,
    })
}

/// The file name for content of unknown kind.
fn name_of(media: &str) -> &'static str {
    match media {
        "" | "text/html" | "application/xhtml+xml" => "page.html",
        "text/markdown" => "page.md",
        "text/csv" => "page.csv",
        _ => "page.txt",
    }
}

fn last_part(at: &Address) -> String {
    let path = at.url().path().trim_end_matches('/');
    match path.rsplit_once('/') {
        Some((_, last)) if !last.is_empty() => format!("{last} ({})", at.host()),
        _ => at.host().to_owned(),
    }
}

fn unreachable(at: &Address, error: reqwest::Error) -> Error {
    let mut cause: Option<&(dyn StdError + 'static)> = Some(&error);
    while let Some(inner) = cause {
        if inner.is::<NotPublic>() {
            return Error::bad_input(|| sentences::not_public(at.host()));
        }
        cause = inner.source();
    }
    let say = if error.is_dns() {
        sentences::page_not_found
    } else if error.is_connect() {
        sentences::page_not_reached
    } else {
        sentences::page_broke_off
    };
    // The log gets the cause, and the full address would reveal the user's request there.
    Error::bad_input(|| say(at.host())).because(error.without_url())
}
