//! Reads files other than Markdown notes into text with places: PDF, Office, OpenDocument, EPUB, HTML, RTF, tables,
//! plain text, JSON Canvas and image metadata.
//!
//! Every file counts as hostile: [`Program::read`] passes it to a child process that can open nothing and is killed at
//! a time or memory limit. [`read`] runs in that child. Every file ends as a [`Document`] or as a [`Refusal`] with its
//! reason. For scanned pages, [`Program::picture`] returns an image for text recognition, and
//! [`Document::put_recognised`] inserts the recognised text.
//!
//! Reading order: `unit`, `sentences`, `refusal`, `document`, `page`, `builder`, the formats (each has a function
//! `read`), then `worker` in the child and `parent` in the app, which meet in `protocol`.

mod article;
mod builder;
mod canvas;
mod clock;
mod container;
mod document;
mod encoding;
mod epub;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod html;
mod image;
mod kind;
mod limits;
mod office;
mod page;
mod parent;
mod pdf;
mod picture;
mod plain;
mod protocol;
mod reading;
mod recognised;
mod refusal;
mod rtf;
mod sentences;
mod separated;
mod table;
mod text;
mod unit;
pub mod worker;
mod xml;

pub use article::WebPage;
pub use document::{Block, BlockKind, Document, Line, Part, RecognisedText, Rect, Size};
pub use kind::Kind;
pub use limits::Limits;
pub use parent::{Program, open_file, read_bytes, read_file, read_open, read_page};
pub use picture::Picture;
pub use reading::{read, read_web_page};
pub use refusal::{Place, Reason, Refusal};
pub use sentences::said_of_the_file;
pub use unit::Unit;
