//! Finds the notes that are near a note, by links, tags and meaning.

use std::collections::{BTreeMap, HashMap};

use notes::{Catalog, NotePath};
use rusqlite::{Connection, OptionalExtension};
use serde::Serialize;

use super::{
    fuse::{Ranking, fuse},
    meaning,
    options::Meaning,
    query::Query,
    rank,
};
use crate::{
    Index, Neighbour, Result, TextKey,
    sentences::reason,
    store::{Places, text_of},
    words::folded,
};

/// Maximum links from a note, and links to a note, that are compared. A note to which hundreds of
/// notes link says little about any two of them. Tags of more notes than this are ignored, too.
const LINKS: usize = 200;

/// Maximum passages from a search by meaning or by words.
const DEPTH: usize = 100;

/// Bytes of a note that determine its language.
const LANGUAGE_BYTES: usize = 4000;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RelatedNote {
    pub path: NotePath,
    pub title: String,
    /// Higher is nearer; comparable within one result only.
    pub score: f64,
    pub why: RelatedWhy,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct RelatedWhy {
    pub linked: bool,
    pub shared_links: Vec<NotePath>,
    pub shared_tags: Vec<String>,
    /// Cosine of its nearest passage with the mean vector of the note that was asked about.
    pub similarity: Option<f32>,
    /// True if it has words of the other note's title or headings.
    pub words: bool,
}

impl RelatedWhy {
    /// A line such as “Linked · also has #bread · very close in meaning”.
    pub fn sentence(&self) -> String {
        let reasons: Vec<String> = [
            self.linked.then(|| reason::LINKED.to_string()),
            reason::shared_links(&self.shared_links),
            reason::shared_tags(&self.shared_tags),
            self.similarity.map(reason::near),
            self.words.then(|| reason::SHARED_WORDS.to_string()),
        ]
        .into_iter()
        .flatten()
        .collect();
        reason::joined(&reasons)
    }
}

impl Index {
    /// The notes most related to `path`, nearest first: by links, shared links, shared tags and
    /// meaning. If no note is near in meaning, words of the title and headings are searched
    /// instead. Empty if the note isn't indexed.
    pub fn related(
        &self,
        path: &NotePath,
        limit: usize,
        meaning: Option<Meaning<'_>>,
    ) -> Result<Vec<RelatedNote>> {
        let catalog = self.catalog();
        if catalog.note(path).is_none() {
            return Ok(Vec::new());
        }
        let mut reasons: BTreeMap<NotePath, RelatedWhy> = BTreeMap::new();
        let neighbours = neighbours(&catalog, path, &mut reasons);
        let (near, weight) = match meaning {
            Some(meaning) => self.near_note(path, meaning)?,
            None => (Vec::new(), 0.0),
        };
        let (tagged, similar, by_words) = self.readers().with(|connection| {
            let tagged = tagged(connection, path, &mut reasons)?;
            let similar = similar(connection, path, &near, &mut reasons)?;
            let by_words = match similar.is_empty() {
                true => {
                    let places = self.places(connection)?;
                    sharing_words((connection, &places), &catalog, path, &mut reasons)?
                }
                false => Vec::new(),
            };
            Ok((tagged, similar, by_words))
        })?;

        let numbers: HashMap<&NotePath, i64> =
            (0..).zip(reasons.keys()).map(|(n, p)| (p, n)).collect();
        let rows = |paths: &[NotePath]| -> Vec<i64> {
            paths.iter().filter_map(|path| numbers.get(path).copied()).collect()
        };
        let lists = [rows(&neighbours), rows(&tagged), rows(&similar), rows(&by_words)];
        // A shared tag counts half, because many tags are broad, such as `#books`.
        let weights = [1.0, 0.5, weight, 0.7];
        let lists: Vec<Ranking<'_>> =
            lists.iter().zip(weights).map(|(rows, weight)| Ranking { rows, weight }).collect();
        let scores = fuse(&lists);
        let mut related: Vec<RelatedNote> = (0_i64..)
            .zip(&reasons)
            .filter_map(|(number, (path, why))| {
                let (title, why) = (catalog.title(path), why.clone());
                Some(RelatedNote { path: path.clone(), title, score: *scores.get(&number)?, why })
            })
            .collect();
        related.sort_by(|a, b| b.score.total_cmp(&a.score));
        related.truncate(limit);
        Ok(related)
    }

    fn near_note(&self, path: &NotePath, meaning: Meaning<'_>) -> Result<(Vec<Neighbour>, f64)> {
        let (keys, text) = self.readers().with(|connection| {
            let note: Option<i64> = connection
                .query_row("SELECT id FROM notes WHERE path = ?1", [path.as_str()], |row| {
                    row.get(0)
                })
                .optional()?;
            let Some(note) = note else { return Ok((Vec::new(), String::new())) };
            let keys = connection
                .prepare_cached("SELECT key FROM chunks WHERE note = ?1")?
                .query_map([note], |row| Ok(TextKey(row.get(0)?)))?
                .collect::<rusqlite::Result<Vec<_>>>()?;
            Ok((keys, text_of(connection, note)?))
        })?;
        let mut middle: Vec<f32> = Vec::new();
        for vector in meaning.store.get(&keys).unwrap_or_default().into_iter().flatten() {
            middle.resize(vector.len(), 0.0);
            for (sum, number) in middle.iter_mut().zip(vector) {
                *sum += number;
            }
        }
        let length = middle.iter().map(|number| number * number).sum::<f32>().sqrt();
        if length <= f32::EPSILON {
            return Ok((Vec::new(), 0.0));
        }
        middle.iter_mut().for_each(|number| *number /= length);
        let near = meaning.store.nearest(&middle, DEPTH + keys.len(), None).unwrap_or_default();
        let start = text.get(..text.floor_char_boundary(LANGUAGE_BYTES)).unwrap_or_default();
        Ok((near, meaning.weight("", [start])))
    }
}

fn neighbours(
    catalog: &Catalog,
    path: &NotePath,
    reasons: &mut BTreeMap<NotePath, RelatedWhy>,
) -> Vec<NotePath> {
    let links = catalog.note(path).map_or(&[][..], |note| note.links.as_slice());
    let mut targets: Vec<NotePath> = links
        .iter()
        .take(LINKS)
        .filter_map(|link| catalog.target(Some(path), &link.target).cloned())
        .filter(|target| target != path)
        .collect();
    targets.sort();
    targets.dedup();
    let sources = catalog.backlinks(path).iter().take(LINKS).map(|link| &link.source);
    // A direct link outweighs any number of shared ones.
    let mut joined: BTreeMap<NotePath, usize> = BTreeMap::new();
    for other in targets.iter().chain(sources).filter(|other| catalog.note(other).is_some()) {
        reasons.entry(other.clone()).or_default().linked = true;
        *joined.entry(other.clone()).or_default() += LINKS;
    }
    for target in &targets {
        for link in catalog.backlinks(target).iter().take(LINKS) {
            let shared = &mut reasons.entry(link.source.clone()).or_default().shared_links;
            if link.source != *path && !shared.contains(target) {
                shared.push(target.clone());
                *joined.entry(link.source.clone()).or_default() += 1;
            }
        }
    }
    reasons.remove(path);
    let mut order: Vec<(NotePath, usize)> = joined.into_iter().collect();
    order.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    order.into_iter().map(|(path, _)| path).collect()
}

fn tagged(
    connection: &Connection,
    path: &NotePath,
    reasons: &mut BTreeMap<NotePath, RelatedWhy>,
) -> rusqlite::Result<Vec<NotePath>> {
    let tags = connection
        .prepare_cached(
            "SELECT tag, (SELECT count(*) FROM tags AS all_of WHERE all_of.tag = tags.tag)
             FROM tags JOIN notes ON notes.id = tags.note WHERE notes.path = ?1",
        )?
        .query_map([path.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<Vec<(String, u32)>>>()?;
    let mut scores: BTreeMap<NotePath, f64> = BTreeMap::new();
    for (tag, notes) in tags.into_iter().filter(|(_, notes)| *notes as usize <= LINKS) {
        let mut others = connection.prepare_cached(
            "SELECT notes.path FROM tags JOIN notes ON notes.id = tags.note WHERE tag = ?1",
        )?;
        let others = others.query_map([&tag], |row| row.get::<_, String>(0))?;
        for other in others {
            let Ok(other) = NotePath::new(&other?) else { continue };
            if other != *path {
                *scores.entry(other.clone()).or_default() += 1.0 / f64::from(notes);
                reasons.entry(other).or_default().shared_tags.push(tag.clone());
            }
        }
    }
    let mut order: Vec<(NotePath, f64)> = scores.into_iter().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    Ok(order.into_iter().map(|(path, _)| path).collect())
}

fn similar(
    connection: &Connection,
    path: &NotePath,
    near: &[Neighbour],
    reasons: &mut BTreeMap<NotePath, RelatedWhy>,
) -> rusqlite::Result<Vec<NotePath>> {
    let rows = meaning::rows(connection, &Query::default(), near)?;
    let mut order: Vec<NotePath> = Vec::new();
    for (row, similarity) in rows {
        let other = note_of(connection, row)?;
        if let Some(other) = other.filter(|other| other != path && !order.contains(other)) {
            reasons.entry(other.clone()).or_default().similarity = Some(similarity);
            order.push(other);
        }
    }
    Ok(order)
}

fn sharing_words(
    (connection, places): (&Connection, &Places),
    catalog: &Catalog,
    path: &NotePath,
    reasons: &mut BTreeMap<NotePath, RelatedWhy>,
) -> rusqlite::Result<Vec<NotePath>> {
    let headings = catalog.note(path).map_or(&[][..], |note| note.headings.as_slice());
    let names: Vec<String> = std::iter::once(folded(&catalog.title(path)))
        .chain(headings.iter().map(|heading| folded(&heading.text)))
        .collect();
    let query = Query::default().asked_as(&names.join(" "));
    let mut order: Vec<NotePath> = Vec::new();
    if query.is_empty() {
        return Ok(order);
    }
    for row in rank::best(connection, places, &query, DEPTH)?.rows {
        let other = note_of(connection, row.id)?;
        if let Some(other) = other.filter(|other| other != path && !order.contains(other)) {
            reasons.entry(other.clone()).or_default().words = true;
            order.push(other);
        }
    }
    Ok(order)
}

pub(super) fn note_of(connection: &Connection, row: i64) -> rusqlite::Result<Option<NotePath>> {
    Ok(path_of(connection, row)?.filter(NotePath::is_note))
}

pub(super) fn path_of(connection: &Connection, row: i64) -> rusqlite::Result<Option<NotePath>> {
    let path: Option<String> = connection
        .prepare_cached(
            "SELECT notes.path FROM chunks JOIN notes ON notes.id = chunks.note WHERE chunks.id = ?1",
        )?
        .query_row([row], |row| row.get(0))
        .optional()?;
    Ok(path.and_then(|path| NotePath::new(&path).ok()))
}
