//! All sources of evidence, in the order in which the model sees their passages.

mod files;
mod memories;
mod notes;
mod project;
mod records;
pub(crate) mod source;
mod web;

use source::Source;

/// Add a new source as a file of this folder and a line here.
pub fn all() -> Vec<&'static dyn Source> {
    vec![
        &records::Records,
        &files::Files,
        &notes::Notes,
        &project::Project,
        &memories::Memories,
        &web::Pages,
    ]
}
