//! The notes and files of the conversation's project.

use futures::{FutureExt, future::BoxFuture};

use super::source::{Found, Query, Source};
use crate::sentences;
use conversation::Result;
use retrieval::{
    blocking,
    files::CutFile,
    project::{self, ProjectMaterial},
};

pub(super) struct Project;

impl Source for Project {
    fn find<'a>(&'a self, query: &'a Query<'a>) -> BoxFuture<'a, Found> {
        find(query)
            .map(|found| {
                found.unwrap_or_else(|error| Found::notice(sentences::notes_not_read(&error)))
            })
            .boxed()
    }
}

async fn find(query: &Query<'_>) -> Result<Found> {
    let (library, vault) = (query.library, query.vault);
    let Some(id) = query.own.project.filter(|_| !query.own.plain) else {
        return Ok(Found::default());
    };
    let Some(project) = library.project(vault.id, id).await? else { return Ok(Found::default()) };
    let files = library.attachments(project.files.iter().map(|file| file.id).collect()).await;
    let (files, unread) = match files {
        Ok(files) => (files, None),
        Err(error) => (Vec::new(), Some(sentences::project_files_not_read(&project.name, &error))),
    };
    let (sources, text, whole) = (query.sources(), query.text.to_owned(), vault.whole.clone());
    blocking(move || {
        let cut = |(file, text)| CutFile::new(&whole, file, &text);
        let files: Vec<CutFile> = files.into_iter().map(cut).collect();
        let ProjectMaterial { part, hits, mut notices } =
            project::read(&sources, project, &files, &text);
        notices.extend(unread);
        Ok(Found { project: Some(part), project_hits: hits, notices, ..Found::default() })
    })
    .await
}
