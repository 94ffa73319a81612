//! Prompts of the library and of notes, which instruct a conversation or are run.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Ground, path};

    // B83
    #[tokio::test]
    async fn prompts_of_the_library_and_of_a_folder_are_listed_and_filled() {
        let ground = Ground::new();
        std::fs::create_dir(ground.root().join("Prompts")).unwrap();
        ground.write("Prompts/Weekly review.md", "Sum up {{note}} of {{date}}.\n");
        ground.write("Prompts/Broken.md", "---\na: [b\n---\nSay {{selection}}.\n");
        ground.write("Prompts/Find.md", "Find it.\n");
        ground.write("Prompts/Help.md", "Help me.\n");
        let settings = ground.settings().await;
        let vaults = ground.opened(&settings).await;
        let prompts = Prompts::new(ground.library.clone(), settings.clone(), vaults);
        let gruff =
            Prompt { name: "Gruff".to_owned(), text: "Be gruff.".to_owned(), ..Prompt::new() };
        prompts.put(gruff.clone()).await.unwrap();
        assert_eq!(prompts.list().await.unwrap().prompts.len(), 1);
        let mut now = settings.get();
        now.chat.prompts_folder = "Prompts".to_owned();
        settings.set(now).await.unwrap();
        let list = prompts.list().await.unwrap();
        let told: Vec<_> = list
            .prompts
            .iter()
            .map(|prompt| (&*prompt.command, prompt.problem.as_deref().unwrap_or_default()))
            .collect();
        let [gruffly, ("broken", broken), ("find", find), ("help", help), ("weekly-review", "")] =
            &told[..]
        else {
            panic!("{told:?}")
        };
        assert_eq!(*gruffly, ("gruff", ""));
        assert!(broken.contains("“Broken”") && find.contains("“/find”"), "{told:?}");
        assert!(help.contains("“/help”"), "{told:?}");

        let source = |note: &str| PromptSource::Note { path: path(note) };
        let weekly = source("Prompts/Weekly review.md");
        let salt = Some(path("Salt.md"));
        let filled = prompts.fill(&weekly, String::new(), salt).await.unwrap();
        assert!(filled.text.starts_with("Sum up [[Salt]] of ") && filled.notices.is_empty());
        let empty = prompts.fill(&source("Prompts/Broken.md"), String::new(), None).await.unwrap();
        assert_eq!((&*empty.text, empty.notices.len()), ("Say .", 2));
        let gone = prompts.fill(&source("Prompts/No.md"), String::new(), None).await.unwrap_err();
        assert_eq!(gone.code, Code::NotFound);
        prompts.delete(gruff.id).await.unwrap();
        assert_eq!(prompts.list().await.unwrap().prompts.len(), 4);
    }
}
