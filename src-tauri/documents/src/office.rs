pub(crate) mod opendocument;
mod properties;
pub(crate) mod slides;
pub(crate) mod word;
pub(crate) mod workbook;
