//! Turns answers into notes or parts of notes, with citations as footnotes.

use std::collections::HashMap;

use conversation::{
    Answer, Author, Change, Conversation, Error, MessageId, Number, Origin, Result, Title, Wish,
};
use grounding::references::{Footnote, FootnoteState, footnoted, footnotes};
use notes::{Catalog, NotePath, Vault};
use retrieval::blocking;
use serde::{Deserialize, Serialize};
use turn::Intent;

use super::Changes;
use crate::{ratings::follow, sentences::changes as sentences};

/// Maximum characters of a title that become a note's name.
const LONGEST_NAME: usize = 80;

/// Maximum bytes of a note's name: the system's limit less a number and the extension.
const LONGEST_NAME_BYTES: usize = 200;

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", content = "path", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum AnswerPlace {
    /// `None` for [`Changes::answer_path`].
    NewNote(Option<NotePath>),
    EndOf(NotePath),
}

impl Changes {
    /// A free path for an answer as a new note, named after the answer's heading, else the subject of `/note`, else the
    /// conversation.
    pub async fn answer_path(&self, answer: MessageId) -> Result<NotePath> {
        let vault = self.vaults.vault()?.handle();
        let (message, title) = self.titled_answer(answer).await?;
        blocking(move || new_path(&vault.vault, &message.text, &title)).await
    }

    /// An answer, and the subject of its `/note`, else its conversation's title.
    async fn titled_answer(&self, answer: MessageId) -> Result<(Box<Answer>, String)> {
        let (conversation, message) = self.library.message(answer).await?;
        let has_text = |answer: &Answer| !answer.text.trim().is_empty();
        let Some(mut message) = message.into_answer().filter(has_text) else {
            return Err(Error::bad_input(sentences::NOT_AN_ANSWER));
        };
        follow(&self.library, std::iter::once(&mut message)).await;
        let page = self.library.conversation_page(conversation, Some(answer), 1).await?;
        let Conversation { title, messages, .. } = page.conversation;
        let question = messages.last().map(|question| question.text.as_str());
        let command = message.routed.as_deref().or(question).unwrap_or_default();
        let title = match Intent::of(command, false) {
            Intent::Note(subject) if !subject.is_empty() => Title::of(&subject).text,
            _ => title,
        };
        Ok((Box::new(message), title))
    }

    pub async fn propose_answer(&self, answer: MessageId, place: AnswerPlace) -> Result<Change> {
        let vault = self.vaults.vault()?;
        let (message, title) = self.titled_answer(answer).await?;
        let mut cited: Vec<Number> = message.citations.iter().map(|mark| mark.number).collect();
        cited.sort_unstable();
        cited.dedup();
        let handle = vault.handle();
        let wish = blocking(move || wish(&handle.vault, &message, &title, place)).await?;
        self.propose(wish, Origin { by: Author::User, answer: Some(answer), rests_on: cited }).await
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FootnoteCheck {
    pub note: NotePath,
    /// From 1.
    pub line: u32,
    /// The text between `[^` and `]`.
    pub label: String,
    pub link: String,
    pub words: String,
    pub state: FootnoteStanding,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum FootnoteStanding {
    Unchanged,
    Changed,
    Gone,
    /// The file is no note: its extracted passages change when the reader changes.
    Unchecked,
}

impl Changes {
    /// Checks the footnotes of one note or of all, in path order. Skips unreadable notes unless `only` names them.
    pub async fn footnotes(&self, only: Option<NotePath>) -> Result<Vec<FootnoteCheck>> {
        let vault = self.vaults.vault()?.handle();
        blocking(move || match only {
            Some(note) => {
                let text = vault.vault.read_note(&note)?.text;
                Ok(checked(&vault.vault, &vault.catalog(), &note, &text))
            }
            None => {
                let catalog = vault.catalog();
                let texts = catalog
                    .notes()
                    .filter_map(|(note, _)| Some((note, vault.vault.read_note(note).ok()?.text)));
                let all = |(note, text): (_, String)| checked(&vault.vault, &catalog, note, &text);
                Ok(texts.flat_map(all).collect())
            }
        })
        .await
    }
}

fn checked(vault: &Vault, catalog: &Catalog, note: &NotePath, text: &str) -> Vec<FootnoteCheck> {
    // Several footnotes may cite one note, which is read once.
    let mut texts: HashMap<&NotePath, Option<String>> = HashMap::new();
    let check = |footnote: Footnote| {
        let path = catalog.target(Some(note), &footnote.target);
        let linked = path.filter(|path| path.is_note()).and_then(|path| {
            let read = || vault.read_note(path).ok().map(|note| note.text);
            texts.entry(path).or_insert_with(read).as_deref()
        });
        let state = match linked.map(|linked| footnote.state_in(linked)) {
            Some(FootnoteState::Unchanged) => FootnoteStanding::Unchanged,
            Some(FootnoteState::Changed) => FootnoteStanding::Changed,
            None if path.is_some_and(|path| !path.is_note()) => FootnoteStanding::Unchecked,
            None => FootnoteStanding::Gone,
        };
        let Footnote { label, line, target, words, .. } = footnote;
        FootnoteCheck { note: note.clone(), line, label, link: target.path, words, state }
    };
    footnotes(text).into_iter().map(check).collect()
}

fn wish(vault: &Vault, message: &Answer, title: &str, place: AnswerPlace) -> Result<Wish> {
    let citekey = |path: &NotePath| {
        let text = vault.read_note(path).ok().filter(|_| path.is_note())?.text;
        notes::parse(&text).citekey
    };
    match place {
        AnswerPlace::NewNote(path) => {
            let text = footnoted(message, |_| false, citekey);
            let path = path.map_or_else(|| new_path(vault, &text, title), Ok)?;
            Ok(Wish::Create { path, text })
        }
        AnswerPlace::EndOf(path) => {
            let there = vault.read_note(&path)?.text;
            let taken = |label: &str| there.contains(&format!("[^{label}]"));
            let text = footnoted(message, taken, citekey);
            Ok(Wish::Append { path, section: Vec::new(), text })
        }
    }
}

fn new_path(vault: &Vault, text: &str, title: &str) -> Result<NotePath> {
    // The answer's own heading says more than the question.
    let headed = notes::parse(text).title;
    free_path(vault, headed.as_deref().unwrap_or(title))
}

pub(super) fn free_path(vault: &Vault, title: &str) -> Result<NotePath> {
    let plain = |c: char| if c.is_control() || "\\/:*?\"<>|#^[]".contains(c) { ' ' } else { c };
    // Systems count bytes, and a character may have four.
    let fits = |(at, c): &(usize, char)| at + c.len_utf8() <= LONGEST_NAME_BYTES;
    let start = title.char_indices().take(LONGEST_NAME).take_while(fits);
    let words: String = start.map(|(_, c)| plain(c)).collect();
    let words = language::one_line(&words);
    let name = words.trim_matches(['.', ' ']);
    let name = if name.is_empty() { sentences::ANSWER.text() } else { name };
    for number in 1u32.. {
        let name = match number {
            1 => format!("{name}.md"),
            number => format!("{name} {number}.md"),
        };
        let path = NotePath::new(&name)?;
        if let Err(notes::Error::NotFound(_)) = vault.entry(&path) {
            return Ok(path);
        }
    }
    Err(Error::bad_input(sentences::NOT_AN_ANSWER))
}
