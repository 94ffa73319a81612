//! Answers a query over what the notes record as data, with a table.

use conversation::Error;
use index::Vocabulary;
use language::{Language, speaking};
use records::Query;

use super::{
    job::Job,
    page::shown,
    result::{CallResult, Refusal, ToolResult},
};
use crate::{sentences, table_reference};

/// Maximum keys, and values of each, that the tool's description names.
const KEYS: usize = 12;
const VALUES: usize = 3;

/// Maximum characters of a named value.
const VALUE: usize = 24;

pub(super) fn query_notes(job: &Job) -> CallResult {
    let text = job.arguments.required(&["query", "q", "text", "filter"], "prop:rating>=4")?;
    let query = Query::read(&text).map_err(|error| {
        Refusal::new(format!("“{}” isn't a query: {error}.", shown(&text))).hint(EXAMPLES)
    })?;
    if query.is_words() {
        let told = "A query needs a condition, a sort or a count; find_excerpts searches texts.";
        return Err(Refusal::new(told).hint(EXAMPLES));
    }
    let sources = &job.desk.sources;
    let query = sources.within_scope(query);
    let (table, mut problems) = sources.index.table_and_problems(&query).map_err(Error::from)?;
    if !problems.is_empty() {
        // The table's columns are for the user, in the window's language; the problems are for the model.
        let in_english = || sources.index.table_and_problems(&query);
        problems = speaking(Language::English, in_english).map_err(Error::from)?.1;
    }
    let problems: String = problems.iter().map(|problem| format!(" {}", shown(problem))).collect();
    if table.rows.is_empty() && table.result.is_none() {
        let vocabulary = sources.index.vocabulary().map_err(Error::from)?;
        let told = format!("Nothing matches “{}”.{problems}", shown(&text));
        return Err(Refusal::new(told).hint(keys(&vocabulary)));
    }
    let text = match problems.as_str() {
        "" => "The table is computed, exact and complete.".to_owned(),
        problems => format!("The table is computed.{problems}"),
    };
    Ok(ToolResult {
        text,
        told: sentences::rows(table.total),
        passages: vec![table_reference(table)],
        ..ToolResult::default()
    })
}

const EXAMPLES: &str = "Examples: prop:status=open · prop:rating>=4 sort:-rating · task:open \
                        due<2026-04-01 · links:[[Note]] · tag:film count.";

/// The vault's most used keys with some of their values.
pub(super) fn keys(vocabulary: &Vocabulary) -> String {
    let mut keys: Vec<_> = vocabulary.keys.iter().filter(|key| key.notes + key.rows > 0).collect();
    keys.sort_by_key(|key| std::cmp::Reverse(key.notes + key.rows));
    let named: Vec<String> = keys
        .iter()
        .take(KEYS)
        .map(|key| {
            let short = |text: &&str| text.chars().count() <= VALUE;
            let values = key.values.iter().map(|value| value.text.as_str()).filter(short);
            let values: Vec<&str> = values.take(VALUES).collect();
            match values.is_empty() {
                true => shown(&key.name),
                false => format!("{} ({})", shown(&key.name), shown(&values.join(", "))),
            }
        })
        .collect();
    match named.is_empty() {
        true => "These notes have no properties.".to_owned(),
        false => format!("Keys of these notes: {}.", named.join(", ")),
    }
}
