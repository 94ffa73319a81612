use notes::{NotePath, Resolution};

use super::{
    job::Job,
    page::{Page, shown},
    place::{self, NOTE, others, target},
    result::{CallResult, Refusal, ToolResult},
};
use crate::sentences::calls;
use grounding::references::links::with_alias;

pub(super) fn resolve_wikilink(job: &Job) -> CallResult {
    let names = ["link", "wikilink", "name", "target", "note", "path", "title", "text"];
    let asked = job.arguments.required(&names, "[[Salt]]")?;
    let catalog = &job.desk.sources.catalog;
    let target = target(&asked);
    let link = format!("[[{}]]", shown(&target.path));
    let (path, others) = match catalog.resolve(None, &target) {
        Resolution::Resolved { path } => (path, Vec::new()),
        Resolution::Ambiguous { chosen, others } => (chosen, others),
        Resolution::Broken { suggestions } => {
            let meant = with_alias(&target.path, suggestions, catalog);
            let refusal = Refusal::new(format!("{link} finds no note."));
            if meant.is_empty() {
                return Err(refusal.hint("Nothing has a name like it."));
            }
            let meant: Vec<String> = meant.iter().map(|path| shown(path.as_str())).collect();
            return Err(refusal.hint(format!("Perhaps: {}.", meant.join(", "))));
        }
    };
    let mut text = format!("{link} is {}", shown(path.as_str()));
    let title = catalog.title(&path);
    if title != path.stem() {
        text.push_str(&format!(", “{}”", shown(&title)));
    }
    text.push('.');
    if let Some(others) = place::others(&others) {
        text.push_str(&format!(" {others}"));
    }
    if let Some(anchor) = &target.anchor {
        let note = catalog.note(&path);
        match note.and_then(|note| note.lines_of(anchor)) {
            Some(lines) => text.push_str(&format!(" Lines {}–{}.", lines.start, lines.end)),
            None => text.push_str(" It doesn't have the place that the link names."),
        }
    }
    Ok(ToolResult {
        text,
        told: calls::link_is(&link, &shown(path.as_str())),
        ..ToolResult::default()
    })
}

pub(super) fn find_backlinks(job: &Job) -> CallResult {
    let asked = job.arguments.required(&NOTE, "Ingredients/Salt")?;
    let found = place::find(job, &asked)?;
    let sources = &job.desk.sources;
    let backlinks = sources.catalog.backlinks(&found.path);
    let name = shown(found.path.as_str());
    if backlinks.is_empty() {
        return Err(Refusal::new(format!("No note links to {name}.")));
    }
    // Links come in path order, so each note is read once.
    let mut source: Option<(&NotePath, String)> = None;
    let mut page = Page::new(job.limit);
    for backlink in backlinks {
        if job.cancel.is_cancelled() {
            return Err(Refusal::new("The call was stopped."));
        }
        if source.as_ref().is_none_or(|(path, _)| **path != backlink.source) {
            let text = sources.vault.read_note(&backlink.source).map(|note| note.text);
            source = Some((&backlink.source, text.unwrap_or_default()));
        }
        let text = source.as_ref().map_or("", |(_, text)| text.as_str());
        let line = text.lines().nth(backlink.link.line.saturating_sub(1) as usize);
        // If the note changed since indexing, show the link itself.
        let line = line.filter(|line| line.contains(&backlink.link.raw));
        let line = shown(line.unwrap_or(&backlink.link.raw).trim());
        let from = shown(backlink.source.as_str());
        if !page.push(format!("{from}, line {}: {line}", backlink.link.line)) {
            break;
        }
    }
    let told = calls::links_to(backlinks.len(), &name);
    Ok(bounded(page, backlinks.len(), told, &found.others))
}

pub(super) fn find_forward_links(job: &Job) -> CallResult {
    let asked = job.arguments.required(&NOTE, "Ingredients/Salt")?;
    let found = place::find(job, &asked)?;
    let sources = &job.desk.sources;
    let name = shown(found.path.as_str());
    if !found.path.is_note() {
        return Err(Refusal::new(format!("{name} isn't a note.")));
    }
    let text = sources.vault.read_note(&found.path)?.text;
    let links = notes::parse(&text).links;
    if links.is_empty() {
        return Err(Refusal::new(format!("{name} has no links.")));
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut page = Page::new(job.limit);
    for link in &links {
        let resolution = sources.catalog.resolve(Some(&found.path), &link.target);
        let leads = resolution.path().map_or("nothing".to_owned(), |path| shown(path.as_str()));
        let line = lines.get(link.line.saturating_sub(1) as usize).unwrap_or(&"").trim();
        let line = format!("line {}: {} → {leads}: {}", link.line, shown(&link.raw), shown(line));
        if !page.push(line) {
            break;
        }
    }
    let told = calls::links_in(links.len(), &name);
    Ok(bounded(page, links.len(), told, &found.others))
}

fn bounded(page: Page, all: usize, told: String, meant: &[NotePath]) -> ToolResult {
    let more = all - page.len();
    let mut end = Vec::new();
    if more > 0 {
        end.push(format!("{more} more didn't fit."));
    }
    end.extend(others(meant));
    ToolResult {
        text: page.finish((!end.is_empty()).then(|| end.join(" "))),
        told,
        ..ToolResult::default()
    }
}
