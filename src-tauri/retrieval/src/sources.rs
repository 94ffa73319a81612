//! The vault as a source of passages: search, linked notes, pinned and cited passages.

mod passages;
#[cfg(test)]
pub(crate) mod tests;

use std::{collections::HashSet, sync::Arc};

use index::{Chunk, Hit, Index, SearchOptions, TextKey, UnusedHit, UnusedReason};
use models::Tokens;
use notes::{
    Anchor, Catalog, ContentHash, DateSource, LineRange, LinkTarget, NotePath, NoteText,
    Resolution, Vault,
};

use crate::sentences;
use crate::{
    breadth::{is_over_notes, widen},
    query::{matter, words},
    setup::SearchSetup,
    talk::FollowUp,
    vault::VaultHandle,
    whole::{WholeNotes, passage},
};
use conversation::{
    FilePart, ReferenceId, Result,
    reference::{Age, Kind, Passage, Reference, State},
};
use grounding::{context::LinkedNote, references::summary};

/// Number of nearest passages listed when none matches well.
const NEAREST: usize = 3;

/// Maximum passages that replace a linked note that is too long.
const BEST: usize = 5;

/// The inputs of retrieval and tools. Its methods block: call them off the async threads.
#[derive(Debug, Clone)]
pub struct Sources {
    pub vault: Vault,
    pub index: Index,
    pub catalog: Arc<Catalog>,
    pub setup: SearchSetup,
    pub whole: Arc<WholeNotes>,
}

pub struct SearchResults {
    pub shown: Vec<Reference>,
    pub rest: Vec<Reference>,
    pub matching: Matching,
    pub notices: Vec<String>,
    /// Whether a follow-up question was searched with the conversation's topic.
    pub with_topic: bool,
}

#[derive(Default)]
pub struct Hits {
    pub hits: Vec<Hit>,
    pub rest: Vec<UnusedHit>,
    pub matching: Matching,
    pub notices: Vec<String>,
    with_topic: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Matching {
    pub passages: u32,
    pub notes: u32,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct SearchScope<'a> {
    /// Notes and folders, in the disk's spelling; empty for the whole vault.
    pub places: &'a [NotePath],
    pub tag: Option<&'a str>,
    /// A day, month or year: `2026-03-01`, `2026-03` or `2026`.
    pub before: Option<&'a str>,
    pub after: Option<&'a str>,
    /// Maximum passages, overriding the settings.
    pub limit: Option<usize>,
}

impl VaultHandle {
    pub fn sources(&self, setup: SearchSetup) -> Sources {
        Sources {
            vault: self.vault.clone(),
            index: self.index.clone(),
            catalog: self.catalog(),
            setup,
            whole: self.whole.clone(),
        }
    }
}

impl Sources {
    /// Passages for the model, and other found passages. If only function words such as “the” match, `shown` is
    /// empty and `rest` has the nearest passages.
    pub fn search(&self, question: &str) -> Result<SearchResults> {
        self.search_in_talk(question, None, &[])
    }

    /// The passage's key in the index, which depends on the title above it.
    fn key_of(&self, reference: &Reference) -> Option<(NotePath, TextKey)> {
        let (path, passage) = (reference.path.clone()?, reference.passage.as_ref()?);
        let title = match path.is_note() {
            true => self.catalog.title(&path),
            false => path.file_name().to_owned(),
        };
        let Passage { heading_path, columns, text, .. } = passage;
        let text = index::vectors::below(&title, heading_path, columns.as_deref(), text);
        Some((path, TextKey::of(&text)))
    }

    /// Like [`Sources::search`], but a follow-up question is searched with its conversation's topic. `cited` are the
    /// passages that the last answers cite; they are candidates, too.
    pub fn search_in_talk(
        &self,
        question: &str,
        follow_up: Option<&FollowUp>,
        cited: &[Reference],
    ) -> Result<SearchResults> {
        let cited: Vec<(NotePath, TextKey)> =
            cited.iter().filter_map(|it| self.key_of(it)).collect();
        let follow_up = follow_up.map(|follow_up| (follow_up, &*cited));
        let found = self.hits_in_talk(question, SearchScope::default(), follow_up)?;
        let references =
            |hits: &[Hit], state| hits.iter().map(|hit| self.reference_to(hit, state)).collect();
        let shown: Vec<Reference> = references(&found.hits, State::Used);
        let mut rest: Vec<Reference> =
            found.rest.iter().map(|hit| self.reference_to_unused(hit, shown.len())).collect();
        if shown.is_empty() && rest.is_empty() {
            let places = &self.setup.scope.places;
            let options = SearchOptions { within: places, ..SearchOptions::keyword(NEAREST) };
            let query = self.filters(SearchScope::default()) + &words(question);
            rest = references(&self.index.search(&query, &options)?.hits, State::Considered);
        }
        Ok(SearchResults {
            shown,
            rest,
            matching: found.matching,
            notices: found.notices,
            with_topic: found.with_topic,
        })
    }

    pub fn hits(&self, question: &str, within: SearchScope<'_>) -> Result<Hits> {
        self.hits_in_talk(question, within, None)
    }

    fn hits_in_talk(
        &self,
        question: &str,
        within: SearchScope<'_>,
        follow_up: Option<(&FollowUp, &[(NotePath, TextKey)])>,
    ) -> Result<Hits> {
        let asked = words(question);
        let mut options = self.setup.options(&asked);
        let limit = within.limit.unwrap_or(options.display_k);
        let Some(places) = common_places(&self.setup.scope.places, within.places) else {
            return Ok(Hits::default());
        };
        options.within = &places;
        options.display_k = limit;
        options.max_k = options.max_k.max(limit);
        if within.limit.is_none() && is_over_notes(question) {
            options.max_k *= 2;
        }
        options.follow_up = follow_up.and_then(|(follow_up, cited)| follow_up.search(cited));
        let mut found = self.index.search(&(self.filters(within) + &matter(question)), &options)?;
        if within.limit.is_none() {
            widen(question, &mut found);
        }
        let own = self.setup.notices.iter().cloned();
        Ok(Hits {
            with_topic: found.with_wordings,
            hits: found.hits,
            rest: found.unused,
            matching: Matching { passages: found.matching_passages, notes: found.matching_notes },
            notices: own.chain(found.notices.iter().map(ToString::to_string)).collect(),
        })
    }

    fn filters(&self, within: SearchScope<'_>) -> String {
        let scope = self.setup.scope.tags.iter().map(String::as_str);
        let tags = scope.chain(within.tag).filter(|tag| !tag.is_empty());
        let tags: String = tags.map(|tag| format!("tag:\"{}\" ", tag.replace('"', " "))).collect();
        tags + &days(within.before, within.after)
    }

    /// The files dated before and after these days, months or years, unsorted; `None` without dates.
    pub(crate) fn of_days(
        &self,
        before: Option<&str>,
        after: Option<&str>,
    ) -> Result<Option<HashSet<NotePath>>> {
        let query = days(before, after);
        if query.is_empty() {
            return Ok(None);
        }
        let found = self.index.matching(&query, &SearchOptions::keyword(usize::MAX))?;
        Ok(Some(found.into_iter().collect()))
    }

    pub fn linked(&self, link: Reference, question: &str) -> (LinkedNote, Option<String>) {
        let unread = |link: Reference, notice| {
            (LinkedNote { link, text: Vec::new(), best: Vec::new() }, notice)
        };
        let Some(path) = link.path.clone() else { return unread(link, None) };
        if !path.is_note() {
            return match self.linked_document(&link, &path, question) {
                Some((text, best)) => (LinkedNote { link, text, best }, None),
                None => {
                    let notice = sentences::not_a_note(&link.wikilink);
                    unread(link, Some(notice))
                }
            };
        }
        let read = match self.vault.read_note(&path) {
            Ok(note) => note,
            Err(error) => {
                let notice = sentences::not_read(&link.wikilink, &error);
                return unread(link, Some(notice));
            }
        };
        let text = &read.text;
        let note = notes::parse(text);
        let lines = link.anchor.as_ref().and_then(|anchor| note.lines_of(anchor));
        let notice = (link.anchor.is_some() && lines.is_none())
            .then(|| sentences::no_such_place(&link.wikilink, &path));
        let mut link = link;
        if link.summary.is_none() {
            link = self.with_summary(link, &read);
        }
        let passages: Vec<_> = index::chunk(text)
            .into_iter()
            .filter(|chunk| lines.is_none_or(|lines| overlap(chunk.lines, lines)))
            .map(|chunk| of_link(&link, chunk))
            .collect();
        let best = self.best(&path, question, &passages);
        (LinkedNote { link, text: passages, best }, notice)
    }

    /// The passages of a linked file or page, and the best matching ones; `None` if it isn't indexed.
    fn linked_document(
        &self,
        link: &Reference,
        path: &NotePath,
        question: &str,
    ) -> Option<(Vec<Reference>, Vec<Reference>)> {
        let anchor = link.anchor.as_ref();
        let found = self.document(path).into_iter().filter(|(passage, _)| is_on(passage, anchor));
        let of_link = |(passage, snippet)| Reference {
            id: ReferenceId::new(),
            snippet,
            passage: Some(passage),
            ..link.clone()
        };
        let passages: Vec<Reference> = found.map(of_link).collect();
        let best = self.best(path, question, &passages);
        (!passages.is_empty()).then_some((passages, best))
    }

    pub fn read_document(&self, path: &NotePath, anchor: Option<&Anchor>) -> Vec<Reference> {
        let found = self.document(path).into_iter();
        found
            .filter(|(passage, _)| is_on(passage, anchor))
            .map(|it| self.of_document(path, Kind::Read, it))
            .collect()
    }

    fn document(&self, path: &NotePath) -> Vec<(Passage, String)> {
        // The question's own search reports index failures.
        self.index.chunks(path).unwrap_or_default().into_iter().map(passage).collect()
    }

    fn of_document(
        &self,
        path: &NotePath,
        kind: Kind,
        (passage, snippet): (Passage, String),
    ) -> Reference {
        Reference {
            wikilink: self.link_to(path, passage.part.as_ref()),
            title: path.file_name().to_owned(),
            path: Some(path.clone()),
            passage: Some(passage),
            snippet,
            ..Reference::new(kind, State::Used)
        }
    }

    pub fn described(&self, link: Reference) -> Reference {
        let path = link.path.as_ref().filter(|path| path.is_note() && link.summary.is_none());
        let note = path.and_then(|path| self.vault.read_note(path).ok());
        match note {
            Some(note) => self.with_summary(link, &note),
            None => link,
        }
    }

    fn best(&self, path: &NotePath, question: &str, passages: &[Reference]) -> Vec<Reference> {
        let within = std::slice::from_ref(path);
        let options = SearchOptions { within, ..SearchOptions::keyword(BEST) };
        // The question's own search reports index failures.
        let found = self.index.search(&matter(question), &options);
        let mut best: Vec<Reference> = found
            .iter()
            .flat_map(|found| &found.hits)
            .filter_map(|hit| passages.iter().find(|passage| is_of(passage, hit.hash)))
            .cloned()
            .collect();
        if best.is_empty() {
            best = passages.iter().take(BEST).cloned().collect();
        }
        best
    }

    pub fn reference_to(&self, hit: &Hit, state: State) -> Reference {
        let found = Reference {
            wikilink: self.link_to(&hit.path, hit.part.as_ref()),
            path: Some(hit.path.clone()),
            title: hit.title.clone(),
            passage: Some(passage_of(hit)),
            snippet: summary::snippet(&hit.text),
            match_reason: hit.why.sentence(),
            ..Reference::new(Kind::Search, state)
        };
        if !hit.path.is_note() {
            return found;
        }
        match self.vault.read_note(&hit.path) {
            Ok(note) => self.with_summary(found, &note),
            Err(_) => Reference { summary: Some(summary::GONE.to_string()), ..found },
        }
    }

    pub(crate) fn reference_to_unused(&self, unused: &UnusedHit, shown: usize) -> Reference {
        let why = match (unused.reason, unused.hit.why.similarity) {
            (UnusedReason::BelowThreshold, Some(similarity)) => {
                sentences::below_threshold(similarity, self.setup.options("").threshold)
            }
            _ => sentences::beyond_best(unused.hit.rank, shown),
        };
        self.reference_to(&unused.hit, State::Considered).less_close(&why)
    }

    /// Adds the note's date and summary: the stored one, its first real paragraph, or its beginning.
    pub fn with_summary(&self, reference: Reference, note: &NoteText) -> Reference {
        self.kept_or(reference, note.hash, || summary::summary(&note.text))
    }

    pub(crate) fn kept_or(
        &self,
        reference: Reference,
        hash: ContentHash,
        said: impl FnOnce() -> Option<String>,
    ) -> Reference {
        let (summary, summary_by) = match self.index.summary(hash).ok().flatten() {
            Some((kept, by)) => (Some(kept), by),
            None => (said(), None),
        };
        let dated = reference.path.as_ref().and_then(|path| self.dated(path));
        let (date, date_source) = dated.unzip();
        let age = Age { date, date_source, ..reference.age };
        Reference { summary, summary_by, age, ..reference }
    }

    /// A note's own date, else the day of its file's last change.
    fn dated(&self, path: &NotePath) -> Option<(String, DateSource)> {
        let note = self.catalog.note(path)?;
        let own = || Some((note.date.clone()?, note.date_source?));
        own().or_else(|| Some((self.index.day(path).ok()??, DateSource::File)))
    }

    /// The shortest link to a note, or to a page of a file.
    pub(crate) fn link_to(&self, path: &NotePath, part: Option<&FilePart>) -> String {
        if path.is_note() {
            return self.wikilink(path);
        }
        let name = LinkTarget::parse(path.file_name());
        let is_found = matches!(
            self.catalog.resolve(None, &name),
            Resolution::Resolved { path: found } if found == *path
        );
        let target = if is_found { path.file_name() } else { path.as_str() };
        let anchor = part.map(|part| format!("#{}", part.anchor())).unwrap_or_default();
        format!("[[{target}{anchor}]]")
    }

    /// `[[Name]]`, or the path if the name finds another note.
    pub fn wikilink(&self, path: &NotePath) -> String {
        let name = LinkTarget::parse(path.stem());
        match self.catalog.resolve(None, &name) {
            Resolution::Resolved { path: found } if found == *path => {
                format!("[[{}]]", path.stem())
            }
            _ => {
                let path = path.as_str();
                format!("[[{}]]", path.strip_suffix(".md").unwrap_or(path))
            }
        }
    }
}

fn days(before: Option<&str>, after: Option<&str>) -> String {
    let days = [("before", before), ("after", after)].into_iter();
    days.filter_map(|(name, day)| Some(format!("{name}:{} ", day?))).collect()
}

fn is_on(passage: &Passage, anchor: Option<&Anchor>) -> bool {
    match anchor {
        Some(Anchor::Heading(headings)) => {
            let asked = headings.first().map(String::as_str);
            asked == passage.part.as_ref().map(FilePart::anchor).as_deref()
        }
        _ => true,
    }
}

fn is_of(reference: &Reference, hash: ContentHash) -> bool {
    reference.passage.as_ref().is_some_and(|passage| passage.hash == hash)
}

fn overlap(a: LineRange, b: LineRange) -> bool {
    a.start <= b.end && b.start <= a.end
}

fn of_link(link: &Reference, chunk: Chunk) -> Reference {
    let (passage, snippet) = passage(chunk);
    Reference { id: ReferenceId::new(), snippet, passage: Some(passage), ..link.clone() }
}

pub fn passage_of(hit: &Hit) -> Passage {
    Passage {
        lines: hit.lines,
        range: hit.range,
        hash: hit.hash,
        text: hit.text.clone(),
        heading_path: hit.heading_path.clone(),
        columns: hit.columns.clone(),
        part: hit.part.clone(),
        tokens: Tokens(hit.tokens),
    }
}

/// The intersection of two lists of places, where an empty list means everything; `None` if it is empty.
fn common_places(some: &[NotePath], others: &[NotePath]) -> Option<Vec<NotePath>> {
    if some.is_empty() || others.is_empty() {
        return Some([some, others].concat());
    }
    let is_in = |inner: &NotePath, outer: &NotePath| {
        inner == outer
            || inner.as_str().strip_prefix(outer.as_str()).is_some_and(|rest| rest.starts_with('/'))
    };
    let inside = |these: &[NotePath], those: &[NotePath]| -> Vec<NotePath> {
        these.iter().filter(|one| those.iter().any(|other| is_in(one, other))).cloned().collect()
    };
    let mut common = inside(some, others);
    common.extend(inside(others, some));
    common.sort();
    common.dedup();
    (!common.is_empty()).then_some(common)
}
