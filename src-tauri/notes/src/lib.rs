//! A vault of Markdown notes on disk.
//!
//! This crate knows files, Markdown and links, and nothing of models, search or windows. Every
//! byte that it reads or writes goes through the directory capability held by [`Vault`], so no
//! caller can be talked into touching a file outside the folder that the user opened.

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
    Anchor, Block, BlockId, BlockKind, Callout, Fold, Heading, Link, LinkKind, LinkTarget,
    MAX_STRUCTURED, Note, ParsedNote, Property, Task, Warning, parse, parse_with_blocks, property,
};
pub use path::NotePath;
pub use render::{NoteTexts, RenderOptions, render, sanitise};
pub use span::{ByteRange, ContentHash, LineRange};
pub use text::{cut, is_shortened, shortened};
pub use vault::{Encoding, FileChange, FileEntry, FileProblem, NoteText, Scan, ScanOptions, Vault};
pub use watch::{Change, FollowMode, Places, Reason, Rename, Watch, Way, identities};
