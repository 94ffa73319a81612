//! Text with places out of files that aren't Markdown: PDF, Office, OpenDocument, EPUB, HTML, RTF,
//! tables, plain text in any encoding, JSON Canvas, and what images say of themselves.
//!
//! A file is hostile until it is read: [`Program::read`] hands it to a child process of our own,
//! which can open nothing, and which is ended when it takes too long or too much. [`read`] is what
//! that child does. Every file ends as a [`Document`] or as a [`Refusal`] that says why.
//!
//! Of a page that is a picture, [`Program::picture`] hands on what it looks like, for whoever recognises text in it;
//! what that one found, [`Document::put_recognised`] puts in its place.
//!
//! From below: `unit`, `sentences`, `refusal`, `document`, `page`, `builder`, then the formats behind `Reader`, then
//! `worker` on the one side and `parent` on the other, which know of each other through `protocol`.

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
mod reader;
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
