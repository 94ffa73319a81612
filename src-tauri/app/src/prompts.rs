//! Prompts of the library and of notes, which instruct a conversation or are run.

#[cfg(test)]
mod tests;

use conversation::{Code, Error, PromptId, PromptSource, Result};
use library::{Library, Prompt, now};
use notes::NotePath;
use retrieval::{
    SearchSetup, blocking,
    prompts::{self, Filling, PromptNote},
};
use serde::Serialize;

use crate::{sentences, settings::SettingsStore, vaults::Vaults};

/// Names with another meaning after `/`, in the window or the terminal.
const COMMANDS: [&str; 12] = [
    "find",
    "summarize",
    "summarise",
    "continue",
    "remember",
    "note",
    "new",
    "retry",
    "receipt",
    "help",
    "quit",
    "exit",
];

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PromptEntry {
    pub source: PromptSource,
    pub name: String,
    pub command: String,
    pub text: String,
    /// Replaces the instructions; else it comes before the newest question.
    pub replaces_instructions: bool,
    /// A sentence about a problem. The prompt works nevertheless.
    pub problem: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PromptList {
    pub prompts: Vec<PromptEntry>,
    /// A sentence for each unreadable note in the prompts' folder.
    pub unread: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PromptText {
    pub text: String,
    pub notices: Vec<String>,
}

#[derive(Clone)]
pub struct Prompts {
    library: Library,
    settings: SettingsStore,
    vaults: Vaults,
}

impl Prompts {
    pub(crate) fn new(library: Library, settings: SettingsStore, vaults: Vaults) -> Self {
        Self { library, settings, vaults }
    }

    /// Without an open vault, only those of the library.
    pub async fn list(&self) -> Result<PromptList> {
        let kept = self.library.prompts().await?.into_iter().map(of_library);
        let mut list = PromptList { prompts: kept.collect(), unread: Vec::new() };
        if let Ok(vault) = self.vaults.vault() {
            let folder = self.settings.get().chat.prompts_folder;
            let (notes, unread) =
                blocking(move || Ok(prompts::in_folder(&vault.vault, &vault.catalog(), &folder)))
                    .await?;
            list.prompts.extend(notes.into_iter().map(of_note));
            list.unread = unread;
        }
        for at in 0..list.prompts.len() {
            let (before, rest) = list.prompts.split_at_mut(at);
            let prompt = &mut rest[0];
            let taken = COMMANDS.contains(&&*prompt.command)
                || before.iter().any(|other| other.command == prompt.command);
            if taken && prompt.problem.is_none() {
                prompt.problem = Some(sentences::command_taken(&prompt.name, &prompt.command));
            }
        }
        Ok(list)
    }

    pub async fn put(&self, prompt: Prompt) -> Result<()> {
        self.library.put_prompt(prompt).await
    }

    /// Its conversations stay.
    pub async fn delete(&self, id: PromptId) -> Result<()> {
        self.library.delete_prompt(id).await
    }

    /// Fills the prompt's placeholders with the selection, a link to the open note and the date.
    pub async fn fill(
        &self,
        source: &PromptSource,
        selection: String,
        note: Option<NotePath>,
    ) -> Result<PromptText> {
        let prompts = self.list().await?.prompts;
        let prompt = prompts
            .into_iter()
            .find(|prompt| prompt.source == *source)
            .ok_or_else(|| Error::new(Code::NotFound, sentences::PROMPT_GONE))?;
        let handle = self.vaults.vault().ok().map(|vault| vault.handle());
        let note = match (handle, note) {
            (Some(handle), Some(path)) => {
                let sources = handle.sources(SearchSetup::default());
                blocking(move || Ok(sources.wikilink(&path))).await?
            }
            _ => String::new(),
        };
        let filling = Filling { selection, note, date: prompts::day(now()) };
        let (text, empty) = prompts::filled(&prompt.text, &filling);
        let mut notices: Vec<String> = prompt.problem.into_iter().collect();
        notices.extend(empty.into_iter().map(sentences::place_empty));
        Ok(PromptText { text, notices })
    }
}

fn of_library(prompt: Prompt) -> PromptEntry {
    PromptEntry {
        source: PromptSource::Library { id: prompt.id },
        command: prompts::command(&prompt.name),
        name: prompt.name,
        text: prompt.text,
        replaces_instructions: prompt.replaces_instructions,
        problem: None,
    }
}

fn of_note(note: PromptNote) -> PromptEntry {
    PromptEntry {
        source: PromptSource::Note { path: note.path },
        command: prompts::command(&note.name),
        name: note.name,
        text: note.text,
        replaces_instructions: note.replaces_instructions,
        problem: note.problem,
    }
}
