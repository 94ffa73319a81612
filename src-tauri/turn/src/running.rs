//! The turns that run now.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio_util::sync::CancellationToken;

use crate::sentences;
use conversation::{Code, ConversationId, Error, MessageId, Result};

/// The turns that run now, by the answers that they write.
#[derive(Clone, Default)]
pub struct ActiveTurns {
    turns: Arc<Mutex<HashMap<MessageId, Entry>>>,
    /// Ends what is done between turns.
    between: Arc<Mutex<CancellationToken>>,
}

struct Entry {
    /// `None` for a conversation that is just beginning.
    conversation: Option<ConversationId>,
    cancel: CancellationToken,
}

impl ActiveTurns {
    /// Enters a turn. A conversation has one at a time: its numbers follow one another.
    ///
    /// # Errors
    /// If one runs in the conversation.
    pub fn enter(
        &self,
        answer: MessageId,
        conversation: Option<ConversationId>,
    ) -> Result<TurnSlot> {
        let mut turns = self.lock();
        if conversation.is_some() && turns.values().any(|turn| turn.conversation == conversation) {
            return Err(Error::new(Code::BadInput, sentences::STILL_ANSWERING));
        }
        let between = std::mem::take(&mut *self.between());
        between.cancel();
        let cancel = CancellationToken::new();
        turns.insert(answer, Entry { conversation, cancel: cancel.clone() });
        Ok(TurnSlot { running: self.clone(), answer, cancel, left: CancellationToken::new() })
    }

    /// For what is done while no turn runs: ends when one begins. `None` while one runs.
    pub fn idle(&self) -> Option<CancellationToken> {
        let turns = self.lock();
        turns.is_empty().then(|| self.between().clone())
    }

    /// Stops the turn that writes `answer`, if it still runs.
    pub fn cancel(&self, answer: MessageId) {
        if let Some(turn) = self.lock().get(&answer) {
            turn.cancel.cancel();
        }
    }

    fn between(&self) -> MutexGuard<'_, CancellationToken> {
        self.between.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<MessageId, Entry>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A turn's place among those that run; it leaves when this is dropped.
pub struct TurnSlot {
    running: ActiveTurns,
    answer: MessageId,
    /// Stops the turn.
    pub cancel: CancellationToken,
    /// Cancelled when the turn has left.
    pub left: CancellationToken,
}

impl TurnSlot {
    /// Tells the conversation that the turn began.
    pub fn in_conversation(&self, conversation: ConversationId) {
        if let Some(turn) = self.running.lock().get_mut(&self.answer) {
            turn.conversation = Some(conversation);
        }
    }
}

impl Drop for TurnSlot {
    fn drop(&mut self) {
        self.running.lock().remove(&self.answer);
        self.left.cancel();
    }
}
