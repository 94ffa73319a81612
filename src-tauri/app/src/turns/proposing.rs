//! Changes that a model prepares during a turn.

use std::sync::Arc;

use conversation::{MessageId, Number, Result, Wish};
use futures::{FutureExt, future::BoxFuture};
use retrieval::{
    SearchSetup, VaultHandle,
    tools::{Proposals, Toolbox},
};

use super::Turns;
use crate::changes::Changes;

/// The changes of one answer.
struct OfAnswer {
    changes: Changes,
    answer: MessageId,
}

impl Proposals for OfAnswer {
    fn propose(&self, wish: Wish, rests_on: Vec<Number>) -> BoxFuture<'_, Result<String>> {
        async move {
            let origin = Changes::by_model(self.answer, rests_on);
            Ok(self.changes.propose(wish, origin).await?.title)
        }
        .boxed()
    }
}

impl Turns {
    /// The tools of an answer.
    pub(super) fn toolbox(
        &self,
        vault: &VaultHandle,
        setup: SearchSetup,
        answer: MessageId,
    ) -> Toolbox {
        let tools = self.shared.retrieval.tools_of(vault, setup);
        match self.shared.settings.get().chat.changes {
            true => {
                let changes = self.shared.changes.clone();
                tools.with_proposals(Arc::new(OfAnswer { changes, answer }))
            }
            false => tools,
        }
    }
}
