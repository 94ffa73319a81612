use parking_lot::{Mutex, MutexGuard};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::sentences;
use conversation::{ConversationId, Error, MessageId, Remark, Result};
use library::now;

/// The running turns, by the id of the answer that each writes.
#[derive(Clone, Default)]
pub struct ActiveTurns {
    turns: Arc<Mutex<HashMap<MessageId, Entry>>>,
    /// Cancels background work, such as summaries, that runs between turns.
    between: Arc<Mutex<CancellationToken>>,
    /// Conversations in which the user has allowed something to go to the web.
    allowed: Arc<Mutex<HashSet<ConversationId>>>,
}

struct Entry {
    conversation: Option<ConversationId>,
    cancel: CancellationToken,
    /// Open questions to the user, by number. The value answers one.
    asked: HashMap<u32, oneshot::Sender<bool>>,
    /// Sentences about what went to the web and isn't in a receipt yet.
    sent: Vec<String>,
    inbox: Option<Inbox>,
}

/// Remarks that the turn hasn't read yet.
#[derive(Default)]
struct Inbox {
    step: u32,
    remarks: Vec<Remark>,
}

/// Maximum unread remarks for one step.
const MOST_REMARKS: usize = 20;

/// Maximum bytes of a remark: every request includes all of them. A longer remark has to be a question of its own.
const LONGEST_REMARK: usize = 4_000;

impl ActiveTurns {
    /// Registers a turn. A conversation runs one turn at a time, because the numbers of its passages are consecutive.
    pub fn enter(
        &self,
        answer: MessageId,
        conversation: Option<ConversationId>,
    ) -> Result<TurnSlot> {
        let mut turns = self.lock();
        if conversation.is_some() && turns.values().any(|turn| turn.conversation == conversation) {
            return Err(Error::bad_input(sentences::STILL_ANSWERING));
        }
        let between = std::mem::take(&mut *self.between());
        between.cancel();
        let cancel = CancellationToken::new();
        let asked = HashMap::new();
        let (sent, inbox) = (Vec::new(), None);
        turns.insert(answer, Entry { conversation, cancel: cancel.clone(), asked, sent, inbox });
        Ok(TurnSlot { running: self.clone(), answer, cancel, left: CancellationToken::new() })
    }

    /// A token for background work, cancelled when the next turn begins. `None` while a turn runs.
    pub fn idle(&self) -> Option<CancellationToken> {
        let turns = self.lock();
        turns.is_empty().then(|| self.between().clone())
    }

    pub fn cancel(&self, answer: MessageId) {
        if let Some(turn) = self.lock().get(&answer) {
            turn.cancel.cancel();
        }
    }

    /// Passes on the user's decision about web request `number`. Does nothing if the turn no longer waits for it.
    pub fn decide(&self, answer: MessageId, number: u32, yes: bool) {
        let asked = self.lock().get_mut(&answer).and_then(|turn| turn.asked.remove(&number));
        // The turn may have been stopped.
        let _ = asked.map(|asked| asked.send(yes));
    }

    /// Adds a remark for the turn's next step. `None` if the turn accepts no remarks, or the limits are reached.
    pub fn say(&self, answer: MessageId, text: &str) -> Option<Remark> {
        let mut turns = self.lock();
        let inbox = turns.get_mut(&answer)?.inbox.as_mut()?;
        if inbox.remarks.len() >= MOST_REMARKS || text.len() > LONGEST_REMARK {
            return None;
        }
        let remark = Remark { text: text.to_owned(), created: now(), step: inbox.step };
        inbox.remarks.push(remark.clone());
        Some(remark)
    }

    fn between(&self) -> MutexGuard<'_, CancellationToken> {
        self.between.lock()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<MessageId, Entry>> {
        self.turns.lock()
    }
}

/// A turn's access to its own entry, for questions about the web.
pub(crate) struct Asking {
    running: ActiveTurns,
    answer: MessageId,
}

impl Asking {
    /// Waits for the user's decision about web request `number`. The channel closes if the turn ends first.
    pub(crate) fn ask(&self, number: u32) -> oneshot::Receiver<bool> {
        let (send, said) = oneshot::channel();
        if let Some(turn) = self.running.lock().get_mut(&self.answer) {
            turn.asked.insert(number, send);
        }
        said
    }

    /// Records a request to the web, for the receipt.
    pub(crate) fn sends(&self, sentence: String) {
        if let Some(turn) = self.running.lock().get_mut(&self.answer) {
            turn.sent.push(sentence);
        }
    }

    pub(crate) fn is_allowed(&self, conversation: ConversationId) -> bool {
        self.allowed().contains(&conversation)
    }

    pub(crate) fn allow(&self, conversation: ConversationId) {
        self.allowed().insert(conversation);
    }

    fn allowed(&self) -> MutexGuard<'_, HashSet<ConversationId>> {
        self.running.allowed.lock()
    }
}

/// A turn's entry among the running ones; dropping it removes the entry.
pub struct TurnSlot {
    running: ActiveTurns,
    answer: MessageId,
    pub cancel: CancellationToken,
    pub left: CancellationToken,
}

impl TurnSlot {
    pub(crate) fn asking(&self) -> Asking {
        Asking { running: self.running.clone(), answer: self.answer }
    }

    /// Takes the sentences about what went to the web since the last call.
    pub(crate) fn sent(&self) -> Vec<String> {
        let mut turns = self.running.lock();
        turns.get_mut(&self.answer).map(|turn| std::mem::take(&mut turn.sent)).unwrap_or_default()
    }

    /// Accepts remarks from now on, as belonging to `step`.
    pub(crate) fn listen(&self, step: u32) {
        if let Some(turn) = self.running.lock().get_mut(&self.answer) {
            turn.inbox.get_or_insert_default().step = step;
        }
    }

    /// Takes the unread remarks.
    pub(crate) fn take_remarks(&self) -> Vec<Remark> {
        let mut turns = self.running.lock();
        let inbox = turns.get_mut(&self.answer).and_then(|turn| turn.inbox.as_mut());
        inbox.map(|inbox| std::mem::take(&mut inbox.remarks)).unwrap_or_default()
    }

    /// Takes the unread remarks, and accepts no more.
    pub(crate) fn close_inbox(&self) -> Vec<Remark> {
        let mut turns = self.running.lock();
        let inbox = turns.get_mut(&self.answer).and_then(|turn| turn.inbox.take());
        inbox.map(|inbox| inbox.remarks).unwrap_or_default()
    }

    /// Records the conversation of a turn that began without one.
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
