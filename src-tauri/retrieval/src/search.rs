//! The user's own searches in the window and the terminal. They block: call them off the async threads.

use conversation::Result;
use index::{Mode, Notice, RelatedNote, SearchOptions, SearchResults, WhyNot};
use notes::NotePath;

use crate::{
    meaning::Meaning,
    query::matter,
    talk::{Exchange, FollowUp, Kind},
    vault::VaultHandle,
};

impl VaultHandle {
    /// `threshold` is the minimum similarity, from 0 to 1.
    pub fn search(
        &self,
        query: &str,
        mode: Mode,
        limit: usize,
        threshold: f32,
    ) -> Result<SearchResults> {
        Ok(self.search_in_talk(query, &[], mode, limit, threshold)?.0)
    }

    /// Searches a question as in its conversation, and also returns the searched words: none if the question needs no
    /// search. Without `past`, the words are those of the query.
    pub fn search_in_talk(
        &self,
        query: &str,
        past: &[Exchange],
        mode: Mode,
        limit: usize,
        threshold: f32,
    ) -> Result<(SearchResults, Vec<String>)> {
        let follow_up = FollowUp::read(query, past, &self.index)?;
        let (asked, mut options) = typed(self, query, mode, limit, threshold);
        options.follow_up = follow_up.search(&[]);
        if follow_up.kind == Kind::NoSearch {
            options.max_k = 0;
        }
        let mut found = self.index.search(&asked, &options)?;
        for notice in &mut found.notices {
            if let (Notice::MeaningUnavailable { reason }, None) = (notice, &self.meaning)
                && let Some(why) = &self.no_meaning
            {
                reason.clone_from(&why.reason);
            }
        }
        let words = follow_up.words(found.with_wordings);
        Ok((found, words))
    }

    pub fn why_not(
        &self,
        query: &str,
        path: &NotePath,
        mode: Mode,
        limit: usize,
        threshold: f32,
    ) -> Result<WhyNot> {
        let (asked, options) = typed(self, query, mode, limit, threshold);
        Ok(self.index.why_not(&asked, path, &options)?)
    }

    pub fn having(&self, phrase: &str, most: usize) -> Result<Vec<NotePath>> {
        let quotes = ['"', '“', '”', '„', '«', '»'];
        let query = format!("\"{}\"", phrase.replace(quotes, " "));
        let options = SearchOptions { mode: Mode::Keyword, ..SearchOptions::default() };
        let mut notes = self.index.matching(&query, &options)?;
        notes.retain(NotePath::is_note);
        notes.truncate(most);
        Ok(notes)
    }

    pub fn related(&self, path: &NotePath, limit: usize) -> Result<Vec<RelatedNote>> {
        let meaning = self.meaning.as_ref().map(Meaning::parts);
        Ok(self.index.related(path, limit, meaning)?)
    }
}

/// A typed query without waiting for a language model. Hybrid search becomes keyword search if search by meaning is
/// off. Drops function words, which every note has.
fn typed<'a>(
    vault: &'a VaultHandle,
    query: &'a str,
    mode: Mode,
    limit: usize,
    threshold: f32,
) -> (String, SearchOptions<'a>) {
    let is_off =
        vault.meaning.is_none() && vault.no_meaning.as_ref().is_some_and(|reason| !reason.is_news);
    let mode = if mode == Mode::Hybrid && is_off { Mode::Keyword } else { mode };
    let asked = if has_operators(query) { query.to_owned() } else { matter(query) };
    let options = SearchOptions {
        mode,
        max_k: limit,
        display_k: limit,
        threshold,
        question: Some(query).filter(|query| !has_operators(query)),
        meaning: vault.meaning.as_ref().map(Meaning::parts),
        ..SearchOptions::default()
    };
    (asked, options)
}

fn has_operators(query: &str) -> bool {
    query.contains(['"', '“', '”', '„', '«', '»', ':'])
        || query.split_whitespace().any(|word| word.starts_with('-'))
}
