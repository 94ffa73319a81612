use std::{cmp::Reverse, collections::BTreeSet};

use jiff::{Timestamp, tz::TimeZone};
use notes::{Catalog, LinkKind, Note, NotePath};

use super::{
    job::Job,
    page::{Page, shown},
    place::{self, AFTER, BEFORE, FOLDER, NOTE, is_in},
    result::{CallResult, Refusal, ToolResult},
};
use crate::pictures::{is_image, names_image};
use crate::sentences::calls::{self, Finding};

/// Maximum lines of one list.
const MOST: usize = 100;

pub(super) fn list_notes(job: &Job) -> CallResult {
    let arguments = &job.arguments;
    let folder = match arguments.text(&FOLDER)? {
        Some(folder) => place::folder(job, &folder)?,
        None => String::new(),
    };
    let tag = arguments.text(&["tag", "tags"])?;
    let tag = tag.map(|tag| tag.trim_start_matches('#').to_lowercase());
    let by_change = arguments
        .word(&["sort", "sort_by", "order"], &["name", "changed"])?
        .is_some_and(|sort| sort == "changed");
    let offset = arguments.number(&["offset", "start", "skip"], u32::MAX)?.unwrap_or(0) as usize;
    let (before, after) = (arguments.date(&BEFORE)?, arguments.date(&AFTER)?);
    let of_days = job.desk.sources.of_days(before.as_deref(), after.as_deref())?;
    let catalog = &job.desk.sources.catalog;
    let paths: Vec<&NotePath> = catalog
        .notes()
        .filter(|(path, note)| {
            is_in(path, &folder)
                && tag.as_deref().is_none_or(|tag| has_tag(note, tag))
                && of_days.as_ref().is_none_or(|days| days.contains(*path))
        })
        .map(|(path, _)| path)
        .collect();
    let lines = match by_change {
        true => changed_last(job, &paths)?,
        false => paths.iter().map(|path| line(catalog, path)).collect(),
    };
    let (in_folder, with_tag) = (shown(&folder), tag.as_deref().map(shown));
    let place =
        || calls::place(&in_folder, with_tag.as_deref(), before.as_deref(), after.as_deref());
    let what = calls::in_english(place);
    if lines.is_empty() {
        let refusal = Refusal::new(format!("There are no notes{what}."));
        return Err(if tag.is_some() { refusal.hint(tags(catalog)) } else { refusal });
    }
    if offset >= lines.len() {
        return Err(Refusal::new(format!("There are only {} notes{what}.", lines.len()))
            .hint("Use a smaller offset."));
    }
    listed(job, lines, offset, &place(), Finding::Notes)
}

fn listed(job: &Job, lines: Vec<String>, offset: usize, place: &str, of: Finding) -> CallResult {
    let all = lines.len();
    let mut page = Page::new(job.limit);
    let mut shown = offset;
    for line in lines.into_iter().skip(offset).take(MOST) {
        if !page.push(line) {
            break;
        }
        shown += 1;
    }
    let more = all - shown;
    let end = (more > 0).then(|| format!("{more} more; go on with offset {shown}."));
    let told = calls::listed(page.len(), all, of, place);
    Ok(ToolResult { text: page.finish(end), told, ..ToolResult::default() })
}

fn line(catalog: &Catalog, path: &NotePath) -> String {
    let title = catalog.title(path);
    match title == path.stem() {
        true => shown(path.as_str()),
        false => format!("{} — {}", shown(path.as_str()), shown(&title)),
    }
}

fn changed_last(job: &Job, paths: &[&NotePath]) -> Result<Vec<String>, Refusal> {
    let mut dated = Vec::with_capacity(paths.len());
    for path in paths {
        if job.cancel.is_cancelled() {
            return Err(Refusal::new("The call was stopped."));
        }
        if let Ok(entry) = job.desk.sources.vault.entry(path) {
            dated.push((entry.modified, *path));
        }
    }
    dated.sort_by_key(|(modified, path)| (Reverse(*modified), *path));
    let lines = dated.into_iter().map(|(modified, path)| {
        let day = Timestamp::try_from(modified)
            .map(|time| time.to_zoned(TimeZone::system()).strftime("%Y-%m-%d").to_string());
        format!("{} {}", day.unwrap_or_default(), line(&job.desk.sources.catalog, path))
    });
    Ok(lines.collect())
}

fn has_tag(note: &Note, wanted: &str) -> bool {
    note.tags.iter().any(|tag| {
        tag.to_lowercase()
            .strip_prefix(wanted)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

fn tags(catalog: &Catalog) -> String {
    let all: BTreeSet<&str> = catalog
        .notes()
        .flat_map(|(_, note)| &note.tags)
        .map(|tag| tag.split('/').next().unwrap_or(tag))
        .collect();
    match all.len() {
        0 => "The vault has no tags.".to_owned(),
        _ => {
            let some: Vec<String> =
                all.iter().take(30).map(|tag| format!("#{}", shown(tag))).collect();
            format!("Tags of the vault: {}.", some.join(", "))
        }
    }
}

pub(super) fn list_images(job: &Job) -> CallResult {
    let arguments = &job.arguments;
    let catalog = &job.desk.sources.catalog;
    let offset = arguments.number(&["offset", "start", "skip"], u32::MAX)?.unwrap_or(0) as usize;
    let (images, within) = match (arguments.text(&NOTE)?, arguments.text(&FOLDER[..4])?) {
        (Some(note), _) => {
            let path = place::find(job, &note)?.path;
            (of_note(job, &path)?, shown(path.as_str()))
        }
        (None, folder) => {
            let folder = place::folder(job, folder.as_deref().unwrap_or_default())?;
            let files = catalog.files().filter(|path| is_in(path, &folder) && is_image(path));
            (files.map(|path| shown(path.as_str())).collect(), shown(&folder))
        }
    };
    let place = || calls::place(&within, None, None, None);
    let what = calls::in_english(place);
    if images.is_empty() {
        return Err(Refusal::new(format!("There are no images{what}.")));
    }
    if offset >= images.len() {
        return Err(Refusal::new(format!("There are only {} images{what}.", images.len()))
            .hint("Use a smaller offset."));
    }
    listed(job, images, offset, &place(), Finding::Images)
}

fn of_note(job: &Job, path: &NotePath) -> Result<Vec<String>, Refusal> {
    let sources = &job.desk.sources;
    if !path.is_note() {
        return Err(Refusal::new(format!("{} isn't a note.", shown(path.as_str()))));
    }
    let note = notes::parse(&sources.vault.read_note(path)?.text);
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for link in &note.links {
        let resolution = sources.catalog.resolve(Some(path), &link.target);
        match resolution.path() {
            Some(image) if is_image(image) && seen.insert(image.clone()) => {
                found.push(shown(image.as_str()));
            }
            None if link.kind == LinkKind::Embed && names_image(&link.target.path) => {
                found.push(format!("{} — missing", shown(&link.target.path)));
            }
            _ => {}
        }
    }
    Ok(found)
}
