//! The turns that run now.

use parking_lot::{Mutex, MutexGuard};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::sentences;
use conversation::{Code, ConversationId, Error, MessageId, Remark, Result};
use library::now;

/// The turns that run now, by the answers that they write.
#[derive(Clone, Default)]
pub struct ActiveTurns {
    turns: Arc<Mutex<HashMap<MessageId, Entry>>>,
    /// Ends what is done between turns.
    between: Arc<Mutex<CancellationToken>>,
    /// The conversations in which the user has let something go to the web.
    allowed: Arc<Mutex<HashSet<ConversationId>>>,
}

struct Entry {
    /// `None` for a conversation that is just beginning.
    conversation: Option<ConversationId>,
    cancel: CancellationToken,
    /// What the user was asked, by its number.
    asked: HashMap<u32, oneshot::Sender<bool>>,
    /// What went to the web and isn't in a receipt yet, a sentence each.
    sent: Vec<String>,
    /// Where it takes what the user says on the way, if it does.
    inbox: Option<Inbox>,
}

/// What the user said and the turn hasn't heard yet.
#[derive(Default)]
struct Inbox {
    step: u32,
    remarks: Vec<Remark>,
}

/// Maximum remarks that wait for one step.
const MOST_REMARKS: usize = 20;

/// Maximum bytes of a remark: all of them stand in each request. A longer one is a question of its own.
const LONGEST_REMARK: usize = 4_000;

impl ActiveTurns {
    /// Enters a turn. A conversation has one at a time: its numbers follow one another.
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
        let asked = HashMap::new();
        let (sent, inbox) = (Vec::new(), None);
        turns.insert(answer, Entry { conversation, cancel: cancel.clone(), asked, sent, inbox });
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

    /// Says yes or no to what a turn wants to send to the web. Does nothing if that isn't waited for
    /// any more.
    pub fn decide(&self, answer: MessageId, number: u32, yes: bool) {
        let asked = self.lock().get_mut(&answer).and_then(|turn| turn.asked.remove(&number));
        // Whoever waited may have been stopped.
        let _ = asked.map(|asked| asked.send(yes));
    }

    /// Says something to the turn that writes `answer`, for its next step. `None` if it has none, or as much
    /// was said as a step can hear.
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

/// Where a turn asks the user whether something may leave.
pub(crate) struct Asking {
    running: ActiveTurns,
    answer: MessageId,
}

impl Asking {
    /// Waits for the user's word on what has this number. Nothing comes if the turn is over before.
    pub(crate) fn ask(&self, number: u32) -> oneshot::Receiver<bool> {
        let (send, said) = oneshot::channel();
        if let Some(turn) = self.running.lock().get_mut(&self.answer) {
            turn.asked.insert(number, send);
        }
        said
    }

    /// Notes for the receipt what goes to the web.
    pub(crate) fn sends(&self, sentence: String) {
        if let Some(turn) = self.running.lock().get_mut(&self.answer) {
            turn.sent.push(sentence);
        }
    }

    /// Whether the user has let something of this conversation go to the web.
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

/// A turn's place among those that run; it leaves when this is dropped.
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

    /// What went to the web since this was asked last, a sentence each.
    pub(crate) fn sent(&self) -> Vec<String> {
        let mut turns = self.running.lock();
        turns.get_mut(&self.answer).map(|turn| std::mem::take(&mut turn.sent)).unwrap_or_default()
    }

    /// From now on the user can say something, which is for this step.
    pub(crate) fn listen(&self, step: u32) {
        if let Some(turn) = self.running.lock().get_mut(&self.answer) {
            turn.inbox.get_or_insert_default().step = step;
        }
    }

    /// What the user said since this was asked last.
    pub(crate) fn heard(&self) -> Vec<Remark> {
        let mut turns = self.running.lock();
        let inbox = turns.get_mut(&self.answer).and_then(|turn| turn.inbox.as_mut());
        inbox.map(|inbox| std::mem::take(&mut inbox.remarks)).unwrap_or_default()
    }

    /// The same, and nothing more can be said.
    pub(crate) fn heard_last(&self) -> Vec<Remark> {
        let mut turns = self.running.lock();
        let inbox = turns.get_mut(&self.answer).and_then(|turn| turn.inbox.take());
        inbox.map(|inbox| inbox.remarks).unwrap_or_default()
    }

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
