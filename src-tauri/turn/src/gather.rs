//! Gathers everything that an answer is made from. The preview of a draft calls the same function as the turn.

use std::{collections::HashSet, sync::Arc};

use futures::future::join_all;
use jiff::{Timestamp, tz::TimeZone};
use language::Words;
use models::marks::without_marks;
use tokio::sync::Mutex;

use crate::{
    changes, context_choices as choices, earlier,
    evidence::source::{Findings, Online, PeriodNotes, Query, Source},
    histories::Histories,
    in_talk::InTalk,
    intent::Intent,
    newer::{join_newer, newer_first},
    prompts, sentences,
};
use conversation::{
    AttachmentId, ContextItem, ConversationId, ConversationSettings, Cut, DateRange, MessageId,
    Mode, Result, context::SearchedFor, reference::Reference,
};
use grounding::{
    context::{Basis, PastTalk, Progress},
    references::Ledger,
};
use library::Library;
use retrieval::{Matching, Reading, SearchSetup, VaultHandle, blocking, talk::words_of};

/// Number of bytes quoted from the end of a broken answer, for the model to continue from.
const LAST_WORDS: usize = 80;

/// A question, sent or still being typed.
pub struct Draft {
    /// `None` for a new conversation.
    pub conversation: Option<ConversationId>,
    /// The stored message that is asked again or replaced. The history ends before it.
    pub stored: Option<MessageId>,
    pub text: String,
    /// The user's own words for the search, instead of the question's.
    pub search: Option<String>,
    /// The time that the user chose, instead of the question's.
    pub period: Option<DateRange>,
    pub intent: Intent,
    pub mode: Mode,
    pub attachments: Vec<AttachmentId>,
    pub when: Timestamp,
    /// The references that its links lead to, if already resolved.
    pub links: Option<Vec<Reference>>,
    pub own: ConversationSettings,
    /// The user's memory is on.
    pub remembers: bool,
}

#[derive(Debug, Clone)]
pub struct Material {
    pub basis: Arc<Basis>,
    pub progress: Arc<Progress>,
    pub intent: Intent,
    pub own: ConversationSettings,
    /// Found passages that the model needn't see.
    pub rest: Vec<Reference>,
    /// The project's matching passages, for a model whose window is too small for the whole project.
    pub project_hits: Vec<Reference>,
    /// References to attached files sent without passages.
    pub files: Vec<Reference>,
    /// Cuts for passages that the user removed, or pinned and that are gone.
    pub left_out: Vec<Cut>,
    /// For the user.
    pub notices: Vec<String>,
    /// Sentences about what the search sent to other models than the answering one.
    pub sent: Vec<String>,
    /// A search ran, even if it found nothing.
    pub searched: bool,
    /// A model answered an earlier question, and this one is about it.
    pub follows: bool,
    pub matching: Matching,
    /// The notes of the time that the question is about.
    pub period: Option<PeriodNotes>,
}

impl Material {
    /// Whether a query over the notes' records answers the question.
    pub fn has_table(&self) -> bool {
        self.progress.hits.iter().any(|hit| hit.table.is_some())
    }

    pub fn has_no_support(&self) -> bool {
        let Basis { attachments, project, linked, .. } = &*self.basis;
        let earlier = self.progress.earlier.turns.iter().flat_map(|turn| &turn.attachments);
        self.searched
            && !self.follows
            && self.intent != Intent::Continue
            && self.progress.hits.is_empty()
            && self.project_hits.is_empty()
            && attachments.iter().chain(earlier).all(|file| file.searched)
            && project.as_ref().is_none_or(|project| project.documents.is_empty())
            && linked.iter().all(|note| note.text.is_empty())
    }

    /// The searched words, also of a first question. `None` if nothing was searched, or the question has no words.
    pub(crate) fn searched_for(&self) -> Option<SearchedFor> {
        let own = || SearchedFor { words: words_of(&self.basis.question) };
        let of_first = || Some(own()).filter(|it| self.searched && !it.words.is_empty());
        self.basis.searched_for.clone().or_else(of_first)
    }

    /// The reason why the message's command can't be carried out, if any.
    pub(crate) fn refusal(&self) -> Option<Words> {
        let Basis { attachments, linked, .. } = &*self.basis;
        match &self.intent {
            Intent::Note(words) if words.is_empty() => Some(sentences::NOTHING_TO_NOTE.into()),
            Intent::Find(words) if words.is_empty() => Some(sentences::NOTHING_TO_FIND.into()),
            Intent::Remember(words) if words.is_empty() => {
                Some(sentences::NOTHING_TO_REMEMBER.into())
            }
            Intent::Summarize(_)
                if attachments.is_empty() && linked.iter().all(|note| note.text.is_empty()) =>
            {
                Some(match linked.first() {
                    None => sentences::NO_NOTE_NAMED.into(),
                    Some(note) => (|| sentences::nothing_to_summarise(&note.link.wikilink)).into(),
                })
            }
            Intent::Continue
                if self.progress.earlier.turns.last().is_none_or(|it| it.answer.is_none()) =>
            {
                Some(sentences::NOTHING_TO_CONTINUE.into())
            }
            _ => None,
        }
    }
}

/// Gathers the material for an answer to `draft`. Without `web`, as in a preview, nothing is sent to the web.
///
/// # Errors
/// If the library fails to read the conversation, or an attached file is missing. A failing source becomes a notice.
pub async fn gather(
    library: &Library,
    histories: &Histories,
    vault: &VaultHandle,
    draft: Draft,
    setup: SearchSetup,
    web: Option<Online<'_>>,
    sources: &[Source],
) -> Result<Material> {
    let Draft {
        conversation,
        stored,
        text,
        search,
        period: chosen,
        intent,
        mode,
        when,
        links,
        own,
        remembers,
        ..
    } = draft;
    let vault = &vault.clone().at(when);
    let mut past = PastTalk::default();
    let mut ledger = Ledger::default();
    let mut decided = Vec::new();
    let mut files = Vec::new();
    let mut messages = Arc::default();
    if let Some(conversation) = conversation {
        let history = histories.of(library, conversation, stored).await?;
        decided = changes::outcomes(library, &history.messages).await?;
        files = earlier::searched(library, &vault.whole, &history.messages, &own).await?;
        past = earlier::of(library, conversation, &vault.whole, &history, &own).await?;
        ledger = history.ledger;
        messages = history.messages;
    }
    let attached = earlier::files(library, &vault.whole, draft.attachments).await?;
    let searched_now = attached.iter().filter(|file| {
        let item = ContextItem::File { attachment: file.part.id };
        file.part.searched && !choices::is_taken_out(&own, &item)
    });
    files.extend(searched_now.filter_map(|file| file.cut.clone()));
    let (matter, links) = match (&intent, past.turns.last()) {
        // The broken answer's search is repeated.
        (Intent::Continue, Some(turn)) => (turn.question.clone(), None),
        _ => (intent.matter(&text).into_owned(), links),
    };
    let mode = match intent {
        Intent::Answer | Intent::Note(_) | Intent::Continue => mode,
        Intent::Find(_) => Mode::Notes,
        Intent::Summarize(_) | Intent::Remember(_) => Mode::None,
    };
    let (prompts, oddities) = prompts::of(library, vault, &own, when).await?;
    let mut in_talk = match search {
        Some(own) => InTalk { own: Some(own), ..InTalk::default() },
        None => InTalk::read(vault, &matter, (&intent, mode), &past.turns).await,
    };
    if !attached.is_empty() && in_talk.needs_no_search() {
        // “Summarise this” is about the attached file.
        in_talk.follow_up = None;
    }
    if let Some(conversation) = conversation {
        in_talk = in_talk.with_cited(library, conversation, &messages).await?;
    }
    let looks = !in_talk.needs_no_search();
    let reading = match looks && mode.has_notes() && !matches!(intent, Intent::Continue) {
        true => in_talk.reading((vault, &setup), &matter, when, chosen).await,
        false => Reading::default(),
    };
    let recalls =
        looks && remembers && !own.plain && matches!(intent, Intent::Answer | Intent::Continue);
    let query = Query {
        library,
        vault,
        setup: &setup,
        text: &matter,
        links,
        mode: if looks { mode } else { Mode::None },
        own: &own,
        files,
        in_talk: &in_talk,
        reading: &reading,
        recalls,
        web,
        searching: Mutex::default(),
    };
    let found = join_all(sources.iter().map(|source| source(&query))).await;
    let mut found: Findings = found.into_iter().collect();
    // A passage that the user attached isn't sent a second time.
    let passages = attached.iter().flat_map(|file| &file.part.passages);
    let mut known: HashSet<_> = passages.filter_map(Reference::key).collect();
    found.hits.retain(|hit| hit.key().is_none_or(|key| known.insert(key)));
    // A question about the past gets the past.
    let today = reading.notes.is_none().then(|| day(when));
    let (found, pinned_hits, left_out) = choose(found, &query, today).await;
    let Findings {
        linked,
        hits,
        unused,
        matching,
        period,
        mut notices,
        searched,
        project,
        project_hits,
        with_topic,
    } = found;
    notices.extend(oddities);
    if mode.has_notes() && !vault.is_synced {
        notices.insert(0, sentences::STILL_INDEXED.to_string());
    }
    notices.extend(setup.failures());
    let answer = past.turns.last().and_then(|turn| turn.answer.as_deref()).unwrap_or_default();
    let (asked, restated) = match reading.chosen {
        Some(chosen) => (chosen, None),
        None => (matter, in_talk.restated()),
    };
    let question = instruction(&intent, asked, answer);
    let (files, attachments) =
        attached.into_iter().map(|file| (file.reference, file.part)).unzip::<_, _, Vec<_>, _>();
    Ok(Material {
        basis: Arc::new(Basis {
            question,
            when: spoken_time(when),
            mode,
            prompts,
            project,
            linked,
            whole_notes: matches!(intent, Intent::Summarize(_)),
            attachments,
            pinned_hits,
            changes: decided,
            searched_for: in_talk.searched_for(with_topic),
            restated,
        }),
        progress: Arc::new(Progress { earlier: past, hits, ledger, ..Progress::default() }),
        intent,
        own,
        rest: unused,
        project_hits,
        files: files.into_iter().flatten().collect(),
        left_out,
        notices,
        sent: setup.sent(),
        searched,
        follows: in_talk.follow_up.is_some() && in_talk.is_answered,
        matching,
        period,
    })
}

/// Puts the newer of passages that differ first, for a question of `today`; then applies the user's pins and removals.
/// Returns the number of pinned hits, and a cut for each removed passage.
async fn choose(
    found: Findings,
    query: &Query<'_>,
    today: Option<String>,
) -> (Findings, usize, Vec<Cut>) {
    let sources = query.sources();
    let (own, files) = (query.own.clone(), query.files.clone());
    let question = query.text.to_owned();
    let choose = move || {
        let mut found = found;
        if let Some(today) = today {
            join_newer(&mut found.hits, &mut found.unused, &question);
            newer_first(&mut found.hits, &question, &sources.catalog, &today);
        }
        let (pinned, left_out) = choices::of_passages(&own, &sources, &files, &mut found);
        Ok((found, pinned, left_out))
    };
    // After a panic nothing is sent: the findings may contain what the user removed.
    blocking(choose).await.unwrap_or_else(|error| {
        (Findings::notice(sentences::notes_not_read(&error)), 0, Vec::new())
    })
}

/// The message for the model: the question, or a command's instruction.
fn instruction(intent: &Intent, matter: String, last_answer: &str) -> String {
    match intent {
        Intent::Answer | Intent::Find(_) | Intent::Remember(_) => matter,
        Intent::Note(_) => format!(
            "Write a note in Markdown, for my own use: a heading in the first line, then what is to be \
             known, and no words to me. What it is about: {matter}"
        ),
        Intent::Continue => {
            let answer = last_answer.trim_end();
            let tail = answer.len().saturating_sub(LAST_WORDS);
            format!(
                "Your last answer broke off. It ends with “…{}”. Go on with the next word exactly where it \
                 stopped, without repeating any of it.",
                without_marks(&answer[answer.ceil_char_boundary(tail)..])
            )
        }
        Intent::Summarize(_) => format!(
            "Summarize {}: what it is about, and its main points with their figures and names.",
            if matter.is_empty() { "the attached file" } else { &matter }
        ),
    }
}

fn day(when: Timestamp) -> String {
    when.to_zoned(TimeZone::system()).strftime("%Y-%m-%d").to_string()
}

pub fn spoken_time(when: Timestamp) -> String {
    when.to_zoned(TimeZone::system()).strftime("%A, %-d %B %Y, %H:%M").to_string()
}
