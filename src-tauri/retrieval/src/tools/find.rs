use std::collections::HashSet;

use notes::NotePath;

use super::{
    job::Job,
    page::{Page, shown},
    place::{self, AFTER, BEFORE, FOLDER},
    read::AROUND_PASSAGE,
    result::{CallResult, Refusal, ToolResult},
};
use crate::{
    Hits, SearchScope,
    sentences::calls::{self, Finding},
};
use conversation::reference::{Reference, State};

const QUERY: [&str; 7] = ["query", "q", "question", "text", "search", "words", "topic"];
/// Maximum passages per call.
const MOST_PASSAGES: u32 = 20;
/// Default and maximum notes per call.
const NOTES: u32 = 8;
const MOST_NOTES: u32 = 20;
const PASSAGES_A_NOTE: usize = 3;

struct FindRequest {
    query: String,
    folder: Option<NotePath>,
    tag: Option<String>,
    before: Option<String>,
    after: Option<String>,
    limit: Option<u32>,
}

impl FindRequest {
    fn of(job: &Job, most: u32) -> Result<Self, Refusal> {
        let arguments = &job.arguments;
        let folder = match arguments.text(&FOLDER)? {
            Some(folder) => Some(place::folder(job, &folder)?),
            None => None,
        };
        let tag = arguments.text(&["tag", "tags"])?;
        Ok(Self {
            query: arguments.required(&QUERY, "how much salt for bread")?,
            // `None` for the vault itself, which isn't a path.
            folder: folder.and_then(|folder| NotePath::new(&folder).ok()),
            tag: tag
                .map(|tag| tag.trim_start_matches('#').to_owned())
                .filter(|tag| !tag.is_empty()),
            before: arguments.date(&BEFORE)?,
            after: arguments.date(&AFTER)?,
            limit: arguments
                .number(&["limit", "count", "k", "top_k", "max_results", "n"], most)?
                .map(|limit| limit.max(1)),
        })
    }

    fn hits(&self, job: &Job, limit: Option<usize>) -> Result<Hits, Refusal> {
        let within = SearchScope {
            places: self.folder.as_slice(),
            tag: self.tag.as_deref(),
            before: self.before.as_deref(),
            after: self.after.as_deref(),
            limit,
        };
        Ok(job.desk.sources.hits(&self.query, within)?)
    }

    fn nothing(&self, what: &str) -> Refusal {
        let mut told = format!("No {what} matches “{}”", shown(&self.query));
        if let Some(folder) = &self.folder {
            told.push_str(&format!(" in the folder {}", shown(folder.as_str())));
        }
        if let Some(tag) = &self.tag {
            told.push_str(&format!(" with the tag #{}", shown(tag)));
        }
        for (name, day) in [("before", &self.before), ("after", &self.after)] {
            told.push_str(&day.as_ref().map(|day| format!(" {name} {day}")).unwrap_or_default());
        }
        let has_place = self.folder.is_some() || self.tag.is_some();
        let hint = match (has_place, self.before.is_some() || self.after.is_some()) {
            (true, false) => "Try other words, or search without the folder and the tag.",
            (false, true) => "Try other words, or search without the dates.",
            (true, true) => "Try other words, or search without the folder, the tag and the dates.",
            (false, false) => "Try other words.",
        };
        Refusal::new(told + ".").hint(hint)
    }
}

pub(super) fn find_excerpts(job: &Job) -> CallResult {
    let asked = FindRequest::of(job, MOST_PASSAGES)?;
    let found = asked.hits(job, asked.limit.map(|limit| limit as usize))?;
    let sources = &job.desk.sources;
    let mut left = job.limit.0;
    let mut passages: Vec<Reference> = Vec::new();
    for hit in &found.hits {
        let size = hit.tokens.saturating_add(AROUND_PASSAGE);
        if size > left && !passages.is_empty() {
            break;
        }
        left = left.saturating_sub(size);
        passages.push(sources.reference_to(hit, State::Used));
    }
    if passages.is_empty() {
        return Err(asked.nothing("passage"));
    }
    let notes: HashSet<_> = passages.iter().filter_map(|passage| passage.path.as_ref()).collect();
    let told = || calls::passages(passages.len(), notes.len(), Finding::Notes);
    let mut text = format!("{}.", calls::in_english(told));
    let more = found.hits.len() - passages.len();
    if more > 0 {
        text.push_str(&format!(" {more} more didn't fit."));
    }
    for notice in &found.notices {
        text.push_str(&format!(" {notice}"));
    }
    Ok(ToolResult { text, told: told(), passages, ..ToolResult::default() })
}

pub(super) fn find_notes(job: &Job) -> CallResult {
    let asked = FindRequest::of(job, MOST_NOTES)?;
    let limit = asked.limit.unwrap_or(NOTES) as usize;
    let found = asked.hits(job, Some(limit * PASSAGES_A_NOTE))?;
    let sources = &job.desk.sources;
    let mut page = Page::new(job.limit);
    let mut seen = HashSet::new();
    let mut passages = Vec::new();
    for hit in &found.hits {
        if passages.len() == limit || !seen.insert(&hit.path) {
            continue;
        }
        let found = sources.reference_to(hit, State::Used);
        let about = found.summary.clone().unwrap_or(found.snippet);
        let line = format!("{} ({}): {about}", shown(&found.wikilink), shown(hit.path.as_str()));
        if !page.push(line) {
            break;
        }
        // It gets no citation number, since its passages weren't shown.
        passages.push(Reference { passage: None, snippet: about, ..found });
    }
    if passages.is_empty() {
        return Err(asked.nothing("note"));
    }
    let told = calls::counted(passages.len(), Finding::Notes);
    Ok(ToolResult {
        text: page.finish((!found.notices.is_empty()).then(|| found.notices.join(" "))),
        passages,
        told,
        ..ToolResult::default()
    })
}
