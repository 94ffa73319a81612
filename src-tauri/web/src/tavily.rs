//! Tavily: a search service that needs a key.

use std::time::Duration;

use conversation::{Result, model::Code, settings::WebService};
use models::Key;
use reqwest::{Client, StatusCode};
use serde::Deserialize;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::{
    Page,
    answer::{self, Answer, FoundPage, PATIENCE, failed},
    sentences,
};

const NAME: &str = "Tavily";

pub struct Tavily {
    client: Client,
    address: String,
    key: Key,
    pub(crate) patience: Duration,
}

#[derive(Deserialize)]
struct SearchAnswer {
    results: Vec<FoundPage>,
}

impl Tavily {
    pub fn new(key: Key) -> Result<Self> {
        Self::at(WebService::TAVILY, key)
    }

    pub(crate) fn at(address: &str, key: Key) -> Result<Self> {
        let (client, address) = (answer::client(address)?, address.to_owned());
        Ok(Self { client, address, key, patience: PATIENCE })
    }

    pub async fn search(
        &self,
        query: &str,
        limit: u32,
        cancel: &CancellationToken,
    ) -> Result<Vec<Page>> {
        let asked = json!({ "query": query, "max_results": limit });
        let url = format!("{}/search", self.address);
        let request = self.client.post(url).bearer_auth(self.key.trim()).json(&asked);
        let answer = answer::ask(NAME, request, self.patience, cancel).await?;
        self.read(&answer, limit)
    }

    fn read(&self, answer: &Answer, limit: u32) -> Result<Vec<Page>> {
        match answer.status {
            StatusCode::OK => {}
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                return Err(failed(Code::Unauthorized, || sentences::key_refused(NAME)));
            }
            // Tavily's own codes: the searches of the plan (432), or of pay-as-you-go (433), are used up.
            status if matches!(status.as_u16(), 432 | 433) => {
                return Err(failed(Code::NoCredit, || sentences::used_up(NAME)));
            }
            status => return Err(answer::refused(NAME, status)),
        }
        let found: SearchAnswer = answer.parse(NAME)?;
        Ok(answer::pages(found.results, limit))
    }
}
