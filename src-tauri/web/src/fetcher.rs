//! Reading a page: from a public address alone, within limits, and its text by a child process.

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

/// How often an address may send on to another.
const REDIRECTS: usize = 5;

/// How long a page may take, with all that it sends on to.
const PATIENCE: Duration = Duration::from_secs(20);

/// Maximum bytes of a page.
const LARGEST: u64 = 10 * 1024 * 1024;

/// Maximum bytes of the text that is taken out of a page.
const LONGEST_TEXT: usize = 2 * 1024 * 1024;

/// Maximum characters of a title.
const LONGEST_TITLE: usize = 200;

const WANTED: &str = "text/html,application/xhtml+xml,application/pdf,text/*;q=0.9,*/*;q=0.5";

#[derive(Clone)]
pub struct PageFetcher {
    surroundings: Surroundings,
}

/// What reading a page needs of the world.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings {
    /// Whether this address may be connected to.
    pub(crate) allows: fn(IpAddr) -> bool,
    pub(crate) look_up: fn(String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>>,
    /// The text of a page's bytes.
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

    /// The page at an address, its text without what stands around it. What it sends on to is held to the same
    /// rules. Cancelling closes the connection.
    ///
    /// # Errors
    /// If it isn't public, can't be reached, takes too long or too much, or has no text.
    pub async fn open(&self, address: &Address, cancel: &CancellationToken) -> Result<Page> {
        let patience = self.surroundings.patience;
        let fetched = tokio::select! {
            biased;
            () = cancel.cancelled() => return Err(stopped()),
            fetched = tokio::time::timeout(patience, self.fetch(address)) => {
                fetched.unwrap_or_else(|_| Err(bad(sentences::page_too_slow(address.host(), patience))))?
            }
        };
        let read = self.surroundings.read;
        let read = tokio::task::spawn_blocking(move || page(fetched, read));
        let read = cancel.run_until_cancelled(read).await.ok_or_else(stopped)?;
        read.map_err(|defect| Error::new(Code::Internal, sentences::reader_stopped(&defect)))?
    }

    async fn fetch(&self, address: &Address) -> Result<RawPage> {
        let client = self.client()?;
        let mut at = address.clone();
        for _ in 0..=REDIRECTS {
            // A number is connected to without being looked up.
            if at.ip().is_some_and(|ip| !(self.surroundings.allows)(ip)) {
                return Err(bad(sentences::not_public(at.host())));
            }
            let asked = client.get(at.url().clone()).header(ACCEPT, WANTED).send().await;
            let response = asked.map_err(|error| unreachable(&at, &error))?;
            if response.status().is_redirection() {
                let to = response.headers().get(LOCATION).and_then(|to| to.to_str().ok());
                let to = to.ok_or_else(|| bad(sentences::redirect_to_nowhere(at.host())))?;
                at = at.redirected(to)?;
                continue;
            }
            if !response.status().is_success() {
                let status = response.status().as_u16();
                return Err(bad(sentences::page_refused(at.host(), status)));
            }
            return fetched(response, at).await;
        }
        Err(bad(sentences::too_many_redirects(REDIRECTS)))
    }

    /// A client that connects to nothing but what was looked up and found to be allowed. A proxy would look
    /// names up by itself, so none is used.
    fn client(&self) -> Result<Client> {
        Client::builder()
            .user_agent(concat!("marginalia/", env!("CARGO_PKG_VERSION")))
            .dns_resolver(Arc::new(self.surroundings))
            .no_proxy()
            .referer(false)
            .redirect(redirect::Policy::none())
            .build()
            .map_err(|_| bad(sentences::NO_SECURE_CONNECTIONS.to_string()))
    }
}

impl Resolve for Surroundings {
    fn resolve(&self, name: Name) -> Resolving {
        let Self { allows, look_up, .. } = *self;
        async move {
            let found = look_up(name.as_str().to_owned()).await?;
            // One that isn't allowed makes the name suspicious, whatever its others are.
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

/// A name led to an address that isn't public.
#[derive(Debug, thiserror::Error)]
#[error("not public")]
struct NotPublic;

fn look_up(name: String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
    async move { Ok(tokio::net::lookup_host((name, 0)).await?.map(|found| found.ip()).collect()) }
        .boxed()
}

async fn fetched(mut response: Response, at: Address) -> Result<RawPage> {
    let too_large = || bad(sentences::page_too_large(at.host(), LARGEST));
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or_default().to_ascii_lowercase();
    let (media, rest) = kind.split_once(';').unwrap_or((&kind, ""));
    let charset = rest.split(';').find_map(|part| part.trim().strip_prefix("charset="));
    let charset = charset.map(|name| name.trim_matches(['"', '\'', ' ']).to_owned());
    if response.content_length().is_some_and(|length| length > LARGEST) {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| unreachable(&at, &error))? {
        if (bytes.len() + chunk.len()) as u64 > LARGEST {
            return Err(too_large());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(RawPage { media: media.trim().to_owned(), charset, bytes, at })
}

/// The text of what came. Blocks.
fn page(
    fetched: RawPage,
    read: fn(Vec<u8>, &str, &WebPage, Limits) -> Result<Document, Refusal>,
) -> Result<Page> {
    let RawPage { at, media, charset, bytes } = fetched;
    let limits = Limits { file: LARGEST, text: LONGEST_TEXT, ..Limits::default() };
    let page = WebPage { charset };
    let document = read(bytes, name_of(&media), &page, limits)
        .map_err(|refusal| bad(sentences::not_read(at.host(), &refusal.sentence)))?;
    if document.kind == Kind::Image || document.text.trim().is_empty() {
        return Err(bad(sentences::no_text(at.host())));
    }
    let title = document.title.unwrap_or_else(|| last_part(&at));
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Page {
        title: title.chars().take(LONGEST_TITLE).collect(),
        url: at.as_str().to_owned(),
        text: document.text,
        published: None,
    })
}

/// What a page is called where its content doesn't tell what it is.
fn name_of(media: &str) -> &'static str {
    match media {
        "" | "text/html" | "application/xhtml+xml" => "page.html",
        "text/markdown" => "page.md",
        "text/csv" => "page.csv",
        _ => "page.txt",
    }
}

/// The name of a page that has no title: the last part of its path, or its host.
fn last_part(at: &Address) -> String {
    let path = at.url().path().trim_end_matches('/');
    match path.rsplit_once('/') {
        Some((_, last)) if !last.is_empty() => format!("{last} ({})", at.host()),
        _ => at.host().to_owned(),
    }
}

fn bad(message: String) -> Error {
    Error::new(Code::BadInput, message)
}

fn unreachable(at: &Address, error: &reqwest::Error) -> Error {
    let mut cause: Option<&(dyn StdError + 'static)> = Some(error);
    while let Some(inner) = cause {
        if inner.is::<NotPublic>() {
            return bad(sentences::not_public(at.host()));
        }
        cause = inner.source();
    }
    bad(if error.is_dns() {
        sentences::page_not_found(at.host())
    } else if error.is_connect() {
        sentences::page_not_reached(at.host())
    } else {
        sentences::page_broke_off(at.host())
    })
}
