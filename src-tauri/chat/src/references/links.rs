//! The wikilinks of a user's message, as references.

use notes::Catalog;

use super::Reference;

/// The notes that the user linked in `text`, in order, one for each note; broken links too.
/// Links in fenced or inline code don't count.
pub fn direct_references(text: &str, catalog: &Catalog) -> Vec<Reference> {
    let _ = (text, catalog);
    todo!()
}
