#[cfg(test)]
mod tests;

use std::io::Cursor;

use cfb::CompoundFile;

use crate::{
    Document, Kind, Limits, Picture, Place, Reason, Refusal, Unit, WebPage, article,
    builder::{Builder, Progress},
    canvas,
    container::Container,
    epub, html, image,
    kind::{DetectedKind, detect},
    office::{opendocument, slides, word, workbook},
    pdf,
    picture::of_image,
    plain,
    protocol::Task,
    rtf, sentences, separated,
};

/// Reads a file in this process, which should be the child that can be killed. `name` decides the kind where the
/// content doesn't. `on_part` is called before each slow page.
pub fn read(
    file: &[u8],
    name: &str,
    limits: Limits,
    on_part: &mut dyn FnMut(Place),
) -> Result<Document, Refusal> {
    let mut on_progress = |progress: Progress<'_>| {
        if let Progress::Reading(place) = progress {
            on_part(place);
        }
    };
    read_as(file, name, limits, &Task::Text, 1, &mut on_progress)
}

/// Reads a web page; of HTML only the main text.
pub fn read_web_page(
    file: &[u8],
    name: &str,
    page: &WebPage,
    limits: Limits,
) -> Result<Document, Refusal> {
    read_as(file, name, limits, &Task::Page(page.clone()), 1, &mut |_| {})
}

pub(crate) fn read_as(
    file: &[u8],
    name: &str,
    limits: Limits,
    task: &Task,
    first_page: u32,
    on_progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Document, Refusal> {
    let kind = kind_of(file, name, limits)?;
    let mut out = Builder::new(kind, limits, on_progress);
    out.first_page = first_page;
    // Text written before a refusal counts.
    let ended = match (kind, task) {
        (Kind::Html, Task::Page(page)) => article::read(file, page, &mut out),
        (Kind::Html, _) => html::read(file, &mut out),
        (Kind::Pdf, _) => pdf::read(file, &mut out),
        (Kind::Docx, _) => word::read(file, &mut out),
        (Kind::Pptx, _) => slides::read(file, &mut out),
        (Kind::Xlsx | Kind::Xlsb | Kind::Xls, _) => workbook::read(file, &mut out),
        (Kind::Odt | Kind::Odp | Kind::Ods, _) => opendocument::read(file, &mut out),
        (Kind::Epub, _) => epub::read(file, &mut out),
        (Kind::Rtf, _) => rtf::read(file, &mut out),
        (Kind::Csv, _) => separated::read(file, &mut out),
        (Kind::Canvas, _) => canvas::read(file, &mut out),
        (Kind::Markdown | Kind::Text, _) => plain::read(file, &mut out),
        (Kind::Image, _) => image::read(file, &mut out),
    };
    match task {
        Task::TextOrPictures => out.finish_with_pictures(ended),
        _ => out.finish(ended),
    }
}

/// A scanned page, or an image, which is its own page 1.
pub(crate) fn picture(
    file: &[u8],
    name: &str,
    limits: Limits,
    number: u32,
) -> Result<Picture, Refusal> {
    match kind_of(file, name, limits)? {
        Kind::Image => of_image(file),
        Kind::Pdf => pdf::render_page(file, number),
        _ => Err(Refusal::at(
            Reason::UnknownKind,
            Place { unit: Unit::Page, number },
            sentences::NO_PICTURE,
        )),
    }
}

fn kind_of(file: &[u8], name: &str, limits: Limits) -> Result<Kind, Refusal> {
    if file.is_empty() {
        return Err(Refusal::new(Reason::Empty, sentences::NO_BYTES));
    }
    if file.len() as u64 > limits.file {
        return Err(Refusal::new(Reason::TooLarge, sentences::too_large(limits.file)));
    }
    match detect(file, &name.to_lowercase()) {
        DetectedKind::Is(kind) => Ok(kind),
        DetectedKind::Zip => Container::open(file, limits.unpacked)?.kind(),
        DetectedKind::Compound => compound(file),
        DetectedKind::Other(what) => {
            Err(Refusal::new(Reason::UnknownKind, sentences::is_other(what)))
        }
        DetectedKind::Unknown => Err(Refusal::new(Reason::UnknownKind, sentences::UNKNOWN)),
    }
}

/// The container of Office files before 2007 and of encrypted ones today.
fn compound(file: &[u8]) -> Result<Kind, Refusal> {
    let container = CompoundFile::open(Cursor::new(file)).ok();
    // Embedded files have the same names, but deeper inside. In a damaged file, any match counts.
    let has = |name: &str| match &container {
        Some(container) => container.is_stream(format!("/{name}")),
        None => {
            let wide: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
            file.windows(wide.len()).any(|at| at == wide)
        }
    };
    if has("EncryptedPackage") {
        return Err(Refusal::new(Reason::Encrypted, sentences::PASSWORD));
    }
    if has("WordDocument") || has("PowerPoint Document") {
        return Err(Refusal::new(Reason::UnknownKind, sentences::OLD_OFFICE));
    }
    if has("Workbook") || has("Book") {
        return Ok(Kind::Xls);
    }
    Err(Refusal::new(Reason::UnknownKind, sentences::UNKNOWN))
}
