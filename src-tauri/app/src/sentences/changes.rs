//! Sentences about changes to notes.

use notes::{NotePath, amend::Miss};

pub(crate) const NOT_A_PAGE: &str = "Only a page of the web can be kept like that.";

pub(crate) const PAGE_NOT_KEPT: &str =
    "Only passages of this page are kept, not all of it. Open it in a browser.";

pub(crate) fn create(path: &NotePath) -> String {
    format!("New note “{}”", path.stem())
}

pub(crate) fn edit(path: &NotePath) -> String {
    format!("Edit “{}”", path.stem())
}

pub(crate) fn append(path: &NotePath) -> String {
    format!("Add to “{}”", path.stem())
}

pub(crate) fn set_property(path: &NotePath, name: &str) -> String {
    format!("Set “{name}” in “{}”", path.stem())
}

pub(crate) fn rename(path: &NotePath, to: &NotePath) -> String {
    match path.folder() == to.folder() {
        true => format!("Rename “{}” to “{}”", path.stem(), to.stem()),
        false => format!("Move {path} to {to}"),
    }
}

pub(crate) fn delete(path: &NotePath) -> String {
    format!("Delete “{}”", path.stem())
}

pub(crate) const ANSWER: &str = "Answer";
pub(crate) const NOT_AN_ANSWER: &str = "Only an answer with text can be kept as a note.";
pub(crate) const DECIDED: &str = "This change was decided on already.";
pub(crate) const MADE_ANEW: &str =
    "The notes changed since this was proposed, so it was made anew. Look at it once more.";
pub(crate) const NO_SUCH_HUNK: &str =
    "This isn't a part of the change that can be chosen like this.";
pub(crate) const TAKEN_WHOLE: &str = "This change can only be taken whole, or left.";
pub(crate) const TOO_LARGE_TO_RENDER: &str =
    "This note is too large to be shown as it will look. Its changes are shown as text.";
pub(crate) const NOTHING_TAKEN: &str = "Nothing of the change was chosen.";

pub(crate) fn not_a_note(path: &NotePath) -> String {
    format!("{path} isn't the path of a note: those end with “.md”.")
}

pub(crate) fn not_text(path: &NotePath) -> String {
    format!("{path} has bytes that aren't text, which a change would lose.")
}

pub(crate) fn doesnt_fit(path: &NotePath, reason: &str) -> String {
    format!("{path} can't be changed like this: {reason}.")
}

pub(crate) fn no_link_can_name(path: &NotePath) -> String {
    format!("No link can name a note “{}”: leave out #, ^, [, ] and |.", path.stem())
}

pub(crate) fn is_there_now(path: &NotePath) -> String {
    format!("Meanwhile there is a note {path}.")
}

pub(crate) fn changed_there(path: &NotePath, count: usize) -> String {
    match count {
        1 => format!("{path} was changed in the very place that this would change."),
        count => format!("{path} was changed in {count} of the places that this would change."),
    }
}

pub(crate) fn too_many(count: usize, most: usize) -> String {
    format!(
        "That would change {count} places, more than can be looked at. At most {most} go at once."
    )
}

/// Why a text can't be replaced, with the lines to look at.
pub(crate) fn not_once(path: &NotePath, miss: &Miss) -> String {
    let shown = |lines: &[(u32, String)]| {
        let line = |(number, text): &(u32, String)| {
            let text = notes::shortened(text.trim(), 120).into_owned();
            format!("line {number}: “{text}”")
        };
        lines.iter().map(line).collect::<Vec<_>>().join("; ")
    };
    match miss {
        Miss::Missing(lines) if lines.is_empty() => {
            format!("{path} doesn't have this text, nor anything like it.")
        }
        Miss::Missing(lines) => {
            format!("{path} doesn't have this text. Nearest to it: {}.", shown(lines))
        }
        Miss::Ambiguous(lines) => format!(
            "{path} has this text more than once: {}. Say more of what stands around it.",
            shown(lines)
        ),
    }
}

/// What git keeps with a commit.
pub(crate) fn commit_message(title: &str) -> String {
    format!("{title}\n\nWritten by Marginalia\n")
}

/// A change is written, and not committed.
pub(crate) fn not_committed(reason: &str) -> String {
    format!("The notes are written, but not committed with git: {reason}.")
}

pub(crate) const GIT_TOO_SLOW: &str = "git took too long";
pub(crate) const GIT_UNFINISHED: &str =
    "a merge or a rebase is under way, which a commit would disturb";
pub(crate) const GIT_HOOKS: &str =
    "its configuration names hooks, and Marginalia runs no programs that a repository names";
pub(crate) const GIT_IGNORES: &str = "the repository ignores these notes";

pub(crate) fn git_filter(path: &str) -> String {
    format!(
        "{path} goes through a filter, a program that Marginalia doesn't run; commit it yourself"
    )
}

pub(crate) fn git_not_a_file(path: &str) -> String {
    format!("in the last commit {path} is something other than a file in a folder")
}

pub(crate) fn git_not_run(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "git isn't installed".to_owned(),
        _ => format!("git can't be run ({error})"),
    }
}

/// What git says of itself, without its prefix and what follows the first line.
pub(crate) fn git_said(error: &str) -> String {
    let lines = error.lines().map(str::trim).filter(|line| !line.is_empty());
    let plain = |line: &str| {
        let line = line.trim_start_matches("fatal: ").trim_start_matches("error: ");
        notes::shortened(line.trim_end_matches('.'), 200).into_owned()
    };
    // An identity that is missing is asked for in many lines; the last says so.
    let lines: Vec<&str> = lines.collect();
    let telling = lines.iter().find(|line| line.starts_with("fatal: ")).or(lines.first());
    telling.map_or_else(|| "git failed without saying why".to_owned(), |line| plain(line))
}

/// Some changes of a conversation are undone, and one isn't.
pub(crate) fn undone_in_part(undone: usize, all: usize, title: &str, reason: &str) -> String {
    format!("{undone} of {all} changes are undone. “{title}” isn't: {reason}")
}

pub(crate) const NOTHING_OF_CONVERSATION: &str =
    "Nothing that this conversation changed can be undone any more.";
pub(crate) const MENTION_GONE: &str =
    "These words don't stand there any more, or are a link by now. Look at the list once more.";

pub(crate) fn link_mentions(links: usize, path: Option<&NotePath>) -> String {
    let links = if links == 1 { "1 link".to_owned() } else { format!("{links} links") };
    match path {
        Some(path) => format!("Add {links} to “{}”", path.stem()),
        None => format!("Add {links}"),
    }
}

pub(crate) fn undo_of(title: &str) -> String {
    format!("Undo: {title}")
}
