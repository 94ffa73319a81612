//! Every sentence of this crate that people read, in one place so that it can be translated.

use std::fmt::Display;

// Errors.

pub(crate) fn not_a_vault(path: &str, reason: &str) -> String {
    format!("{path} can't be opened as a vault: {reason}")
}

pub(crate) fn outside_vault(path: &str, reason: &str) -> String {
    format!("“{path}” is outside the vault or isn't a path inside it: {reason}")
}

pub(crate) fn not_found(path: impl Display) -> String {
    format!("{path} isn't in the vault (any more)")
}

pub(crate) fn too_large_to_read(path: impl Display, bytes: u64, limit: u64) -> String {
    format!("{path} is too large to read here: {bytes} bytes, the limit is {limit}")
}

pub(crate) fn unreadable(path: impl Display, reason: &str) -> String {
    format!("{path} can't be read: {reason}")
}

pub(crate) fn hidden(path: impl Display) -> String {
    format!("{path} is hidden, and hidden files aren't part of the vault")
}

pub(crate) fn hidden_target(path: impl Display) -> String {
    format!("{path} is a link to a hidden file, and hidden files aren't part of the vault")
}

pub(crate) fn changed(path: impl Display) -> String {
    format!("{path} was changed in the meantime, so nothing was written to it")
}

pub(crate) fn exists(path: impl Display) -> String {
    format!("{path} exists already, so it can't be created")
}

pub(crate) fn bad_name(path: impl Display, reason: &str) -> String {
    format!("{path} can't be the name of a new note: {reason}")
}

pub(crate) fn bad_edit(path: impl Display, reason: &str) -> String {
    format!("{path} can't be changed like this: {reason}")
}

pub(crate) fn unwritable(path: impl Display, reason: &str) -> String {
    format!("{path} can't be written: {reason}")
}

pub(crate) fn no_room(path: impl Display, reason: &str) -> String {
    format!("there is no room on the disk to write {path}; the note is unchanged ({reason})")
}

pub(crate) fn not_watched(path: &str, reason: &str) -> String {
    format!("changes in {path} can't be watched: {reason}")
}

// Why a path is refused.

pub(crate) const EMPTY: &str = "it is empty";
pub(crate) const NUL: &str = "it has a NUL character";
pub(crate) const ABSOLUTE: &str = "it is absolute";
pub(crate) const DRIVE: &str = "it begins with a drive letter";
pub(crate) const EMPTY_PART: &str = "it has an empty part";
pub(crate) const DOTS: &str = "it has a part that is “.” or “..”";
pub(crate) const COLON: &str = "it has a colon";
pub(crate) const BACKSLASH: &str = "it has a backslash";
pub(crate) const NOT_ON_WINDOWS: &str = "it has a character that Windows doesn't allow in names";
pub(crate) const DOT_AT_END: &str = "a part of it ends with a dot or a space";
pub(crate) const DEVICE: &str = "a part of it is the name of a device on Windows";
pub(crate) const LONG_PART: &str = "a part of it is too long for a name";
pub(crate) const SPACE_AT_START: &str = "a part of it begins with a space";
pub(crate) const CONTROL: &str = "it has a control character";
pub(crate) const NOT_MARKDOWN: &str = "it doesn't end with “.md”";

// Why a file or a folder can't be used.

pub(crate) const NOT_A_FOLDER: &str = "it isn't a folder";
pub(crate) const OTHER_FOLDER: &str = "it isn't the folder that was opened but a newer one";
pub(crate) const FOLDER: &str = "it is a folder";
pub(crate) const NOT_A_FILE: &str = "it is a device, a pipe or a socket, not a file";
pub(crate) const KEEPS_CHANGING: &str = "it keeps changing while it is read";
pub(crate) const LINK_OUT: &str = "it is a link that leads out of the vault";
pub(crate) const LINK_TO_HIDDEN: &str = "it is a link to a hidden file, and those aren't read";
pub(crate) const LINK_TO_OTHER_KIND: &str =
    "it is a link to a file of another kind than its name says, so it isn't opened";
pub(crate) const LINK_TO_FOLDER: &str = "it is a link to a folder, and those aren't followed";
pub(crate) const NAME_NOT_UTF8: &str = "its name isn't valid UTF-8";
pub(crate) const TOO_DEEP: &str = "it is nested too deeply";
pub(crate) const PATH_TOO_LONG: &str = "its path is too long to be opened";

pub(crate) fn broken_link(error: &std::io::Error) -> String {
    format!("it is a link that leads nowhere: {error}")
}

pub(crate) fn too_large_for_a_note(megabytes: u64, limit: u64) -> String {
    format!("it is too large for a note: {megabytes} MB, the limit is {limit} MB")
}

pub(crate) fn bad_ignore_line(error: &ignore::Error) -> String {
    format!("a line can't be used: {error}")
}

pub(crate) fn bad_exclusion(error: &globset::ErrorKind) -> String {
    format!("this exclusion can't be understood: {error}")
}

// Why a note isn't written.

pub(crate) const NOT_TEXT: &str = "it has bytes that aren't text, and they would be lost";
pub(crate) const AMBIGUOUS_TEXT: &str = "its new text would be read back differently";
pub(crate) const NOT_A_NOTE: &str = "it isn't a note";
pub(crate) const PLACES_OVERLAP: &str = "the places to change overlap or aren't in order";
pub(crate) const PLACE_OUTSIDE: &str = "a place to change isn't in the note";
pub(crate) const BAD_PROPERTY_NAME: &str = "a property's name has letters, digits, - and _ alone";
pub(crate) const UNREADABLE_PROPERTIES: &str =
    "the properties at its top are written in a way in which none can be set safely";
pub(crate) const NO_SUCH_PROPERTY: &str = "it has no such property";
pub(crate) const NO_PERMISSION: &str = "you don't have permission to change it";
pub(crate) const READ_ONLY_DISK: &str = "its disk is read-only";

// What is odd about a note.

pub(crate) const OPEN_FRONT_MATTER: &str =
    "The properties at the top have no closing “---”, so they are read as text.";
pub(crate) const NOT_PROPERTIES: &str = "they aren't a list of properties";
pub(crate) const SEVERAL_DOCUMENTS: &str = "there is more than one block of them";

pub(crate) fn bad_front_matter(reason: &str) -> String {
    format!("The properties at the top can't be read, so they are shown as text: {reason}.")
}

pub(crate) fn repeated_property(name: &str) -> String {
    format!("The property “{name}” is there more than once.")
}

// What a rendered note says in place of something.

pub(crate) const DRAWING: &str = "A drawing, which isn’t shown here.";
pub(crate) const EMBED_TOO_DEEP: &str = "Embeds within embeds are shown no deeper than this.";
pub(crate) const TOO_MANY_EMBEDS: &str = "This note embeds too much for all of it to be shown.";
pub(crate) const EMBED_HIDDEN: &str = "It isn’t shown here.";
pub(crate) const EMBED_TOO_LONG: &str = "It is too long to be shown here.";
pub(crate) const EMBED_CYCLE: &str = "It embeds itself, and isn’t shown once more.";
pub(crate) const EMBED_BROKEN: &str = "It isn’t in this vault.";
pub(crate) const BACK_TO_TEXT: &str = "Back to the text";
pub(crate) const FORMULA_TOO_LONG: &str = "it is too long or too deeply nested";
pub(crate) const FORMULA_CHARACTER: &str = "it has a character in it that has no shape of its own";
pub(crate) const FORMULA_PART: &str = "it has something in it that isn't shown";

pub(crate) fn no_block(id: &str) -> String {
    format!("This note has no block “^{id}”.")
}

/// `headings` are the note's first; `more` says whether it has others.
pub(crate) fn no_heading(wanted: &[String], headings: &[&str], more: bool) -> String {
    let mut list: Vec<String> = headings.iter().map(|heading| format!("“{heading}”")).collect();
    if more {
        list.push("…".to_owned());
    }
    let others = match list.is_empty() {
        true => "It has none.".to_owned(),
        false => format!("It has {}.", list.join(", ")),
    };
    format!("This note has no heading “{}”. {others}", wanted.join(" › "))
}

/// What a file is that another program opens, by its extension in small letters.
pub(crate) fn file_kind(extension: &str) -> &'static str {
    match extension {
        "pdf" => "A PDF, opened in another program.",
        "mp3" | "wav" | "m4a" | "ogg" | "3gp" | "flac" | "webm" | "opus" => {
            "A recording, opened in another program."
        }
        "mp4" | "mov" | "mkv" | "ogv" | "avi" => "A film, opened in another program.",
        "canvas" => "A canvas, opened in another program.",
        "base" => "A base, opened in another program.",
        _ => "A file, opened in another program.",
    }
}

pub(crate) fn not_drawn(reason: &dyn Display) -> String {
    format!("This formula can’t be drawn: {reason}.")
}
