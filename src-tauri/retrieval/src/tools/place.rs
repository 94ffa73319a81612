//! Notes and folders that a model names in a call.

use std::collections::BTreeSet;

use notes::{Anchor, Catalog, LinkTarget, NotePath, Resolution};

use super::{job::Job, page::shown, result::Refusal};

// The names that models give to an argument. The first one is in the tool's description.

#[rustfmt::skip]
pub(super) const NOTE: [&str; 12] = [
    "note", "path", "title", "wikilink", "link", "file", "name", "document", "note_path", "file_path", "filename", "id",
];
pub(super) const BEFORE: [&str; 4] = ["before", "until", "end_date", "to_date"];
pub(super) const AFTER: [&str; 4] = ["after", "since", "start_date", "from_date"];
pub(super) const FOLDER: [&str; 5] = ["folder", "directory", "dir", "in_folder", "path"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) path: NotePath,
    pub(super) anchor: Option<Anchor>,
    /// Other notes that the name could mean.
    pub(super) others: Vec<NotePath>,
}

/// Parses a path, a title, a wikilink with or without brackets, or a Markdown link.
pub(super) fn target(text: &str) -> LinkTarget {
    let text = text.trim().trim_matches(['"', '\'', '`', '“', '”']).trim();
    let markdown = notes::parse(&format!("\n{text}")).links;
    if let [link] = &markdown[..]
        && link.raw == text
    {
        return link.target.clone();
    }
    let inside = text.trim_start_matches('!').trim_start_matches('[').trim_end_matches(']');
    LinkTarget::parse(inside.strip_prefix("./").unwrap_or(inside))
}

/// Finds a file by the rules of links, else by title or alias.
pub(super) fn find(job: &Job, text: &str) -> Result<Place, Refusal> {
    let catalog = &job.desk.sources.catalog;
    let target = target(text);
    let anchor = target.anchor.clone();
    let suggestions = match catalog.resolve(None, &target) {
        Resolution::Resolved { path } => return Ok(Place { path, anchor, others: Vec::new() }),
        Resolution::Ambiguous { chosen, others } => {
            return Ok(Place { path: chosen, anchor, others });
        }
        Resolution::Broken { suggestions } => suggestions,
    };
    // A file's name may contain `#`, which a link takes for an anchor.
    let whole = NotePath::new(text).ok().filter(|path| catalog.note(path).is_some());
    if let Some(path) = whole {
        return Ok(Place { path, anchor: None, others: Vec::new() });
    }
    let mut named = titled(catalog, &target.path);
    if !named.is_empty() {
        let path = named.remove(0);
        return Ok(Place { path, anchor, others: named });
    }
    Err(missing(job, &target.path, &suggestions))
}

fn titled(catalog: &Catalog, name: &str) -> Vec<NotePath> {
    let name = name.trim().to_lowercase();
    let same = |other: &str| other.to_lowercase() == name;
    let mut found: Vec<NotePath> = Vec::new();
    for (path, note) in catalog.notes() {
        let title = note.title.as_deref().is_some_and(same);
        if !name.is_empty() && (title || note.aliases.iter().any(|alias| same(alias))) {
            found.push(path.clone());
        }
    }
    found
}

/// Explains why `name` finds nothing, without reading any file.
fn missing(job: &Job, name: &str, suggestions: &[NotePath]) -> Refusal {
    let shown_name = shown(name);
    let meant: Vec<String> =
        suggestions.iter().map(|path| format!("“{}”", shown(path.as_str()))).collect();
    let hint = match meant.is_empty() {
        true => "Find notes by their matter with find_notes, or list them with list_notes.".into(),
        false => format!("Perhaps you mean {}.", meant.join(", ")),
    };
    let path = match NotePath::new(name) {
        Ok(path) => path,
        Err(_) if name.is_empty() => {
            return Refusal::new("No note was named.").hint("Name one by its path, title or link.");
        }
        Err(error) => return Refusal::from(error).hint("Only files of the vault can be read."),
    };
    // An existing file has its own reason: hidden, a device, a link out of the vault, too large, or excluded by the
    // user.
    let with_extension = format!("{name}.md");
    let tries = [Ok(path), NotePath::new(&with_extension)];
    for path in tries.into_iter().flatten() {
        match job.desk.sources.vault.entry(&path) {
            Err(notes::Error::NotFound(_)) => {}
            Err(error) => return error.into(),
            Ok(entry) if entry.bytes > notes::Vault::MAX_NOTE_BYTES => {
                return Refusal::new(format!(
                    "{} is too large to be read: {} MB.",
                    shown(path.as_str()),
                    entry.bytes / 1024 / 1024
                ));
            }
            Ok(_) => {
                return Refusal::new(format!(
                    "{} isn't among the notes that can be read: the user left it out, or it is new \
                     and not listed yet.",
                    shown(path.as_str())
                ));
            }
        }
    }
    Refusal::new(format!("There is no note “{shown_name}” in the vault.")).hint(hint)
}

/// The folder's path in the disk's spelling, without a trailing slash; empty for the vault itself.
pub(super) fn folder(job: &Job, text: &str) -> Result<String, Refusal> {
    let catalog = &job.desk.sources.catalog;
    let name = text.trim().trim_matches(['"', '\'', '`']).trim();
    if matches!(name, "" | "." | "/" | "./" | "*" | "\\") {
        return Ok(String::new());
    }
    let bare = name.strip_prefix("./").unwrap_or(name).trim_end_matches(['/', '\\']);
    // The path rules reject absolute paths and `..`, with a reason.
    let bare = match NotePath::new(bare) {
        Ok(path) if path.is_hidden() => return Err(notes::Error::Hidden(path).into()),
        Ok(path) => path.as_str().to_lowercase(),
        Err(error) => return Err(Refusal::from(error).hint("Only folders of the vault count.")),
    };
    let folders = folders(catalog);
    let exact = folders.iter().find(|folder| folder.to_lowercase() == bare);
    let within = || {
        let end = format!("/{bare}");
        folders
            .iter()
            .filter(|folder| folder.to_lowercase().ends_with(&end))
            .min_by_key(|it| it.len())
    };
    if let Some(folder) = exact.or_else(within) {
        return Ok((*folder).to_owned());
    }
    let top: Vec<String> = folders
        .iter()
        .filter(|folder| !folder.contains('/'))
        .take(20)
        .map(|it| shown(it))
        .collect();
    let hint = match top.is_empty() {
        true => "The vault has no folders.".to_owned(),
        false => format!("Its folders: {}.", top.join(", ")),
    };
    Err(Refusal::new(format!("There is no folder “{}” in the vault.", shown(name))).hint(hint))
}

pub(super) fn folders(catalog: &Catalog) -> BTreeSet<&str> {
    let mut all = BTreeSet::new();
    let paths = catalog.notes().map(|(path, _)| path).chain(catalog.files());
    for path in paths {
        let mut folder = path.folder();
        while !folder.is_empty() && all.insert(folder) {
            folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
        }
    }
    all
}

pub(super) fn is_in(path: &NotePath, folder: &str) -> bool {
    folder.is_empty()
        || path.as_str().strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

pub(super) fn others(others: &[NotePath]) -> Option<String> {
    let paths: Vec<String> = others.iter().take(5).map(|path| shown(path.as_str())).collect();
    (!paths.is_empty()).then(|| format!("The name could also mean: {}.", paths.join(", ")))
}
