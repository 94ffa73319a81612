//! References: the numbers of passages, the marks that cite them, and the ways back to them.

mod anchor;
mod answer_text;
mod citation;
pub mod evidence;
mod footnotes;
mod ledger;
pub mod links;
pub mod summary;

pub use anchor::{Location, locate, locate_sentence};
pub use answer_text::AnswerText;
pub use citation::{CitationStream, Piece, Tally};
pub use evidence::Evidence;
pub(crate) use evidence::kept_after;
pub use footnotes::{Footnote, FootnoteState, footnoted, footnotes};
pub use ledger::Ledger;
pub use links::direct_references;
pub(crate) use links::referenced_documents;
pub use summary::{digest, snippet, summary};
