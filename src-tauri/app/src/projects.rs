//! Projects: notes, files and instructions that conversations share.

#[cfg(test)]
mod tests;

use conversation::{Attachment, Code, Error, ProjectId, Result, model::Tokens};
use grounding::context::project_fits;
use library::{Library, NewFile, Project};
use models::Model;
use retrieval::{SearchSetup, blocking, files::CutFile, project};
use serde::Serialize;

use crate::{
    attachments::{Content, FileSource, ReadFile},
    model_choice::Models,
    sentences,
    settings::SettingsStore,
    vaults::Vaults,
};

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ProjectSize {
    pub notes: u32,
    pub files: u32,
    pub tokens: Tokens,
    /// Too large for any model; `tokens` is then a minimum.
    pub is_too_large: bool,
    /// The model's window without the tokens reserved for the answer.
    pub room: Tokens,
    /// The project goes whole into each question. Otherwise it is searched.
    pub fits: bool,
    /// A sentence for each part that is missing or can't be read.
    pub notices: Vec<String>,
}

#[derive(Clone)]
pub struct Projects {
    library: Library,
    settings: SettingsStore,
    models: Models,
    vaults: Vaults,
}

impl Projects {
    pub(crate) fn new(
        library: Library,
        settings: SettingsStore,
        models: Models,
        vaults: Vaults,
    ) -> Self {
        Self { library, settings, models, vaults }
    }

    pub async fn list(&self) -> Result<Vec<Project>> {
        self.library.projects(self.vaults.vault()?.id).await
    }

    pub async fn by_name(&self, name: &str) -> Result<Project> {
        let wanted = name.trim().to_lowercase();
        let mut projects = self.list().await?.into_iter();
        projects
            .find(|project| project.name.trim().to_lowercase() == wanted)
            .ok_or_else(|| Error::new(Code::NotFound, || sentences::no_project(name)))
    }

    pub async fn put(&self, project: Project) -> Result<()> {
        self.library.put_project(self.vaults.vault()?.id, project).await
    }

    pub async fn delete(&self, id: ProjectId) -> Result<()> {
        self.library.delete_project(id).await
    }

    pub async fn add_file(&self, file: impl Into<FileSource>) -> Result<Attachment> {
        let source = file.into();
        let mut recognition = self.vaults.recognition();
        let file = blocking(move || source.read(recognition.as_mut())).await?;
        let Content::Text(text) = file.content else {
            return Err(Error::new(Code::UnsupportedFile, || sentences::no_text_in(&file.name)));
        };
        let counter = self.models.counter(&self.models.current().await.name);
        let (text, tokens) = blocking(move || {
            let tokens = counter.count(&text.text).tokens;
            Ok((text, tokens))
        })
        .await?;
        let ReadFile { name, bytes, original, .. } = file;
        let new = NewFile { bytes, original, ..NewFile::text(name, tokens, text) };
        self.library.add_attachment(new).await
    }

    /// Works for unsaved projects, too. Reads all notes and files.
    pub async fn size(&self, project: Project) -> Result<ProjectSize> {
        let vault = self.vaults.vault()?.handle();
        let files = project.files.iter().map(|file| file.id).collect();
        let files = self.library.attachments(files).await?;
        let settings = self.settings.get();
        let Model { window, .. } = self.models.current().await;
        let reserve = settings.reserve;
        let sources = vault.sources(SearchSetup::quick(&vault, settings.search));
        blocking(move || {
            let files: Vec<CutFile> = files
                .into_iter()
                .map(|(file, text)| CutFile::new(&sources.whole, file, &text))
                .collect();
            let extent = project::extent(&sources, &project, &files);
            let tokens = Tokens(u32::try_from(extent.tokens).unwrap_or(u32::MAX));
            let is_too_large = extent.tokens >= project::MOST;
            Ok(ProjectSize {
                notes: extent.notes,
                files: extent.files,
                tokens,
                is_too_large,
                room: Tokens(window.tokens.0.saturating_sub(reserve.0)),
                fits: !is_too_large && project_fits(tokens, window.tokens, reserve),
                notices: extent.notices,
            })
        })
        .await
    }
}
