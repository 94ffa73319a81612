//! The trait of a source of evidence.

use std::collections::BTreeSet;

use futures::future::BoxFuture;
use jiff::civil::Date;
use notes::NotePath;
use records::{Period, Value};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

use conversation::{
    ConversationSettings, Mode, PeriodCoverage,
    reference::{Reference, Table},
};
use grounding::context::{LinkedNote, ProjectPart};
use library::Library;
use retrieval::{Matching, Reading, SearchSetup, VaultHandle, files::CutFile, sources::Sources};
use web::Web;

use crate::in_talk::InTalk;

pub trait Source: Sync {
    /// The passages for a question. A failure becomes a notice, because an answer without them is better than none.
    fn find<'a>(&'a self, query: &'a Query<'a>) -> BoxFuture<'a, Findings>;
}

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
    pub query: String,
    /// Maximum number of pages.
    pub results: u32,
    pub cancel: &'a CancellationToken,
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

/// The dated notes of the period that a question is about.
#[derive(Debug, Clone, PartialEq)]
pub struct PeriodNotes {
    period: Period,
    days: Vec<(NotePath, Date)>,
}

impl PeriodNotes {
    /// `table` has the notes' dates in its last column.
    pub(super) fn new(period: Period, table: &Table) -> Self {
        let day = |date: &String| Some(Value::new(date).period?.first);
        let rows = table.rows.iter();
        let days = rows.filter_map(|row| Some((row.path.clone(), day(row.values.last()?)?)));
        Self { period, days: days.collect() }
    }

    pub(crate) fn coverage(&self, used: &[Reference]) -> PeriodCoverage {
        let Period { first, last } = self.period;
        let is_used = |path: &NotePath| used.iter().any(|it| it.path.as_ref() == Some(path));
        let count = |days: BTreeSet<Date>| u32::try_from(days.len()).unwrap_or(u32::MAX);
        let sent = self.days.iter().filter(|(path, _)| is_used(path));
        PeriodCoverage {
            first: (first != Date::MIN).then_some(first),
            last: (last != Date::MAX).then_some(last),
            days: count(self.days.iter().map(|(_, day)| *day).collect()),
            sent: count(sent.map(|(_, day)| *day).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use conversation::reference::{Kind, State, TableRow};
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
        let expected = PeriodCoverage { first, last: None, days: 2, sent: 1 };
        assert_eq!(PeriodNotes::new(period, &table).coverage(&[used]), expected);
    }
}
