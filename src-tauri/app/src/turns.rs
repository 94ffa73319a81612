//! Turns: questions and their answers.

#[cfg(test)]
mod tests;

mod ahead;
mod aside;
mod attaching;
mod gists;
mod parts;
mod proposing;
mod stored;
mod summaries;
mod translating;

use std::sync::Arc;

use futures::stream::{self, BoxStream, StreamExt};
use tokio::runtime::Handle;

use self::parts::Parts;
use crate::changes::Changes;
use crate::model_choice::{ModelRequest, Models};
use crate::ratings::follow;
use crate::search::Retrieval;
use crate::sentences;
use crate::settings::SettingsStore;
use crate::vaults::Vaults;
use conversation::{
    Answer, Code, ConversationId, ConversationSettings, DateRange, Error, Message, MessageId,
    MessageState, Mode, Question, Remark, Result, SurveyEstimate, context::ContextView,
};
use grounding::context::opening;
use library::{Library, VaultId, now};
use models::Usage;
use retrieval::{AskingDay, SearchSetup, blocking};
use turn::{
    self, ActiveTurns, AskRequest, At, Draft, Histories, Intent, Place, Turn, TurnEvent, Way,
    equip, evidence, gather,
};

#[derive(Clone)]
pub struct Turns {
    parts: Arc<Parts>,
}

impl Turns {
    pub(crate) fn new(
        library: Library,
        settings: SettingsStore,
        models: Models,
        vaults: Vaults,
        retrieval: Retrieval,
        changes: Changes,
    ) -> Self {
        let parts = Arc::new(Parts {
            library,
            settings,
            models,
            vaults,
            retrieval,
            changes,
            runtime: Handle::current(),
            running: ActiveTurns::default(),
            histories: Histories::default(),
            asides: tokio::sync::Mutex::default(),
        });
        Self { parts }
    }

    /// The turn runs to its end even if the stream is dropped.
    pub fn ask(&self, request: AskRequest) -> BoxStream<'static, TurnEvent> {
        let turns = self.clone();
        let begun = async move {
            match turns.turn(request).await {
                Ok(turn) => {
                    turns.parts.summarise_after(&turn);
                    let noted = turns.parts.note_after(&turn);
                    let library = turns.parts.library.clone();
                    let events = turn::start(&turns.parts.runtime, turn);
                    events.then(move |event| followed(library.clone(), event)).chain(noted).boxed()
                }
                Err(error) => turn::refused(error).boxed(),
            }
        };
        let begun = self.parts.runtime.spawn(begun);
        stream::once(async move {
            begun.await.unwrap_or_else(|panic| {
                let error = Error::new(Code::Internal, || sentences::not_asked(&panic));
                turn::refused(error.because(panic)).boxed()
            })
        })
        .flatten()
        .boxed()
    }

    async fn turn(&self, mut request: AskRequest) -> Result<Turn> {
        let vault = self.parts.vaults.vault()?;
        let library = self.parts.library.clone();
        let remembers = self.parts.settings.get().chat.memories;
        let mut place = self.place(&request).await?;
        if let Place::Continue(_, question, answer) = &place {
            request.mode = question.mode;
            request.scope = question.scope.clone();
            request.way = match (&**answer, request.way) {
                (_, Way::Passages) => Way::Passages,
                (Answer { work: Some(_), .. }, _) => Way::Work,
                // The answer has no text yet: the remaining notes are read.
                (Answer { head, survey: Some(_), .. }, _) if head.text.is_empty() => Way::Survey,
                // Whatever is chosen for new questions, the text continues.
                (_, Way::Work | Way::Survey) => Way::Answer,
                (_, way) => way,
            };
            if request.way == Way::Survey {
                // The rest of a period's notes is read, not of those that match.
                let period = answer.coverage.and_then(|it| it.period);
                request.period = period.map(|it| DateRange { first: it.first, last: it.last });
            }
        }
        let answer = match &place {
            Place::Continue(.., answer) => answer.id,
            _ => MessageId::new(),
        };
        let entered = self.parts.running.enter(answer, place.conversation())?;
        // Reads the answer again now that no other turn writes it: later pieces would be lost.
        if let Place::Continue(.., broken) = &mut place {
            **broken = stored::answer(&library, answer).await?;
        }
        let (own, wanted) = self.wanted(vault.id, place.conversation(), &request).await?;
        if own.plain {
            request.mode = Mode::None;
        }
        let handle = vault.handle().at(turn::asked_at(now()));
        let setup = SearchSetup::quick(&handle, wanted.settings.search.clone())
            .within(request.scope.clone());
        let toolbox = self.parts.toolbox(&handle, setup, answer);
        let text = place.stored().map_or(&request.text, |question| &question.text);
        Ok(Turn {
            intent: Intent::of(text, remembers),
            library,
            histories: self.parts.histories.clone(),
            rest: wanted.is_local().then(|| vault.rest()),
            vault: handle,
            settings: wanted.settings.clone(),
            own,
            timing: wanted.timing,
            models: Arc::new(self.parts.models.choice(wanted)),
            calibrations: self.parts.models.calibrations(),
            request,
            place,
            answer,
            toolbox,
            web: self.parts.retrieval.web(),
            entered,
        })
    }

    /// The place of a question. `/continue` at the end of a conversation continues its last answer.
    async fn place(&self, request: &AskRequest) -> Result<Place> {
        match request.at {
            At::End(conversation) if Intent::of(&request.text, false) == Intent::Continue => {
                match (conversation, self.last_turn(conversation).await?) {
                    (Some(id), Some((question, answer))) => {
                        Ok(Place::Continue(id, Box::new(question), Box::new(answer)))
                    }
                    (Some(_), None) => Err(Error::bad_input(turn::NOTHING_TO_CONTINUE)),
                    (None, _) => Ok(Place::End(None)),
                }
            }
            At::End(_) | At::Instead(_) if request.text.trim().is_empty() => {
                Err(Error::bad_input(sentences::NO_QUESTION))
            }
            At::End(conversation) => Ok(Place::End(conversation)),
            At::Instead(id) => {
                Ok(Place::Instead(stored::question(&self.parts.library, id).await?.0, id))
            }
            At::Again(id) => {
                let (conversation, question) = stored::question(&self.parts.library, id).await?;
                Ok(Place::Again(conversation, Box::new(question)))
            }
        }
    }

    async fn last_turn(
        &self,
        conversation: Option<ConversationId>,
    ) -> Result<Option<(Question, Answer)>> {
        let Some(id) = conversation else { return Ok(None) };
        let page = self.parts.library.conversation_page(id, None, 2).await?;
        let mut last = page.conversation.messages.into_iter();
        let question = last.next().and_then(Message::into_question);
        let answer = last.next().and_then(Message::into_answer);
        let (Some(question), Some(answer)) = (question, answer) else { return Ok(None) };
        // The app's own answers are complete. An answer that the app's end interrupted doesn't name its model yet.
        let by_model =
            answer.model.is_some() || answer.imported || answer.state != MessageState::Complete;
        let is_written = !answer.text.is_empty() && by_model;
        let goes_on = !answer.passages_only
            && (is_written || answer.survey.is_some() || answer.work.is_some());
        Ok(goes_on.then_some((question, answer)))
    }

    /// A conversation's own settings, and its model unless the request names one.
    async fn wanted(
        &self,
        vault: VaultId,
        conversation: Option<ConversationId>,
        request: &AskRequest,
    ) -> Result<(ConversationSettings, ModelRequest)> {
        let own = self.parts.library.conversation_settings(vault, conversation).await?;
        let mut wanted = self.parts.models.request_for(&own);
        if let Some(model) = &request.model {
            wanted.settings.chosen = Some(model.clone());
        }
        Ok((own, wanted))
    }

    pub fn cancel(&self, answer: MessageId) {
        self.parts.running.cancel(answer);
    }

    /// Allows or refuses a request to the web that the turn shows.
    pub fn decide(&self, answer: MessageId, outgoing: u32, yes: bool) {
        self.parts.running.decide(answer, outgoing, yes);
    }

    /// `None` if no step follows or the remark is too long: it is then a question of its own.
    pub async fn remark(&self, answer: MessageId, text: &str) -> Result<Option<Remark>> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Error::bad_input(sentences::NO_QUESTION));
        }
        let Some(remark) = self.parts.running.say(answer, text) else { return Ok(None) };
        self.parts.library.add_remark(answer, remark.clone()).await?;
        Ok(Some(remark))
    }

    pub async fn survey_estimate(&self, request: &AskRequest) -> Result<SurveyEstimate> {
        let (text, scope) = (request.text.clone(), request.scope.clone());
        let (conversation, text, scope, created) = match request.at {
            At::Again(id) => {
                let (conversation, Question { head, scope, .. }) =
                    stored::question(&self.parts.library, id).await?;
                (Some(conversation), head.text, scope, head.created)
            }
            At::End(conversation) => (conversation, text, scope, now()),
            At::Instead(id) => {
                let (conversation, _) = stored::question(&self.parts.library, id).await?;
                (Some(conversation), text, scope, now())
            }
        };
        let open = self.parts.vaults.vault()?;
        let vault = open.handle();
        let (_, wanted) = self.wanted(open.id, conversation, request).await?;
        let settings = wanted.settings.clone();
        let server = self.parts.models.server_of(&wanted).await;
        let (model, reading) = self.parts.models.current_with_reading(wanted.clone()).await;
        let counter = self.parts.models.counter(&model.name);
        let setup = SearchSetup::quick(&vault, settings.search).within(scope);
        let name = model.name.clone();
        let period = request.period;
        let estimate = blocking(move || {
            let asked = AskingDay::at(turn::asked_at(created), &vault);
            let chosen = period.map(|range| (range, asked));
            let sources = vault.sources(setup);
            let model = (&model, reading);
            turn::estimate(&sources, &text, chosen, model, settings.reserve, &counter)
        })
        .await?;
        let usage = Usage { prompt: estimate.sent, completion: estimate.written };
        let cost = server.and_then(|server| models::cost(&server, &name, usage));
        Ok(SurveyEstimate { cost, ..estimate })
    }

    /// The context that this draft would send, built by the same functions.
    pub async fn preview(&self, request: &AskRequest) -> Result<ContextView> {
        let open = self.parts.vaults.vault()?;
        let vault = open.handle();
        let (conversation, stored) = match request.at {
            At::End(conversation) => (conversation, None),
            At::Again(id) | At::Instead(id) => {
                let (conversation, question) = stored::question(&self.parts.library, id).await?;
                (Some(conversation), Some(question))
            }
        };
        let library = &self.parts.library;
        let (own, wanted) = self.wanted(open.id, conversation, request).await?;
        let settings = wanted.settings.clone();
        let remembers = settings.chat.memories;
        let again = stored.as_ref().filter(|_| matches!(request.at, At::Again(_)));
        let text = again.map_or(&request.text, |question| &question.text).clone();
        let draft = Draft {
            conversation,
            stored: stored.as_ref().map(|question| question.id),
            intent: Intent::of(&text, remembers),
            text,
            search: request.search.clone(),
            period: request.period,
            mode: if own.plain { Mode::None } else { request.mode },
            attachments: match again {
                Some(question) => question.attachments.iter().map(|file| file.id).collect(),
                None => request.attachments.clone(),
            },
            when: turn::asked_at(again.map_or_else(now, |question| question.created)),
            links: None,
            own,
            remembers,
        };
        let (model, reading) = self.parts.models.current_with_reading(wanted.clone()).await;
        // A draft is shown while it is typed, so no model reranks its passages.
        let setup =
            SearchSetup::quick(&vault, settings.search.clone()).within(request.scope.clone());
        let mut toolbox = self.parts.toolbox(&vault, setup.clone(), MessageId::new());
        if let Some(web) = self.parts.retrieval.web() {
            // Counted among the tools; a preview calls none.
            toolbox = toolbox.with_web(web);
        }
        let (histories, sources) = (&self.parts.histories, evidence::all());
        let material = gather(library, histories, &vault, draft, setup, None, &sources).await?;
        let embedder = vault.meaning.as_ref().map(|meaning| meaning.embedder.clone());
        let counter = self.parts.models.counter(&model.name);
        let brief =
            equip(material, &model, &settings, &toolbox, &counter, embedder, reading).await?;
        self.parts.read_ahead(wanted, opening(brief.input()));
        let assembly = brief.assemble(counter).await?;
        // Without summaries the oldest turns are left out, as the cuts show.
        let compact = assembly.view.compact.filter(|_| settings.chat.compact);
        Ok(ContextView { compact, ..assembly.view })
    }
}

/// An answer's end, with the verdicts that the user has rated.
async fn followed(library: Library, mut event: TurnEvent) -> TurnEvent {
    if let TurnEvent::Finished(answer) = &mut event {
        follow(&library, std::iter::once(&mut **answer)).await;
    }
    event
}
