//! Search by meaning, and its weight beside the search by words.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use ::language::{NaturalLanguage, detect};
use models::{Languages, Purpose};
use rusqlite::{Connection, params_from_iter, types::Value};

use super::{
    language,
    notice::Notice,
    options::{DEPTH, Meaning, Mode, SearchOptions},
    query::Query,
    rank,
    results::SearchResults,
};
use crate::{Index, Neighbour, Result, TextKey, sentences};

/// Weight of meaning where the model doesn't know the language: it still recognises names and loan words. At 0.1
/// XQuAD's German questions gain 0.006 of nDCG@10, Spanish 0.002, Chinese nothing; at 0.2 Chinese loses 0.004, at 1
/// 0.09.
const NOT_UNDERSTOOD: f64 = 0.1;

/// Number of best passages by words that determine the language.
pub(super) const LANGUAGE_PASSAGES: usize = 10;

#[derive(Debug)]
pub(super) struct QueryMeaning {
    pub(super) vector: Vec<f32>,
    pub(super) near: Vec<Neighbour>,
}

impl Meaning<'_> {
    pub(super) fn ask(
        &self,
        texts: &[&str],
        depth: usize,
        among: Option<&HashSet<TextKey>>,
    ) -> Result<Vec<QueryMeaning>> {
        self.embedder
            .embed(texts, Purpose::Query)?
            .into_iter()
            .map(|vector| {
                let near = self.store.nearest(&vector, depth, among)?;
                Ok(QueryMeaning { vector, near })
            })
            .collect()
    }

    pub(super) fn knows_english_only(&self) -> bool {
        self.embedder.model().languages == Languages::English
    }

    /// The weight of meaning, from 0 to 1, by the languages that the model knows. Unless the question is clearly
    /// English, passages found by words decide: they are longer, a single word may be in any language, and passages
    /// found by meaning would be biased to what the model understands.
    pub(super) fn weight<'a>(
        &self,
        question: &str,
        passages: impl IntoIterator<Item = &'a str>,
    ) -> f64 {
        if !self.knows_english_only() || language::is_english_question(question) {
            return 1.0;
        }
        let understood = if language::is_other_script(question) {
            0.0
        } else {
            language::english_share(passages).unwrap_or(1.0)
        };
        NOT_UNDERSTOOD + (1.0 - NOT_UNDERSTOOD) * understood
    }

    /// The language of a question, if it is clear and the model knows more than one.
    pub(super) fn language_of(&self, question: &str) -> Option<NaturalLanguage> {
        let is_clear =
            language::is_other_script(question) || question.split_whitespace().count() >= CLEAR;
        detect(question).filter(|_| is_clear && !self.knows_english_only())
    }
}

/// The weight of words if the passages nearest by meaning are in another language than the question: words then find
/// only names and figures. Of XQuAD, English questions over German, Spanish and Chinese passages have an nDCG@10 of
/// .861, .838 and .681 with 1, and of .961, .966 and .898 with 0.2. The talks of mtRAG lose 0.002, and one of the 223
/// questions of `real-questions` loses its notes.
pub(super) const WORDS_ACROSS: f64 = 0.2;

/// Maximum share of the nearest passages in the question's language. In a vault of two languages, words find the
/// passages of one of them. With a weight that follows the share, the talks of mtRAG lose 0.004.
const FEW_OF_OWN: f64 = 0.3;

/// Minimum words of a question whose language is clear, unless its script tells it.
const CLEAR: usize = 5;

/// The threshold for a passage in another language than the question, relative to that for its own: the same meaning
/// has a lower similarity in another language. Of 47 such questions, three more find their note at 0.2 than at 0.25,
/// and none more at 0.15.
const THRESHOLD_ACROSS: f32 = 0.8;

/// Whether the passages nearest by meaning are in other languages than `asked`.
pub(super) fn is_across(asked: NaturalLanguage, nearest: &[String]) -> bool {
    let known: Vec<_> = nearest.iter().filter_map(|text| detect(text)).collect();
    let own = known.iter().filter(|language| **language == asked).count();
    !known.is_empty() && own as f64 <= FEW_OF_OWN * known.len() as f64
}

/// Gives the passages in other languages the place among the matches by words that they have by meaning: they can't
/// have the question's words. `near` are the nearest passages by meaning, `texts` those of the first.
pub(super) fn place_foreign(
    asked: NaturalLanguage,
    by_words: &mut Vec<i64>,
    near: &[i64],
    texts: &[String],
) {
    for (place, (row, text)) in near.iter().zip(texts).enumerate() {
        let known = by_words.iter().position(|other| other == row);
        if known.is_some_and(|known| known <= place) || !is_foreign(asked, text) {
            continue;
        }
        if let Some(known) = known {
            by_words.remove(known);
        }
        by_words.insert(place.min(by_words.len()), *row);
    }
}

/// The minimum similarity of a passage without any of the question's words.
pub(super) fn threshold(
    options: &SearchOptions<'_>,
    asked: Option<NaturalLanguage>,
    text: &str,
) -> f32 {
    match asked {
        Some(asked) if is_foreign(asked, text) => lowest_threshold(options),
        _ => options.threshold,
    }
}

/// The minimum similarity in any language.
pub(super) fn lowest_threshold(options: &SearchOptions<'_>) -> f32 {
    THRESHOLD_ACROSS * options.threshold
}

fn is_foreign(asked: NaturalLanguage, text: &str) -> bool {
    detect(text).is_some_and(|language| language != asked)
}

/// Asks for the passages that are nearest to texts.
pub(super) struct Asking<'a> {
    /// `None` if meaning isn't wanted or available.
    meaning: Option<Meaning<'a>>,
    among: Option<HashSet<TextKey>>,
    /// Maximum passages of each text.
    depth: usize,
    /// The share of embedded passages, from 0 to 1.
    pub(super) share: f64,
}

impl<'a> Asking<'a> {
    pub(super) fn new(
        index: &Index,
        query: &Query,
        options: &SearchOptions<'a>,
        found: &mut SearchResults,
    ) -> Result<Self> {
        let depth = DEPTH.max(options.max_k);
        let mut asking = Self { meaning: None, among: None, depth, share: 1.0 };
        if options.mode == Mode::Keyword || query.plain.is_empty() {
            return Ok(asking);
        }
        let Some(meaning) = options.meaning else {
            let reason = sentences::NO_EMBEDDING_MODEL.to_string();
            found.notices.push(Notice::MeaningUnavailable { reason });
            return Ok(asking);
        };
        let (chosen, passages) = index.readers().with(|connection| {
            let chosen = among(connection, query)?;
            // Passages that the model refuses will never be embedded.
            let refused: u32 = connection
                .prepare_cached(
                    "SELECT count(*) FROM refused
                     WHERE model = ?1 AND key IN (SELECT key FROM chunks)",
                )?
                .query_row([&meaning.embedder.model().id], |row| row.get(0))?;
            Ok((chosen, index.texts(connection)?.saturating_sub(u64::from(refused))))
        })?;
        match meaning.store.len() {
            Ok(embedded) => {
                let embedded = u64::try_from(embedded).unwrap_or(u64::MAX);
                if embedded < passages {
                    asking.share = embedded as f64 / passages as f64;
                    found.notices.push(Notice::PartlyEmbedded { embedded, passages });
                }
                (asking.meaning, asking.among) = (Some(meaning), chosen);
            }
            Err(error) => {
                let reason = error.to_string();
                found.notices.push(Notice::MeaningUnavailable { reason });
            }
        }
        Ok(asking)
    }

    /// The nearest passages of each text; none if meaning isn't available.
    pub(super) fn ask(&self, texts: &[&str], found: &mut SearchResults) -> Vec<QueryMeaning> {
        let Some(meaning) = self.meaning else { return Vec::new() };
        meaning.ask(texts, self.depth, self.among.as_ref()).unwrap_or_else(|error| {
            found.notices.push(Notice::MeaningUnavailable { reason: error.to_string() });
            Vec::new()
        })
    }
}

pub(super) fn among(
    connection: &Connection,
    query: &Query,
) -> rusqlite::Result<Option<HashSet<TextKey>>> {
    if !query.has_conditions() {
        return Ok(None);
    }
    let (mut sql, mut values) =
        ("SELECT DISTINCT key FROM chunks WHERE TRUE".to_owned(), Vec::new());
    rank::conditions(query, &mut sql, &mut values);
    let keys = connection
        .prepare_cached(&sql)?
        .query_map(params_from_iter(values), |row| Ok(TextKey(row.get(0)?)))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(Some(keys))
}

/// The rows of near passages that meet the conditions, in the order of `near`, then path and position, with
/// similarity.
pub(super) fn rows(
    connection: &Connection,
    query: &Query,
    near: &[Neighbour],
) -> rusqlite::Result<Vec<(i64, f32)>> {
    /// SQLite limits parameters, and caching works best with few statement shapes.
    const AT_ONCE: usize = 100;
    let mut found = Vec::with_capacity(near.len());
    for near in near.chunks(AT_ONCE) {
        let places: HashMap<TextKey, usize> =
            near.iter().enumerate().map(|(at, near)| (near.key, at)).collect();
        let mut sql = format!(
            "SELECT chunks.key, chunks.id, notes.path, chunks.ordinal
             FROM chunks JOIN notes ON notes.id = chunks.note WHERE chunks.key IN ({})",
            vec!["?"; near.len()].join(",")
        );
        let mut values: Vec<Value> =
            near.iter().map(|near| Value::Blob(near.key.0.to_vec())).collect();
        rank::conditions(query, &mut sql, &mut values);
        let mut rows = connection
            .prepare_cached(&sql)?
            .query_map(params_from_iter(values), |row| {
                let key = TextKey(row.get(0)?);
                let place = places.get(&key).copied().unwrap_or(usize::MAX);
                Ok((place, row.get(2)?, row.get(3)?, row.get(1)?))
            })?
            .collect::<rusqlite::Result<Vec<(usize, String, u32, i64)>>>()?;
        rows.sort_unstable();
        found.extend(
            rows.into_iter()
                .filter_map(|(place, _, _, row)| Some((row, near.get(place)?.similarity))),
        );
    }
    Ok(found)
}
