//! A message in a conversation, read with the query of the last table.

#[cfg(test)]
mod tests;

use index::{Index, Result};
use records::Query;

use super::{AskingDay, Reading, change::asks_for_all, reader::Reader};
use crate::talk::{FollowUp, Kind};

impl Reading {
    /// What a message asks about rows of the last table: one of them, some of them, or the last query with one part
    /// changed. `None` if that can't be told.
    pub fn of_follow_up(
        message: &str,
        talk: &FollowUp,
        last: Option<&Query>,
        index: &Index,
        asked: AskingDay,
    ) -> Result<Option<Query>> {
        let mut naming = talk.naming();
        if let Some(last) = last {
            if let Some(row) = Self::of_row(message, talk, last, index, asked)? {
                return Ok(Some(row));
            }
            let restated = talk.restated.as_deref();
            if let Some(part) = &talk.part
                && let Some(changed) = Self::changed(part, restated, last, index, asked)?
            {
                return Ok(Some(changed));
            }
            if let Some(within) = Self::within(message, last, index, asked)? {
                return Ok(Some(within));
            }
            if let Some(state) = &talk.other_state
                && let Some(changed) = Self::changed(state, None, last, index, asked)?
            {
                return Ok(Some(changed));
            }
            // In “Who owns Nightjar?”, “when is his birthday?” the table names him.
            if !naming.is_empty()
                && let Some(reader) = Reader::new(message, index, asked)?
                && let Some((_, cells)) = reader.only_row_of(last, talk.asked_before())?
            {
                naming.extend(cells);
            }
        }
        Self::of_pronoun(message, &naming, index, asked)
    }

    /// The query of a question about one row of the last table, such as “And the one before that?”
    pub fn of_row(
        message: &str,
        talk: &FollowUp,
        last: &Query,
        index: &Index,
        asked: AskingDay,
    ) -> Result<Option<Query>> {
        let Some(mut reader) = Reader::new(message, index, asked)? else { return Ok(None) };
        reader.of_row(last, talk.asked_before())
    }

    /// The note of the last table's row that a message is about: “What did we discuss there?” behind a question for the
    /// last meeting.
    pub fn row_of_follow_up(
        message: &str,
        talk: &FollowUp,
        last: &Query,
        index: &Index,
        asked: AskingDay,
    ) -> Result<Option<Query>> {
        let Some(reader) = Reader::new(message, index, asked)? else { return Ok(None) };
        Ok(reader.only_row_of(last, talk.asked_before())?.map(|(row, _)| row))
    }

    /// The reading without its query if a pronoun of the message stands for nothing that is known. All that things ever
    /// cost is no answer to “How much did that cost?”
    #[must_use]
    pub fn bound(self, talk: &FollowUp) -> Self {
        let is_unbound = talk.points_back && talk.restated.is_none();
        let is_of_all = self.query.as_ref().is_some_and(asks_for_all);
        let is_wrong = is_unbound && (is_of_all || talk.kind == Kind::RefersBack);
        if is_wrong && self.query.is_some() { Self::default() } else { self }
    }
}
