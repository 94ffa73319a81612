use super::source::{Findings, Query};
use crate::sentences;
use conversation::Result;
use retrieval::{
    blocking,
    files::CutFile,
    project::{self, ProjectMaterial},
};

pub(super) async fn find(query: &Query<'_>) -> Findings {
    let found = read(query).await;
    found.unwrap_or_else(|error| Findings::notice(sentences::project_not_read(&error)))
}

async fn read(query: &Query<'_>) -> Result<Findings> {
    let (library, vault) = (query.library, query.vault);
    let Some(id) = query.own.project.filter(|_| !query.own.plain) else {
        return Ok(Findings::default());
    };
    let Some(project) = library.project(vault.id, id).await? else {
        return Ok(Findings::default());
    };
    let files = library.attachments(project.files.iter().map(|file| file.id).collect()).await;
    let (files, unread) = match files {
        Ok(files) => (files, None),
        Err(error) => (Vec::new(), Some(sentences::project_files_not_read(&project.name, &error))),
    };
    let (sources, text, whole) =
        (query.sources(), query.searched().to_owned(), vault.whole.clone());
    let _one_at_a_time = query.searching.lock().await;
    blocking(move || {
        let cut = |(file, text)| CutFile::new(&whole, file, &text);
        let files: Vec<CutFile> = files.into_iter().map(cut).collect();
        let ProjectMaterial { part, hits, mut notices } =
            project::read(&sources, project, &files, &text);
        notices.extend(unread);
        Ok(Findings { project: Some(part), project_hits: hits, notices, ..Findings::default() })
    })
    .await
}
