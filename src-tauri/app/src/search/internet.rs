use parking_lot::{Mutex, MutexGuard};
use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use conversation::{Error, Result, settings::WebService};
use futures::{FutureExt, future::BoxFuture};
use tokio_util::sync::CancellationToken;
use web::{Address, Page, PageFetcher, SearXng, Tavily, Web};

use crate::{keys::Keys, sentences, settings::SettingsStore};

/// Time for which results are cached, so that the same query isn't sent again.
const KEPT_FOR: Duration = Duration::from_secs(10 * 60);

/// Maximum number of searches with cached results.
const QUERIES_KEPT: usize = 20;

pub(super) struct Internet {
    settings: SettingsStore,
    keys: Keys,
    opener: PageFetcher,
    found: Mutex<VecDeque<RecentSearch>>,
}

struct RecentSearch {
    service: WebService,
    query: String,
    limit: u32,
    pages: Vec<Page>,
    when: Instant,
}

impl Internet {
    pub(super) fn new(settings: SettingsStore, keys: Keys) -> Self {
        Self { settings, keys, opener: PageFetcher::default(), found: Mutex::default() }
    }

    pub(super) fn is_on(&self) -> bool {
        self.settings.get().web.service != WebService::Off
    }

    fn found(&self) -> MutexGuard<'_, VecDeque<RecentSearch>> {
        self.found.lock()
    }

    async fn ask(&self, query: &str, limit: u32, cancel: &CancellationToken) -> Result<Vec<Page>> {
        let service = self.settings.get().web.service;
        let pages = match &service {
            WebService::Off => return Err(Error::bad_input(sentences::NO_WEB_SERVICE)),
            WebService::Tavily => {
                let key = self.keys.get(WebService::TAVILY).await?;
                let key = key.ok_or_else(|| Error::bad_input(sentences::NO_TAVILY_KEY))?;
                Tavily::new(key)?.search(query, limit, cancel).await?
            }
            WebService::SearXng { base_url } => {
                SearXng::new(base_url)?.search(query, limit, cancel).await?
            }
        };
        let mut found = self.found();
        let (query, when) = (query.to_owned(), Instant::now());
        found.push_back(RecentSearch { service, query, limit, pages: pages.clone(), when });
        if found.len() > QUERIES_KEPT {
            found.pop_front();
        }
        Ok(pages)
    }
}

impl Web for Internet {
    fn service(&self) -> String {
        match self.settings.get().web.service {
            WebService::Off => sentences::NOBODY.to_string(),
            WebService::Tavily => sentences::TAVILY.to_string(),
            WebService::SearXng { base_url } => match SearXng::new(&base_url) {
                Ok(server) => server.name().to_owned(),
                Err(_) => base_url,
            },
        }
    }

    fn search<'a>(
        &'a self,
        query: &'a str,
        limit: u32,
        cancel: CancellationToken,
    ) -> BoxFuture<'a, Result<Vec<Page>>> {
        async move { self.ask(query, limit, &cancel).await }.boxed()
    }

    fn recent(&self, query: &str, limit: u32) -> Option<Vec<Page>> {
        let service = self.settings.get().web.service;
        let mut found = self.found();
        found.retain(|found| found.when.elapsed() < KEPT_FOR);
        let is_it =
            |it: &&RecentSearch| it.service == service && it.query == query && it.limit == limit;
        found.iter().find(is_it).map(|found| found.pages.clone())
    }

    fn open<'a>(
        &'a self,
        address: &'a Address,
        cancel: CancellationToken,
    ) -> BoxFuture<'a, Result<Page>> {
        async move { self.opener.open(address, &cancel).await }.boxed()
    }
}
