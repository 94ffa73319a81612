use std::sync::Arc;

use conversation::reference::Reference;
use futures::future::BoxFuture;
use models::Tokens;
use web::{Address, Web, as_query};

use super::{
    job::Job,
    page::shown,
    read::AROUND_PASSAGE,
    result::{CallResult, Refusal, ToolResult},
};
use crate::{
    pages,
    sentences::{
        self,
        calls::{self, Finding},
    },
};

/// Maximum pages of a search.
const MOST_PAGES: u32 = 10;

/// Maximum passage number in a page.
const MOST_PASSAGES: u32 = 10_000;

pub(super) fn web_search(job: Arc<Job>) -> BoxFuture<'static, CallResult> {
    Box::pin(async move {
        let query =
            job.arguments.required(&["query", "q", "question", "search", "text"], "salt")?;
        let query = as_query(&query);
        let limit = job.arguments.number(&["limit", "count", "n", "k"], MOST_PAGES)?.unwrap_or(5);
        let web = web(&job)?;
        let found = pages::search(&*web, &query, limit.max(1), &job.cancel).await?;
        let passages = fitting(found.into_iter(), job.limit);
        if passages.is_empty() {
            return Err(Refusal::new(format!("The web has nothing on “{}”.", shown(&query)))
                .hint("Try other words."));
        }
        let mut pages: Vec<_> = passages.iter().filter_map(|it| it.url.as_ref()).collect();
        pages.dedup();
        let told = || calls::passages(passages.len(), pages.len(), Finding::Pages);
        let text = format!("{}.", calls::in_english(told));
        Ok(ToolResult { text, told: told(), passages, ..ToolResult::default() })
    })
}

pub(super) fn open_url(job: Arc<Job>) -> BoxFuture<'static, CallResult> {
    Box::pin(async move {
        let names = ["url", "address", "link", "page", "uri"];
        let address = job.arguments.required(&names, "https://example.org/salt")?;
        let from = job.arguments.number(&["from", "from_passage", "offset"], MOST_PASSAGES)?;
        let skipped = from.unwrap_or(1).max(1) as usize - 1;
        let address = Address::parse(&address)?;
        let page = web(&job)?.open(&address, job.cancel.clone()).await?;
        let all = pages::references(&page);
        let read =
            |passage| Reference { match_reason: sentences::MODEL_OPENED_IT.to_string(), ..passage };
        let count = all.len();
        let passages = fitting(all.into_iter().skip(skipped).map(read), job.limit);
        if passages.is_empty() {
            return Err(Refusal::new(format!("“{}” has {count} passages.", shown(&page.title))));
        }
        let last = skipped + passages.len();
        let told = || calls::read_page(&shown(&page.title), address.host());
        let text = match last < count {
            true => format!(
                "Passages {} to {last} of {count}. Go on with from: {}.",
                skipped + 1,
                last + 1
            ),
            false => format!("{}.", calls::in_english(told)),
        };
        Ok(ToolResult { text, told: told(), passages, ..ToolResult::default() })
    })
}

fn web(job: &Job) -> Result<Arc<dyn Web>, Refusal> {
    job.desk.web.clone().ok_or_else(|| Refusal::new("No web search is set up."))
}

pub(super) fn fitting(found: impl Iterator<Item = Reference>, limit: Tokens) -> Vec<Reference> {
    let mut left = limit.0;
    let mut fitting: Vec<Reference> = Vec::new();
    for reference in found {
        let tokens = reference.passage.as_ref().map_or(0, |passage| passage.tokens.0);
        let size = tokens.saturating_add(AROUND_PASSAGE);
        if size > left && !fitting.is_empty() {
            break;
        }
        left = left.saturating_sub(size);
        fitting.push(reference);
    }
    fitting
}
