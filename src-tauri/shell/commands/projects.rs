//! Projects and prompts, which conversations share.

use ::notes::NotePath;
use app::{ProjectSize, PromptList, PromptText};
use conversation::{Attachment, ProjectId, PromptId, PromptSource};
use library::{Project, Prompt};
use tauri::State;

use super::{Answer, Backend};
use crate::consent::Consent;

/// The projects of the open vault, oldest first.
#[tauri::command]
#[specta::specta]
pub async fn list_projects(backend: State<'_, Backend>) -> Answer<Vec<Project>> {
    backend.app()?.projects.list().await
}

/// An empty project to fill in. It isn't saved yet.
#[tauri::command]
#[specta::specta]
pub async fn new_project() -> Answer<Project> {
    Ok(Project::new())
}

/// The size of a project for the chosen model. The project needn't be saved.
#[tauri::command]
#[specta::specta]
pub async fn measure_project(backend: State<'_, Backend>, project: Project) -> Answer<ProjectSize> {
    backend.app()?.projects.size(project).await
}

#[tauri::command]
#[specta::specta]
pub async fn put_project(backend: State<'_, Backend>, project: Project) -> Answer<()> {
    backend.app()?.projects.put(project).await
}

#[tauri::command]
#[specta::specta]
pub async fn delete_project(backend: State<'_, Backend>, id: ProjectId) -> Answer<()> {
    backend.app()?.projects.delete(id).await
}

/// Reads and stores a file that the user chose, dropped or pasted for a project.
#[tauri::command]
#[specta::specta]
pub async fn add_project_file(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    token: u32,
) -> Answer<Attachment> {
    let file = consent.take_file(token)?;
    backend.app()?.projects.add_file(file).await
}

/// The prompts of the library and of the open vault.
#[tauri::command]
#[specta::specta]
pub async fn list_prompts(backend: State<'_, Backend>) -> Answer<PromptList> {
    backend.app()?.prompts.list().await
}

/// An empty prompt to fill in. It isn't saved yet.
#[tauri::command]
#[specta::specta]
pub async fn new_prompt() -> Answer<Prompt> {
    Ok(Prompt::new())
}

#[tauri::command]
#[specta::specta]
pub async fn put_prompt(backend: State<'_, Backend>, prompt: Prompt) -> Answer<()> {
    backend.app()?.prompts.put(prompt).await
}

/// Deletes a prompt of the library; its conversations stay.
#[tauri::command]
#[specta::specta]
pub async fn delete_prompt(backend: State<'_, Backend>, id: PromptId) -> Answer<()> {
    backend.app()?.prompts.delete(id).await
}

/// A prompt's text, with its placeholders replaced by the selection, a link to the open note and the date.
#[tauri::command]
#[specta::specta]
pub async fn fill_prompt(
    backend: State<'_, Backend>,
    source: PromptSource,
    selection: String,
    note: Option<NotePath>,
) -> Answer<PromptText> {
    backend.app()?.prompts.fill(&source, selection, note).await
}
