//! Commands on a vault's index: index, status, search, why.

use std::{collections::HashSet, path::Path, process::ExitCode};

use app::{App, Broadcast, IndexStatus, MeaningState, News, ReadingState, SyncState};
use index::{Hit, Mode, WhyNot};
use notes::NotePath;
use retrieval::talk::Exchange;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    args::{self, Search, SearchMode},
    out::{BOLD, DIM, MARK, Out, Stop, name, printable},
    sentences,
};

/// Opens a vault and waits until all its files are indexed.
pub async fn open(app: &App, vault: &Path, out: &Out) -> Result<IndexStatus, Stop> {
    let mut news = app.news();
    app.vaults.open(vault).await?;
    let synced = app.vaults.documents_read();
    tokio::pin!(synced);
    let status = loop {
        tokio::select! {
            status = &mut synced => break status,
            status = next(&mut news) => {
                match (&status.state, &status.reading) {
                    (SyncState::Indexing { done, total }, _) => {
                        out.progress(&sentences::reading_notes(*done, *total));
                    }
                    (_, ReadingState::Reading { done, total, .. }) => {
                        out.progress(&sentences::reading_files(*done, *total));
                    }
                    _ => {}
                }
            }
        }
    };
    out.progress_done();
    let status = status?;
    if let ReadingState::Failed(reason) = &status.reading {
        out.notice(reason)?;
    }
    Ok(status)
}

/// Waits for the next status. After the last one it never returns, so that the other branch of `select!` ends the
/// wait.
async fn next(news: &mut News) -> IndexStatus {
    loop {
        match news.next().await {
            Some(Broadcast::Index(status) | Broadcast::Missed(Some(status))) => return status,
            Some(_) => {}
            None => std::future::pending().await,
        }
    }
}

/// Waits until every passage has its vector or has failed.
async fn embed(app: &App, out: &Out) -> Result<IndexStatus, Stop> {
    let mut news = app.news();
    let embedded = app.retrieval.embedded();
    tokio::pin!(embedded);
    let status = loop {
        tokio::select! {
            status = &mut embedded => break status,
            status = next(&mut news) => match status.meaning {
                MeaningState::Embedding { done, total } => {
                    out.progress(&sentences::reading_meaning(done, total));
                }
                MeaningState::Loading => out.progress(sentences::LOADING_EMBEDDER),
                _ => {}
            }
        }
    };
    out.progress_done();
    Ok(status?)
}

pub async fn index(app: &App, args: &args::Index, out: &mut Out) -> Result<ExitCode, Stop> {
    let began = std::time::Instant::now();
    let mut status = open(app, &args.vault, out).await?;
    if args.full {
        app.vaults.rebuild_index()?;
        status = app.vaults.documents_read().await?;
    }
    if !args.no_embed {
        status = embed(app, out).await?;
        if let MeaningState::Failed(reason) | MeaningState::Off(reason) = &status.meaning {
            out.notice(&sentences::words_only(reason))?;
        }
    }
    app.vaults.check_presence().await?;
    print_done(&status, began, out)?;
    if args.watch {
        let mut news = app.news();
        loop {
            tokio::select! {
                status = next(&mut news) => {
                    let is_done = matches!(status.state, SyncState::Synced)
                        && !matches!(status.meaning, MeaningState::Embedding { .. } | MeaningState::Loading);
                    if is_done {
                        print_done(&status, began, out)?;
                    }
                }
                done = tokio::signal::ctrl_c() => {
                    done?;
                    break;
                }
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn print_done(status: &IndexStatus, began: std::time::Instant, out: &Out) -> Result<(), Stop> {
    if !out.json {
        return print_status(status, out);
    }
    out.object(&json!({
        "done": true,
        "indexed": status.indexed,
        "documents": status.documents,
        "failed": status.failed.len(),
        "excluded": status.excluded,
        "chunks": status.chunks,
        "embedded": status.embedded,
        "seconds": began.elapsed().as_secs_f64(),
    }))
}

pub async fn status(app: &App, vault: &Path, out: &mut Out) -> Result<ExitCode, Stop> {
    open(app, vault, out).await?;
    let status = app.retrieval.meaning_known().await?;
    let model = app.retrieval.meaning().map(|meaning| meaning.embedder.model().clone());
    if out.json {
        out.object(&json!({
            "indexed": status.indexed,
            "documents": status.documents,
            "failed": status.failed.iter()
                .map(|problem| json!({ "path": problem.path, "reason": problem.reason }))
                .collect::<Vec<_>>(),
            "large": status.large,
            "excluded": status.excluded,
            "chunks": status.chunks,
            "embedded": status.embedded,
            "refused": status.refused.iter()
                .map(|refusal| json!({
                    "path": refusal.path,
                    "start_line": refusal.lines.start,
                    "end_line": refusal.lines.end,
                    "reason": refusal.reason,
                }))
                .collect::<Vec<_>>(),
            "model": model.as_ref().map(|model| &model.id),
            "dimensions": model.as_ref().map(|model| model.dimensions),
            "bytes": status.bytes,
        }))?;
    } else {
        print_status(&status, out)?;
        if let Some(model) = model {
            out.line(&sentences::embedding_model(&name(&model.id)))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn print_status(status: &IndexStatus, out: &Out) -> Result<(), Stop> {
    out.line(&sentences::index_summary(status))?;
    for problem in &status.failed {
        out.line(&format!("  {}: {}", name(&problem.path), name(&problem.reason)))?;
    }
    for path in &status.large {
        out.line(&format!("  {}: {}", name(path), sentences::LARGE_NOTE))?;
    }
    for refusal in &status.refused {
        let line = refusal.lines.start;
        out.line(&format!("  {}:{line}: {}", name(&refusal.path), name(&refusal.reason)))?;
    }
    Ok(())
}

/// A line of a file of questions.
#[derive(Debug, Deserialize)]
struct Query {
    id: Value,
    text: String,
    /// The conversation before the question, oldest first.
    #[serde(default)]
    history: Vec<PastMessage>,
}

#[derive(Debug, Deserialize)]
struct PastMessage {
    role: Role,
    text: String,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Role {
    User,
    Assistant,
}

/// The questions of a conversation with their answers. A second answer to one question continues the first.
fn exchanges(history: Vec<PastMessage>) -> Vec<Exchange> {
    let mut found: Vec<Exchange> = Vec::new();
    for PastMessage { role, text } in history {
        match (role, found.last_mut()) {
            (Role::Assistant, Some(last)) if last.answer.is_empty() => last.answer = text,
            (Role::Assistant, Some(last)) => {
                last.answer.push_str("\n\n");
                last.answer.push_str(&text);
            }
            (Role::Assistant, None) => {
                found.push(Exchange { answer: text, ..Exchange::default() });
            }
            (Role::User, _) => found.push(Exchange { question: text, ..Exchange::default() }),
        }
    }
    found
}

/// Opens a vault for a search, and returns the mode to search in. If the user names a mode with
/// meaning, this waits until every passage has its vector. Without a named mode, the search uses
/// the vectors that exist.
pub async fn ready(
    app: &App,
    vault: &Path,
    mode: Option<SearchMode>,
    out: &Out,
) -> Result<Mode, Stop> {
    open(app, vault, out).await?;
    Ok(match mode {
        Some(SearchMode::Keyword) => Mode::Keyword,
        Some(asked) => {
            embed(app, out).await?;
            if asked == SearchMode::Meaning { Mode::Meaning } else { Mode::Hybrid }
        }
        None => {
            app.retrieval.meaning_known().await?;
            Mode::Hybrid
        }
    })
}

pub async fn search(app: &App, search: &Search, out: &mut Out) -> Result<ExitCode, Stop> {
    let mode = ready(app, &search.vault, search.mode, out).await?;
    if let Some(batch) = &search.batch {
        let lines = std::fs::read_to_string(batch)
            .map_err(|error| Stop::bad_input(format!("{}: {error}", batch.display())))?;
        // Each notice is shown once, not for every question.
        let mut shown = HashSet::new();
        for (number, line) in lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty())
        {
            let query: Query = serde_json::from_str(line).map_err(|error| {
                let fields = sentences::QUERY_FIELDS;
                Stop::bad_input(sentences::line_without(batch, number + 1, fields, &error))
            })?;
            let in_talk = !query.history.is_empty();
            let past = exchanges(query.history);
            let (found, words) =
                app.retrieval.search_in_talk(&query.text, past, mode, search.limit).await?;
            for notice in found.notices.iter().map(ToString::to_string) {
                if shown.insert(notice.clone()) {
                    out.notice(&printable(&notice))?;
                }
            }
            let mut line = json!({
                "id": query.id,
                "hits": found.hits.iter().map(hit_json).collect::<Vec<_>>(),
            });
            if in_talk {
                line["searched_for"] = json!(words);
            }
            out.object(&line)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let found = app.retrieval.search(&search.query, mode, search.limit).await?;
    for notice in &found.notices {
        out.notice(&printable(&notice.to_string()))?;
    }
    for hit in &found.hits {
        if out.json {
            out.object(&hit_json(hit))?;
        } else {
            out.line(&format!(
                "{BOLD}{}. {}{BOLD:#}  {MARK}{}{MARK:#}",
                hit.rank,
                name([std::slice::from_ref(&hit.title), &hit.heading_path].concat().join(" › ")),
                name(match &hit.part {
                    Some(part) => format!("{}, {part}", hit.path),
                    None => format!("{}:{}", hit.path, hit.lines.start),
                }),
            ))?;
            for line in printable(&hit.text).lines() {
                out.line(&format!("   {line}"))?;
            }
            out.line(&format!("   {DIM}{}{DIM:#}\n", name(hit.why.sentence())))?;
        }
    }
    let is_empty = found.hits.is_empty();
    if is_empty && !out.json {
        out.notice(sentences::NOTHING_FOUND)?;
    }
    Ok(if is_empty { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

pub async fn why(app: &App, why: &args::Why, out: &mut Out) -> Result<ExitCode, Stop> {
    let path = NotePath::new(&why.path)?;
    let mode = ready(app, &why.vault, why.mode, out).await?;
    let reason = app.retrieval.why_not(&why.query, &path, mode, why.limit).await?;
    let is_found = matches!(reason, WhyNot::Found { .. });
    let details =
        serde_json::to_value(&reason).map_err(|error| Stop::internal(error.to_string()))?;
    let object = json!({
        "path": path,
        "reason": details["reason"],
        "rank": details["rank"],
        "detail": reason.to_string(),
    });
    out.either(&object, || name(reason))?;
    Ok(if is_found { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn hit_json(hit: &Hit) -> Value {
    json!({
        "rank": hit.rank,
        "path": hit.path,
        "heading_path": hit.heading_path,
        "columns": hit.columns,
        "part": hit.part,
        "start_line": hit.lines.start,
        "end_line": hit.lines.end,
        "start": hit.range.start,
        "end": hit.range.end,
        "score": hit.score,
        "why": hit.why,
        "text": hit.text,
    })
}
