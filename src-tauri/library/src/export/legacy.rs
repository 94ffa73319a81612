//! Reads `chat_sessions.json`, the file of an earlier app: sessions by id, each with messages that have a role and a
//! content. Other fields are optional. A session becomes a conversation without branches.

use std::{collections::HashSet, fmt::Display};

use jiff::{Timestamp, civil::DateTime, tz::TimeZone};
use notes::{Anchor, NotePath};
use serde_json::{Map, Value};

use super::file::ConversationFile;
use crate::{Archive, ArchivedCompaction, ArchivedMessage, sentences};
use conversation::{
    Answer, AnswerTokens, Author, Call, CallState, Compaction, CompactionId, Error, Message,
    MessageId, Mode, Question, Result, Step, Title,
    model::Tokens,
    reference::{Kind, Reference, State},
};
use grounding::{context::compaction::SUMMARY_MARK, references::snippet};
use language::Words;

/// The earlier app's tools, and those here that do the same.
const TOOLS: [(&str, &str); 4] = [
    ("read_zk_document", "read_note"),
    ("find_excerpts", "find_excerpts"),
    ("find_excerpts_related_to", "find_excerpts"),
    ("find_zk_documents", "find_notes"),
];

/// Maximum characters of a reference's summary, as in our own references.
const LONGEST_SUMMARY: usize = 100;

pub(super) fn read(
    value: &Value,
    now: Timestamp,
    zone: &TimeZone,
) -> Result<Vec<ConversationFile>> {
    let sessions: Vec<(Words, &Value)> = match value {
        Value::Object(map) if map.get("messages").is_some_and(Value::is_array) => {
            vec![(sentences::import::WHOLE_FILE.into(), value)]
        }
        Value::Object(map) => map
            .iter()
            .map(|(id, session)| (Words::from(|| sentences::import::session(id)), session))
            .collect(),
        Value::Array(_) => vec![(sentences::import::WHOLE_FILE.into(), value)],
        _ => {
            return Err(Error::bad_input(sentences::import::NEITHER));
        }
    };
    let mut read = Vec::new();
    let mut empty = Losses::default();
    for (place, value) in sessions {
        let session = Session { place, now, zone };
        match session.read(value)? {
            Some(found) => read.push(found),
            None => empty.add(|| sentences::import::empty(&session.place)),
        }
    }
    if let Some(first) = read.first_mut() {
        first.notes.extend(empty.sentences());
    }
    Ok(read)
}

struct Session<'a> {
    /// Names the session in the file.
    place: Words,
    now: Timestamp,
    zone: &'a TimeZone,
}

/// Sentences about parts that an import leaves out. Only the first ones are stored, the others counted: a file
/// full of such parts would become a list many times its size.
#[derive(Default)]
struct Losses {
    first: Vec<String>,
    more: usize,
}

impl Losses {
    /// Maximum sentences.
    const MOST: usize = 20;

    fn add(&mut self, sentence: impl FnOnce() -> String) {
        if self.first.len() < Self::MOST {
            self.first.push(sentence());
        } else {
            self.more += 1;
        }
    }

    fn sentences(mut self) -> Vec<String> {
        if self.more > 0 {
            self.first.push(sentences::import::more_like_these(self.more));
        }
        self.first
    }
}

/// The state after the messages read so far.
struct SessionState {
    losses: Losses,
    /// The ids of the calls.
    calls: HashSet<String>,
    /// The time of the last message that has one.
    time: Timestamp,
    /// Number of times that couldn't be read.
    broken_times: usize,
    /// Number of omitted messages with instructions.
    system: usize,
    /// Number of omitted results of tools.
    results: usize,
    summaries: Vec<ArchivedCompaction>,
    /// Tokens of the current question alone.
    question: Tokens,
    /// Tokens of all messages so far, with the passages added to them.
    sent: Tokens,
}

impl Session<'_> {
    /// `None` for a session without messages.
    fn read(&self, value: &Value) -> Result<Option<ConversationFile>> {
        let nothing = Map::new();
        let (fields, messages) = match value {
            Value::Array(messages) => (&nothing, messages),
            Value::Object(fields) => match fields.get("messages") {
                Some(Value::Array(messages)) => (fields, messages),
                Some(_) => return Err(self.wrong(&sentences::import::NO_LIST)),
                None => return Err(self.wrong(&sentences::import::NO_MESSAGES)),
            },
            _ => return Err(self.wrong(&sentences::import::NO_OBJECT)),
        };
        let time =
            |name: &str| fields.get(name).and_then(Value::as_str).and_then(|text| self.time(text));
        let created = time("created_at");
        let updated = time("last_updated");
        let mut before = SessionState {
            losses: Losses::default(),
            calls: HashSet::new(),
            time: created.or(updated).unwrap_or(self.now),
            broken_times: 0,
            system: 0,
            results: 0,
            summaries: Vec::new(),
            question: Tokens(0),
            sent: Tokens(0),
        };
        let mut archived: Vec<ArchivedMessage> = Vec::new();
        for (n, value) in messages.iter().enumerate() {
            if let Some(message) = self.message(n + 1, value, &mut before)? {
                let parent = archived.last().map(|last| last.message.id);
                archived.push(ArchivedMessage { parent, message, receipts: Vec::new() });
            }
        }
        let (Some(first), Some(last)) = (archived.first(), archived.last()) else {
            return Ok(None);
        };
        let asked = archived.iter().find(|one| one.message.question().is_some()).unwrap_or(first);
        let title = Title::of(&asked.message.text).text;
        let archive = Archive {
            title: if title.is_empty() { sentences::import::UNTITLED.to_string() } else { title },
            created: first.message.created.min(created.unwrap_or(first.message.created)),
            updated: updated.unwrap_or(last.message.created).max(last.message.created),
            pinned: false,
            shown: Some(last.message.id),
            project: None,
            prompts: Vec::new(),
            messages: archived,
            compactions: std::mem::take(&mut before.summaries),
            attachments: Vec::new(),
        };
        Ok(Some(ConversationFile { archive, notes: before.notes() }))
    }

    /// The `n`-th message of the file, from 1; `None` for one that is left out.
    fn message(
        &self,
        n: usize,
        value: &Value,
        before: &mut SessionState,
    ) -> Result<Option<Message>> {
        let wrong =
            |what: &dyn Display| self.wrong(&Words::from(|| sentences::import::message(n, what)));
        let Value::Object(fields) = value else {
            return Err(wrong(&sentences::import::IS_NO_OBJECT));
        };
        let role = match fields.get("role") {
            Some(Value::String(role)) => role.rsplit('.').next().unwrap_or(role).to_lowercase(),
            Some(_) => return Err(wrong(&sentences::import::ROLE_IS_NO_TEXT)),
            None => return Err(wrong(&sentences::import::NO_ROLE)),
        };
        let text = match fields.get("content") {
            Some(Value::String(text)) => text.clone(),
            // A turn with only tool calls has no text.
            None | Some(Value::Null) if role == "assistant" => String::new(),
            Some(_) => return Err(wrong(&sentences::import::CONTENT_IS_NO_TEXT)),
            None => return Err(wrong(&sentences::import::NO_CONTENT)),
        };
        let summary = summary_in(&role, &text);
        let author = match role.as_str() {
            "user" | "human" => Author::User,
            "assistant" | "ai" => Author::Assistant,
            "system" if summary.is_some() => Author::Assistant,
            "system" => {
                before.system += 1;
                return Ok(None);
            }
            "tool" | "function" => {
                before.results += 1;
                return Ok(None);
            }
            _ => return Err(wrong(&Words::from(|| sentences::import::unknown_role(&role)))),
        };
        if let Some(given) = fields.get("timestamp").filter(|given| !given.is_null()) {
            match given.as_str().and_then(|text| self.time(text)) {
                Some(time) => before.time = time,
                None => before.broken_times += 1,
            }
        }
        let mut references = Vec::new();
        for (at, value) in list(fields.get("references")).enumerate() {
            match reference(value) {
                Some(found) => references.push(found),
                None => before.losses.add(|| sentences::import::strange_reference(at + 1, n)),
            }
        }
        let steps = self.steps(n, fields.get("tool_calls"), before);
        let tokens = before.tokens(author, fields);
        let searched = references.iter().any(|one: &Reference| one.kind == Kind::Search);
        let id = MessageId::new();
        if let Some(summary) = &summary {
            before.summarise(id, summary, fields);
        }
        let text = summary.unwrap_or(text);
        let mode = if searched { Mode::Notes } else { Mode::None };
        Ok(Some(match author {
            Author::User => {
                let mut question = Question::new(id, text, before.time);
                (question.mode, question.references) = (mode, references);
                question.into()
            }
            Author::Assistant => {
                let mut answer = Answer { steps, tokens, ..Answer::new(id, text, before.time) };
                (answer.mode, answer.references) = (mode, references);
                answer.into()
            }
        }))
    }

    fn steps(&self, n: usize, value: Option<&Value>, before: &mut SessionState) -> Vec<Step> {
        let mut calls = Vec::new();
        for value in list(value) {
            // `{"id", "function": {"name", "arguments"}}`, or the same fields on one level.
            let function = value.get("function").unwrap_or(value);
            let Some(name) = function.get("name").and_then(Value::as_str) else {
                before.losses.add(|| sentences::import::nameless_call(n));
                continue;
            };
            let known = TOOLS.iter().find(|(earlier, _)| *earlier == name);
            let id = value.get("id").and_then(Value::as_str).map(str::to_owned);
            let id = id
                .filter(|id| !before.calls.contains(id))
                .unwrap_or_else(|| format!("imported-{n}-{}", calls.len() + 1));
            before.calls.insert(id.clone());
            calls.push(Call {
                id,
                name: known.map_or(name, |(_, now)| now).to_owned(),
                arguments: match function.get("arguments") {
                    None | Some(Value::Null) => String::new(),
                    Some(Value::String(text)) => text.clone(),
                    Some(other) => other.to_string(),
                },
                state: CallState::Done,
                told: sentences::import::EARLIER_CALL.to_string(),
                found: Vec::new(),
                gist: None,
            });
        }
        if calls.is_empty() { Vec::new() } else { vec![Step { said: String::new(), calls }] }
    }

    /// In whole microseconds, as the library stores times. A time without a zone is in the user's.
    fn time(&self, text: &str) -> Option<Timestamp> {
        let text = text.trim();
        let time = text.parse::<Timestamp>().ok().or_else(|| {
            let civil: DateTime = text.parse().ok()?;
            civil.to_zoned(self.zone.clone()).ok().map(|zoned| zoned.timestamp())
        })?;
        Timestamp::from_microsecond(time.as_microsecond()).ok()
    }

    fn wrong(&self, what: &dyn Display) -> conversation::Error {
        Error::bad_input(|| sentences::import::strange_place(&self.place, what))
    }
}

/// The summary that replaces earlier messages, if the message is one.
fn summary_in(role: &str, text: &str) -> Option<String> {
    let summary = text.trim_start().strip_prefix(SUMMARY_MARK).filter(|_| role == "system")?.trim();
    (!summary.is_empty()).then(|| summary.to_owned())
}

impl SessionState {
    fn summarise(&mut self, through: MessageId, summary: &str, fields: &Map<String, Value>) {
        let tokens = fields.get("token_count").and_then(Value::as_u64).unwrap_or_default();
        let tokens = Tokens(u32::try_from(tokens).unwrap_or(u32::MAX));
        let compaction = Compaction {
            id: CompactionId::new(),
            through,
            summary: summary.to_owned(),
            found: Vec::new(),
            quotes: Vec::new(),
            messages: 0,
            before: tokens,
            after: tokens,
            model: String::new(),
            created: self.time,
            edited: false,
        };
        self.summaries.push(ArchivedCompaction { compaction, undone: None });
    }

    fn tokens(&mut self, author: Author, fields: &Map<String, Value>) -> Option<AnswerTokens> {
        let counted = |name: &str| {
            let count = fields.get(name).and_then(Value::as_u64)?;
            Some(Tokens(u32::try_from(count).unwrap_or(u32::MAX)))
        };
        let own = counted("token_count");
        let (question, sent) = (self.question, self.sent);
        self.sent = sent + counted("augmented_token_count").or(own).unwrap_or_default();
        if author == Author::User {
            self.question = own.unwrap_or_default();
            return None;
        }
        let tools = counted("tool_tokens").unwrap_or_default();
        Some(AnswerTokens { question, sent, tools, answer: own?, calls: 1, reported: false })
    }

    /// Sentences about what was left out or changed.
    fn notes(self) -> Vec<String> {
        let mut notes = self.losses.sentences();
        notes.extend(sentences::import::left_out(self.system, self.results, self.broken_times));
        notes
    }
}

fn list(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

/// `None` without a link and a path.
fn reference(value: &Value) -> Option<Reference> {
    let field = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    let written = field("relative_path").filter(|path| !path.is_empty());
    let path = written.as_deref().and_then(|path| NotePath::new(path).ok());
    let wikilink = field("wikilink")
        .or_else(|| path.as_ref().map(|path| format!("[[{}]]", path.stem())))
        .or_else(|| written.map(|path| format!("[[{path}]]")))?;
    let inner = wikilink.trim_start_matches("[[").trim_end_matches("]]");
    let (target, shown) = inner.split_once('|').map_or((inner, None), |(a, b)| (a, Some(b)));
    let (name, anchor) = target.split_once('#').map_or((target, None), |(a, b)| (a, Some(b)));
    let title = match &path {
        Some(path) => path.stem().to_owned(),
        None => shown.filter(|shown| !shown.is_empty()).unwrap_or(name).to_owned(),
    };
    let kind = match field("reference_type").as_deref() {
        Some("search") => Kind::Search,
        _ => Kind::Direct,
    };
    let cut = |text: String| match text.chars().count() > LONGEST_SUMMARY {
        true => snippet(&text),
        false => text,
    };
    let state = if path.is_some() { State::Used } else { State::Broken };
    Some(Reference {
        anchor: anchor.filter(|anchor| !anchor.is_empty()).map(|anchor| {
            match anchor.strip_prefix('^') {
                Some(block) => Anchor::Block(block.to_owned()),
                None => Anchor::Heading(anchor.split('#').map(str::to_owned).collect()),
            }
        }),
        wikilink,
        path,
        title,
        summary: field("summary").map(cut),
        snippet: field("context_snippet").map(|text| snippet(&text)).unwrap_or_default(),
        match_reason: match kind {
            Kind::Search => sentences::import::EARLIER_SEARCH.to_string(),
            _ => sentences::import::LINKED.to_string(),
        },
        ..Reference::new(kind, state)
    })
}
