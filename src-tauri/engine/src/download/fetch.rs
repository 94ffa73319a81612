//! Requests a file from a host, resuming a partial download.

use parking_lot::Mutex;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures::channel::mpsc::UnboundedSender;
use reqwest::header::{ACCEPT_ENCODING, CONTENT_RANGE, RANGE};
use reqwest::{Client, Response, StatusCode, Url, redirect};

use super::error::Error;
use super::event::{DownloadEvent, Patience};
use super::folder::{ModelFolder, check_room};
use super::part::Part;
use crate::catalogue::{CatalogueModel, ModelFile};
use crate::sentences::download as sentences;

const BLOCK: usize = 1 << 20;

/// Minimum bytes of a try that restarts the sequence of pauses.
const GOOD_DEAL: u64 = 1 << 20;

const MOST_REDIRECTS: usize = 5;

struct Failure {
    error: Error,
    later: bool,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { error, later: false }
    }
}

/// Returns the path of the first file, which the engine loads.
pub(super) async fn model(
    model: &CatalogueModel,
    folder: &ModelFolder,
    patience: &Patience,
    sink: &UnboundedSender<DownloadEvent>,
) -> Result<PathBuf, Error> {
    let of_folder = |error| Error::of_file(&error, folder.path(), folder.path());
    std::fs::create_dir_all(folder.path()).map_err(of_folder)?;
    let needs = model.files.iter().map(|file| folder.missing(file)).sum::<u64>();
    check_room(&model.name, needs, folder.free().map_err(of_folder)?, folder.path())?;
    let mut first = None;
    for file in &model.files {
        let download = Download { file, folder, patience, sink };
        let path = download.run().await?;
        folder
            .keep_licence(model, file)
            .map_err(|error| Error::of_file(&error, &path, folder.path()))?;
        first.get_or_insert(path);
    }
    first.ok_or_else(|| Error::Missing {
        name: model.name.clone(),
        folder: folder.path().to_owned(),
    })
}

struct Download<'a> {
    file: &'a ModelFile,
    folder: &'a ModelFolder,
    patience: &'a Patience,
    sink: &'a UnboundedSender<DownloadEvent>,
}

impl Download<'_> {
    async fn run(&self) -> Result<PathBuf, Error> {
        let name = self.folder.path().join(&self.file.name);
        if self.folder.is_verified(self.file) {
            return Ok(name);
        }
        let path = self.folder.part(self.file);
        let most = self.file.bytes;
        let opened = blocking(move || Part::open(&path, most)).await;
        let part = opened.map_err(|error| self.failed(&error))?;
        let Some(part) = part else { return Err(Error::Busy { file: self.file.name.clone() }) };
        let part = Arc::new(Mutex::new(part));
        let mut result = Ok(());
        for url in std::iter::once(&self.file.url).chain(&self.file.mirrors) {
            result = self.from(url, &part).await;
            match &result {
                Err(error) if error.is_of_the_host() => {}
                _ => break,
            }
        }
        if let Err(error) = result {
            if part.lock().len() == 0 {
                part.lock().delete().map_err(|error| self.failed(&error))?;
            }
            return Err(error);
        }
        let (folder, file) = (self.folder.clone(), self.file.clone());
        let place = name.clone();
        let finished = blocking(move || {
            part.lock().finish(&place)?;
            folder.set_verified(&file)
        });
        finished.await.map_err(|error| self.failed(&error))?;
        Ok(name)
    }

    async fn from(&self, url: &str, part: &Arc<Mutex<Part>>) -> Result<(), Error> {
        let host = Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned));
        let host = host.unwrap_or_else(|| url.to_owned());
        let client =
            client(&host, self.patience.connect).map_err(|error| unreachable(&host, &error))?;
        let mut pauses = self.patience.pauses.iter();
        loop {
            let before = part.lock().len();
            let Err(failure) = self.attempt(&client, url, &host, part).await else { break };
            if part.lock().len() >= before + GOOD_DEAL {
                pauses = self.patience.pauses.iter();
            }
            let Some(pause) = pauses.next().filter(|_| failure.later) else {
                return Err(failure.error);
            };
            tracing::info!("{}; trying again in {pause:?}", failure.error);
            tokio::time::sleep(*pause).await;
        }
        drop(self.sink.unbounded_send(DownloadEvent::Checking));
        let sha256 = part.lock().sha256();
        if sha256 == self.file.sha256 {
            return Ok(());
        }
        part.lock().restart().map_err(|error| self.failed(&error))?;
        Err(Error::OtherHash { host, file: self.file.name.clone(), sha256 })
    }

    async fn attempt(
        &self,
        client: &Client,
        url: &str,
        host: &str,
        part: &Arc<Mutex<Part>>,
    ) -> Result<(), Failure> {
        let have = part.lock().len();
        self.tell(have);
        if have == self.file.bytes {
            return Ok(());
        }
        let mut request = client.get(url).header(ACCEPT_ENCODING, "identity");
        if have > 0 {
            request = request.header(RANGE, format!("bytes={have}-"));
        }
        let later = |error| Failure { error, later: true };
        let stalled =
            || later(Error::Stalled { host: host.to_owned(), after: self.patience.stall });
        let sent = tokio::time::timeout(self.patience.stall, request.send()).await;
        let mut response =
            sent.map_err(|_| stalled())?.map_err(|error| later(unreachable(host, &error)))?;
        self.check(&response, host, part)?;
        let mut block = Vec::with_capacity(BLOCK);
        let end = loop {
            let chunk = match tokio::time::timeout(self.patience.stall, response.chunk()).await {
                Err(_) => break Err(stalled()),
                Ok(Err(error)) => break Err(later(unreachable(host, &error))),
                Ok(Ok(None)) => break Ok(()),
                Ok(Ok(Some(chunk))) => chunk,
            };
            block.extend_from_slice(&chunk);
            if block.len() >= BLOCK {
                self.write(std::mem::take(&mut block), host, part).await?;
            }
        };
        self.write(block, host, part).await?;
        end?;
        if part.lock().len() == self.file.bytes {
            return Ok(());
        }
        let cause = sentences::CLOSED.to_string();
        Err(later(Error::Unreachable { host: host.to_owned(), cause }))
    }

    /// Checks that the response continues where the part ends. If it starts at the file's beginning, so does the
    /// part.
    fn check(&self, response: &Response, host: &str, part: &Mutex<Part>) -> Result<(), Failure> {
        let mut part = part.lock();
        let status = response.status();
        let range = response
            .headers()
            .get(CONTENT_RANGE)
            .and_then(|value| ContentRange::parse(value.to_str().ok()?));
        let total = match status {
            StatusCode::PARTIAL_CONTENT => {
                let range = range.filter(|range| range.start == part.len());
                let Some(range) = range else {
                    // Not the requested range: request the whole file next time.
                    part.restart().map_err(|error| self.failed(&error))?;
                    let cause = sentences::OTHER_PART.to_string();
                    let error = Error::Unreachable { host: host.to_owned(), cause };
                    return Err(Failure { error, later: true });
                };
                range.total
            }
            StatusCode::OK => {
                if part.len() > 0 {
                    part.restart().map_err(|error| self.failed(&error))?;
                }
                response.content_length()
            }
            status => {
                let file = self.file.name.clone();
                let error = Error::Refused { host: host.to_owned(), file, status: status.as_u16() };
                let later = status.is_server_error()
                    || [StatusCode::TOO_MANY_REQUESTS, StatusCode::REQUEST_TIMEOUT]
                        .contains(&status);
                return Err(Failure { error, later });
            }
        };
        match total {
            Some(bytes) if bytes != self.file.bytes => Err(self.other_size(host, bytes).into()),
            _ => Ok(()),
        }
    }

    async fn write(
        &self,
        block: Vec<u8>,
        host: &str,
        part: &Arc<Mutex<Part>>,
    ) -> Result<(), Failure> {
        let bytes = part.lock().len() + block.len() as u64;
        if bytes > self.file.bytes {
            part.lock().restart().map_err(|error| self.failed(&error))?;
            return Err(self.other_size(host, bytes).into());
        }
        let to = part.clone();
        let written = blocking(move || to.lock().write(&block)).await;
        written.map_err(|error| self.failed(&error))?;
        self.tell(bytes);
        Ok(())
    }

    fn tell(&self, completed: u64) {
        // Sending fails only if the stream was dropped, and this download with it.
        drop(
            self.sink.unbounded_send(DownloadEvent::Progress { completed, total: self.file.bytes }),
        );
    }

    fn other_size(&self, host: &str, bytes: u64) -> Error {
        let (file, expected) = (self.file.name.clone(), self.file.bytes);
        Error::OtherSize { host: host.to_owned(), file, bytes, expected }
    }

    fn failed(&self, error: &std::io::Error) -> Error {
        Error::of_file(error, &self.folder.path().join(&self.file.name), self.folder.path())
    }
}

/// `bytes START-END/TOTAL`
struct ContentRange {
    start: u64,
    total: Option<u64>,
}

impl ContentRange {
    fn parse(text: &str) -> Option<Self> {
        let (range, total) = text.strip_prefix("bytes ")?.split_once('/')?;
        let (start, _) = range.split_once('-')?;
        Some(Self { start: start.parse().ok()?, total: total.parse().ok() })
    }
}

/// Follows redirects, as hosts of large files use them, but never out of encryption. Never calls this machine through
/// a proxy.
fn client(host: &str, connect: Duration) -> reqwest::Result<Client> {
    let policy = redirect::Policy::custom(|attempt| {
        let from = attempt.previous();
        let leaves_encryption = from.last().is_some_and(|url| url.scheme() == "https")
            && attempt.url().scheme() != "https";
        if leaves_encryption {
            attempt.error(sentences::NO_ENCRYPTION.text())
        } else if from.len() > MOST_REDIRECTS {
            attempt.error(sentences::ELSEWHERE.text())
        } else {
            attempt.follow()
        }
    });
    let mut builder = Client::builder()
        .user_agent(concat!("marginalia/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(connect)
        .redirect(policy);
    if ["127.0.0.1", "[::1]", "localhost"].contains(&host) {
        builder = builder.no_proxy();
    }
    builder.build()
}

/// Uses the innermost reason; the outer ones repeat the address.
fn unreachable(host: &str, error: &reqwest::Error) -> Error {
    let mut innermost: &dyn std::error::Error = error;
    while let Some(inner) = innermost.source() {
        innermost = inner;
    }
    Error::Unreachable { host: host.to_owned(), cause: innermost.to_string() }
}

async fn blocking<T: Send + 'static>(
    run: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> std::io::Result<T> {
    tokio::task::spawn_blocking(run).await.map_err(std::io::Error::other)?
}
