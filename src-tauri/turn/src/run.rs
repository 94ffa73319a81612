//! The steps of a turn.

use std::sync::Arc;

use futures::future::BoxFuture;
use models::{Calibrations, LoadVerifier, Model, Server, Timing};

use super::{
    emit::{Emit, End},
    gather::{Draft, Material, Online, gather},
    histories::Histories,
    intent::Intent,
    outgoing::WebGate,
    running::TurnSlot,
    writing::AnswerWriter,
};
use crate::{event::AskRequest, sentences};
use conversation::{
    Author, Code, ConversationId, ConversationSettings, Error, Message, MessageId, MessageState,
    Mode, Reference, ReferenceId, Result, Scope, Settings, Work, WorkStage,
};
use grounding::references::{Piece, links::direct_references};
use library::{CallReport, Library, Question, now};
use retrieval::{KeyLookup, SearchSetup, VaultHandle, blocking, tools::Toolbox};
use web::{Web, as_query};

/// Who knows the user's models and their keys.
pub trait ModelSource: KeyLookup {
    /// The model that answers, and its server.
    ///
    /// # Errors
    /// [`Code::NoModel`], or what the chosen server said; with what was tried.
    fn chosen(&self) -> BoxFuture<'_, Result<(Server, Model)>>;

    /// Tokens that a model reads in a second, if that was measured on this machine.
    fn reading<'a>(&'a self, server: &'a Server, model: &'a Model) -> BoxFuture<'a, Option<u32>>;

    /// Forgets what servers said of their models: one may be gone, or have others by now.
    fn forget(&self);
}

/// A turn that is about to run.
pub struct Turn {
    pub library: Library,
    pub vault: VaultHandle,
    pub models: Arc<dyn ModelSource>,
    /// The settings as they were when the question was asked, with those of the conversation.
    pub settings: Settings,
    /// What the conversation has of its own.
    pub own: ConversationSettings,
    /// What is held of the conversation that was asked last.
    pub histories: Histories,
    pub timing: Timing,
    /// What was learned of how models count.
    pub calibrations: Calibrations,
    /// What is asked; its `conversation` is the one of a kept question, too.
    pub request: AskRequest,
    /// The kept question that is asked again.
    pub again: Option<Message>,
    /// The answer to that question, if it goes on where it stopped.
    pub continued: Option<Message>,
    /// The id of the answer to write.
    pub answer: MessageId,
    pub toolbox: Toolbox,
    /// The web, if it is set up. The turn shows and asks before anything goes there.
    pub web: Option<Arc<dyn Web>>,
    /// Loads the verifier of citations, if the user chose one.
    pub verifier: Option<LoadVerifier>,
    /// The turn's place among those that run.
    pub entered: TurnSlot,
    /// A model on this machine has the processor to itself until this is dropped.
    pub rest: Option<[index::Hold; 2]>,
}

/// How the work on an answer came out.
pub(super) enum Outcome {
    Complete,
    Cancelled,
    Failed(Error),
}

impl From<Error> for Outcome {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl Turn {
    pub(super) async fn run(mut self, emit: Emit) -> End {
        let (question, links, mut writing) = match self.begin(emit.clone()).await {
            Ok(begun) => begun,
            Err(error) => return End::Failed { answer: None, error },
        };
        self.guard_web(&question, writing.conversation, emit);
        let outcome = self.answer(&question, links, &mut writing).await;
        self.tell_what_left(&mut writing);
        let library = self.library.clone();
        writing.message.remarks.extend(self.entered.heard_last());
        let mut message = writing.answer();
        // What there is of a broken answer is checked as well.
        if !message.text.is_empty() && !message.passages_only && message.model.is_some() {
            let mut report = std::mem::take(&mut writing.report);
            message.notices.clear();
            let checked = self.check(message, question.text.clone(), &outcome, &mut report);
            message = writing.wait_for(checked).await;
            // Something may have been told while it was checked.
            report.problems.append(&mut writing.report.problems);
            writing.report = report;
            writing.message.notices.append(&mut message.notices);
        }
        let (state, error) = match &outcome {
            Outcome::Complete => (MessageState::Complete, None),
            Outcome::Cancelled => (MessageState::Cancelled, None),
            Outcome::Failed(error) => (MessageState::Failed, Some(error.clone())),
        };
        message.state = state;
        message.error = error;
        message.notices = std::mem::take(&mut writing.message.notices);
        let kept = library.end_turn(message.clone(), writing.report).await;
        if let Err(error) = &kept {
            message.state = MessageState::Failed;
            message.error = Some(error.clone());
        }
        if self.settings.chat.memories
            && let Err(error) = library.count_references(self.vault.id, message.id).await
        {
            tracing::warn!(%error, "what the answer rests on isn't counted");
        }
        // The conversation is free for its next turn before this one's last event is seen.
        drop(self);
        match (outcome, kept) {
            (Outcome::Failed(error), _) | (_, Err(error)) => {
                End::Failed { answer: Some(message), error }
            }
            (Outcome::Complete, Ok(())) => End::Finished(message),
            (Outcome::Cancelled, Ok(())) => End::Cancelled(message),
        }
    }

    /// Has all that goes to the web, be it the question or a tool's, pass the gate.
    fn guard_web(&mut self, question: &Message, conversation: ConversationId, emit: Emit) {
        let Some(web) = self.web.take().filter(|_| self.request.mode.has_web()) else { return };
        let about = (conversation, &*question.text, self.query(question));
        let (library, asking) = (self.library.clone(), self.entered.asking());
        let gate = WebGate::new(web, self.settings.web.clone(), about, library, emit, asking);
        let gate: Arc<dyn Web> = Arc::new(gate);
        self.toolbox = self.toolbox.clone().with_web(gate.clone());
        self.web = Some(gate);
    }

    /// What the web is searched for: the question without its command, also where it is gone on with.
    fn query(&self, question: &Message) -> String {
        let intent = Intent::with_memory(&question.text, self.settings.chat.memories);
        as_query(&intent.matter(&question.text))
    }

    /// Puts into the receipt what went to the web.
    pub(super) fn tell_what_left(&self, writing: &mut AnswerWriter) {
        writing.report.problems.append(&mut self.entered.sent());
    }

    /// Keeps the question and the place of its answer, then tells of both. With the question comes what
    /// its links find, if they were resolved now.
    async fn begin(&self, emit: Emit) -> Result<(Message, Option<Vec<Reference>>, AnswerWriter)> {
        let mut answer = match &self.continued {
            Some(broken) => {
                Message { error: None, checks: Vec::new(), probably: Vec::new(), ..broken.clone() }
            }
            None => blank(self.answer, Author::Assistant, String::new()),
        };
        if self.continued.is_some() && !self.goes_on_writing() {
            // What stands there is what a step had found when it was cut off, which is looked for anew.
            answer.text.clear();
            answer.citations.clear();
        }
        answer.state = MessageState::Streaming;
        answer.passages_only = self.request.passages_only;
        let text = self.again.as_ref().map_or(&self.request.text, |question| &question.text);
        answer.mode = match Intent::with_memory(text, self.settings.chat.memories) {
            // Nothing is looked for.
            Intent::Remember(_) => Mode::None,
            _ => self.request.mode,
        };
        let mut links = None;
        let (question, kept) = match (&self.again, self.request.conversation) {
            (Some(again), Some(conversation)) if self.continued.is_some() => {
                (again.clone(), Question::Continued { conversation })
            }
            (Some(again), Some(conversation)) => {
                let kept = Question::Kept { conversation, message: again.id };
                (again.clone(), kept)
            }
            (None, Some(conversation)) if self.request.edit.is_some() => {
                let question;
                (question, links) = self.question().await?;
                let instead_of = self.request.edit.unwrap_or(question.id);
                let message = Box::new(question.clone());
                (question, Question::Edited { conversation, instead_of, message })
            }
            _ => {
                let question;
                (question, links) = self.question().await?;
                let kept = Question::New {
                    conversation: self.request.conversation,
                    title: title(&question.text),
                    message: Box::new(question.clone()),
                };
                (question, kept)
            }
        };
        let conversation = self.library.begin_turn(self.vault.id, kept, answer.clone()).await?;
        if self.continued.is_some() {
            self.histories.forget();
        }
        self.entered.in_conversation(conversation);
        emit.started(conversation, question.clone(), self.answer);
        Ok((question, links, AnswerWriter::new(self.library.clone(), emit, conversation, answer)))
    }

    /// The question to keep, and what its links find, to be used once more.
    async fn question(&self) -> Result<(Message, Option<Vec<Reference>>)> {
        let text = self.request.text.clone();
        let files = self.library.attachments(self.request.attachments.clone()).await?;
        let mut question = blank(MessageId::new(), Author::User, text.clone());
        question.mode = self.request.mode;
        question.scope = self.request.scope.clone();
        question.attachments = files.into_iter().map(|(file, _)| file).collect();
        let setup = SearchSetup::quick(&self.vault, self.settings.search.clone());
        let sources = self.vault.sources(setup);
        let (remembers, plain) = (self.settings.chat.memories, self.own.plain);
        let links = move || {
            if plain {
                return Ok(Vec::new());
            }
            let intent = Intent::with_memory(&text, remembers);
            let links = direct_references(&intent.matter(&text), &sources.catalog);
            Ok(links.into_iter().map(|link| sources.described(link)).collect::<Vec<_>>())
        };
        // A defect in reading links must not lose the question; the turn meets it again, and tells.
        let links = blocking(links).await.ok();
        question.references = links.clone().unwrap_or_default();
        // The answer's references are others than the question's, also where both are the same link.
        let links = links.map(|links| {
            let again = |link| Reference { id: ReferenceId::new(), ..link };
            links.into_iter().map(again).collect()
        });
        Ok((question, links))
    }

    async fn answer(
        &self,
        question: &Message,
        links: Option<Vec<Reference>>,
        writing: &mut AnswerWriter,
    ) -> Outcome {
        let cancel = self.entered.cancel.clone();
        let prepared = cancel.run_until_cancelled(self.prepare(question, links, writing));
        let (gathered, chosen) = match prepared.await {
            None => return Outcome::Cancelled,
            Some(Err(error)) => return error.into(),
            Some(Ok(prepared)) => prepared,
        };
        let result = if let Some(refusal) = gathered.refusal() {
            self.show_found(&gathered, writing).await.and(Err(Error::new(Code::BadInput, refusal)))
        } else if let Intent::Remember(fact) = &gathered.intent {
            self.remember(fact, writing).await
        } else if self.needs_no_model(&gathered.intent) {
            writing.message.passages_only = true;
            self.passages(&gathered, writing).await
        } else if gathered.has_no_support() && !self.works(&gathered.intent) {
            self.no_support(&gathered, writing).await
        } else {
            match chosen {
                Some(Ok((server, model))) if self.works(&gathered.intent) => {
                    self.work_out(gathered, &server, &model, writing).await
                }
                Some(Ok((server, model))) if self.request.all => {
                    self.survey(gathered, &server, &model, writing).await
                }
                Some(Ok((server, model))) => {
                    self.ask_model(gathered, &server, &model, writing).await
                }
                Some(Err(error)) => self.show_found(&gathered, writing).await.and(Err(error)),
                None => Err(Error::new(Code::Internal, sentences::NO_MODEL_LOOKED_FOR)),
            }
        };
        result.unwrap_or_else(Outcome::Failed)
    }

    /// Whether the question is worked out step by step. What a command asks for isn't.
    fn works(&self, intent: &Intent) -> bool {
        self.request.work && matches!(intent, Intent::Answer | Intent::Continue)
    }

    /// Whether an answer goes on in the middle of its text. One of which nothing is written yet goes on with what
    /// comes before that.
    pub(super) fn goes_on_writing(&self) -> bool {
        self.continued.as_ref().is_some_and(|answer| {
            let is_report = |work: &Work| work.stage == WorkStage::Reporting;
            !answer.text.is_empty() && answer.work.as_ref().is_none_or(is_report)
        })
    }

    /// Whether the passages themselves are the answer.
    fn needs_no_model(&self, intent: &Intent) -> bool {
        self.request.passages_only || matches!(intent, Intent::Find(_) | Intent::Remember(_))
    }

    /// Keeps what the user said to remember; no model reads it.
    async fn remember(&self, fact: &str, writing: &mut AnswerWriter) -> Result<Outcome> {
        if !self.settings.chat.memories {
            return Err(Error::new(Code::BadInput, sentences::MEMORY_IS_OFF));
        }
        self.library.remember(self.vault.id, fact.to_owned()).await?;
        writing.show(Piece::Text(sentences::remembered(fact)));
        Ok(Outcome::Complete)
    }

    /// Gathers what the answer is made from, and looks for the model meanwhile.
    async fn prepare(
        &self,
        question: &Message,
        links: Option<Vec<Reference>>,
        writing: &mut AnswerWriter,
    ) -> Result<(Material, Option<Result<(Server, Model)>>)> {
        let mut known = None;
        let mut routed = None;
        if self.may_route(question) {
            let chosen = self.models.chosen().await;
            if let Ok((server, model)) = &chosen {
                routed = self.route(question, (server, model), writing).await?;
            }
            known = Some(chosen);
        }
        if let Some(command) = &routed {
            writing.message.routed = routed.clone();
            writing.emit.routed(command.clone());
        }
        let goes_on = self.goes_on_writing();
        let now_asked = if goes_on { &self.request.text } else { &question.text };
        let asked = routed.as_ref().unwrap_or(now_asked);
        let draft = Draft {
            conversation: Some(writing.conversation),
            // An answer that goes on comes behind its question and its own text.
            kept: (!goes_on).then_some(question.id),
            text: asked.clone(),
            mode: self.request.mode,
            attachments: match goes_on {
                true => Vec::new(),
                false => question.attachments.iter().map(|file| file.id).collect(),
            },
            when: if goes_on { now() } else { question.created },
            // The links of a command are others.
            links: links.filter(|_| !goes_on && routed.is_none()),
            own: self.own.clone(),
            remembers: self.settings.chat.memories,
        };
        let choose = async {
            let remembers = self.settings.chat.memories;
            match known {
                Some(known) => Some(known),
                None if self.needs_no_model(&Intent::with_memory(asked, remembers)) => None,
                None => Some(self.models.chosen().await),
            }
        };
        let settings = &self.settings;
        let web = Online {
            web: self.web.as_deref(),
            query: self.query(question),
            results: settings.web.results,
            cancel: &self.entered.cancel,
        };
        let (library, histories) = (&self.library, &self.histories);
        let gather = |setup| {
            gather(library, histories, &self.vault, draft, settings.reserve, setup, Some(web))
        };
        let (gathered, chosen) = if SearchSetup::needs_chat_model(&settings.search) {
            let chosen = choose.await;
            (gather(self.search_setup(chosen.as_ref()).await).await, chosen)
        } else {
            tokio::join!(async { gather(self.search_setup(None).await).await }, choose)
        };
        let gathered = gathered?;
        for notice in &gathered.notices {
            writing.notice(notice.clone());
        }
        Ok((gathered, chosen))
    }

    /// The settings and models of this turn's search.
    async fn search_setup(&self, chosen: Option<&Result<(Server, Model)>>) -> SearchSetup {
        let chat = match chosen {
            Some(Ok((server, model))) => Some((server, model)),
            _ => None,
        };
        let call = (self.timing, self.entered.cancel.clone());
        let settings = self.settings.search.clone();
        let setup = SearchSetup::thorough(&self.vault, settings, &*self.models, chat, call).await;
        setup.within(self.request.scope.clone())
    }
}

/// A conversation's title until the user gives another: the first line of its first question, at
/// most 60 characters, cut at a word.
fn title(question: &str) -> String {
    const LONGEST: usize = 60;
    let line = question.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    // One character more tells whether the last word is whole.
    let start: String = line.chars().take(LONGEST + 1).collect();
    match start.rsplit_once(' ') {
        Some((words, _)) => format!("{words}…"),
        None => format!("{}…", line.chars().take(LONGEST).collect::<String>()),
    }
}

pub(super) fn blank(id: MessageId, author: Author, text: String) -> Message {
    Message {
        id,
        author,
        text,
        citations: Vec::new(),
        thinking: String::new(),
        steps: Vec::new(),
        checks: Vec::new(),
        probably: Vec::new(),
        created: now(),
        state: MessageState::Complete,
        error: None,
        mode: Mode::None,
        scope: Scope::default(),
        passages_only: false,
        model: None,
        notices: Vec::new(),
        references: Vec::new(),
        attachments: Vec::new(),
        has_receipt: false,
        tokens: None,
        coverage: None,
        survey: None,
        work: None,
        remarks: Vec::new(),
        routed: None,
        imported: false,
        branches: Vec::new(),
    }
}

/// Ends the answer of a turn that a defect cut off, with what was kept of it.
pub(super) async fn fail_kept(library: &Library, answer: MessageId, error: Error) -> End {
    let Ok((_, mut message)) = library.message(answer).await else {
        return End::Failed { answer: None, error };
    };
    message.state = MessageState::Failed;
    message.error = Some(error.clone());
    let problems = vec![error.message.clone()];
    let report = CallReport { problems, ..CallReport::default() };
    if let Err(lost) = library.end_turn(message.clone(), report).await {
        tracing::error!(%lost, "the end of a failed answer couldn't be kept");
    }
    End::Failed { answer: Some(message), error }
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn a_title_is_the_first_line_cut_at_a_word() {
        let long = "How much salt goes into a dough of a thousand grams of flour and rye?";
        let cases = [
            ("How much salt?", "How much salt?"),
            ("\n\n  How  much\nsalt?", "How much"),
            (long, "How much salt goes into a dough of a thousand grams of flour…"),
            ("", ""),
        ];
        for (question, expected) in cases {
            assert_eq!(title(question), expected);
        }
        let word = "a".repeat(80);
        assert_eq!(title(&word).chars().count(), 61);
    }
}
