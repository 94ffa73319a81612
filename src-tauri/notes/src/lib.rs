//! A vault of Markdown notes on disk: reads, parses, links, renders, changes and watches notes.
//!
//! This crate knows files, Markdown and links, but no models, search or windows. Vault files are read and written only
//! through the directory capability of [`Vault`], so no caller can touch a file outside the folder that the user
//! opened.
//!
//! Reading order: `span`, `path`, `error` and `text` for the basics, `parse` for a note's content, `catalog` for links
//! between notes, `vault` for files, `watch` for changes on disk, `render` for HTML, `diff` and `amend` for changes of
//! a text, `private` for the app's own files.

pub mod amend;
pub mod catalog;
pub mod diff;
pub mod error;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
pub mod parse;
pub mod path;
pub mod private;
pub mod render;
mod sentences;
pub mod span;
mod text;
pub mod vault;
pub mod watch;

pub use catalog::{Backlink, Catalog, HeadingEntry, Mention, Renaming, Resolution};
pub use diff::{Hunk, Piece, PieceKind, Unit};
pub use error::{Error, Result};
pub use parse::{
    Anchor, Block, BlockId, BlockKind, Callout, DateSource, Expiry, Fold, Heading, Link, LinkKind,
    LinkTarget, MAX_STRUCTURED, Note, ParsedNote, Property, TYPE_KEYS, Task, Warning, parse,
    parse_with_blocks, property,
};
pub use path::NotePath;
pub use render::{NoteTexts, RenderOptions, render, sanitise};
pub use span::{ByteRange, ContentHash, LineRange};
pub use text::{cut, is_shortened, shortened};
pub use vault::{Encoding, FileChange, FileEntry, FileProblem, NoteText, Scan, ScanOptions, Vault};
pub use watch::{Change, FollowMode, Places, Reason, Rename, Watch, Way, identities};
