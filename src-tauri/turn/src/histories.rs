//! The messages of the conversation that was asked last, held so that a turn and the previews of its
//! draft read only what is new.

use std::sync::{Arc, Mutex, PoisonError};

use conversation::{ConversationId, Message, MessageId, MessageState, Result};
use library::Library;

/// Holds the messages of the conversation that was asked last. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Histories {
    last: Arc<Mutex<Option<Branch>>>,
}

/// A branch's messages from its first one on, without those that are still written. A message that
/// has ended changes only where notes that it links are moved, or when it goes on.
#[derive(Debug, Clone)]
struct Branch {
    conversation: ConversationId,
    /// [`Library::moves`] before they were read.
    moves: u64,
    messages: Arc<Vec<Message>>,
}

impl Histories {
    /// [`Library::history`], of which only what isn't held is read.
    ///
    /// # Errors
    /// As [`Library::history`].
    pub(crate) async fn of(
        &self,
        library: &Library,
        conversation: ConversationId,
        before: Option<MessageId>,
    ) -> Result<Arc<Vec<Message>>> {
        let moves = library.moves();
        let held = self.lock().clone();
        let held = held.filter(|it| it.conversation == conversation && it.moves == moves);
        let known = held.as_ref().and_then(|it| it.messages.last()).map(|message| message.id);
        let new = library.history_after(conversation, before, known).await?;
        let mut messages = match held {
            Some(held) if new.continues => held.messages,
            _ => Arc::default(),
        };
        // Held by nobody else, it isn't copied.
        *self.lock() = None;
        Arc::make_mut(&mut messages).extend(new.messages);
        let streaming = |message: &Message| message.state == MessageState::Streaming;
        let ended = messages.iter().position(streaming).unwrap_or(messages.len());
        let kept = match ended == messages.len() {
            true => messages.clone(),
            false => Arc::new(messages[..ended].to_vec()),
        };
        *self.lock() = Some(Branch { conversation, moves, messages: kept });
        Ok(messages)
    }

    /// Holds nothing any more: a message that had ended is written again.
    pub(crate) fn forget(&self) {
        *self.lock() = None;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Branch>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use conversation::{
        Author,
        reference::{Kind, Reference, State},
    };
    use library::{NoteMove, Question, VaultId};
    use notes::NotePath;

    use super::*;
    use crate::run::blank;

    async fn ask(
        library: &Library,
        vault: VaultId,
        conversation: Option<ConversationId>,
        text: &str,
    ) -> (ConversationId, Message, Message) {
        let mut question = blank(MessageId::new(), Author::User, text.to_owned());
        question.references = vec![Reference {
            path: Some(NotePath::new("Salt.md").unwrap()),
            ..Reference::new(Kind::Direct, State::Considered)
        }];
        let mut answer = blank(MessageId::new(), Author::Assistant, String::new());
        answer.state = MessageState::Streaming;
        let message = Box::new(question.clone());
        let title = "Salt".to_owned();
        let asked = Question::New { conversation, title, message };
        let id = library.begin_turn(vault, asked, answer.clone()).await.unwrap();
        (id, question, answer)
    }

    async fn end(library: &Library, mut answer: Message, text: &str) {
        answer.state = MessageState::Complete;
        answer.text = text.to_owned();
        library.end_turn(answer, None, Vec::new(), Vec::new()).await.unwrap();
    }

    #[tokio::test]
    async fn what_is_held_is_what_the_library_has() {
        let folder = tempfile::TempDir::new().unwrap();
        let (library, _) = Library::open(&folder.path().join("library.db")).unwrap();
        let vault = library.open_vault(folder.path()).await.unwrap();
        let histories = Histories::default();
        let check = async |id, before, expected: &str| {
            let held = histories.of(&library, id, before).await.unwrap();
            assert_eq!(*held, library.history(id, before).await.unwrap());
            let texts: Vec<&str> = held.iter().map(|message| message.text.as_str()).collect();
            assert_eq!(texts.join(" "), expected);
        };
        let (id, one, answer) = ask(&library, vault, None, "q1").await;
        // An answer that is still written is read again.
        check(id, None, "q1 ").await;
        end(&library, answer.clone(), "a1").await;
        check(id, None, "q1 a1").await;
        let (_, two, second) = ask(&library, vault, Some(id), "q2").await;
        check(id, Some(two.id), "q1 a1").await;
        end(&library, second, "a2").await;
        check(id, None, "q1 a1 q2 a2").await;
        check(id, Some(one.id), "").await;
        check(id, Some(two.id), "q1 a1").await;

        // Another branch.
        let mut other = blank(MessageId::new(), Author::Assistant, String::new());
        other.state = MessageState::Streaming;
        let again = Question::Kept { conversation: id, message: one.id };
        library.begin_turn(vault, again, other.clone()).await.unwrap();
        end(&library, other, "b1").await;
        check(id, None, "q1 b1").await;
        library.switch_branch(answer.id).await.unwrap();
        check(id, None, "q1 a1 q2 a2").await;

        // A note that was moved.
        let (from, to) = (NotePath::new("Salt.md").unwrap(), NotePath::new("Sea.md").unwrap());
        let moved = NoteMove { from, to: to.clone(), staying: Vec::new() };
        library.notes_moved(vault, vec![moved]).await.unwrap();
        check(id, None, "q1 a1 q2 a2").await;
        let held = histories.of(&library, id, None).await.unwrap();
        assert_eq!(held[0].references[0].path, Some(to));

        // Another conversation.
        let (elsewhere, _, answer) = ask(&library, vault, None, "x").await;
        end(&library, answer, "y").await;
        check(elsewhere, None, "x y").await;
        check(id, None, "q1 a1 q2 a2").await;
    }
}
