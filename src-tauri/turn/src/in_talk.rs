//! Reads a question in its conversation: chooses its search, and finds the passages of the last answers to use again.

use conversation::{
    Answer, ConversationId, DateRange, Message, Mode, ReferenceId, Result,
    context::SearchedFor,
    reference::{Kind, Number, Reference, State},
};
use grounding::context::{PastTurn, says_not_in_notes};
use jiff::{Timestamp, civil::Date};
use library::Library;
use notes::NotePath;
use records::{
    FoundPeriod, Neighbour, Period, Query, RecordKind, Target, Test, before_today, neighbour,
    periods, same_time,
};
use retrieval::{
    AskingDay, FollowUp, Reading, SearchSetup, VaultHandle, blocking,
    files::CutFile,
    reading::{asked_period, rows_of},
    sources::Sources,
    talk::{self, Exchange},
    written_query,
};

use crate::{
    intent::Intent,
    sentences::{LISTED, NO_PAGE, NO_PASSAGES, NO_SUPPORT, PASSAGES},
};

/// Number of newest answers whose cited passages can be used again.
const ANSWERS: usize = 3;

/// Maximum newest questions, one of which names the time that a follow-up question changes: the user may go back week
/// by week.
const QUESTIONS: usize = 60;

/// Maximum rows of a table whose notes a follow-up may be about, and passages of each.
const ROWS: usize = 5;
const ROW_PASSAGES: usize = 4;

/// Number of closest passages that the window lists below an answer without citations.
const CLOSEST: usize = 3;

/// How a question is searched.
#[derive(Debug, Clone, Default)]
pub struct InTalk {
    /// The user's own words for the search, instead of the question's.
    pub(crate) own: Option<String>,
    /// `None` for a first question, a command, or with the user's own words.
    pub(crate) follow_up: Option<FollowUp>,
    /// Passages that the newest answer with citations cites, in the order of the citations.
    pub(crate) cited: Vec<Reference>,
    /// The query of this answer's table.
    pub(crate) last: Option<Query>,
    /// The query of the table before the newest answer, if that answer only says more of it, as to “why so many?”
    pub(crate) earlier: Option<Query>,
    /// Whether the newest question refers back to the one before.
    pub(crate) is_aside: bool,
    /// The notes of its rows, if they are few, or of the row that the question names.
    pub(crate) rows: Vec<NotePath>,
    /// The days of its only row.
    pub(crate) days: Vec<Period>,
    /// Whether the question names the row: “the second one”.
    pub(crate) names_row: bool,
    /// The time that the newest answer is about.
    pub(crate) last_period: Option<Period>,
    /// The last questions, newest first.
    pub(crate) asked: Vec<String>,
    /// If no answer cites a passage: the closest passages below the newest answer, if no model wrote it.
    pub(crate) listed: Vec<Reference>,
    /// Whether a model answered an earlier question.
    pub(crate) is_answered: bool,
}

impl InTalk {
    /// Reads a question behind the turns `past`, oldest first.
    pub(crate) async fn read(
        vault: &VaultHandle,
        question: &str,
        (intent, mode): (&Intent, Mode),
        past: &[PastTurn],
    ) -> Self {
        let past = match intent {
            // The search of the broken answer is repeated.
            Intent::Continue => &past[..past.len().saturating_sub(1)],
            _ => past,
        };
        let is_answered = past.iter().any(|turn| !model_answer(turn).is_empty());
        let mut found = Self { is_answered, ..Self::default() };
        let past: Vec<Exchange> = past.iter().map(exchange).collect();
        let is_question = matches!(intent, Intent::Answer | Intent::Note(_) | Intent::Continue);
        if past.is_empty() || !is_question || mode == Mode::None {
            return found;
        }
        let (index, question) = (vault.index.clone(), question.to_owned());
        let read = move || {
            let read = FollowUp::read(&question, &past, &index)?;
            let is_aside = match past.split_last().filter(|(_, before)| !before.is_empty()) {
                Some((newest, before)) if read.part.is_some() => {
                    let newest = FollowUp::read(&newest.question, before, &index)?;
                    newest.kind == talk::Kind::RefersBack
                }
                _ => false,
            };
            Ok((read, is_aside))
        };
        match blocking(read).await {
            Ok((read, is_aside)) if read.kind != talk::Kind::First => {
                (found.follow_up, found.is_aside) = (Some(read), is_aside);
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "a question is searched without its conversation"),
        }
        found
    }

    /// Adds the passages that the last answers cite or list, if the question is a follow-up.
    pub(crate) async fn with_cited(
        mut self,
        library: &Library,
        conversation: ConversationId,
        messages: &[Message],
    ) -> Result<Self> {
        if self.follow_up.is_none() {
            return Ok(self);
        }
        let answers = || messages.iter().rev().filter_map(Message::answer);
        let period = answers().next().and_then(|last| last.coverage?.period);
        self.last_period = period.map(|it| period_of(DateRange { first: it.first, last: it.last }));
        let questions = messages.iter().rev().filter_map(Message::question);
        self.asked = questions.map(|question| question.text.clone()).take(QUESTIONS).collect();
        let citing = answers().take(ANSWERS).find(|answer| !answer.citations.is_empty());
        let Some(last) = citing.or_else(|| answers().next()) else { return Ok(self) };
        let (_, stored) = library.message(last.id).await?;
        let shown = stored.into_answer().map(|it| it.head.references).unwrap_or_default();
        let table = shown.iter().find_map(|reference| reference.table.as_ref());
        self.last = query_of(&shown);
        if let Some(before) = answers().nth(1).filter(|_| self.is_aside && self.last.is_none()) {
            let (_, stored) = library.message(before.id).await?;
            let shown = stored.into_answer().map(|it| it.head.references).unwrap_or_default();
            self.earlier = query_of(&shown).filter(|query| asked_period(query).is_some());
        }
        self.last_period = self.last_period.or_else(|| self.last.as_ref().and_then(asked_period));
        let rows = table.map(|table| &*table.rows).unwrap_or_default();
        if let [only] = rows {
            self.days = only.values.iter().filter_map(|value| Period::read(value)).collect();
        }
        let named = self.follow_up.as_mut().and_then(|it| Some((rows.get(it.place?)?, it)));
        if let Some((row, follow_up)) = named {
            follow_up.kind = talk::Kind::RefersBack;
            (self.rows, self.names_row) = (vec![row.path.clone()], true);
        } else if rows.len() <= ROWS {
            for row in rows {
                // Rows in the order of a value may have the same note apart.
                if !self.rows.contains(&row.path) {
                    self.rows.push(row.path.clone());
                }
            }
        }
        let has_passage = |reference: &Reference| reference.passage.is_some();
        if citing.is_some() {
            self.cited = library.numbered(conversation, cited_numbers(last)).await?;
            self.cited.retain(has_passage);
        } else if last.model.is_none() {
            self.listed = shown.into_iter().filter(has_passage).take(CLOSEST).collect();
        }
        Ok(self)
    }

    /// Whether the passages of the last answers suffice.
    pub(crate) fn needs_no_search(&self) -> bool {
        self.follow_up.as_ref().is_some_and(|it| it.kind == talk::Kind::NoSearch)
    }

    /// The text for sources that search one wording: the user's own words, or the question, with the topic if it
    /// refers back.
    pub(crate) fn text<'a>(&'a self, question: &'a str) -> &'a str {
        match (&self.own, &self.follow_up) {
            (Some(own), _) => own,
            (None, Some(follow_up)) => follow_up.with_topic(question),
            (None, None) => question,
        }
    }

    /// For the receipt; `None` for a first question.
    pub(crate) fn searched_for(&self, with_topic: bool) -> Option<SearchedFor> {
        if let Some(own) = &self.own {
            return Some(SearchedFor { words: vec![own.clone()] });
        }
        let words = self.follow_up.as_ref()?.words(with_topic);
        Some(SearchedFor { words })
    }

    /// What the question asks of the vault's records. A failure isn't told: the question is searched as text, too.
    pub(crate) async fn reading(
        &self,
        (vault, setup): (&VaultHandle, &SearchSetup),
        question: &str,
        when: Timestamp,
        chosen: Option<DateRange>,
    ) -> Reading {
        if let Some(own) = &self.own {
            // The user's own words are a search in texts, or a query as it is written.
            let query = Query::read(own).ok().filter(|query| !query.is_words());
            return Reading { query, ..Reading::default() };
        }
        let restated = self.restated();
        let follow_up = self.follow_up.as_ref();
        let is_first = follow_up.is_none();
        let part = follow_up.and_then(|it| it.part.clone());
        let before = follow_up.and_then(|it| it.before.clone());
        let (vault, setup) = (vault.clone(), setup.clone());
        let (last, question) = (self.last.clone(), question.to_owned());
        let earlier = self.earlier.clone();
        let (last_period, past) = (self.last_period, self.asked.clone());
        let rows = self.asked_rows();
        // The passages of a single row are candidates anyway.
        let refers = self.refers_to_rows();
        let is_about_rows = refers && self.rows.len() != 1;
        // The first of a table may also be the oldest.
        let is_top = |it: &FollowUp| it.place == Some(0);
        let row = rows.clone().filter(|_| self.names_row && !follow_up.is_some_and(is_top));
        let known = self.known_times();
        let talk = self.follow_up.clone();
        let read = blocking(move || {
            let asked = AskingDay::at(when, &vault);
            let index = &vault.index;
            let restated = restated.as_deref();
            if let Some(range) = chosen {
                let text = restated.unwrap_or(&question);
                return Ok(Reading::of_period(text, period_of(range), index, asked)?);
            }
            if let Some(view) = Reading::of_view(&question, &vault) {
                return Ok(view);
            }
            let of_query = |query| Reading { query: Some(query), ..Reading::default() };
            if row.is_some() {
                // “Who came along on the second one?”
                let asked = match (&last, &talk) {
                    (Some(last), Some(talk)) => {
                        Reading::of_row(&question, talk, last, index, asked)?
                    }
                    _ => None,
                };
                return Ok(match asked {
                    Some(query) => of_query(query),
                    None => Reading { notes: row, ..Reading::default() },
                });
            }
            // “And the week before?”
            let times = |text: &str| periods(text, asked.today, asked.week);
            let beside = |text: &str| neighbour(text, last_period?, asked.week);
            let is_beside = |it: &FoundPeriod| beside(&question[it.range.clone()]).is_some();
            // An earlier “And the previous week?” has a time, but only the words of a question before it.
            let has_time = |text: &&String| match beside(text) {
                Some(it) if it.is_all => past.last() == Some(*text) && !times(text).is_empty(),
                Some(_) => true,
                None => !times(text).is_empty(),
            };
            if let Some(Neighbour { period, is_all, range }) = beside(&question)
                && times(&question).iter().all(is_beside)
            {
                // The query as it stands, with the user's changes.
                let same_time = |last: &&Query| asked_period(last) == last_period;
                if is_all
                    && let Some(last) = last.as_ref().filter(same_time)
                    && let Some(query) = Reading::moved(last, period, index)?
                {
                    return Ok(of_query(query));
                }
                // “What did Ada say the week before?” is a question of its own.
                let whole = match is_all {
                    true => before.iter().chain(&past).find(has_time).map(|text| {
                        let time = beside(text).filter(|it| !it.is_all);
                        (text, time.map(|it| it.range))
                    }),
                    false => Some((&question, Some(range))),
                };
                if let Some((text, range)) = whole {
                    return Ok(Reading::at_time(text, period, range, index, asked)?);
                }
            }
            if is_first
                && times(&question).is_empty()
                && let Some(found) = before_today(&question, asked.today, asked.week)
            {
                let FoundPeriod { period, range } = found;
                return Ok(Reading::at_time(&question, period, Some(range), index, asked)?);
            }
            // “Which meetings did I have that week?”
            let same = |of: &Period| same_time(&question, *of, asked.week);
            if times(&question).is_empty()
                && let Some(FoundPeriod { period, range }) = known.iter().find_map(same)
            {
                return Ok(Reading::at_time(&question, period, Some(range), index, asked)?);
            }
            // “And in April?” after “why so many?” is about the table before.
            let table = last.as_ref().or(earlier.as_ref().filter(|_| !times(&question).is_empty()));
            let query = match &talk {
                Some(talk) => Reading::of_follow_up(&question, talk, table, index, asked)?,
                None => None,
            };
            if let Some(query) = query {
                return Ok(of_query(query));
            }
            let moved = match (restated, &part, &before) {
                (None, Some(part), Some(before)) => with_time(before, part, &times),
                _ => None,
            };
            let question = restated.or(moved.as_deref()).unwrap_or(&question);
            let mut reading = Reading::in_vault(question, &vault, when)?;
            if let Some(talk) = &talk {
                reading = reading.bound(talk);
            }
            if reading.query.is_none() && !reading.has_notes() {
                // “What did we discuss there?” is about the first of a table in the order of time.
                let only = match (&last, &talk) {
                    (Some(last), Some(talk)) if is_about_rows => {
                        Reading::row_of_follow_up(question, talk, last, index, asked)?
                    }
                    _ => None,
                };
                reading.notes = only.or(rows);
            }
            let written = match reading.is_doubtful {
                true => written_query(&setup, question, index, asked)?,
                false => None,
            };
            if let Some(query) = written {
                return Ok(of_query(query));
            }
            let is_open = !reading.has_notes();
            let mut of_kind = question;
            if let Some(before) = before.as_deref().filter(|_| refers && is_open) {
                // “Which one was the dearest?” after a text or a longer table.
                (reading.kind, reading.asks_set) = match &last {
                    Some(last) => (rows_of(last, index)?, false),
                    None => {
                        let earlier = Reading::in_vault(before, &vault, when)?;
                        (earlier.kind, earlier.asks_set)
                    }
                };
                of_kind = before;
            }
            if reading.asks_set && reading.kind.is_none() {
                let sources = vault.sources(setup);
                let kind = sources.kind_like(of_kind);
                let kind = kind.inspect_err(|error| tracing::warn!(%error, "no kind is found"));
                if let Some(kind) = kind.ok().flatten() {
                    reading.kind = Reading::notes_of_kind(of_kind, kind, index, asked)?;
                }
            }
            Ok(reading)
        });
        read.await.unwrap_or_else(|error| {
            tracing::warn!(%error, "a question isn't read as a query");
            Reading::default()
        })
    }

    /// The times that “that week” may be about, best first. Empty for a first question.
    fn known_times(&self) -> Vec<Period> {
        let of_passage = |passage: &Reference| passage.own_date().and_then(Period::read);
        let passages = self.cited.iter().chain(&self.listed).filter_map(of_passage);
        self.days.iter().copied().chain(self.last_period).chain(passages).collect()
    }

    /// The notes of a short table's rows, for a question that refers back to them: “What was decided there?”
    fn asked_rows(&self) -> Option<Query> {
        let paths: Vec<String> = self.rows.iter().map(|path| path.as_str().to_owned()).collect();
        (self.refers_to_rows() && (paths.len() > 1 || self.names_row))
            .then(|| Query::of(RecordKind::Note).with(Target::Path, Test::Is(paths)))
    }

    fn refers_to_rows(&self) -> bool {
        // “And Deniz?” and “and a 4?” are about others, “and with whom?” isn't.
        let names_none = |part: &String| {
            !part.contains(char::is_numeric) && part.split(' ').all(language::is_function_word)
        };
        let refers = |it: &FollowUp| {
            it.kind == talk::Kind::RefersBack && it.part.as_ref().is_none_or(names_none)
        };
        self.follow_up.as_ref().is_some_and(refers)
    }

    /// Passages that a follow-up may be about: those that the last answers cite, and those of a short table's notes.
    pub(crate) fn candidates(&self, sources: &Sources) -> Vec<Reference> {
        let of_row = |path: &NotePath| {
            let all = sources.all_of(path, Kind::Search, LISTED.text()).unwrap_or_default();
            all.into_iter().take(ROW_PASSAGES)
        };
        self.cited.iter().cloned().chain(self.rows.iter().flat_map(of_row)).collect()
    }

    pub(crate) fn restated(&self) -> Option<String> {
        self.follow_up.as_ref()?.restated.clone()
    }

    /// The cited or listed passages that still exist. Those of notes and files are in their current version.
    pub(crate) fn shown_again(&self, sources: &Sources, files: &[CutFile]) -> Vec<Reference> {
        let again = |cited: &Reference| {
            let (source, hash) = cited.key()?;
            match cited.kind {
                Kind::Web | Kind::Memory => {
                    let id = ReferenceId::new();
                    Some(Reference { id, number: None, state: State::Used, ..cited.clone() })
                }
                Kind::Attachment => files.iter().find_map(|file| file.cited(&source, hash)),
                _ => sources.cited(&source, hash),
            }
        };
        let mut found: Vec<Reference> = Vec::new();
        let listed = self.listed.iter().filter(|_| !self.needs_no_search());
        let listed = listed.filter_map(again).map(|reference| {
            let match_reason = LISTED.to_string();
            Reference { match_reason, ..reference }
        });
        for reference in self.cited.iter().filter_map(again).chain(listed) {
            // Two numbers may name the same passage, after a note took the path of another one with its text.
            if !found.iter().any(|other| other.key() == reference.key()) {
                found.push(reference);
            }
        }
        found
    }
}

/// The question with the time of `part` in place of its own, if it has one and `part` is nothing else: “and this week?”
fn with_time(
    question: &str,
    part: &str,
    times: &dyn Fn(&str) -> Vec<FoundPeriod>,
) -> Option<String> {
    let (new, old) = (times(part), times(question));
    let ([new], [old]) = (&new[..], &old[..]) else { return None };
    let time = part.get(new.range.clone()).filter(|time| time.trim() == part.trim())?;
    let (before, after) = (question.get(..old.range.start)?, question.get(old.range.end..)?);
    Some(format!("{before}{time}{after}"))
}

/// The period of a range, also of one that is written backwards.
pub(crate) fn period_of(range: DateRange) -> Period {
    let (first, last) = (range.first.unwrap_or(Date::MIN), range.last.unwrap_or(Date::MAX));
    Period { first: first.min(last), last: first.max(last) }
}

/// The answer that a model gave in a turn, without marks. Empty if there is none.
fn model_answer(turn: &PastTurn) -> String {
    let answer = plain(turn.answer.as_deref().unwrap_or_default());
    match [NO_SUPPORT, NO_PAGE, NO_PASSAGES, PASSAGES].iter().any(|own| own.is(&answer)) {
        true => String::new(),
        false => answer,
    }
}

/// The query of the first table. Older answers don't have that of a `.base` file's view.
fn query_of(shown: &[Reference]) -> Option<Query> {
    let table = shown.iter().find_map(|reference| reference.table.as_ref())?;
    Query::read(&table.query).ok().filter(|_| !table.query.is_empty())
}

/// A turn as question and answer. An answer without a topic is left out.
fn exchange(turn: &PastTurn) -> Exchange {
    let mut answer = model_answer(turn);
    if says_not_in_notes(&answer) {
        answer.clear();
    }
    Exchange { question: turn.question.clone(), answer }
}

/// An answer without its citations.
fn plain(answer: &str) -> String {
    let mut text = String::with_capacity(answer.len());
    let mut rest = answer;
    while let Some(start) = rest.find('[') {
        let (before, mark) = rest.split_at(start);
        let inner = mark[1..].trim_start_matches(|char: char| char.is_ascii_digit());
        let is_mark = inner.len() + 1 < mark.len() && inner.starts_with(']');
        text.push_str(if is_mark { before.trim_end() } else { before });
        if is_mark {
            rest = &inner[1..];
        } else {
            text.push('[');
            rest = &mark[1..];
        }
    }
    text.push_str(rest);
    text.trim().to_owned()
}

/// The numbers that an answer cites, in the order of its citations.
fn cited_numbers(answer: &Answer) -> Vec<Number> {
    let mut numbers: Vec<Number> = Vec::new();
    for mark in &answer.citations {
        if !numbers.contains(&mark.number) {
            numbers.push(mark.number);
        }
    }
    numbers
}
