//! Bytes to a document: which kind it is, and who reads it.

use crate::{
    Document, Kind, Limits, Place, Reason, Refusal, WebPage,
    article::Article,
    builder::Builder,
    canvas::Canvas,
    container::Container,
    epub::Epub,
    html::Html,
    image::Image,
    kind::{Look, look},
    office::{OpenDocument, Slides, Word, Workbook},
    pdf::Pdf,
    plain::Plain,
    reader::Reader,
    rtf::Rtf,
    sentences,
    separated::SeparatedValues,
};

/// Reads a file whose bytes are here, in this process: for the child, which is there to be ended.
/// `name` decides where the content can't. `on_part` is called before each page that takes its time.
///
/// # Errors
/// Why nothing of it can be read.
pub fn read(
    file: &[u8],
    name: &str,
    limits: Limits,
    on_part: &mut dyn FnMut(Place),
) -> Result<Document, Refusal> {
    read_as(file, name, None, limits, on_part)
}

/// The same for a page of the web: of HTML only what is to be read, without what stands around it.
///
/// # Errors
/// Why nothing of it can be read.
pub fn read_web_page(
    file: &[u8],
    name: &str,
    page: &WebPage,
    limits: Limits,
) -> Result<Document, Refusal> {
    read_as(file, name, Some(page), limits, &mut |_| {})
}

pub(crate) fn read_as(
    file: &[u8],
    name: &str,
    page: Option<&WebPage>,
    limits: Limits,
    on_part: &mut dyn FnMut(Place),
) -> Result<Document, Refusal> {
    if file.is_empty() {
        return Err(Refusal::new(Reason::Empty, sentences::NO_BYTES));
    }
    if file.len() as u64 > limits.file {
        return Err(Refusal::new(Reason::TooLarge, &sentences::too_large(limits.file)));
    }
    let kind = match look(file, &name.to_lowercase()) {
        Look::Is(kind) => kind,
        Look::Zip => Container::open(file, limits.unpacked)?.kind()?,
        Look::Compound => compound(file)?,
        Look::Other(what) => {
            return Err(Refusal::new(Reason::UnknownKind, &sentences::is_other(what)));
        }
        Look::Unknown => return Err(Refusal::new(Reason::UnknownKind, sentences::UNKNOWN)),
    };
    let article = Article(page.cloned().unwrap_or_default());
    let reader: &dyn Reader = match kind {
        Kind::Html if page.is_some() => &article,
        Kind::Pdf => &Pdf,
        Kind::Docx => &Word,
        Kind::Pptx => &Slides,
        Kind::Xlsx | Kind::Xlsb | Kind::Xls => &Workbook,
        Kind::Odt | Kind::Odp | Kind::Ods => &OpenDocument,
        Kind::Epub => &Epub,
        Kind::Html => &Html,
        Kind::Rtf => &Rtf,
        Kind::Csv => &SeparatedValues,
        Kind::Canvas => &Canvas,
        Kind::Markdown | Kind::Text => &Plain,
        Kind::Image => &Image,
    };
    let mut out = Builder::new(kind, limits, on_part);
    let ended = reader.read(file, &mut out);
    out.finish(ended)
}

/// What is in the container that Office used before 2007, and uses still for what is encrypted.
fn compound(file: &[u8]) -> Result<Kind, Refusal> {
    let has = |name: &str| {
        let wide: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        file.windows(wide.len()).any(|at| at == wide)
    };
    if has("EncryptedPackage") {
        return Err(Refusal::new(Reason::Encrypted, sentences::PASSWORD));
    }
    if has("Workbook") || has("Book") {
        return Ok(Kind::Xls);
    }
    if has("WordDocument") || has("PowerPoint Document") {
        return Err(Refusal::new(Reason::UnknownKind, sentences::OLD_OFFICE));
    }
    Err(Refusal::new(Reason::UnknownKind, sentences::UNKNOWN))
}
