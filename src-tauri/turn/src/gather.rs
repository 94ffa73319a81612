//! What a turn needs to know before anything is built or sent. The preview of a draft gathers by the
//! same function as the turn that sends it.

use jiff::{Timestamp, tz::TimeZone};
use models::{Tokens, marks::without_marks};
use tokio_util::sync::CancellationToken;

use super::{
    changes, choices,
    earlier::{self, PastTurns},
    histories::Histories,
    intent::Intent,
    prompts,
};
use crate::sentences;
use conversation::{
    AttachmentId, ContextItem, ConversationId, ConversationSettings, Cut, Error, MessageId, Mode,
    Result, reference::Reference,
};
use grounding::{
    context::{Input, LinkedNote, ProjectPart},
    references::{Ledger, links::direct_references},
};
use library::Library;
use library::now;
use retrieval::{
    Matching, SearchSetup, VaultHandle, blocking,
    files::{self, CutFile},
    memories, pages,
};
use retrieval::{
    project::{self, ProjectMaterial},
    query,
    sources::{SearchResults, Sources},
    tools::recalled,
};
use web::Web;

/// Bytes of a broken answer's end that the model is told, to go on behind them.
const LAST_WORDS: usize = 80;

/// A question, asked or not yet.
pub struct Draft {
    /// The conversation that it continues, if any.
    pub conversation: Option<ConversationId>,
    /// The kept message that this question is, or in whose place it stands; what follows it in the
    /// conversation doesn't count.
    pub kept: Option<MessageId>,
    /// What was typed.
    pub text: String,
    pub mode: Mode,
    /// The attached files, in order.
    pub attachments: Vec<AttachmentId>,
    pub when: Timestamp,
    /// What its links find, if that is known.
    pub links: Option<Vec<Reference>>,
    /// What its conversation has of its own.
    pub own: ConversationSettings,
    pub remembers: bool,
}

pub struct Material {
    /// The builder's input, without what the model decides.
    pub input: Input,
    pub intent: Intent,
    /// Passages that were found and that the model need not see.
    pub rest: Vec<Reference>,
    /// The passages of the project's notes that match, for a model that can't hold all of them.
    pub project_hits: Vec<Reference>,
    /// The references of the attached files of which no passage goes along.
    pub files: Vec<Reference>,
    /// The last message of each of the earlier turns.
    pub turn_ends: Vec<MessageId>,
    pub notices: Vec<String>,
    /// What finding all this sent to models besides the one that answers, in sentences.
    pub sent: Vec<String>,
    /// Whether the search was asked and answered, be it with nothing.
    pub searched: bool,
    /// How much of the vault matches the message.
    pub matching: Matching,
    /// What the conversation has of its own.
    pub own: ConversationSettings,
}

impl Material {
    /// Whether there is nothing that an answer from notes could rest on.
    pub fn has_no_support(&self) -> bool {
        let input = &self.input;
        self.searched
            && self.intent != Intent::Continue
            && input.hits.is_empty()
            && self.project_hits.is_empty()
            && input.attachments.iter().all(|file| file.searched)
            && input.project.as_ref().is_none_or(|project| project.documents.is_empty())
            && input.linked.iter().all(|note| note.text.is_empty())
            && input.history.iter().flat_map(|turn| &turn.attachments).all(|file| file.searched)
    }
}

impl Material {
    /// Why what the message asks for can't be done, if it can't.
    pub fn refusal(&self) -> Option<String> {
        let input = &self.input;
        match &self.intent {
            Intent::Note(words) if words.is_empty() => Some(sentences::NOTHING_TO_NOTE.to_string()),
            Intent::Find(words) if words.is_empty() => Some(sentences::NOTHING_TO_FIND.to_string()),
            Intent::Remember(words) if words.is_empty() => {
                Some(sentences::NOTHING_TO_REMEMBER.to_string())
            }
            Intent::Summarize(_)
                if input.attachments.is_empty()
                    && input.linked.iter().all(|note| note.text.is_empty()) =>
            {
                Some(match input.linked.first() {
                    None => sentences::NO_NOTE_NAMED.to_string(),
                    Some(note) => sentences::nothing_to_summarise(&note.link.wikilink),
                })
            }
            Intent::Continue if input.history.last().is_none_or(|turn| turn.answer.is_none()) => {
                Some(sentences::NOTHING_TO_CONTINUE.to_string())
            }
            _ => None,
        }
    }
}

pub struct Online<'a> {
    /// The web, if it is set up.
    pub web: Option<&'a dyn Web>,
    /// What is searched for: the question as the user wrote it, whatever command a model takes it for.
    pub query: String,
    pub results: u32,
    pub cancel: &'a CancellationToken,
}

/// Gathers what the answer to `draft` is made from. Without `web` nothing is sent to the web: what is still being
/// written, as in a preview, leaves the computer only when it is asked.
///
/// # Errors
/// If the library fails, or an attached file isn't there. A failing search is a notice.
pub async fn gather(
    library: &Library,
    histories: &Histories,
    vault: &VaultHandle,
    draft: Draft,
    reserve: Tokens,
    setup: SearchSetup,
    web: Option<Online<'_>>,
) -> Result<Material> {
    let mut earlier = PastTurns::default();
    let mut ledger = Ledger::default();
    let mut decided = Vec::new();
    let mut searched_files = Vec::new();
    let mut summary_undone = false;
    if let Some(conversation) = draft.conversation {
        let history = histories.of(library, conversation, draft.kept).await?;
        decided = changes::told(library, &history.messages).await?;
        let (messages, own) = (&history.messages, &draft.own);
        summary_undone = earlier::is_undone(messages, &history.compactions, &history.undone);
        earlier =
            earlier::of(library, conversation, &vault.whole, messages, history.compactions, own)
                .await?;
        searched_files = earlier::searched(library, &vault.whole, messages, own).await?;
        ledger = history.ledger;
    }
    let attached = earlier::files(library, &vault.whole, draft.attachments).await?;
    let of_now = attached.iter().filter(|file| {
        let item = ContextItem::File { attachment: file.part.id };
        file.part.searched && !choices::is_taken_out(&draft.own, &item)
    });
    searched_files.extend(of_now.filter_map(|file| file.cut.clone()));
    let intent = Intent::with_memory(&draft.text, draft.remembers);
    let (matter, links) = match (&intent, earlier.turns.last()) {
        // What is looked for again is what the answer was to.
        (Intent::Continue, Some(turn)) => (turn.question.clone(), None),
        _ => (intent.matter(&draft.text).into_owned(), draft.links),
    };
    let mode = match intent {
        Intent::Answer | Intent::Note(_) | Intent::Continue => draft.mode,
        Intent::Find(_) => Mode::Notes,
        Intent::Summarize(_) | Intent::Remember(_) => Mode::None,
    };
    let (project, unread) = project_of(library, vault, &draft.own).await?;
    let (prompts, oddities) = prompts::of(library, vault, &draft.own, draft.when).await?;
    let sources = vault.sources(setup.clone());
    let (found, pages) = tokio::join!(
        look(sources, matter.clone(), links, mode, project, draft.own.clone(), searched_files),
        search_web(web, mode)
    );
    let VaultResults {
        linked,
        mut hits,
        rest,
        matching,
        mut notices,
        mut searched,
        project,
        project_hits,
        pinned_hits,
        left_out,
    } = found;
    notices.extend(unread.into_iter().chain(oddities));
    let mut left_out = left_out;
    if draft.remembers && !draft.own.plain && matches!(intent, Intent::Answer | Intent::Continue) {
        let own = &draft.own;
        let (found, told) = remembered(library, vault, &setup, own, &matter, &mut left_out).await;
        hits.extend(found);
        notices.extend(told);
    }
    if mode.has_notes() && !vault.is_synced {
        notices.insert(0, sentences::STILL_INDEXED.to_string());
    }
    notices.extend(setup.stood_in());
    let sent = setup.sent();
    match pages {
        Ok(Some(pages)) => {
            searched |= mode == Mode::Web;
            hits.extend(pages);
        }
        Ok(None) => {}
        Err(notice) => notices.push(notice),
    }
    let question = match &intent {
        Intent::Answer | Intent::Find(_) | Intent::Remember(_) => matter,
        Intent::Note(_) => format!(
            "Write a note in Markdown, for my own use: a heading in the first line, then what is to be \
             known, and no words to me. What it is about: {matter}"
        ),
        Intent::Continue => {
            let answer = earlier.turns.last().and_then(|turn| turn.answer.as_deref());
            let answer = answer.unwrap_or_default().trim_end();
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
    };
    Ok(Material {
        files: attached.iter().filter_map(|file| file.reference.clone()).collect(),
        notices,
        rest,
        project_hits,
        sent,
        searched,
        matching,
        turn_ends: earlier.ends,
        input: Input {
            prompts,
            when: told(draft.when),
            mode,
            summary: earlier.summary,
            summary_undone,
            history: earlier.turns,
            project,
            linked,
            whole_notes: matches!(intent, Intent::Summarize(_)),
            hits,
            pinned_hits,
            left_out,
            changes: decided,
            attachments: attached.into_iter().map(|attached| attached.part).collect(),
            question,
            ledger,
            ..bare_input(Tokens(0), reserve)
        },
        intent,
        own: draft.own,
    })
}

/// The input of a turn of now in which nothing is said, found or attached.
pub fn bare_input(window: Tokens, reserve: Tokens) -> Input {
    Input { when: told(now()), ..Input::new(window, reserve) }
}

/// A conversation's project with its files, if it has one, and a sentence if the files can't be read.
async fn project_of(
    library: &Library,
    vault: &VaultHandle,
    own: &ConversationSettings,
) -> Result<(Option<ProjectWithFiles>, Option<String>)> {
    let Some(id) = own.project.filter(|_| !own.plain) else { return Ok((None, None)) };
    let Some(project) = library.project(vault.id, id).await? else { return Ok((None, None)) };
    let files = library.attachments(project.files.iter().map(|file| file.id).collect()).await;
    let cut = match files {
        Ok(files) => {
            let whole = vault.whole.clone();
            let cut = move |(file, text)| CutFile::new(&whole, file, &text);
            blocking(move || Ok(files.into_iter().map(cut).collect())).await
        }
        Err(error) => Err(error),
    };
    let (files, unread) = match cut {
        Ok(files) => (files, None),
        Err(error) => (Vec::new(), Some(sentences::project_files_not_read(&project.name, &error))),
    };
    Ok((Some((project, files)), unread))
}

type ProjectWithFiles = (library::Project, Vec<CutFile>);

/// Maximum memories that go along with a question.
const MEMORIES: usize = 5;

/// What is remembered and has words of the question, then what means the like, without what the user took
/// out of this conversation, which is added to `left_out`; and a sentence if it can't be looked up.
async fn remembered(
    library: &Library,
    vault: &VaultHandle,
    setup: &SearchSetup,
    own: &ConversationSettings,
    question: &str,
    left_out: &mut Vec<Cut>,
) -> (Vec<Reference>, Option<String>) {
    let found = async {
        let words = query::matter(question);
        let mut found = library.search_memories(vault.id, &words, MEMORIES).await?;
        if let Some(meaning) = setup.memory_meaning() {
            let all = library.memories(vault.id).await?;
            let texts: Vec<String> = all.iter().map(|it| it.text.clone()).collect();
            let (asked, whole) = (question.to_owned(), vault.whole.clone());
            let near = move || Ok(memories::near(&texts, &asked, &meaning, &whole));
            let near = blocking(near).await?.into_iter().filter_map(|at| all.get(at));
            let more = near.filter(|it| !found.contains(it)).cloned().collect::<Vec<_>>();
            found.extend(more);
            found.truncate(MEMORIES);
        }
        Ok::<_, Error>(found)
    };
    match found.await {
        Ok(found) => {
            let found = found.iter().map(|it| recalled(&it.text, it.created)).collect();
            (choices::of_memories(own, found, left_out), None)
        }
        Err(error) => (Vec::new(), Some(sentences::memory_not_read(&error))),
    }
}

fn told(when: Timestamp) -> String {
    when.to_zoned(TimeZone::system()).strftime("%A, %-d %B %Y, %H:%M").to_string()
}

/// What the vault gives for a message.
#[derive(Default)]
struct VaultResults {
    linked: Vec<LinkedNote>,
    hits: Vec<Reference>,
    rest: Vec<Reference>,
    matching: Matching,
    notices: Vec<String>,
    searched: bool,
    project: Option<ProjectPart>,
    project_hits: Vec<Reference>,
    pinned_hits: usize,
    left_out: Vec<Cut>,
}

/// Looks into the vault, and into the files that are searched. An answer without passages is better than none, so even a defect here is a
/// notice.
async fn look(
    sources: Sources,
    text: String,
    links: Option<Vec<Reference>>,
    mode: Mode,
    project: Option<ProjectWithFiles>,
    own: ConversationSettings,
    files: Vec<CutFile>,
) -> VaultResults {
    let read = move || Ok(find(&sources, &text, links, mode, project, &own, &files));
    blocking(read).await.unwrap_or_else(|error| VaultResults {
        notices: vec![sentences::notes_not_read(&error)],
        ..VaultResults::default()
    })
}

fn find(
    sources: &Sources,
    text: &str,
    links: Option<Vec<Reference>>,
    mode: Mode,
    project: Option<ProjectWithFiles>,
    own: &ConversationSettings,
    files: &[CutFile],
) -> VaultResults {
    let mut notices = Vec::new();
    let mut linked = Vec::new();
    let links = match own.plain {
        true => Vec::new(),
        false => links.unwrap_or_else(|| direct_references(text, &sources.catalog)),
    };
    for link in links {
        let (note, notice) = sources.linked(link, text);
        linked.push(note);
        notices.extend(notice);
    }
    let mut found = VaultResults { linked, ..VaultResults::default() };
    if mode.has_notes() {
        match sources.search(text) {
            Ok(SearchResults { shown, rest, matching, notices: told }) => {
                notices.extend(told);
                found = VaultResults { hits: shown, rest, matching, searched: true, ..found };
            }
            Err(error) => notices.push(sentences::notes_not_searched(&error)),
        }
    }
    if let Some((project, files)) = project {
        let ProjectMaterial { part, hits, notices: told } =
            project::read(sources, project, &files, text);
        notices.extend(told);
        found = VaultResults { project: Some(part), project_hits: hits, ..found };
    }
    let VaultResults { linked, hits, rest, project_hits, .. } = &mut found;
    let (of_files, told) = files::found(files, text, &sources.setup);
    hits.splice(0..0, of_files);
    notices.extend(told);
    let hits = (hits, project_hits);
    let (pinned_hits, left_out) = choices::of_passages(own, sources, files, linked, hits, rest);
    VaultResults { notices, pinned_hits, left_out, ..found }
}

/// What the web gives for a message: `None` if it wasn't to be asked. The error is a sentence for the user.
async fn search_web(
    online: Option<Online<'_>>,
    mode: Mode,
) -> std::result::Result<Option<Vec<Reference>>, String> {
    let Some(Online { web, query, results, cancel }) = online.filter(|_| mode.has_web()) else {
        return Ok(None);
    };
    let Some(web) = web else {
        return Err(sentences::NO_WEB_SEARCH.to_string());
    };
    let found = pages::search(web, &query, results, cancel).await;
    found.map(Some).map_err(|error| sentences::web_not_searched(&error))
}
