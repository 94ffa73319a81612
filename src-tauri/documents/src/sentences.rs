//! What people read when a file, or a page of it, can't be read.

use crate::Unit;

pub(crate) fn of_the_file(what: &str) -> String {
    format!("The file {what}.")
}

pub(crate) fn of_a_part(unit: Unit, number: u32, what: &str) -> String {
    match unit {
        Unit::Whole => of_the_file(what),
        _ => format!("{} {number} {what}.", name(unit)),
    }
}

pub(crate) fn label(unit: Unit, number: u32, called: Option<&str>) -> String {
    match (unit, called) {
        (Unit::Whole, _) => "The file".to_owned(),
        (_, Some(called)) => format!("{} {number}: {called}", name(unit)),
        (_, None) => format!("{} {number}", name(unit)),
    }
}

/// What a part is called at the start of a sentence.
fn name(unit: Unit) -> &'static str {
    match unit {
        Unit::Page => "Page",
        Unit::Slide => "Slide",
        Unit::Sheet => "Sheet",
        Unit::Chapter => "Chapter",
        Unit::Whole => "The file",
    }
}

fn several(unit: Unit) -> &'static str {
    match unit {
        Unit::Page => "pages",
        Unit::Slide => "slides",
        Unit::Sheet => "sheets",
        Unit::Chapter => "chapters",
        Unit::Whole => "parts",
    }
}

pub(crate) const PASSWORD: &str = "needs a password. Save a copy without one";
pub(crate) const ENCRYPTION: &str = "is encrypted in a way that Marginalia doesn't know";
pub(crate) const RIGHTS: &str = "is protected by its publisher and can be read in their app only";
pub(crate) const SCAN: &str = "has pictures and no text: it may be a scan";
pub(crate) const SCANNED_PAGE: &str = "is a picture without text";
pub(crate) const NO_PICTURE: &str = "has no picture that can be looked at";
pub(crate) const IMAGE_KIND: &str = "is an image of a kind in which no text is recognised";
pub(crate) const NOTHING_RECOGNISED: &str = "has pictures, and no text was recognised in them";
pub(crate) const EMPTY: &str = "has no text";
pub(crate) const NO_BYTES: &str = "is empty";
pub(crate) const NO_PAGES: &str = "is damaged (no pages can be found in it)";
pub(crate) const UNKNOWN: &str = "is of a kind that Marginalia doesn't read";
pub(crate) const OLD_OFFICE: &str = "is in Office's format from before 2007. Open it in an office program and save it as .docx or .pptx";
pub(crate) const UNPACKED: &str = "unpacks to more than is allowed";
pub(crate) const TEXT: &str = "has more text than is allowed; what comes before that was read";
pub(crate) const MEMORY: &str = "takes more memory to read than is allowed";
pub(crate) const STOPPED: &str = "made the process that reads it stop, as damaged files do";
pub(crate) const NESTED: &str = "nests its parts too deeply";
pub(crate) const GAPS: &str = "can be read in part only: some of its text has no letters behind it";

pub(crate) fn damaged(detail: &str) -> String {
    format!("is damaged ({})", detail.trim_end_matches('.'))
}

pub(crate) fn is_other(what: &str) -> String {
    format!("is {what}, which has no text to read")
}

pub(crate) fn too_large(most: u64) -> String {
    format!("is larger than {} MB", most / (1024 * 1024))
}

pub(crate) fn too_many_pixels(most: u64) -> String {
    format!("has more than {} million pixels", most / 1_000_000)
}

pub(crate) fn too_long(seconds: u64) -> String {
    format!("takes longer than {seconds} seconds to read")
}

pub(crate) fn not_reached(seconds: u64) -> String {
    format!("and those after it weren't read, because the file takes longer than {seconds} seconds")
}

pub(crate) fn too_many(unit: Unit, most: u32) -> String {
    format!("has more than {most} {}; those after them weren't read", several(unit))
}

pub(crate) fn missing(part: &str) -> String {
    format!("its part “{part}” is missing")
}

pub(crate) fn unreadable(error: &std::io::Error) -> String {
    format!("can't be read: {error}")
}

pub(crate) fn not_started(error: &std::io::Error) -> String {
    format!("can't be read, because the process that reads files can't be started: {error}")
}

pub(crate) const A_FOLDER: &str = "is a folder";
pub(crate) const NOT_A_FILE: &str = "isn't a file but a device or a pipe";
