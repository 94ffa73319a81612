//! One line for people about each finished call of a tool, such as “3 passages of 2 notes”. Some of these lines also go
//! to the model, which gets them in English.

use language::{Language, say};

/// The kind of the things that a call found.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Finding {
    Passages,
    Notes,
    Pages,
    Images,
    Memories,
}

pub(crate) fn counted(count: usize, of: Finding) -> String {
    match (of, count) {
        (Finding::Passages, 1) => say! { en: "1 passage", de: "1 Textstelle" },
        (Finding::Passages, _) => say! { en: "{count} passages", de: "{count} Textstellen" },
        (Finding::Notes, 1) => say! { en: "1 note", de: "1 Notiz" },
        (Finding::Notes, _) => say! { en: "{count} notes", de: "{count} Notizen" },
        (Finding::Pages, 1) => say! { en: "1 page", de: "1 Seite" },
        (Finding::Pages, _) => say! { en: "{count} pages", de: "{count} Seiten" },
        (Finding::Images, 1) => say! { en: "1 image", de: "1 Bild" },
        (Finding::Images, _) => say! { en: "{count} images", de: "{count} Bilder" },
        (Finding::Memories, 1) => say! { en: "1 memory", de: "1 Eintrag" },
        (Finding::Memories, _) => say! { en: "{count} memories", de: "{count} Einträge" },
    }
}

/// For the model.
pub(crate) fn in_english(line: impl Fn() -> String) -> String {
    language::speaking(Language::English, line)
}

/// `of` is the kind of the sources.
pub(crate) fn passages(count: usize, sources: usize, of: Finding) -> String {
    let (passages, sources) = (counted(count, Finding::Passages), counted(sources, of));
    say! { en: "{passages} of {sources}", de: "{passages} aus {sources}" }
}

/// The conditions of a list, to follow the kind of its entries: “ in Recipes with the tag #rye after 2026-03-01”. Empty
/// without conditions.
pub(crate) fn place(
    folder: &str,
    tag: Option<&str>,
    before: Option<&str>,
    after: Option<&str>,
) -> String {
    let mut place = String::new();
    if !folder.is_empty() {
        place += &say! { en: " in {folder}", de: " in {folder}" };
    }
    if let Some(tag) = tag {
        place += &say! { en: " with the tag #{tag}", de: " mit dem Tag #{tag}" };
    }
    if let Some(day) = after {
        place += &say! { en: " after {day}", de: " nach {day}" };
    }
    if let Some(day) = before {
        place += &say! { en: " before {day}", de: " vor {day}" };
    }
    place
}

/// `count` of the `all` entries are on the page that the model gets. `place` is from [`place`].
pub(crate) fn listed(count: usize, all: usize, of: Finding, place: &str) -> String {
    let listed = counted(all, of);
    match count == all {
        true => format!("{listed}{place}"),
        false => say! { en: "{count} of {listed}{place}", de: "{count} von {listed}{place}" },
    }
}

pub(crate) fn links_to(count: usize, note: &str) -> String {
    match count {
        1 => say! { en: "1 link to {note}", de: "1 Link auf {note}" },
        _ => say! { en: "{count} links to {note}", de: "{count} Links auf {note}" },
    }
}

pub(crate) fn links_in(count: usize, note: &str) -> String {
    match count {
        1 => say! { en: "1 link in {note}", de: "1 Link in {note}" },
        _ => say! { en: "{count} links in {note}", de: "{count} Links in {note}" },
    }
}

/// The note to which a link leads.
pub(crate) fn link_is(link: &str, note: &str) -> String {
    say! { en: "{link} is {note}", de: "{link} ist {note}" }
}

pub(crate) fn read(name: &str) -> String {
    say! { en: "Read {name}", de: "{name} gelesen" }
}

pub(crate) fn read_lines(name: &str, start: u32, end: u32) -> String {
    say! { en: "Read lines {start}–{end} of {name}", de: "Zeilen {start}–{end} von {name} gelesen" }
}

pub(crate) fn read_part(name: &str) -> String {
    say! { en: "Read a part of {name}", de: "Einen Teil von {name} gelesen" }
}

pub(crate) fn read_page(title: &str, host: &str) -> String {
    say! { en: "Read “{title}” ({host})", de: "„{title}“ ({host}) gelesen" }
}

pub(crate) fn looked_at(name: &str) -> String {
    say! { en: "Looked at {name}", de: "{name} angesehen" }
}

/// The date and time, formatted for each language.
pub(crate) fn date_and_time(in_english: &str, in_german: &str) -> String {
    match language::current() {
        Language::English => format!("It is {in_english}"),
        Language::German => format!("Es ist der {in_german}"),
    }
}

pub(crate) fn proposed(title: &str) -> String {
    say! { en: "Proposed: {title}", de: "Vorgeschlagen: {title}" }
}
