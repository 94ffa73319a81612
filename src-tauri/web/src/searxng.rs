//! SearXNG: a metasearch server that people run themselves, and that asks other services anonymously.

use std::time::Duration;

use conversation::{Code as Kind, Error, Result, model::Code};
use models::{ProviderKind, Server};
use reqwest::{Client, StatusCode, Url, header::CONTENT_TYPE};
use serde::Deserialize;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::{
    Page,
    answer::{self, FoundPage, PATIENCE, failed},
    sentences,
};

pub struct SearXng {
    client: Client,
    url: Url,
    name: String,
    pub(crate) patience: Duration,
}

#[derive(Deserialize)]
struct SearchAnswer {
    results: Vec<FoundPage>,
    #[serde(default)]
    unresponsive_engines: Vec<Value>,
}

impl SearXng {
    pub fn new(address: &str) -> Result<Self> {
        let typed = address.trim().trim_end_matches('/');
        let base_url = typed.strip_suffix("/search").unwrap_or(typed).to_owned();
        let server = Server { kind: ProviderKind::OpenAi, base_url, key: None };
        server.connect().map_err(|error| Error { code: Kind::BadInput, ..error.into() })?;
        let at = server.at();
        let address = at.as_address().unwrap_or_default();
        let name = sentences::searxng_at(address);
        let url = Url::parse(&format!("{address}/search"));
        let url =
            url.map_err(|error| Error::new(Kind::BadInput, error.to_string()).because(error))?;
        Ok(Self { client: answer::client(address)?, url, name, patience: PATIENCE })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub async fn search(
        &self,
        query: &str,
        limit: u32,
        cancel: &CancellationToken,
    ) -> Result<Vec<Page>> {
        // Sent as a form, because servers log addresses.
        let mut form = self.url.clone();
        form.query_pairs_mut().append_pair("q", query).append_pair("format", "json");
        let request = self
            .client
            .post(self.url.clone())
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(form.query().unwrap_or_default().to_owned());
        let answer = answer::ask(&self.name, request, self.patience, cancel).await?;
        match answer.status {
            StatusCode::OK => {}
            StatusCode::FORBIDDEN => {
                return Err(failed(Code::BadSetting, || sentences::no_json(&self.name)));
            }
            status => return Err(answer::refused(&self.name, status)),
        }
        let found: SearchAnswer = answer.parse(&self.name)?;
        if found.results.is_empty() && !found.unresponsive_engines.is_empty() {
            let silent = found.unresponsive_engines.len();
            return Err(failed(Code::ServerError, || sentences::all_silent(&self.name, silent)));
        }
        Ok(answer::pages(found.results, limit))
    }
}
