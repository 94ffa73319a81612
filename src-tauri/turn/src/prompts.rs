//! A conversation's prompts.

use conversation::{ConversationSettings, PromptSource, Result};
use grounding::context::PromptPart;
use jiff::Timestamp;
use library::Library;
use retrieval::{
    VaultHandle, blocking,
    prompts::{Filling, day, filled, prompt_not_read, read},
};

use crate::sentences;

/// The conversation's prompts in order, with the date filled in, and a notice for each one with a problem.
pub(crate) async fn of(
    library: &Library,
    vault: &VaultHandle,
    own: &ConversationSettings,
    when: Timestamp,
) -> Result<(Vec<PromptPart>, Vec<String>)> {
    if own.prompts.is_empty() {
        return Ok(Default::default());
    }
    let kept = library.prompts().await?;
    let (wanted, vault) = (own.prompts.clone(), vault.vault.clone());
    blocking(move || {
        let (mut prompts, mut notices) = (Vec::new(), Vec::new());
        let filling = Filling { date: day(when), ..Filling::default() };
        for source in wanted {
            let (name, text, replaces_instructions) = match source {
                PromptSource::Library { id } => match kept.iter().find(|prompt| prompt.id == id) {
                    Some(prompt) => {
                        (prompt.name.clone(), prompt.text.clone(), prompt.replaces_instructions)
                    }
                    None => continue,
                },
                PromptSource::Note { path } => match read(&vault, &path) {
                    Ok(note) => {
                        notices.extend(note.problem);
                        (note.name, note.text, note.replaces_instructions)
                    }
                    Err(error) => {
                        notices.push(prompt_not_read(path.stem(), &error));
                        continue;
                    }
                },
            };
            let (text, empty) = filled(&text, &filling);
            if !empty.is_empty() {
                notices.push(sentences::prompt_not_filled(&name, &empty.join(", ")));
            }
            prompts.push(PromptPart { name, text, replaces_instructions });
        }
        Ok((prompts, notices))
    })
    .await
}
