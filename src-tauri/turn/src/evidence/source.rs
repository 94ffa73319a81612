//! A source of evidence, its query and its findings.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use futures::future::BoxFuture;
use jiff::civil::Date;
use notes::NotePath;
use records::{Period, Value};
use tokio::sync::{Mutex, watch};
use tokio_util::sync::CancellationToken;

use conversation::{
    ConversationSettings, Mode, PeriodCoverage, Result, Survey,
    reference::{Kind, Reference, Table},
};
use grounding::context::{LinkedNote, ProjectPart};
use library::Library;
use retrieval::{
    MOST_OF_PERIOD, Matching, Reading, SearchSetup, VaultHandle, files::CutFile, sources::Sources,
};
use web::Web;

use crate::in_talk::InTalk;

/// Finds passages for a question. A failure becomes a notice, because an answer without them is better than none.
pub type Source = for<'a> fn(&'a Query<'a>) -> BoxFuture<'a, Findings>;

pub struct Query<'a> {
    pub library: &'a Library,
    pub vault: &'a VaultHandle,
    pub setup: &'a SearchSetup,
    /// The question without its command.
    pub text: &'a str,
    /// The references that its links lead to, if already resolved.
    pub links: Option<Vec<Reference>>,
    pub mode: Mode,
    pub own: &'a ConversationSettings,
    /// Attached files to search, of this question and of earlier ones.
    pub files: Vec<CutFile>,
    /// The question in its conversation, which decides how it is searched.
    pub in_talk: &'a InTalk,
    /// What the question asks of properties, tasks, tables, links and dates.
    pub reading: &'a Reading,
    /// The user's memory is searched too.
    pub recalls: bool,
    /// `None` if nothing may be sent to the web.
    pub web: Option<Online<'a>>,
    /// Held during a search that uses models: they process one request at a time, and a waiting one could time out.
    pub searching: Mutex<()>,
}

impl Query<'_> {
    /// The text for sources that search one wording. Links, and the notes' own search with all wordings, use `text`.
    pub fn searched(&self) -> &str {
        self.in_talk.text(self.text)
    }

    pub fn sources(&self) -> Sources {
        self.vault.sources(self.setup.clone())
    }
}

pub struct Online<'a> {
    /// `None` if not set up.
    pub web: Option<&'a dyn Web>,
    /// The user's own words for the search, or the question as the user wrote it, even if it was routed to a command.
    /// Words of the user's earlier questions complete a follow-up question.
    pub query: String,
    /// Maximum number of pages.
    pub results: u32,
    pub cancel: &'a CancellationToken,
    /// True if the app's own answer from the notes would be the whole answer, so that no page would be used. `None`
    /// until the model is chosen.
    pub notes_suffice: watch::Receiver<Option<bool>>,
}

/// Findings of one source, or of several.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    pub linked: Vec<LinkedNote>,
    /// For the model, best first for each source.
    pub hits: Vec<Reference>,
    /// Found passages that the model needn't see.
    pub unused: Vec<Reference>,
    pub project: Option<ProjectPart>,
    /// The project's matching passages, for a model whose window is too small for the whole project.
    pub project_hits: Vec<Reference>,
    pub matching: Matching,
    pub period: Option<PeriodNotes>,
    /// For the user.
    pub notices: Vec<String>,
    /// A search ran, even if it found nothing.
    pub searched: bool,
    /// A follow-up question was searched with the conversation's topic.
    pub with_topic: bool,
}

impl Findings {
    pub fn notice(notice: String) -> Self {
        Self { notices: vec![notice], ..Self::default() }
    }
}

impl FromIterator<Self> for Findings {
    fn from_iter<T: IntoIterator<Item = Self>>(sources: T) -> Self {
        sources.into_iter().fold(Self::default(), |mut all, found| {
            all.linked.extend(found.linked);
            all.hits.extend(found.hits);
            all.unused.extend(found.unused);
            all.project = all.project.or(found.project);
            all.project_hits.extend(found.project_hits);
            all.matching.passages += found.matching.passages;
            all.matching.notes += found.matching.notes;
            all.period = all.period.or(found.period);
            all.notices.extend(found.notices);
            all.searched |= found.searched;
            all.with_topic |= found.with_topic;
            all
        })
    }
}

/// The notes of the period that a question is about.
#[derive(Debug, Clone, PartialEq)]
pub struct PeriodNotes {
    period: Period,
    /// In the order of their paths.
    notes: Vec<NotePath>,
    /// The day of each note that has one.
    days: Vec<(NotePath, Date)>,
    /// The number of their passages. `None` if the notes are too many to be offered to the model at once.
    passages: Option<usize>,
    /// The question asks only what happened.
    is_open: bool,
}

impl PeriodNotes {
    /// The notes of a reading's period; `None` without one. Blocks.
    pub(crate) fn of(sources: &Sources, reading: &Reading) -> Result<Option<Self>> {
        let query = reading.notes.as_ref().or(reading.long.as_ref());
        let (Some(query), Some(period)) = (query, reading.period) else { return Ok(None) };
        let table = sources.index.table(&sources.within_scope(query.clone()))?;
        Ok(Some(Self { is_open: reading.is_open, ..Self::new(period, &table) }))
    }

    /// `table` has the notes' dates in its last column.
    pub(crate) fn new(period: Period, table: &Table) -> Self {
        let is_day = |period: &Period| period.first == period.last;
        // A note of a month has the month's first day as its date.
        let is_of_day =
            |path: &NotePath| Value::new(path.stem()).period.is_none_or(|it| is_day(&it));
        let day = |date: &String| Value::new(date).period.filter(is_day).map(|it| it.first);
        let rows = table.rows.iter().filter(|row| is_of_day(&row.path));
        let days = rows.filter_map(|row| Some((row.path.clone(), day(row.values.last()?)?)));
        Self {
            period,
            notes: table.rows.iter().map(|row| row.path.clone()).collect(),
            days: days.collect(),
            passages: None,
            is_open: false,
        }
    }

    /// The same, offered to the model with this number of passages.
    #[must_use]
    pub(crate) fn offered(self, passages: usize) -> Self {
        Self { passages: Some(passages), ..self }
    }

    /// Whether the question asks only what happened, and the notes of its days are offered.
    pub(crate) fn tells_all(&self) -> bool {
        self.is_open && self.passages.is_some() && self.has_days()
    }

    pub(crate) fn has_days(&self) -> bool {
        !self.days.is_empty()
    }

    /// The dated notes of each day, in order; first the note that is named after the day.
    pub(crate) fn by_day(&self) -> BTreeMap<Date, Vec<&NotePath>> {
        let mut days: BTreeMap<Date, Vec<&NotePath>> = BTreeMap::new();
        for (path, day) in &self.days {
            days.entry(*day).or_default().push(path);
        }
        let is_other = |path: &&NotePath| Value::new(path.stem()).period.is_none();
        days.values_mut().for_each(|notes| notes.sort_by_key(is_other));
        days
    }

    pub(crate) fn notes(&self) -> &[NotePath] {
        &self.notes
    }

    /// True for a note of the period if all passages of these notes are offered to the model.
    pub(crate) fn offers(&self, path: &NotePath) -> bool {
        self.passages.is_some() && self.notes.contains(path)
    }

    pub(crate) fn has(&self, hit: &Reference) -> bool {
        hit.path.as_ref().is_some_and(|path| self.notes.contains(path))
    }

    /// True for a passage of a note of another time. If not all notes of the period are offered, an undated note may
    /// be about it, too.
    pub(crate) fn excludes(&self, hit: &Reference) -> bool {
        let is_of_note = matches!(hit.kind, Kind::Search | Kind::Project) && hit.path.is_some();
        let is_decided = self.passages.is_some() || hit.own_date().is_some();
        is_of_note && is_decided && !self.has(hit)
    }

    /// The days of the notes that have a passage in `used`.
    pub(crate) fn coverage(&self, used: &[Reference], has_excerpts: bool) -> PeriodCoverage {
        let of_period = used.iter().filter(|it| it.path.as_ref().is_some_and(|it| self.offers(it)));
        let sent: HashSet<_> = of_period.filter_map(Reference::key).collect();
        let is_whole = !has_excerpts && self.passages.is_some_and(|all| sent.len() >= all);
        let is_used = |path: &NotePath| used.iter().any(|it| it.path.as_ref() == Some(path));
        let can_be_read = (1..=MOST_OF_PERIOD as usize).contains(&self.notes.len());
        self.covered(&is_used, can_be_read && !is_whole)
    }

    /// The days of the notes that a survey has read.
    pub(crate) fn surveyed(&self, survey: &Survey) -> PeriodCoverage {
        let read: HashSet<&NotePath> = survey.notes.iter().take(survey.read as usize).collect();
        self.covered(&|path: &NotePath| read.contains(path), !survey.is_done())
    }

    fn covered(&self, has: &dyn Fn(&NotePath) -> bool, in_part: bool) -> PeriodCoverage {
        let Period { first, last } = self.period;
        let count = |days: BTreeSet<Date>| u32::try_from(days.len()).unwrap_or(u32::MAX);
        let sent = self.days.iter().filter(|(path, _)| has(path));
        PeriodCoverage {
            first: (first != Date::MIN).then_some(first),
            last: (last != Date::MAX).then_some(last),
            days: count(self.days.iter().map(|(_, day)| *day).collect()),
            sent: count(sent.map(|(_, day)| *day).collect()),
            in_part,
        }
    }
}

#[cfg(test)]
mod tests {
    use conversation::reference::{Age, State, TableRow};
    use jiff::civil::date;

    use super::*;

    // B127
    #[test]
    fn a_day_is_sent_with_any_of_its_notes() {
        let path = |name: &str| NotePath::new(name).unwrap();
        let row = |(name, date): (&str, &str)| TableRow {
            path: path(name),
            line: 1,
            values: vec![name.to_owned(), date.to_owned()],
        };
        let rows = [
            ("Monday.md", "2026-03-16"),
            ("Also Monday.md", "16 March 2026"),
            ("Tuesday.md", "2026-03-17"),
            ("Undated.md", "soon"),
        ];
        let table = Table {
            query: "date>=2026-03-16".to_owned(),
            columns: vec!["Note".to_owned(), "date".to_owned()],
            rows: rows.map(row).to_vec(),
            total: 4,
            result: None,
        };
        let period = Period { first: date(2026, 3, 16), last: Date::MAX };
        let used = Reference {
            path: Some(path("Also Monday.md")),
            ..Reference::new(Kind::Search, State::Used)
        };
        let first = Some(date(2026, 3, 16));
        let expected = PeriodCoverage { first, last: None, days: 2, sent: 1, in_part: true };
        let notes = PeriodNotes::new(period, &table);
        assert_eq!(notes.coverage(&[used], false), expected);
        // A survey has read them in this order.
        let survey = Survey { notes: notes.notes().to_vec(), read: 2, ..Survey::default() };
        assert_eq!(notes.surveyed(&survey), expected);
        let survey = Survey { read: 4, ..survey };
        assert_eq!(notes.surveyed(&survey), PeriodCoverage { sent: 2, in_part: false, ..expected });
        // Until all its notes are offered, an undated note may be about the period.
        let hit = |name, date: Option<&str>| Reference {
            path: Some(path(name)),
            age: Age { date: date.map(str::to_owned), ..Age::default() },
            ..Reference::new(Kind::Search, State::Used)
        };
        let excluded = |notes: &PeriodNotes| {
            let hits = [hit("Undated.md", None), hit("A.md", None), hit("B.md", Some("2020"))];
            hits.map(|hit| notes.excludes(&hit))
        };
        assert_eq!(excluded(&notes), [false, false, true]);
        assert_eq!(excluded(&notes.offered(4)), [false, true, true]);
    }
}
