//! All sources of evidence, in the order in which the model sees their passages.

mod files;
mod memories;
mod notes;
mod project;
mod records;
pub(crate) mod source;
mod web;

use futures::FutureExt;

use source::Source;

/// Add a new source as a file of this folder and a line here.
pub fn all() -> Vec<Source> {
    let all: [Source; 7] = [
        |query| records::find(query).boxed(),
        |query| files::find(query).boxed(),
        |query| notes::find(query).boxed(),
        |query| records::of_kind(query).boxed(),
        |query| project::find(query).boxed(),
        |query| memories::find(query).boxed(),
        |query| web::find(query).boxed(),
    ];
    all.into()
}
