//! One server over HTTP: headers, requests, and refusals as errors.

use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::error::Error as StdError;
use std::time::{Duration, SystemTime};

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderName, HeaderValue};
use reqwest::{Client, RequestBuilder, Response, Url};
use serde_json::Value;

use super::address::Address;
use super::key::Key;
use super::pause;
use super::refusal::{Refusal, title};
use super::secrets::Secrets;
use super::server::{Server, Timing};
use crate::sentences;
use conversation::model::{Code, Error, ProviderKind};

/// Maximum bytes of an answer about models; a public host lists hundreds.
const LONGEST_ANSWER: usize = 16 * 1024 * 1024;

/// Maximum bytes of a refusal that are read.
const LONGEST_REFUSAL: usize = 64 * 1024;

/// The latest version of Anthropic's protocol.
const ANTHROPIC_VERSION: &str = "2023-06-01";

/// Maximum characters of a server's words in a sentence for people.
const LONGEST_QUOTE: usize = 300;

#[derive(Debug)]
pub(crate) struct Failure {
    pub error: Error,
    /// The same request may work a little later.
    pub retry: bool,
    pub pause: Option<Duration>,
    /// The server sent JSON, as an API does and a web page doesn't.
    pub by_api: bool,
}

impl From<Error> for Failure {
    /// A permanent failure without the server's explanation.
    fn from(error: Error) -> Self {
        Self { error, retry: false, pause: None, by_api: false }
    }
}

#[derive(Clone)]
pub(crate) struct Endpoint {
    pub address: Address,
    pub timing: Timing,
    client: Client,
    key: Option<HeaderValue>,
    /// An additional header with the bare key, for servers that expect it.
    pub also_in: Option<HeaderName>,
    is_anthropic: bool,
    secrets: Secrets,
}

impl Endpoint {
    pub(crate) fn new(server: &Server, timing: Timing) -> Result<Self, Error> {
        let address = Address::parse(&server.base_url, server.kind)?;
        let key = server.key.as_deref().map(str::trim).filter(|key| !key.is_empty());
        let own = key.map(Key::from).into_iter();
        let secrets = own.chain(address.secrets().into_iter().map(Key::from));
        let secrets = Secrets::new(secrets);
        let key = key
            .map(|key| {
                let header = Key::from(format!("Bearer {key}"));
                let mut value = HeaderValue::from_str(&header).map_err(|_| {
                    Error::new(Code::BadSetting, || sentences::invalid_key(&address.shown()))
                })?;
                value.set_sensitive(true);
                Ok(value)
            })
            .transpose()?;
        let client = client(&address, timing.connect)?;
        let is_anthropic = server.kind == ProviderKind::Anthropic;
        Ok(Self { address, timing, client, key, also_in: None, is_anthropic, secrets })
    }

    pub(crate) fn has_key(&self) -> bool {
        self.key.is_some()
    }

    pub(crate) fn post(&self, url: Url, body: Vec<u8>) -> RequestBuilder {
        self.authorized(self.client.post(url).header(CONTENT_TYPE, "application/json").body(body))
    }

    fn authorized(&self, mut request: RequestBuilder) -> RequestBuilder {
        if self.is_anthropic {
            request = request.header("anthropic-version", ANTHROPIC_VERSION);
        }
        let Some(key) = &self.key else { return request };
        let own = self.is_anthropic.then_some(HeaderName::from_static("x-api-key"));
        let bare = key.as_bytes().strip_prefix(b"Bearer ").map(HeaderValue::from_bytes);
        if let (Some(name), Some(Ok(mut bare))) = (own.or_else(|| self.also_in.clone()), bare) {
            bare.set_sensitive(true);
            request = request.header(name, bare);
        }
        if self.is_anthropic { request } else { request.header(AUTHORIZATION, key.clone()) }
    }

    /// GET without `body`, POST with it, with one timeout for the whole answer.
    pub(crate) async fn ask(&self, url: Url, body: Option<&Value>) -> Result<Value, Failure> {
        let request = match body {
            Some(body) => self.post(url, body.to_string().into_bytes()),
            None => self.authorized(self.client.get(url)),
        };
        let answer = async {
            let response = request.send().await.map_err(|error| self.unreachable(&error))?;
            let status = response.status();
            if !status.is_success() {
                return Err(self.refused(response, None).await);
            }
            let text = read(response, LONGEST_ANSWER).await.map_err(|error| self.broken(&error))?;
            serde_json::from_str(&text).map_err(|_| self.garbage(&text).into())
        };
        let limit = self.timing.question;
        tokio::time::timeout(limit, answer).await.unwrap_or_else(|_| {
            let sentence = |server: &str| sentences::no_answer_in_time(server, limit);
            Err(self.error(Code::TimedOut, sentence).into())
        })
    }

    /// An error with this sentence about the server's address, without secrets.
    pub(crate) fn error(&self, code: Code, sentence: impl Fn(&str) -> String) -> Error {
        Error::new(code, || self.secrets.hide(&sentence(&self.address.shown())))
    }

    /// The error for an answer that isn't in the server's protocol.
    pub(crate) fn garbage(&self, said: &str) -> Error {
        self.error(Code::InvalidReply, |server| {
            if said.trim_start().starts_with('<') {
                return sentences::web_page(server, &self.quote(&title(said)));
            }
            sentences::not_the_protocol(server, &self.quote(said))
        })
    }

    pub(crate) fn broken(&self, error: &reqwest::Error) -> Error {
        if error.is_timeout() {
            return self.error(Code::TimedOut, sentences::stopped_answering);
        }
        self.error(Code::BrokenStream, sentences::closed_in_the_answer)
    }

    pub(crate) fn unreachable(&self, error: &reqwest::Error) -> Failure {
        use std::io::ErrorKind::{ConnectionRefused, InvalidData, UnexpectedEof};
        let root = root_cause(error);
        let kind = root.io.unwrap_or(std::io::ErrorKind::Other);
        let why = || self.quote(&root.text);
        let error = if error.is_builder() {
            self.error(Code::BadSetting, sentences::not_callable)
        } else if error.is_dns() {
            let host = self.address.host();
            self.error(Code::UnknownHost, |server| sentences::unknown_host(server, host))
        } else if error.is_timeout() {
            let limit = self.timing.connect;
            self.error(Code::TimedOut, |server| sentences::no_connection_in_time(server, limit))
        } else if !error.is_connect() {
            let error = self.error(Code::BrokenStream, sentences::closed_before_the_answer);
            return Failure { retry: true, ..error.into() };
        } else if kind == ConnectionRefused {
            self.error(Code::Refused, sentences::connection_refused)
        } else if matches!(kind, InvalidData | UnexpectedEof) && self.address.is_encrypted() {
            self.error(Code::Tls, |server| sentences::not_secure(server, &why()))
        } else {
            self.error(Code::Refused, |server| sentences::unreachable(server, &why()))
        };
        error.into()
    }

    /// A web page came instead of an answer; `begun` is its beginning.
    pub(crate) async fn page(&self, begun: String, response: Response) -> Failure {
        let rest = tokio::time::timeout(self.timing.question, read(response, LONGEST_REFUSAL));
        let rest = rest.await.ok().and_then(Result::ok).unwrap_or_default();
        self.garbage(&(begun + &rest)).into()
    }

    /// The server answered with an error status. `model` is the requested one.
    pub(crate) async fn refused(&self, response: Response, model: Option<&str>) -> Failure {
        let status = response.status();
        let wait = pause::asked(response.headers(), SystemTime::now());
        if status.is_redirection() {
            // Following it would send the notes in the request to a server that nobody chose.
            let to = response.headers().get(reqwest::header::LOCATION);
            let to = to.and_then(|to| to.to_str().ok()).unwrap_or("nowhere");
            let to = to.split('?').next().unwrap_or_default();
            let to = self.quote(to);
            let sentence = |server: &str| sentences::redirected(server, &to, status.as_u16());
            return self.error(Code::BadSetting, sentence).into();
        }
        // An unreadable body doesn't matter: the status says most.
        let body = tokio::time::timeout(self.timing.question, read(response, LONGEST_REFUSAL));
        let body = body.await.ok().and_then(Result::ok).unwrap_or_default();
        let refusal = Refusal::from_body(status.as_u16(), &body);
        self.refusal(&refusal, model, wait)
    }

    pub(crate) fn refusal(
        &self,
        refusal: &Refusal,
        model: Option<&str>,
        retry_after: Option<Duration>,
    ) -> Failure {
        let code = refusal.code();
        let facts = sentences::RefusalFacts {
            code,
            has_key: self.has_key(),
            model,
            status: refusal.status,
            said: &self.quote(&refusal.message),
            wait: retry_after,
            sizes: refusal.sizes,
        };
        let mut error = self.error(code, |server| sentences::refusal(server, &facts));
        error.retry_after = retry_after.map(|wait| {
            let whole = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            u32::try_from(whole).unwrap_or(u32::MAX)
        });
        let (retry, by_api) = (refusal.is_worth_retrying(), refusal.is_json);
        Failure { error, retry, pause: retry_after, by_api }
    }

    /// Quotes a server on one line, truncated, without secrets and final full stop.
    fn quote(&self, said: &str) -> String {
        let said = &said[..said.floor_char_boundary(LONGEST_REFUSAL)];
        let line = language::one_line(&self.secrets.hide(said));
        language::beginning(line.trim_end_matches('.'), LONGEST_QUOTE)
    }
}

/// The client for an address. All servers share four clients for each timeout, so that connections are reused.
/// Clients for this machine use no proxy, and clients without encryption read no certificates.
fn client(address: &Address, connect: Duration) -> Result<Client, Error> {
    static CLIENTS: Mutex<BTreeMap<(usize, Duration), Client>> = Mutex::new(BTreeMap::new());
    let which = match (address.is_encrypted(), address.is_loopback()) {
        (false, true) => 0,
        (false, false) => 1,
        (true, false) => 2,
        (true, true) => 3,
    };
    let mut clients = CLIENTS.lock();
    if let Some(client) = clients.get(&(which, connect)) {
        return Ok(client.clone());
    }
    let mut builder = Client::builder()
        .user_agent(concat!("marginalia/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(connect)
        .redirect(reqwest::redirect::Policy::none());
    if address.is_loopback() {
        builder = builder.no_proxy();
    }
    if !address.is_encrypted() {
        builder = builder.tls_certs_only([]);
    }
    let client = builder.build().map_err(|error| {
        Error::new(Code::Tls, || sentences::no_secure_connections(&root_cause(&error).text))
    })?;
    clients.insert((which, connect), client.clone());
    Ok(client)
}

async fn read(mut response: Response, limit: usize) -> Result<String, reqwest::Error> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        let room = limit - bytes.len();
        bytes.extend_from_slice(&chunk[..chunk.len().min(room)]);
        if bytes.len() == limit {
            break;
        }
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

struct RootCause {
    text: String,
    io: Option<std::io::ErrorKind>,
}

/// The innermost reason; the outer ones name the address, which may contain a password.
fn root_cause(error: &(dyn StdError + 'static)) -> RootCause {
    let mut io = None;
    let mut innermost = error;
    loop {
        let found = innermost.downcast_ref::<std::io::Error>();
        io = found.map(std::io::Error::kind).or(io);
        // An I/O error's wrapped error isn't its `source`, but the source of that.
        let wrapped = found.and_then(std::io::Error::get_ref).map(|error| error as &dyn StdError);
        match wrapped.or_else(|| innermost.source()) {
            Some(inner) => innermost = inner,
            None => break,
        }
    }
    RootCause { text: innermost.to_string(), io }
}
