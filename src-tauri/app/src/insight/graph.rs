//! Notes as a graph: their links, and the answers that cite them.

#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap, HashSet};

use conversation::{ConversationId, MessageId};
use library::MetNote;
use notes::{Catalog, NotePath};
use serde::Serialize;

/// Maximum notes drawn. Those with the fewest links and citations are left out.
const MOST_NOTES: usize = 5_000;

/// A note, or another file of the vault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct GraphNote {
    pub path: NotePath,
    pub title: String,
}

/// A conversation, or one question of the shown conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct GraphQuestion {
    pub conversation: ConversationId,
    /// Set for a question of the conversation.
    pub answer: Option<MessageId>,
    pub title: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct NoteGraph {
    pub notes: Vec<GraphNote>,
    pub questions: Vec<GraphQuestion>,
    /// Indices in `notes`. One link for each pair, whatever their number and direction.
    pub links: Vec<(u32, u32)>,
    /// Indices in `questions` and `notes`.
    pub citations: Vec<(u32, u32)>,
    pub left_out: u32,
}

impl NoteGraph {
    /// The graph of the notes in `met`, or with `whole` of all notes. Leaves out missing files.
    pub(super) fn of(catalog: &Catalog, met: Vec<MetNote>, whole: bool) -> Self {
        let files: HashSet<&NotePath> = catalog.files().collect();
        let is_there = |path: &NotePath| catalog.note(path).is_some() || files.contains(path);
        let mut wanted: BTreeSet<&NotePath> =
            met.iter().map(|met| &met.path).filter(|path| is_there(path)).collect();
        if whole {
            wanted.extend(catalog.notes().map(|(path, _)| path));
        }
        let all = wanted.len();
        let mut paths: Vec<&NotePath> = wanted.into_iter().collect();
        if paths.len() > MOST_NOTES {
            let mut weights: HashMap<&NotePath, usize> = HashMap::new();
            let linked = paths.iter().flat_map(|path| {
                let sources = catalog.backlinks(path).iter().map(|link| &link.source);
                sources.flat_map(move |source| [source, *path])
            });
            for path in linked.chain(met.iter().map(|met| &met.path)) {
                *weights.entry(path).or_default() += 1;
            }
            let weight = |path: &NotePath| weights.get(path).copied().unwrap_or_default();
            // Of equals, each top folder has its share.
            let mut turns: HashMap<&str, usize> = HashMap::new();
            let mut ranked = Vec::with_capacity(paths.len());
            for path in paths {
                let (folder, _) = path.as_str().split_once('/').unwrap_or_default();
                let turn = turns.entry(folder).or_default();
                *turn += 1;
                ranked.push((std::cmp::Reverse(weight(path)), *turn, path));
            }
            ranked.sort();
            ranked.truncate(MOST_NOTES);
            paths = ranked.into_iter().map(|(.., path)| path).collect();
            paths.sort();
        }
        let places: HashMap<&NotePath, u32> = paths.iter().copied().zip(0..).collect();
        let mut links = BTreeSet::new();
        for (path, to) in paths.iter().zip(0_u32..) {
            for link in catalog.backlinks(path) {
                if let Some(from) = places.get(&link.source)
                    && !links.contains(&(to, *from))
                {
                    links.insert((*from, to));
                }
            }
        }
        let mut questions: Vec<GraphQuestion> = Vec::new();
        let mut citations = Vec::new();
        for MetNote { conversation, answer, title, path, cited } in &met {
            let (true, Some(to)) = (cited, places.get(path)) else { continue };
            // Citations of one question are adjacent.
            let same =
                |last: &GraphQuestion| last.conversation == *conversation && last.answer == *answer;
            if !questions.last().is_some_and(same) {
                let (conversation, answer, title) = (*conversation, *answer, title.clone());
                questions.push(GraphQuestion { conversation, answer, title });
            }
            let from = u32::try_from(questions.len() - 1).unwrap_or(u32::MAX);
            citations.push((from, *to));
        }
        let note =
            |path: &&NotePath| GraphNote { title: catalog.title(path), path: (*path).clone() };
        Self {
            notes: paths.iter().map(note).collect(),
            questions,
            links: links.into_iter().collect(),
            citations,
            left_out: u32::try_from(all - paths.len()).unwrap_or(u32::MAX),
        }
    }
}
