//! Caches the last conversation, so that a turn and the previews of a draft read only new messages.

#[cfg(test)]
mod tests;

use parking_lot::{Mutex, MutexGuard};
use std::sync::Arc;

use conversation::{Compaction, ConversationId, Message, MessageId, MessageState, Result};
use grounding::references::Ledger;
use jiff::Timestamp;
use library::{Library, ReadCursor};

#[derive(Debug, Clone)]
pub(crate) struct History {
    pub messages: Arc<Vec<Message>>,
    /// The numbers of passages, from all branches of the conversation.
    pub ledger: Ledger,
    /// Summaries in use, of all branches, oldest first.
    pub compactions: Vec<Compaction>,
    /// For each undone summary: the last message that it covered, and its time.
    pub undone: Vec<(MessageId, Timestamp)>,
}

#[derive(Debug, Clone, Default)]
pub struct Histories {
    last: Arc<Mutex<Option<Branch>>>,
}

/// A branch's messages from the first one up to the first unfinished one. A finished message changes only where
/// [`Library::changes`] counts it.
#[derive(Debug, Clone)]
struct Branch {
    conversation: ConversationId,
    /// [`Library::changes`] before the messages were read.
    changes: u64,
    messages: Arc<Vec<Message>>,
    ledger: Ledger,
    /// The newest finished message when the numbers were read.
    numbered: Option<MessageId>,
}

impl Histories {
    /// The history up to `before`; only uncached messages are read.
    pub(crate) async fn of(
        &self,
        library: &Library,
        conversation: ConversationId,
        before: Option<MessageId>,
    ) -> Result<History> {
        let changes = library.changes();
        let last = self.lock().clone();
        let last = last.filter(|it| it.conversation == conversation && it.changes == changes);
        let cursor = ReadCursor {
            message: last.as_ref().and_then(|it| it.messages.last()).map(|message| message.id),
            numbers: last.as_ref().and_then(|it| it.numbered),
        };
        let new = library.continuation(conversation, before, cursor).await?;
        // Empties the cache, so that the messages have one owner and are extended without a copy.
        *self.lock() = None;
        let (mut messages, mut ledger, numbered) = match last {
            Some(last) => (last.messages, last.ledger, last.numbered),
            None => Default::default(),
        };
        if !new.continues {
            messages = Arc::default();
        }
        Arc::make_mut(&mut messages).extend(new.messages);
        ledger.extend(new.numbers);
        let streaming = |message: &Message| message.state() == MessageState::Streaming;
        let ended = messages.iter().position(streaming).unwrap_or(messages.len());
        let finished = match ended == messages.len() {
            true => messages.clone(),
            false => Arc::new(messages[..ended].to_vec()),
        };
        *self.lock() = Some(Branch {
            conversation,
            changes,
            numbered: numbered.max(finished.last().map(|message| message.id)),
            messages: finished,
            ledger: ledger.clone(),
        });
        Ok(History { messages, ledger, compactions: new.compactions, undone: new.undone })
    }

    /// Empties the cache, because a finished message is being written again.
    pub(crate) fn forget(&self) {
        *self.lock() = None;
    }

    fn lock(&self) -> MutexGuard<'_, Option<Branch>> {
        self.last.lock()
    }
}
