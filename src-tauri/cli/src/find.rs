//! Commands that use a vault's index: index, status, search.

use std::{path::Path, process::ExitCode};

use chat::{App, IndexStatus, SyncState};
use index::Hit;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    args::{Search, SearchMode},
    out::{BOLD, DIM, MARK, Out, Stop, name, printable},
};

/// Opens the vault and waits until everything in it can be found.
pub async fn open(app: &App, vault: &Path, out: &Out) -> Result<IndexStatus, Stop> {
    let mut news = app.broadcasts();
    app.open_vault(vault).await?;
    let synced = app.synced();
    tokio::pin!(synced);
    let status = loop {
        tokio::select! {
            status = &mut synced => break status,
            Ok(chat::Broadcast::Index(status)) = news.recv() => {
                if let SyncState::Indexing { done, total } = status.state {
                    out.progress(&format!("Reading notes: {done} of {total}"));
                }
            }
        }
    };
    out.progress_done();
    Ok(status?)
}

/// `index VAULT`
pub async fn index(app: &App, vault: &Path, out: &mut Out) -> Result<ExitCode, Stop> {
    let began = std::time::Instant::now();
    let status = open(app, vault, out).await?;
    let seconds = began.elapsed().as_secs_f64();
    if out.json {
        out.object(&json!({
            "done": true,
            "indexed": status.indexed,
            "failed": status.failed.len(),
            "excluded": status.excluded,
            "chunks": status.chunks,
            "embedded": 0,
            "seconds": seconds,
        }))?;
    } else {
        tell(&status, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// `status VAULT`
pub async fn status(app: &App, vault: &Path, out: &mut Out) -> Result<ExitCode, Stop> {
    let status = open(app, vault, out).await?;
    if out.json {
        out.object(&json!({
            "indexed": status.indexed,
            "failed": status.failed.iter()
                .map(|problem| json!({ "path": problem.path, "reason": problem.reason }))
                .collect::<Vec<_>>(),
            "excluded": status.excluded,
            "chunks": status.chunks,
        }))?;
    } else {
        tell(&status, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn tell(status: &IndexStatus, out: &Out) -> Result<(), Stop> {
    out.line(&format!(
        "{} notes can be found, in {} passages; {} left out; {} couldn't be read.",
        status.indexed,
        status.chunks,
        status.excluded,
        status.failed.len()
    ))?;
    for problem in &status.failed {
        out.line(&format!("  {}: {}", name(&problem.path), name(&problem.reason)))?;
    }
    Ok(())
}

/// A line of `--batch`.
#[derive(Debug, Deserialize)]
struct Query {
    id: Value,
    text: String,
}

/// `search VAULT QUERY`
pub async fn search(app: &App, search: &Search, out: &mut Out) -> Result<ExitCode, Stop> {
    open(app, &search.vault, out).await?;
    if search.mode != SearchMode::Keyword {
        out.notice("Meaning search isn't built yet; these are the passages that keywords find.")?;
    }
    if let Some(batch) = &search.batch {
        let lines = std::fs::read_to_string(batch)
            .map_err(|error| Stop::bad_input(format!("{}: {error}", batch.display())))?;
        for (number, line) in lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty())
        {
            let query: Query = serde_json::from_str(line).map_err(|error| {
                Stop::bad_input(format!(
                    "{}, line {}: not an object with id and text: {error}",
                    batch.display(),
                    number + 1
                ))
            })?;
            let hits = app.search(&query.text, search.limit).await?;
            out.object(&json!({
                "id": query.id,
                "hits": hits.iter().map(hit_json).collect::<Vec<_>>(),
            }))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let hits = app.search(&search.query, search.limit).await?;
    for hit in &hits {
        if out.json {
            out.object(&hit_json(hit))?;
        } else {
            out.line(&format!(
                "{BOLD}{}. {}{BOLD:#}  {MARK}{}:{}{MARK:#}",
                hit.rank,
                name([std::slice::from_ref(&hit.title), &hit.heading_path].concat().join(" › ")),
                name(&hit.path),
                hit.lines.start,
            ))?;
            for line in printable(&hit.text).lines() {
                out.line(&format!("   {line}"))?;
            }
            out.line(&format!("   {DIM}found by: {}{DIM:#}\n", name(hit.why.matched.join(", "))))?;
        }
    }
    if hits.is_empty() && !out.json {
        out.notice("No passage has these words.")?;
    }
    Ok(if hits.is_empty() { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn hit_json(hit: &Hit) -> Value {
    json!({
        "rank": hit.rank,
        "path": hit.path,
        "heading_path": hit.heading_path,
        "start_line": hit.lines.start,
        "end_line": hit.lines.end,
        "start": hit.range.start,
        "end": hit.range.end,
        "score": hit.score,
        "why": hit.why,
        "text": hit.text,
    })
}
