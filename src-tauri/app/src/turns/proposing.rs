//! Changes that a model proposes during a turn.

use std::sync::Arc;

use conversation::{MessageId, MessageState, Number, Result, Wish};
use futures::{
    FutureExt, StreamExt,
    future::{self, BoxFuture},
    stream::{self, BoxStream},
};
use grounding::context::says_not_in_notes;
use retrieval::{
    SearchSetup, VaultHandle,
    tools::{Proposals, Toolbox},
};

use turn::{Intent, Turn, TurnEvent, Way};

use super::{parts::Parts, stored};
use crate::changes::{AnswerPlace, Changes};

/// Stores the changes that the model proposes while it writes `answer`.
struct AnswerProposals {
    changes: Changes,
    answer: MessageId,
}

impl Proposals for AnswerProposals {
    fn propose(&self, wish: Wish, rests_on: Vec<Number>) -> BoxFuture<'_, Result<String>> {
        async move {
            let origin = Changes::by_model(self.answer, rests_on);
            Ok(self.changes.propose(wish, origin).await?.title)
        }
        .boxed()
    }
}

impl Parts {
    /// Proposes the answer to `/note` as a new note when the turn has ended, unless the model
    /// proposed a change itself. The stream has no events; it ends after the proposal.
    pub(super) fn note_after(self: &Arc<Self>, turn: &Turn) -> BoxStream<'static, TurnEvent> {
        let is_note = matches!(turn.intent, Intent::Note(_));
        // With routing, a question without a command can also become a `/note`.
        let may_be = is_note || turn.settings.chat.routing;
        if !may_be || turn.request.way == Way::Passages {
            return stream::empty().boxed();
        }
        let (parts, left, answer) = (self.clone(), turn.entered.left.clone(), turn.answer);
        let proposed = self.runtime.spawn(async move {
            left.cancelled().await;
            if let Err(error) = parts.propose_note(answer, is_note).await {
                tracing::warn!(%error, "an answer couldn't be proposed as a note");
            }
        });
        let ended = stream::once(proposed).filter_map(|_| future::ready(None));
        ended.boxed()
    }

    async fn propose_note(&self, answer: MessageId, is_note: bool) -> Result<()> {
        let message = stored::answer(&self.library, answer).await?;
        let routed = message.routed.as_deref().map(|command| Intent::of(command, false));
        if !is_note && !matches!(routed, Some(Intent::Note(_))) {
            return Ok(());
        }
        let by_model = self.library.changes_of(vec![answer]).await?;
        let is_whole = message.state == MessageState::Complete && message.model.is_some();
        // An answer that only says, perhaps below a heading, that the notes have nothing is no
        // note.
        let body: Vec<&str> = message.text.lines().filter(|line| !line.starts_with('#')).collect();
        let abstains = says_not_in_notes(&body.join("\n"));
        if is_whole && !abstains && by_model.is_empty() {
            self.changes.propose_answer(answer, AnswerPlace::NewNote(None)).await?;
        }
        Ok(())
    }

    pub(super) fn toolbox(
        &self,
        vault: &VaultHandle,
        setup: SearchSetup,
        answer: MessageId,
    ) -> Toolbox {
        let tools = self.retrieval.tools_of(vault, setup);
        match self.settings.get().chat.changes {
            true => {
                let changes = self.changes.clone();
                tools.with_proposals(Arc::new(AnswerProposals { changes, answer }))
            }
            false => tools,
        }
    }
}
