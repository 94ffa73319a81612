//! A server to send requests to, and the sentences for when it fails.

use std::collections::BTreeMap;
use std::error::Error as StdError;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderName, HeaderValue};
use reqwest::{Client, RequestBuilder, Response, Url};
use serde_json::Value;

use super::address::Address;
use super::pause;
use super::refusal::{Refusal, title};
use super::secrets::Secrets;
use super::server::{Server, Timing};
use crate::words::{Code, Error, ProviderKind};

/// The longest answer to a question about models (a public host lists hundreds).
const LONGEST_ANSWER: usize = 16 * 1024 * 1024;

/// The longest refusal that is read.
const LONGEST_REFUSAL: usize = 64 * 1024;

/// The version of Anthropic's protocol that we speak; there is no later one.
const ANTHROPIC_VERSION: &str = "2023-06-01";

/// How much of a server's own words is repeated, in characters.
const LONGEST_QUOTE: usize = 300;

/// A failure, and what else is known of it.
#[derive(Debug)]
pub(crate) struct Failure {
    pub error: Error,
    /// Whether the same request may work a little later.
    pub retry: bool,
    /// How long the server asks to wait before.
    pub pause: Option<Duration>,
    /// Whether the server said it in JSON, as an API does and a web page doesn't.
    pub by_api: bool,
}

impl From<Error> for Failure {
    /// A failure that will stay, and that the server didn't explain.
    fn from(error: Error) -> Self {
        Self { error, retry: false, pause: None, by_api: false }
    }
}

/// One server: where, with which key, and how long to wait.
#[derive(Clone)]
pub(crate) struct Endpoint {
    pub address: Address,
    pub timing: Timing,
    client: Client,
    key: Option<HeaderValue>,
    /// A header that has the bare key, too, for servers that look there.
    pub also_in: Option<HeaderName>,
    /// Whether it speaks Anthropic's protocol, which has headers of its own.
    is_anthropic: bool,
    /// What must never be repeated in a text.
    secrets: Secrets,
}

impl Endpoint {
    pub(crate) fn new(server: &Server, timing: Timing) -> Result<Self, Error> {
        let address = Address::parse(&server.base_url, server.kind)?;
        let key = server.key.as_deref().map(str::trim).filter(|key| !key.is_empty());
        let secrets = key.map(str::to_owned).into_iter().chain(address.secrets());
        let secrets = Secrets::new(secrets);
        let key = key
            .map(|key| {
                let mut value = HeaderValue::from_str(&format!("Bearer {key}")).map_err(|_| {
                    setting(format!(
                        "The key for {} has characters that no key has. Please enter it again.",
                        address.shown()
                    ))
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

    /// Asks for JSON: GET without `body`, POST with it. The whole answer must be there in time.
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
            let what = format!("didn't answer within {}", seconds(limit));
            Err(self.error(Code::TimedOut, what).into())
        })
    }

    /// An error whose sentence begins with the server's address.
    pub(crate) fn error(&self, code: Code, what: impl AsRef<str>) -> Error {
        let message = format!("{} {}.", self.address.shown(), what.as_ref());
        Error { code, message: self.secrets.hide(&message), retry_after: None }
    }

    /// The server said something that isn't its protocol.
    pub(crate) fn garbage(&self, said: &str) -> Error {
        if said.trim_start().starts_with('<') {
            let what = format!("answered with {}. Is the address right", self.quote(&title(said)));
            return asking(self.error(Code::InvalidReply, what));
        }
        let said = self.quote(said);
        let what = if said.is_empty() {
            "answered with nothing".to_owned()
        } else {
            format!("answered with something that isn't its protocol: {said}")
        };
        self.error(Code::InvalidReply, what)
    }

    /// The connection broke while the answer was read.
    pub(crate) fn broken(&self, error: &reqwest::Error) -> Error {
        if error.is_timeout() {
            return self.error(Code::TimedOut, "stopped answering");
        }
        self.error(Code::BrokenStream, "closed the connection in the middle of its answer")
    }

    /// No response came.
    pub(crate) fn unreachable(&self, error: &reqwest::Error) -> Failure {
        let root = root_cause(error);
        let kind = root.io.unwrap_or(std::io::ErrorKind::Other);
        let fails = |code, what: String| Failure::from(self.error(code, what));
        if error.is_builder() {
            return fails(Code::BadSetting, "isn't an address that can be called".to_owned());
        }
        if error.is_dns() {
            let what =
                format!("can't be reached: the host name “{}” isn't known", self.address.host());
            return fails(Code::UnknownHost, what);
        }
        if error.is_timeout() {
            let what =
                format!("didn't accept a connection within {}", seconds(self.timing.connect));
            return fails(Code::TimedOut, what);
        }
        if error.is_connect() {
            use std::io::ErrorKind::{ConnectionRefused, InvalidData, UnexpectedEof};
            return match kind {
                ConnectionRefused => {
                    fails(Code::Refused, "refused the connection: no server runs there".to_owned())
                }
                InvalidData | UnexpectedEof if self.address.is_encrypted() => fails(
                    Code::Tls,
                    format!("couldn't be reached securely: {}", self.quote(&root.text)),
                ),
                _ => fails(Code::Refused, format!("can't be reached: {}", self.quote(&root.text))),
            };
        }
        Failure {
            error: self.error(Code::BrokenStream, "closed the connection without an answer"),
            retry: true,
            pause: None,
            by_api: false,
        }
    }

    /// A web page came where an answer should; this is its beginning.
    pub(crate) async fn page(&self, begun: String, response: Response) -> Failure {
        let rest = tokio::time::timeout(self.timing.question, read(response, LONGEST_REFUSAL));
        let rest = rest.await.ok().and_then(Result::ok).unwrap_or_default();
        self.garbage(&(begun + &rest)).into()
    }

    /// The server answered with an error status. `model` is the one that was asked for.
    pub(crate) async fn refused(&self, response: Response, model: Option<&str>) -> Failure {
        let status = response.status();
        let wait = pause::asked(response.headers(), SystemTime::now());
        if status.is_redirection() {
            // Followed, the notes in the request would go to a server that nobody chose.
            let to = response.headers().get(reqwest::header::LOCATION);
            let to = to.and_then(|to| to.to_str().ok()).unwrap_or("nowhere");
            let to = to.split('?').next().unwrap_or_default();
            let what = format!(
                "sends us on to {} ({}). If that is right, enter it as the address",
                self.quote(to),
                status.as_u16()
            );
            return self.error(Code::BadSetting, what).into();
        }
        // What can't be read of the refusal doesn't matter: the status says most.
        let body = tokio::time::timeout(self.timing.question, read(response, LONGEST_REFUSAL));
        let body = body.await.ok().and_then(Result::ok).unwrap_or_default();
        let refusal = Refusal::from_body(status.as_u16(), &body);
        self.refusal(&refusal, model, wait)
    }

    /// The sentence for a refusal.
    pub(crate) fn refusal(
        &self,
        refusal: &Refusal,
        model: Option<&str>,
        retry_after: Option<Duration>,
    ) -> Failure {
        let code = refusal.code();
        let said = self.quote(&refusal.message);
        let came = match (refusal.status, said.is_empty()) {
            (Some(status), true) => format!(" ({status})"),
            (Some(status), false) => format!(" ({status}: {said})"),
            (None, true) => String::new(),
            (None, false) => format!(" ({said})"),
        };
        let model = model.map_or_else(|| "the model".to_owned(), |name| format!("“{name}”"));
        let what = match code {
            Code::Unauthorized if self.has_key() => format!("didn't accept the key{came}"),
            Code::Unauthorized => format!("wants a key{came}"),
            Code::ModelMissing => format!("doesn't have {model}{came}"),
            Code::RateLimited => match retry_after {
                Some(wait) => {
                    format!("has had too many requests{came}, and asks to wait {}", seconds(wait))
                }
                None => format!("has had too many requests{came}"),
            },
            Code::TimedOut => format!("waited too long for its own model{came}"),
            Code::ContextOverflow => {
                let sizes = refusal.sizes.map_or_else(String::new, |(request, window)| {
                    format!(" ({request} tokens, and there is room for {window})")
                });
                format!(
                    "can't take the request: it is larger than the window of {model}{sizes}{came}"
                )
            }
            Code::ContentRefused => {
                format!("refused: its rules forbid the question, or what it would say{came}")
            }
            Code::NoCredit => {
                format!("wants to be paid first: the account has nothing left{came}")
            }
            Code::BadSetting => {
                format!("doesn't understand the call{came}. Is it another kind of server")
            }
            Code::BadRequest => format!("didn't accept the request{came}"),
            _ => format!("failed{came}"),
        };
        let error = self.error(code, what);
        let mut error = if code == Code::BadSetting { asking(error) } else { error };
        error.retry_after = retry_after.map(|wait| {
            let whole = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            u32::try_from(whole).unwrap_or(u32::MAX)
        });
        let (retry, by_api) = (refusal.is_worth_retrying(), refusal.is_json);
        Failure { error, retry, pause: retry_after, by_api }
    }

    /// A server's own words: on one line, not too many, without secrets or a full stop.
    fn quote(&self, said: &str) -> String {
        // Of a line of megabytes only the beginning is looked at.
        let said = &said[..said.floor_char_boundary(LONGEST_REFUSAL)];
        let line = self.secrets.hide(said).split_whitespace().collect::<Vec<_>>().join(" ");
        let line = line.trim_end_matches('.');
        match line.char_indices().nth(LONGEST_QUOTE) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line.to_owned(),
        }
    }
}

/// The sentence as a question.
fn asking(mut error: Error) -> Error {
    error.message.truncate(error.message.trim_end_matches('.').len());
    error.message.push('?');
    error
}

/// A time for people.
pub(crate) fn seconds(time: Duration) -> String {
    if time.subsec_millis() == 0 {
        format!("{} s", time.as_secs())
    } else {
        format!("{:.1} s", time.as_secs_f64())
    }
}

fn setting(message: String) -> Error {
    Error { code: Code::BadSetting, message, retry_after: None }
}

/// The client for an address. There are four for each time-out, shared by all servers, so that
/// connections are reused: this machine is never called through a proxy, and where nothing is
/// encrypted no certificates need be read.
fn client(address: &Address, connect: Duration) -> Result<Client, Error> {
    static CLIENTS: Mutex<BTreeMap<(usize, Duration), Client>> = Mutex::new(BTreeMap::new());
    let which = match (address.is_encrypted(), address.is_loopback()) {
        (false, true) => 0,
        (false, false) => 1,
        (true, false) => 2,
        (true, true) => 3,
    };
    let mut clients = CLIENTS.lock().unwrap_or_else(PoisonError::into_inner);
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
    let client = builder.build().map_err(|error| Error {
        code: Code::Tls,
        message: format!(
            "Secure connections can't be made on this machine: {}.",
            root_cause(&error).text
        ),
        retry_after: None,
    })?;
    clients.insert((which, connect), client.clone());
    Ok(client)
}

/// Reads a body as text, up to a limit; what is beyond is left out.
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

/// The innermost reason. The outer ones name the address, which may hold a password.
fn root_cause(error: &(dyn StdError + 'static)) -> RootCause {
    let mut io = None;
    let mut innermost = error;
    loop {
        let found = innermost.downcast_ref::<std::io::Error>();
        io = found.map(std::io::Error::kind).or(io);
        // What an I/O error wraps isn't its `source`, but the source of that.
        let wrapped = found.and_then(std::io::Error::get_ref).map(|error| error as &dyn StdError);
        match wrapped.or_else(|| innermost.source()) {
            Some(inner) => innermost = inner,
            None => break,
        }
    }
    RootCause { text: innermost.to_string(), io }
}
