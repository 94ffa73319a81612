//! A server to send requests to, and the sentences for when it fails.

use std::error::Error as StdError;
use std::sync::OnceLock;
use std::time::Duration;

use reqwest::header::{
    AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER,
};
use reqwest::{Client, RequestBuilder, Response, Url};
use serde_json::Value;

use crate::address::Address;
use crate::refusal::Refusal;
use crate::{Code, Error, Server, Timing};

/// How long a server may take to accept a connection.
const CONNECT: Duration = Duration::from_secs(5);

/// The longest answer to a question about models (a public host lists hundreds).
const LONGEST_ANSWER: usize = 16 * 1024 * 1024;

/// The longest refusal that is read.
const LONGEST_REFUSAL: usize = 64 * 1024;

/// How much of a server's own words is repeated, in characters.
const LONGEST_QUOTE: usize = 300;

/// A failure, and what else is known of it.
#[derive(Debug)]
pub(crate) struct Failure {
    pub error: Error,
    /// Whether the same request may work a little later.
    pub retry: bool,
    /// Whether the server said it in JSON, as an API does and a web page doesn't.
    pub by_api: bool,
}

impl From<Error> for Failure {
    /// A failure that will stay, and that the server didn't explain.
    fn from(error: Error) -> Self {
        Self { error, retry: false, by_api: false }
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
    /// What must never be repeated in a text.
    secrets: Vec<String>,
}

impl Endpoint {
    pub(crate) fn new(server: &Server, timing: Timing) -> Result<Self, Error> {
        let address = Address::parse(&server.base_url, server.kind)?;
        let key = server.key.as_deref().map(str::trim).filter(|key| !key.is_empty());
        let mut secrets: Vec<String> = key.map(str::to_owned).into_iter().collect();
        secrets.extend(address.secrets());
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
        let client = client(&address)?;
        Ok(Self { address, timing, client, key, also_in: None, secrets })
    }

    pub(crate) fn has_key(&self) -> bool {
        self.key.is_some()
    }

    pub(crate) fn post(&self, url: Url, body: Vec<u8>) -> RequestBuilder {
        self.authorized(self.client.post(url).header(CONTENT_TYPE, "application/json").body(body))
    }

    fn authorized(&self, request: RequestBuilder) -> RequestBuilder {
        let Some(key) = &self.key else { return request };
        let bare = key.as_bytes().strip_prefix(b"Bearer ").map(HeaderValue::from_bytes);
        let request = match (&self.also_in, bare) {
            (Some(name), Some(Ok(mut bare))) => {
                bare.set_sensitive(true);
                request.header(name, bare)
            }
            _ => request,
        };
        request.header(AUTHORIZATION, key.clone())
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
        Error { code, message: self.without_secrets(&message), retry_after: None }
    }

    /// The server said something that isn't its protocol.
    pub(crate) fn garbage(&self, said: &str) -> Error {
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
            let what = format!("didn't accept a connection within {}", seconds(CONNECT));
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
            by_api: false,
        }
    }

    /// The server answered with an error status. `model` is the one that was asked for.
    pub(crate) async fn refused(&self, response: Response, model: Option<&str>) -> Failure {
        let status = response.status();
        let wait = retry_after(response.headers());
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
                format!("can't take the request: it is larger than the window of {model}{came}")
            }
            Code::BadSetting => {
                format!("doesn't understand the call{came}. Is it another kind of server")
            }
            Code::BadRequest => format!("didn't accept the request{came}"),
            _ => format!("failed{came}"),
        };
        let mut error = self.error(code, what);
        if code == Code::BadSetting {
            error.message.truncate(error.message.len() - 1);
            error.message.push('?');
        }
        error.retry_after = retry_after.map(|wait| {
            let whole = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            u32::try_from(whole).unwrap_or(u32::MAX)
        });
        Failure { error, retry: refusal.is_worth_retrying(), by_api: refusal.is_json }
    }

    /// A server's own words: on one line, not too many, without secrets or a full stop.
    fn quote(&self, said: &str) -> String {
        let line = said.split_whitespace().collect::<Vec<_>>().join(" ");
        let line = self.without_secrets(&line);
        let line = line.trim_end_matches('.');
        match line.char_indices().nth(LONGEST_QUOTE) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line.to_owned(),
        }
    }

    fn without_secrets(&self, text: &str) -> String {
        self.secrets.iter().fold(text.to_owned(), |text, secret| text.replace(secret, "…"))
    }
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

/// The client for an address. There are three, shared by all servers, so that connections are
/// reused: this machine is never called through a proxy, and where nothing is encrypted no
/// certificates need be read.
fn client(address: &Address) -> Result<Client, Error> {
    static CLIENTS: [OnceLock<Result<Client, String>>; 3] = [const { OnceLock::new() }; 3];
    let which = match (address.is_encrypted(), address.is_loopback()) {
        (false, true) => 0,
        (false, false) => 1,
        (true, _) => 2,
    };
    let made = CLIENTS[which].get_or_init(|| {
        let mut builder = Client::builder()
            .user_agent(concat!("marginalia/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(CONNECT)
            .redirect(reqwest::redirect::Policy::none());
        if which == 0 {
            builder = builder.no_proxy();
        }
        if which < 2 {
            builder = builder.tls_certs_only([]);
        }
        builder.build().map_err(|error| root_cause(&error).text)
    });
    made.clone().map_err(|why| Error {
        code: Code::Tls,
        message: format!("Secure connections can't be made on this machine: {why}."),
        retry_after: None,
    })
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

/// How long the server asks us to wait. The form with a date isn't read: no model server sends it.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let number = |name: &str| headers.get(name)?.to_str().ok()?.trim().parse::<f64>().ok();
    let seconds = match number("retry-after-ms") {
        Some(milliseconds) => milliseconds / 1000.0,
        None => number(RETRY_AFTER.as_str())?,
    };
    Duration::try_from_secs_f64(seconds).ok()
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
