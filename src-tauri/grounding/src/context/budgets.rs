//! What the parts of a window may take.

use conversation::{context::Budgets, model::Tokens};

use super::sizes::{Section, Sizes};

impl Sizes<'_> {
    /// What the message budget has left for linked notes.
    pub(super) fn left_for_notes(&self) -> Tokens {
        let own =
            self.attachments.iter().chain(&self.told).chain(&self.findings).map(Section::tokens);
        let taken = own.sum::<Tokens>()
            + self.summary()
            + self.turn_tokens.iter().copied().sum()
            + self.question();
        let project = self.input.project.iter().flat_map(|project| &project.documents);
        let taken = taken + project.map(|reference| self.document(reference)).sum();
        Tokens(self.budgets().0.messages.0.saturating_sub(taken.0))
    }

    /// The budgets, and what of the messages' the tools lend.
    pub(super) fn budgets(&self) -> (Budgets, Tokens) {
        let budgets = Budgets::with(self.input.window, self.input.shares);
        match self.input.lend_shares {
            true => budgets.lending(self.tools.iter().map(|tool| tool.tokens).sum()),
            false => (budgets, Tokens(0)),
        }
    }
}
