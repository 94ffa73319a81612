mod opendocument;
mod properties;
mod slides;
mod word;
mod workbook;

pub(crate) use opendocument::OpenDocument;
pub(crate) use slides::Slides;
pub(crate) use word::Word;
pub(crate) use workbook::Workbook;
