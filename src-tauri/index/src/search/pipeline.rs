//! A search from the query to the shown hits: rank by words and meaning, fuse, rerank, cut, explain.

use std::collections::{BTreeMap, HashMap, HashSet};

use notes::{Catalog, NotePath};
use rusqlite::Connection;

use super::{
    follow_up::{self, Lists},
    fuse::{Ranking, fuse},
    load::Loader,
    matched,
    meaning::{self, Asking, QueryMeaning},
    notice::Notice,
    options::{DEPTH, Meaning, Mode, SearchOptions},
    query::Query,
    rank, repeats,
    results::{Hit, SearchResults, UnusedHit, UnusedReason},
};
use crate::{
    Index, Result, TextKey, sentences,
    store::{Places, outline_at},
};

/// Maximum rewritten queries, and the weight of each, relative to the question's 1.
const REWRITTEN: usize = 4;
const REWRITTEN_WEIGHT: f64 = 0.5;

/// Maximum links of a note that are checked for neighbours.
const LINKS: usize = 200;

pub(super) struct Run {
    pub(super) found: SearchResults,
    pub(super) order: Vec<i64>,
    pub(super) vector: Option<Vec<f32>>,
}

#[derive(Debug, Clone, Default)]
struct Candidate {
    score: f64,
    keyword_rank: Option<u32>,
    meaning_rank: Option<u32>,
    similarity: Option<f32>,
    query: usize,
    cited: bool,
}

struct RankedHits {
    hits: Vec<Hit>,
    keys: Vec<TextKey>,
    /// The first query that found each hit.
    queries: Vec<usize>,
    order: Vec<i64>,
    matching_passages: u32,
    matching_notes: u32,
    understood: bool,
    with_wordings: bool,
    across_languages: bool,
    /// One passage is first for the question by words and by meaning.
    is_clear: bool,
}

pub(super) fn run(index: &Index, text: &str, options: &SearchOptions<'_>) -> Result<Run> {
    let query = Query::parse(text).within(options.within);
    let mut found = SearchResults {
        hits: Vec::new(),
        unused: Vec::new(),
        matching_passages: 0,
        matching_notes: 0,
        mode: options.mode,
        notices: Vec::new(),
        with_wordings: false,
        across_languages: false,
    };
    if query.is_empty() || options.max_k == 0 {
        return Ok(Run { found, order: Vec::new(), vector: None });
    }
    let question = options.question.unwrap_or(&query.plain).trim();
    let wordings = options.follow_up.map_or(&[][..], |follow_up| follow_up.wordings);
    let fullest = wordings.first().map_or(question, |wording| &*wording.text);
    let mut further = rewritten(options, question, &mut found.notices);
    let queries: Vec<Query> = std::iter::once(&query)
        .cloned()
        .chain(further.iter().map(|text| query.asked_as(text)))
        .chain(wordings.iter().map(|wording| query.asked_as(&wording.keywords)))
        .collect();
    let first_wording = 1 + further.len();
    further.extend(wordings.iter().map(|wording| wording.text.clone()));

    let texts: Vec<&str> =
        std::iter::once(question).chain(further.iter().map(String::as_str)).collect();
    let asking = Asking::new(index, &query, options, &mut found)?;
    // A clear question is searched alone, so its wordings needn't be embedded.
    let may_be_alone = options.follow_up.is_some_and(|it| it.weight_if_clear.is_none());
    let mut end = if may_be_alone { first_wording } else { queries.len() };
    let mut asked = asking.ask(&texts[..end], &mut found);
    if asked.is_empty() {
        found.mode = Mode::Keyword;
    }
    let mode = found.mode;
    let ranked = loop {
        let ranked = index.readers().with(|connection| {
            let places = index.places(connection)?;
            let meanings = (&*asked, asking.share);
            let first_wording = first_wording.min(end);
            ranked(
                (connection, &places),
                question,
                (&queries[..end], first_wording),
                meanings,
                mode,
                options,
            )
        })?;
        if end == queries.len() || ranked.is_clear {
            break ranked;
        }
        if !asked.is_empty() {
            asked.extend(asking.ask(&texts[end..], &mut found));
        }
        end = queries.len();
    };
    found.matching_passages = ranked.matching_passages;
    found.matching_notes = ranked.matching_notes;
    found.with_wordings = ranked.with_wordings;
    found.across_languages = ranked.across_languages;
    if !ranked.understood && mode == Mode::Hybrid {
        found.notices.push(Notice::OtherLanguage);
    }
    let mut hits = ranked.hits;
    for (hit, query) in hits.iter_mut().zip(&ranked.queries) {
        hit.why.rewritten = query.checked_sub(1).and_then(|at| further.get(at)).cloned();
    }
    let (asked_now, of_wordings) = asked.split_at(first_wording.min(asked.len()));
    let of_wordings = if ranked.with_wordings { of_wordings } else { &[] };
    let compared: Vec<&Vec<f32>> =
        asked_now.iter().take(1).chain(of_wordings).map(|asked| &asked.vector).collect();
    if let (Some(Meaning { store, .. }), false) = (options.meaning, compared.is_empty()) {
        // Adds the similarity of hits found by words; failures don't matter.
        let unknown: Vec<usize> =
            (0..hits.len()).filter(|&at| hits[at].why.similarity.is_none()).collect();
        let keys: Vec<TextKey> = unknown.iter().map(|&at| ranked.keys[at]).collect();
        if !keys.is_empty() {
            let vectors = store.get(&keys).unwrap_or_default();
            for (at, other) in unknown.into_iter().zip(vectors) {
                let nearest = |other: Vec<f32>| {
                    compared.iter().map(|vector| cosine(vector, &other)).reduce(f32::max)
                };
                hits[at].why.similarity = other.and_then(nearest);
            }
        }
    }
    index
        .readers()
        .with(|connection| set_links(connection, &*index.names(connection)?, &mut hits))?;
    rerank(options, fullest, &mut hits, &mut found.notices);
    part(hits, mode, (options, question), &mut found);
    let vector = asked.into_iter().next().map(|asked| asked.vector);
    Ok(Run { found, order: ranked.order, vector })
}

fn rewritten(
    options: &SearchOptions<'_>,
    question: &str,
    notices: &mut Vec<Notice>,
) -> Vec<String> {
    let Some(rewriter) = options.rewriter.filter(|_| !question.is_empty()) else {
        return Vec::new();
    };
    let past = options.follow_up.map_or(&[][..], |follow_up| follow_up.past);
    match rewriter.rewrite(question, past) {
        Ok(queries) => {
            let mut seen = HashSet::from([question.to_owned()]);
            queries
                .into_iter()
                .map(|query| query.trim().to_owned())
                .filter(|query| !query.is_empty() && seen.insert(query.clone()))
                .take(REWRITTEN)
                .collect()
        }
        Err(error) => {
            notices.push(Notice::RewriteFailed { reason: error.to_string() });
            Vec::new()
        }
    }
}

fn ranked(
    (connection, places): (&Connection, &Places),
    question: &str,
    (queries, first_wording): (&[Query], usize),
    (asked, share): (&[QueryMeaning], f64),
    mode: Mode,
    options: &SearchOptions<'_>,
) -> rusqlite::Result<RankedHits> {
    let depth = if mode == Mode::Keyword { options.max_k } else { DEPTH.max(options.max_k) };
    let mut loader = Loader::new(connection);
    // The lists of the question with its rewritten forms, then those of each wording.
    let mut searched: Vec<Lists> = vec![Vec::new()];
    let mut candidates: HashMap<i64, Candidate> = HashMap::new();
    let mut expression = None;
    let mut matching: Vec<i64> = Vec::new();
    let (mut weight, mut weight_of_words) = (1.0, 1.0);
    let mut across_languages = false;
    let mut shown = 0;
    for (number, query) in queries.iter().enumerate() {
        let is_wording = number >= first_wording;
        if number == first_wording {
            // The first wording also has the question's words, so its matches are shown.
            shown = number;
        }
        if is_wording {
            searched.push(Vec::new());
        }
        let worth = if number == 0 || is_wording { 1.0 } else { REWRITTEN_WEIGHT };
        let mut by_words = Vec::new();
        if mode != Mode::Meaning {
            let best = rank::best(connection, places, query, depth)?;
            if number == shown {
                expression = best.expression;
            }
            if number == 0 || is_wording {
                matching.extend(best.all);
            }
            for (rank, row) in (1..).zip(&best.rows) {
                let candidate = candidates
                    .entry(row.id)
                    .or_insert_with(|| Candidate { query: number, ..Candidate::default() });
                candidate.keyword_rank = better(candidate.keyword_rank, rank);
                candidate.score = row.score;
                by_words.push(row.id);
            }
        } else if number == shown {
            expression = query.expression(&(0..query.terms.len()).collect::<Vec<_>>());
        }
        let near = match asked.get(number) {
            Some(asked) => meaning::rows(connection, query, &asked.near)?,
            None => Vec::new(),
        };
        if number == 0
            && mode == Mode::Hybrid
            && let Some(meaning) = options.meaning
        {
            let nearest: Vec<i64> = near.iter().map(|(row, _)| *row).collect();
            let telling = if by_words.is_empty() { &nearest } else { &by_words };
            let mut texts = |rows: &[i64]| {
                let rows = rows.iter().take(meaning::LANGUAGE_PASSAGES);
                rows.map(|row| Ok(loader.passage(*row)?.hit.text))
                    .collect::<rusqlite::Result<Vec<_>>>()
            };
            if meaning.knows_english_only() {
                weight = meaning.weight(question, texts(telling)?.iter().map(String::as_str));
            } else if let Some(asked) = meaning.language_of(question) {
                let texts = texts(&nearest)?;
                across_languages = meaning::is_across(asked, &texts);
                if across_languages {
                    weight_of_words = meaning::WORDS_ACROSS;
                } else {
                    meaning::place_foreign(asked, &mut by_words, &nearest, &texts);
                }
            }
        }
        for (rank, (row, similarity)) in (1..).zip(&near) {
            let candidate = candidates
                .entry(*row)
                .or_insert_with(|| Candidate { query: number, ..Candidate::default() });
            candidate.meaning_rank = better(candidate.meaning_rank, rank);
            if number == 0 || is_wording {
                let nearest = candidate.similarity.map_or(*similarity, |it| it.max(*similarity));
                candidate.similarity = Some(nearest);
                if *similarity >= options.threshold && rank as usize <= DEPTH {
                    matching.push(*row);
                }
            }
        }
        let weight = worth * weight * share;
        let near = near.into_iter().map(|(row, _)| row).collect();
        if let Some(lists) = searched.last_mut() {
            lists.extend([(by_words, worth * weight_of_words), (near, weight)]);
        }
    }
    let with_wordings = searched.len() > 1;
    let mut cited = Vec::new();
    if let (Some(follow_up), Some(query)) = (options.follow_up, queries.first())
        && (with_wordings || candidates.is_empty())
    {
        cited = follow_up::cited_rows(connection, query, follow_up.cited)?;
        for row in &cited {
            candidates.entry(*row).or_default().cited = true;
        }
    }
    let is_clear = searched.first().is_some_and(follow_up::is_clear);
    let lists = searched.concat();
    let is_one_list = lists.iter().filter(|(rows, _)| !rows.is_empty()).count() == 1;
    if let Some(follow_up) = options.follow_up.filter(|_| with_wordings || !cited.is_empty()) {
        for (row, score) in follow_up::scores(places, &searched, &cited, &follow_up) {
            if let Some(candidate) = candidates.get_mut(&row) {
                candidate.score = score;
            }
        }
    } else if mode == Mode::Meaning && is_one_list {
        for candidate in candidates.values_mut() {
            candidate.score = candidate.similarity.map_or(0.0, f64::from);
        }
    } else if mode == Mode::Hybrid || queries.len() > 1 {
        let lists: Vec<Ranking<'_>> =
            lists.iter().map(|(rows, weight)| Ranking { rows, weight: *weight }).collect();
        for (row, score) in fuse(&lists) {
            if let Some(candidate) = candidates.get_mut(&row) {
                candidate.score = score;
            }
        }
    }
    let mut order = in_order(places, candidates, meaning::lowest_threshold(options));
    if let Some(query) = queries.get(shown).filter(|_| options.varied) {
        let best = order.iter().take(repeats::COMPARED);
        let best =
            best.map(|(row, _)| loader.passage(*row)).collect::<rusqlite::Result<Vec<_>>>()?;
        let passages: Vec<_> =
            best.iter().map(|it| matched::Passage::of(&it.hit, &it.tags)).collect();
        let words = matched::words(connection, query, expression.as_deref(), &passages)?;
        let texts = best.iter().map(|it| &*it.hit.text).zip(words.iter().map(|it| &**it));
        repeats::last(&mut order, &repeats::repeats(texts));
    }
    let mut hits = Vec::new();
    let mut keys = Vec::new();
    let mut found_by = Vec::new();
    let mut passages = Vec::new();
    for (rank, (row, candidate)) in (1..).zip(order.iter().take(options.max_k)) {
        let mut loaded = loader.passage(*row)?;
        passages.push(matched::Passage::of(&loaded.hit, &loaded.tags));
        loaded.hit.rank = rank;
        loaded.hit.score = candidate.score;
        let why = &mut loaded.hit.why;
        why.similarity = candidate.similarity;
        why.cited = candidate.cited;
        let has_words = queries.get(candidate.query).is_some_and(|query| !query.terms.is_empty());
        why.keyword_rank = candidate.keyword_rank.filter(|_| has_words);
        why.meaning_rank = candidate.meaning_rank;
        found_by.push(candidate.query);
        keys.push(loaded.key);
        hits.push(loaded.hit);
    }
    if let Some(query) = queries.get(shown) {
        let words = matched::words(connection, query, expression.as_deref(), &passages)?;
        for (hit, words) in hits.iter_mut().zip(words) {
            hit.why.matched = matched::as_asked(words, question);
        }
    }
    let order = order.into_iter().map(|(row, _)| row).collect();
    matching.sort_unstable();
    matching.dedup();
    let matching_passages = u32::try_from(matching.len()).unwrap_or(u32::MAX);
    let matching_notes = places.notes(matching);
    Ok(RankedHits {
        hits,
        keys,
        queries: found_by,
        order,
        matching_passages,
        matching_notes,
        understood: weight > 0.5,
        with_wordings,
        across_languages,
        is_clear,
    })
}

/// Orders by score, words, path and position. Words break ties, because a name or number is meant literally. Templates
/// come after the notes, but before passages that only fill the list of the nearest and are below `threshold`.
fn in_order(
    places: &Places,
    candidates: HashMap<i64, Candidate>,
    threshold: f32,
) -> Vec<(i64, Candidate)> {
    let is_below = |it: &Candidate| {
        !it.cited && it.keyword_rank.is_none() && it.similarity.is_some_and(|like| like < threshold)
    };
    let mut order: Vec<_> = candidates
        .into_iter()
        .map(|(row, candidate)| {
            let group = (is_below(&candidate), places.is_secondary(row));
            ((group, places.position(row)), row, candidate)
        })
        .collect();
    let by_words = |candidate: &Candidate| candidate.keyword_rank.unwrap_or(u32::MAX);
    order.sort_unstable_by(|(at, _, a), (bt, _, b)| {
        let by_score = b.score.total_cmp(&a.score);
        at.0.cmp(&bt.0).then(by_score).then_with(|| by_words(a).cmp(&by_words(b))).then(at.cmp(bt))
    });
    order.into_iter().map(|(_, row, candidate)| (row, candidate)).collect()
}

fn better(rank: Option<u32>, other: u32) -> Option<u32> {
    Some(rank.map_or(other, |rank| rank.min(other)))
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Sets each hit's link to the best note above it that is one link away.
fn set_links(connection: &Connection, catalog: &Catalog, hits: &mut [Hit]) -> rusqlite::Result<()> {
    let mut notes: Vec<(NotePath, String)> = Vec::new();
    let mut linked: BTreeMap<NotePath, HashSet<NotePath>> = BTreeMap::new();
    for hit in hits {
        if !linked.contains_key(&hit.path) {
            let note = outline_at(connection, &hit.path)?.unwrap_or_default();
            let links = note.links.iter().take(LINKS);
            let targets = links.filter_map(|link| catalog.target(Some(&hit.path), &link.target));
            linked.insert(hit.path.clone(), targets.cloned().collect());
        }
        let is_linked = |(other, _): &&(NotePath, String)| {
            *other != hit.path
                && (linked[&hit.path].contains(other) || linked[other].contains(&hit.path))
        };
        hit.why.linked = notes.iter().find(is_linked).map(|(_, title)| title.clone());
        if notes.iter().all(|(other, _)| *other != hit.path) {
            notes.push((hit.path.clone(), hit.title.clone()));
        }
    }
    Ok(())
}

fn rerank(
    options: &SearchOptions<'_>,
    question: &str,
    hits: &mut [Hit],
    notices: &mut Vec<Notice>,
) {
    let Some(reranker) = options.reranker else { return };
    if hits.len() < 2 || question.is_empty() {
        return;
    }
    let passages: Vec<String> = hits.iter().map(with_headings).collect();
    let borrowed: Vec<&str> = passages.iter().map(String::as_str).collect();
    let failed = match reranker.rerank(question, &borrowed) {
        Ok(scores) if scores.len() == hits.len() && scores.iter().all(|score| !score.is_nan()) => {
            for (hit, score) in hits.iter_mut().zip(scores) {
                hit.why.relevance = Some(score);
            }
            hits.sort_by(|a, b| {
                let score = |hit: &Hit| hit.why.relevance.unwrap_or(f32::NEG_INFINITY);
                score(b).total_cmp(&score(a))
            });
            return;
        }
        Ok(scores) => sentences::wrong_number_of_scores(reranker.name(), scores.len(), hits.len()),
        Err(error) => error.to_string(),
    };
    notices.push(Notice::RerankFailed { reason: failed });
}

fn with_headings(hit: &Hit) -> String {
    let names: Vec<&str> = std::iter::once(&hit.title)
        .chain(&hit.heading_path)
        .map(String::as_str)
        .filter(|name| !name.is_empty())
        .collect();
    format!("{}\n\n{}", names.join(" › "), hit.text)
}

fn part(
    hits: Vec<Hit>,
    mode: Mode,
    (options, question): (&SearchOptions<'_>, &str),
    found: &mut SearchResults,
) {
    let asked = options.meaning.and_then(|meaning| meaning.language_of(question));
    for hit in hits {
        let why = &hit.why;
        let is_by_meaning_alone = match mode {
            Mode::Keyword => false,
            Mode::Hybrid => why.keyword_rank.is_none() && why.matched.is_empty(),
            Mode::Meaning => true,
        };
        let is_below = is_by_meaning_alone
            && !why.cited
            && why
                .similarity
                .is_some_and(|like| like < meaning::threshold(options, asked, &hit.text));
        if is_below {
            found.unused.push(UnusedHit { hit, reason: UnusedReason::BelowThreshold });
        } else if found.hits.len() >= options.display_k {
            found.unused.push(UnusedHit { hit, reason: UnusedReason::BeyondDisplay });
        } else {
            found.hits.push(hit);
        }
    }
    let unused = found.unused.iter_mut().map(|unused| &mut unused.hit);
    for (rank, hit) in (1..).zip(found.hits.iter_mut().chain(unused)) {
        hit.rank = rank;
    }
}
