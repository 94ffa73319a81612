//! Questions and answers.

mod ahead;
mod attaching;
mod proposing;
mod summaries;

use std::sync::Arc;

use futures::stream::{self, BoxStream, StreamExt};
use tokio::runtime::Handle;

use crate::changes::Changes;
use crate::model_choice::{ModelRequest, Models};
use crate::search::Retrieval;
use crate::sentences;
use crate::settings::SettingsStore;
use crate::vaults::Vaults;
use conversation::{
    Author, Code, ConversationId, ConversationSettings, Error, Message, MessageId, MessageState,
    Mode, Remark, Result, SurveyEstimate, context::ContextView,
};
use grounding::context::opening;
use library::{Library, VaultId, now};
use models::Usage;
use retrieval::{SearchSetup, blocking};
use turn::{
    self, ActiveTurns, AskRequest, Draft, Histories, Intent, Turn, TurnEvent, equip, gather,
};

/// Questions and their answers. Clones share the turns that run.
#[derive(Clone)]
pub struct Turns {
    shared: Arc<Shared>,
}

struct Shared {
    library: Library,
    settings: SettingsStore,
    models: Models,
    vaults: Vaults,
    retrieval: Retrieval,
    changes: Changes,
    runtime: Handle,
    running: ActiveTurns,
    histories: Histories,
}

impl Turns {
    /// Turns about notes of `vaults`, answered by `models` and kept in `library`. They run on the
    /// tokio runtime that this is called on.
    pub(crate) fn new(
        library: Library,
        settings: SettingsStore,
        models: Models,
        vaults: Vaults,
        retrieval: Retrieval,
        changes: Changes,
    ) -> Self {
        let shared = Arc::new(Shared {
            library,
            settings,
            models,
            vaults,
            retrieval,
            changes,
            runtime: Handle::current(),
            running: ActiveTurns::default(),
            histories: Histories::default(),
        });
        Self { shared }
    }

    /// Asks. The turn runs to its end even if the stream is dropped.
    pub fn ask(&self, request: AskRequest) -> BoxStream<'static, TurnEvent> {
        let turns = self.clone();
        let begun = async move {
            match turns.turn(request).await {
                Ok(turn) => {
                    turns.summarise_after(&turn);
                    let noted = turns.note_after(&turn);
                    turn::start(&turns.shared.runtime, turn).chain(noted).boxed()
                }
                Err(error) => turn::refused(error).boxed(),
            }
        };
        // The turn must begin even if nobody reads its stream.
        let begun = self.shared.runtime.spawn(begun);
        stream::once(async move {
            begun.await.unwrap_or_else(|panic| {
                turn::refused(Error::new(Code::Internal, sentences::not_asked(&panic))).boxed()
            })
        })
        .flatten()
        .boxed()
    }

    async fn turn(&self, mut request: AskRequest) -> Result<Turn> {
        let vault = self.shared.vaults.vault()?;
        let library = self.shared.library.clone();
        let mut continued = None;
        let again = match (request.retry, request.edit) {
            (None, None) if Intent::of(&request.text) == Intent::Continue => {
                match self.last_turn(request.conversation).await? {
                    Some((question, answer)) => {
                        request.mode = question.mode;
                        request.scope = question.scope.clone();
                        // Nothing is written of it yet: the notes are read on.
                        request.all = answer.text.is_empty() && answer.survey.is_some();
                        request.work = answer.work.is_some();
                        continued = Some(answer.id);
                        Some(question)
                    }
                    None if request.conversation.is_some() => {
                        return Err(Error::new(Code::BadInput, turn::NOTHING_TO_CONTINUE));
                    }
                    None => None,
                }
            }
            (None, _) if request.text.trim().is_empty() => {
                return Err(Error::new(Code::BadInput, sentences::NO_QUESTION));
            }
            (None, None) => None,
            (None, Some(id)) => {
                request.conversation = Some(self.kept_question(id).await?.0);
                None
            }
            (Some(id), _) => {
                let (conversation, question) = self.kept_question(id).await?;
                request.conversation = Some(conversation);
                Some(question)
            }
        };
        let answer = continued.unwrap_or_else(MessageId::new);
        let entered = self.shared.running.enter(answer, request.conversation)?;
        // Read only now, when nobody else writes it: what came since the look above would be lost.
        let continued = match continued {
            Some(id) => Some(library.message(id).await?.1),
            None => None,
        };
        let (own, wanted) = self.wanted(vault.id, request.conversation, &request).await?;
        if own.plain {
            request.mode = Mode::None;
        }
        let handle = vault.handle();
        let setup = SearchSetup::quick(&handle, wanted.settings.search.clone())
            .within(request.scope.clone());
        let toolbox = self.toolbox(&handle, setup, answer);
        let verifier = wanted.settings.check.verifier.as_ref();
        let verifier = verifier.map(|folder| self.shared.retrieval.verifier(folder.as_ref()));
        if verifier.is_some() {
            self.shared.retrieval.rest_verifier_after(entered.left.clone());
        }
        Ok(Turn {
            library,
            histories: self.shared.histories.clone(),
            rest: wanted.is_local().then(|| vault.rest()),
            vault: handle,
            settings: wanted.settings.clone(),
            own,
            timing: wanted.timing,
            models: Arc::new(self.shared.models.choice(wanted)),
            calibrations: self.shared.models.calibrations(),
            request,
            again,
            continued,
            answer,
            toolbox,
            web: self.shared.retrieval.web(),
            verifier,
            entered,
        })
    }

    /// The last question of a conversation and what a model wrote of its answer, if it did.
    async fn last_turn(
        &self,
        conversation: Option<ConversationId>,
    ) -> Result<Option<(Message, Message)>> {
        let Some(id) = conversation else { return Ok(None) };
        let page = self.shared.library.conversation_page(id, None, 2).await?;
        let mut last = page.conversation.messages.into_iter();
        let (Some(question), Some(answer)) = (last.next(), last.next()) else { return Ok(None) };
        // What the app itself said, such as that something is remembered, is whole. An answer that was cut off by the
        // app's end doesn't name its model yet.
        let by_model =
            answer.model.is_some() || answer.imported || answer.state != MessageState::Complete;
        let is_written = !answer.text.is_empty() && by_model;
        let goes_on = question.author == Author::User
            && answer.author == Author::Assistant
            && !answer.passages_only
            && (is_written || answer.survey.is_some() || answer.work.is_some());
        Ok(goes_on.then_some((question, answer)))
    }

    /// A question of the user's that is kept, with its conversation.
    async fn kept_question(&self, id: MessageId) -> Result<(ConversationId, Message)> {
        let (conversation, question) = self.shared.library.message(id).await?;
        if question.author == Author::User {
            Ok((conversation, question))
        } else {
            Err(Error::new(Code::BadInput, sentences::NOT_A_QUESTION))
        }
    }

    /// What a conversation has of its own, and what it wants of the models, unless the request names one.
    async fn wanted(
        &self,
        vault: VaultId,
        conversation: Option<ConversationId>,
        request: &AskRequest,
    ) -> Result<(ConversationSettings, ModelRequest)> {
        let own = self.shared.library.conversation_settings(vault, conversation).await?;
        let mut wanted = self.shared.models.request_for(&own);
        if let Some(model) = &request.model {
            wanted.settings.chosen = Some(model.clone());
        }
        Ok((own, wanted))
    }

    /// Stops the turn that writes `answer`. Does nothing if it has ended.
    pub fn cancel(&self, answer: MessageId) {
        self.shared.running.cancel(answer);
    }

    /// Lets something that a turn shows go to the web, or not. Does nothing if that isn't waited for any
    /// more.
    pub fn decide(&self, answer: MessageId, outgoing: u32, yes: bool) {
        self.shared.running.decide(answer, outgoing, yes);
    }

    /// Says something to the turn that works on `answer`, for its next step, and keeps it with the answer. `None`
    /// if there is no step to come, or it is too long for a remark: then it is a question of its own.
    pub async fn remark(&self, answer: MessageId, text: &str) -> Result<Option<Remark>> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Error::new(Code::BadInput, sentences::NO_QUESTION));
        }
        let Some(remark) = self.shared.running.say(answer, text) else { return Ok(None) };
        self.shared.library.add_remark(answer, remark.clone()).await?;
        Ok(Some(remark))
    }

    /// What reading every note that matches a question would take, before it is asked.
    ///
    /// # Errors
    /// If no vault is open, the model's window is too small, or the index or library fails.
    pub async fn survey_estimate(&self, request: &AskRequest) -> Result<SurveyEstimate> {
        let (conversation, text, scope) = match request.retry {
            Some(id) => {
                let (conversation, question) = self.kept_question(id).await?;
                (Some(conversation), question.text, question.scope)
            }
            None => (request.conversation, request.text.clone(), request.scope.clone()),
        };
        let open = self.shared.vaults.vault()?;
        let vault = open.handle();
        let (_, wanted) = self.wanted(open.id, conversation, request).await?;
        let settings = wanted.settings.clone();
        let server = self.shared.models.server_of(&wanted).await;
        let (model, reading) = self.shared.models.current_with_reading(wanted.clone()).await;
        let counter = self.shared.models.counter(&model.name);
        let setup = SearchSetup::quick(&vault, settings.search).within(scope);
        let name = model.name.clone();
        let estimate = blocking(move || {
            let sources = vault.sources(setup);
            let model = (&model, reading);
            turn::estimate(&sources, &text, model, settings.reserve, &counter)
        })
        .await?;
        let usage = Usage { prompt: estimate.sent, completion: estimate.written };
        let cost = server.and_then(|server| models::cost(&server, &name, usage));
        Ok(SurveyEstimate { cost, ..estimate })
    }

    /// What sending this draft would send, by the same functions that send.
    pub async fn preview(&self, request: &AskRequest) -> Result<ContextView> {
        let open = self.shared.vaults.vault()?;
        let vault = open.handle();
        let mut draft = Draft {
            conversation: request.conversation,
            kept: None,
            text: request.text.clone(),
            mode: request.mode,
            attachments: request.attachments.clone(),
            when: now(),
            links: None,
            own: ConversationSettings::default(),
            remembers: false,
        };
        if let Some(id) = request.edit {
            draft.conversation = Some(self.kept_question(id).await?.0);
            draft.kept = Some(id);
        }
        if let Some(id) = request.retry {
            let (conversation, question) = self.kept_question(id).await?;
            draft = Draft {
                conversation: Some(conversation),
                kept: Some(id),
                mode: request.mode,
                attachments: question.attachments.iter().map(|file| file.id).collect(),
                text: question.text,
                when: question.created,
                ..draft
            };
        }
        let library = &self.shared.library;
        let (own, wanted) = self.wanted(open.id, draft.conversation, request).await?;
        if own.plain {
            draft.mode = Mode::None;
        }
        draft.own = own;
        let settings = wanted.settings.clone();
        draft.remembers = settings.chat.memories;
        let (model, reading) = self.shared.models.current_with_reading(wanted.clone()).await;
        // A draft is shown as it is typed: nobody waits for a model to put passages in order.
        let setup = SearchSetup::quick(&vault, settings.search).within(request.scope.clone());
        let mut toolbox = self.toolbox(&vault, setup.clone(), MessageId::new());
        if let Some(web) = self.shared.retrieval.web() {
            // Counted among the tools; a preview calls none.
            toolbox = toolbox.with_web(web);
        }
        let histories = &self.shared.histories;
        let gathered =
            gather(library, histories, &vault, draft, settings.reserve, setup, None).await?;
        let embedder = vault.meaning.as_ref().map(|meaning| meaning.embedder.clone());
        let counter = self.shared.models.counter(&model.name);
        let gathered =
            equip(gathered, &model, &settings.chat, &toolbox, &counter, embedder, reading).await?;
        self.read_ahead(wanted, opening(&gathered.input));
        let (_, assembly) = turn::assemble(gathered, counter).await?;
        // Without summaries the oldest turns are left out, which the cuts tell.
        let compact = assembly.view.compact.filter(|_| settings.chat.compact);
        Ok(ContextView { compact, ..assembly.view })
    }
}

#[cfg(test)]
mod tests {
    use conversation::Scope;

    use super::*;
    use crate::fixture::Ground;

    fn passages(text: &str) -> AskRequest {
        AskRequest {
            conversation: None,
            text: text.to_owned(),
            mode: Mode::Notes,
            scope: Scope::default(),
            attachments: Vec::new(),
            passages_only: true,
            retry: None,
            edit: None,
            model: None,
            all: false,
            work: false,
            as_chat: false,
        }
    }

    #[tokio::test]
    async fn a_question_ends_in_one_answer_without_any_model() {
        let ground = Ground::new();
        let settings = ground.settings().await;
        let vaults = ground.opened(&settings).await;
        let models = ground.models(&settings).await;
        let retrieval = ground.retrieval(&settings, &vaults).await;
        let changes = ground.changes(&settings, &vaults);
        let turns =
            Turns::new(ground.library.clone(), settings, models, vaults, retrieval, changes);

        let refused: Vec<_> = turns.ask(passages(" ")).collect().await;
        let [TurnEvent::Failed { answer: None, error }] = &refused[..] else {
            panic!("{refused:?}")
        };
        assert_eq!(error.code, Code::BadInput);

        let events: Vec<_> = turns.ask(passages("How much salt?")).collect().await;
        let Some(TurnEvent::Finished(answer)) = events.last() else { panic!("{events:?}") };
        assert_eq!(answer.references.len(), 1);
        // An answer can't be asked again.
        let again = AskRequest { retry: Some(answer.id), ..passages("") };
        assert_eq!(turns.preview(&again).await.unwrap_err().code, Code::BadInput);
        let view = turns.preview(&passages("How much salt?")).await.unwrap();
        assert!(view.total.0 > 0);
    }
}
