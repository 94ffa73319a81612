//! Runs a turn from the stored question to its terminal event.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use futures::stream::{self, BoxStream, StreamExt};
use models::{Model, Server};
use tokio::{
    runtime::Handle,
    sync::{mpsc, watch},
};

use crate::{
    after::{check::check_answer, drafts::best_draft, withdrawal::withdraw},
    closest::mark_closest,
    event::{Emit, TurnEvent, Way},
    evidence::{
        self,
        source::{Online, Source},
    },
    gather::{Draft, Material, gather},
    intent::Intent,
    moment::asked_at,
    routing, sentences,
    stop::{Outcome, Stop},
    task::{Job, Task, no_support, show_found},
    tasks,
    turn::{Place, Turn},
    web_gate::WebGate,
    writer::AnswerWriter,
};
use conversation::{
    Answer, Code, ConversationId, Error, Message, MessageId, MessageState, Mode, Question,
    Reference, ReferenceId, Result, Support, Title,
};
use grounding::references::links::direct_references;
use library::{AskedQuestion, CallReport, Library, now};
use retrieval::{SearchSetup, blocking, talk};
use web::{Web, as_query};

/// Runs a turn to its end, even if nobody reads the stream. The stream ends with one terminal event, even if the turn
/// panics.
pub fn start(runtime: &Handle, turn: Turn) -> BoxStream<'static, TurnEvent> {
    // The channel is unbounded because a turn never waits for its reader. The answer's own limits (`models::limits`)
    // bound the queue, and the model's server is read no faster than the turn processes it.
    let (events, received) = mpsc::unbounded_channel();
    runtime.spawn(async move {
        let (library, answer) = (turn.library.clone(), turn.answer);
        let emit = Emit(events.clone());
        let ran = tokio::spawn(async move { run(turn, &Ways::all(), emit).await }).await;
        let end = match ran {
            Ok(end) => end,
            Err(panic) => {
                let error = Error::new(Code::Internal, || sentences::defect(&panic)).because(panic);
                fail_stored(&library, answer, error).await
            }
        };
        let _ = events.send(end);
    });
    stream::unfold(received, |mut received| async move {
        received.recv().await.map(|event| (event, received))
    })
    .boxed()
}

/// The stream of a turn that failed before it began.
pub fn refused(error: Error) -> BoxStream<'static, TurnEvent> {
    stream::once(async move { TurnEvent::Failed { answer: None, error } }).boxed()
}

struct Ways {
    tasks: Vec<Task>,
    sources: Vec<Source>,
}

impl Ways {
    fn all() -> Self {
        Self { tasks: tasks::all(), sources: evidence::all() }
    }
}

async fn run(mut turn: Turn, ways: &Ways, emit: Emit) -> TurnEvent {
    let (question, links, mut writer) = match begin(&turn, emit.clone()).await {
        Ok(begun) => begun,
        Err(error) => return TurnEvent::Failed { answer: None, error },
    };
    let query = web_query(&turn, &question, writer.conversation).await;
    guard_web(&mut turn, &question, query.clone(), writer.conversation, emit);
    let outcome = answer(&turn, ways, (&question, query), links, &mut writer).await;
    writer.report.problems.append(&mut turn.entered.sent());
    writer.answer.remarks.extend(turn.entered.close_inbox());
    let mut answer = writer.written();
    // An incomplete answer is checked as well.
    if !answer.text.is_empty() && !answer.passages_only && answer.model.is_some() {
        let mut report = std::mem::take(&mut writer.report);
        answer.notices.clear();
        let checked = check_answer(&turn, answer, question.text.clone(), &outcome, &mut report);
        answer = writer.wait_for(checked).await;
        // Notices may have been added during the check.
        report.problems.append(&mut writer.report.problems);
        writer.report = report;
        if outcome.is_ok() {
            let (best, better) = best_draft(&turn, answer, &question.text, &mut writer).await;
            answer = best;
            if withdraw(&turn, &mut answer, &question.text, &mut writer).await {
                mark_closest(&turn, &mut answer, &question.text).await;
            } else if let Some(number) = better {
                writer.notice(sentences::better_draft(number));
            }
        }
        writer.answer.notices.append(&mut answer.notices);
    } else if answer.model.is_none() && !answer.passages_only {
        // A computed answer says what its table says.
        for mark in &mut answer.citations {
            mark.support = Some(Support::Supported);
        }
    }
    let is_unanswered = matches!(outcome, Err(Stop::Failed(_))) && answer.text.is_empty();
    if answer.passages_only || is_unanswered {
        let question = match &turn.intent {
            Intent::Find(words) => words,
            _ => &question.text,
        };
        mark_closest(&turn, &mut answer, question).await;
    }
    (answer.state, answer.error) = match &outcome {
        Ok(()) => (MessageState::Complete, None),
        Err(Stop::Cancelled) => (MessageState::Cancelled, None),
        Err(Stop::Failed(error)) => (MessageState::Failed, Some(error.clone())),
    };
    answer.notices = std::mem::take(&mut writer.answer.notices);
    let stored = turn.library.end_turn(answer.clone(), writer.report).await;
    if let Err(error) = &stored {
        (answer.state, answer.error) = (MessageState::Failed, Some(error.clone()));
    }
    if turn.settings.chat.memories
        && let Err(error) = turn.library.count_references(turn.vault.id, answer.id).await
    {
        tracing::warn!(%error, "the references of an answer aren't counted");
    }
    // Dropping the turn frees the conversation before anybody sees the last event.
    drop(turn);
    let answer = Box::new(answer);
    match (outcome, stored) {
        (Err(Stop::Failed(error)), _) | (_, Err(error)) => {
            TurnEvent::Failed { answer: Some(answer), error }
        }
        (Ok(()), Ok(())) => TurnEvent::Finished(answer),
        (Err(Stop::Cancelled), Ok(())) => TurnEvent::Cancelled(answer),
    }
}

/// Puts the gate in front of the web, for the question and for the tools.
fn guard_web(
    turn: &mut Turn,
    question: &Question,
    query: String,
    conversation: ConversationId,
    emit: Emit,
) {
    let Some(web) = turn.web.take().filter(|_| turn.request.mode.has_web()) else { return };
    let about = (conversation, &*question.text, query);
    let (library, asking) = (turn.library.clone(), turn.entered.asking());
    let gate = WebGate::new(web, turn.settings.web.clone(), about, library, emit, asking);
    let gate: Arc<dyn Web> = Arc::new(gate);
    turn.toolbox = turn.toolbox.clone().with_web(gate.clone());
    turn.web = Some(gate);
}

/// The question's own search of the web. A follow-up question is completed with words of earlier questions, without
/// their commands.
async fn web_query(turn: &Turn, question: &Question, conversation: ConversationId) -> String {
    if let Some(own) = &turn.request.search {
        return as_query(own);
    }
    let matter = turn.intent.matter(&question.text);
    if !turn.request.mode.has_web() {
        return as_query(&matter);
    }
    let history = turn.histories.of(&turn.library, conversation, Some(question.id)).await;
    // `gather` reports a failure.
    let messages = history.map(|it| it.messages).unwrap_or_default();
    let asked = |earlier: &Question| match Intent::of(&earlier.text, true) {
        // A fact that the user had stored is no question, and mustn't leave.
        Intent::Remember(_) | Intent::Continue => None,
        intent => Some(intent.matter(&earlier.text).into_owned()),
    };
    let earlier: Vec<String> =
        messages.iter().filter_map(Message::question).filter_map(asked).collect();
    let earlier: Vec<&str> = earlier.iter().map(String::as_str).collect();
    as_query(&talk::web_query(&matter, &earlier))
}

/// Stores the question and its empty answer, then announces both. Also returns the references that the links lead to,
/// if they were resolved now.
async fn begin(
    turn: &Turn,
    emit: Emit,
) -> Result<(Question, Option<Vec<Reference>>, AnswerWriter)> {
    let mut answer = match turn.place.continued() {
        Some(broken) => {
            Answer { error: None, checks: Vec::new(), probably: Vec::new(), ..broken.clone() }
        }
        None => Answer::new(turn.answer, String::new(), now()),
    };
    if turn.place.continued().is_some() && !turn.goes_on_writing() {
        // The text is a fragment of a step that runs again.
        answer.text.clear();
        answer.citations.clear();
    }
    answer.state = MessageState::Streaming;
    answer.mode = match turn.intent {
        // Remembering searches nothing.
        Intent::Remember(_) => Mode::None,
        _ => turn.request.mode,
    };
    let mut links = None;
    let (question, asked) = match &turn.place {
        Place::Continue(conversation, question, _) => {
            ((**question).clone(), AskedQuestion::Continued { conversation: *conversation })
        }
        Place::Again(conversation, question) => {
            let (conversation, message) = (*conversation, question.id);
            ((**question).clone(), AskedQuestion::Kept { conversation, message })
        }
        Place::Instead(conversation, instead_of) => {
            let question;
            (question, links) = new_question(turn).await?;
            let (conversation, instead_of) = (*conversation, *instead_of);
            let message = question.clone();
            (question, AskedQuestion::Edited { conversation, instead_of, message })
        }
        Place::End(conversation) => {
            let question;
            (question, links) = new_question(turn).await?;
            let (conversation, title) = (*conversation, Title::of(&question.text).text);
            let message = question.clone();
            (question, AskedQuestion::New { conversation, title, message })
        }
    };
    let conversation = turn.library.begin_turn(turn.vault.id, asked, answer.clone()).await?;
    if turn.place.continued().is_some() {
        turn.histories.forget();
    }
    turn.entered.in_conversation(conversation);
    let started = Box::new(question.clone());
    emit.send(TurnEvent::Started { conversation, question: started, answer: turn.answer });
    let writer = AnswerWriter::new(turn.library.clone(), emit, conversation, answer);
    Ok((question, links, writer))
}

/// The question to store, and its resolved links.
async fn new_question(turn: &Turn) -> Result<(Question, Option<Vec<Reference>>)> {
    let text = turn.request.text.clone();
    let files = turn.library.attachments(turn.request.attachments.clone()).await?;
    let mut question = Question::new(MessageId::new(), text.clone(), now());
    question.mode = turn.request.mode;
    question.scope = turn.request.scope.clone();
    question.attachments = files.into_iter().map(|(file, _)| file).collect();
    let sources = turn.quick_sources();
    let (intent, plain) = (turn.intent.clone(), turn.own.plain);
    let links = move || {
        if plain {
            return Ok(Vec::new());
        }
        let links = direct_references(&intent.matter(&text), &sources.catalog);
        Ok(links.into_iter().map(|link| sources.described(link)).collect::<Vec<_>>())
    };
    // A panic while resolving links must not lose the question. `gather` resolves them again, and reports the
    // failure.
    let links = blocking(links).await.ok();
    question.references = links.clone().unwrap_or_default();
    // The answer's references need their own ids, even for the same link.
    let links = links.map(|links| {
        let again = |link| Reference { id: ReferenceId::new(), ..link };
        links.into_iter().map(again).collect()
    });
    Ok((question, links))
}

async fn answer(
    turn: &Turn,
    ways: &Ways,
    asked: (&Question, String),
    links: Option<Vec<Reference>>,
    writer: &mut AnswerWriter,
) -> Outcome {
    let cancel = turn.entered.cancel.clone();
    let prepared = cancel.run_until_cancelled(prepare(turn, ways, asked, links, writer)).await;
    let (material, chosen) = prepared.ok_or(Stop::Cancelled)??;
    if let Some(refusal) = material.refusal() {
        show_found(turn, &material, writer).await?;
        return Err(Error::bad_input(refusal).into());
    }
    let task = tasks::first(&ways.tasks, turn.request.way, &material.intent);
    // A survey of a period reads its notes, whatever words they have.
    let reads_period = turn.request.way == Way::Survey && turn.request.period.is_some();
    if task.needs_model && !task.searches && !reads_period && material.has_no_support() {
        return no_support(turn, &material, writer).await;
    }
    if tasks::computed::answers(turn, &material, chosen.as_ref()) {
        return tasks::computed::computed(Job { turn, material, model: None, writer }).await;
    }
    if tasks::days::answers(turn, &material, chosen.as_ref()) {
        return tasks::days::days(Job { turn, material, model: None, writer }).await;
    }
    let model = match chosen.transpose() {
        Ok(model) => model,
        Err(error) => {
            show_found(turn, &material, writer).await?;
            return Err(error.into());
        }
    };
    (task.run)(Job { turn, material, model: model.as_ref(), writer }).await
}

/// The chosen model, or the reason for having none. `None` if the task needs no model.
type ModelChoice = Option<Result<(Server, Model)>>;

/// Gathers the material and chooses the model, at the same time if the search needs no chat model.
async fn prepare(
    turn: &Turn,
    ways: &Ways,
    (question, query): (&Question, String),
    links: Option<Vec<Reference>>,
    writer: &mut AnswerWriter,
) -> Result<(Material, ModelChoice)> {
    let mut known = None;
    let mut routed = None;
    if routing::may_route(turn, question) {
        let chosen = turn.models.chosen().await;
        if let Ok((server, model)) = &chosen {
            routed = routing::route(turn, question, (server, model), writer).await?;
        }
        known = Some(chosen);
    }
    if let Some(command) = &routed {
        writer.answer.routed = routed.clone();
        writer.emit.send(TurnEvent::Routed(command.clone()));
    }
    let goes_on = turn.goes_on_writing();
    let (text, intent) = match &routed {
        Some(command) => (command, Intent::of(command, turn.settings.chat.memories)),
        None if goes_on => (&turn.request.text, Intent::Continue),
        None => (&question.text, turn.intent.clone()),
    };
    let needs_model = tasks::first(&ways.tasks, turn.request.way, &intent).needs_model;
    let may_be_computed = tasks::computed::may_answer(turn, &intent);
    let draft = Draft {
        conversation: Some(writer.conversation),
        // The history of a continued answer includes its question and its own text.
        stored: (!goes_on).then_some(question.id),
        text: text.clone(),
        search: turn.request.search.clone(),
        period: turn.request.period,
        intent,
        mode: turn.request.mode,
        attachments: match goes_on {
            true => Vec::new(),
            false => question.attachments.iter().map(|file| file.id).collect(),
        },
        when: asked_at(if goes_on { now() } else { question.created }),
        // A routed command has other links than the question.
        links: links.filter(|_| !goes_on && routed.is_none()),
        own: turn.own.clone(),
        remembers: turn.settings.chat.memories,
    };
    let (tell, notes_suffice) = watch::channel(None);
    let choose = async {
        let chosen = match known {
            Some(known) => Some(known),
            None if needs_model => Some(turn.models.chosen().await),
            None => None,
        };
        let has_failed = chosen.as_ref().is_some_and(Result::is_err);
        tell.send_replace(Some(may_be_computed && has_failed));
        chosen
    };
    let web = Online {
        web: turn.web.as_deref(),
        query,
        results: turn.settings.web.results,
        cancel: &turn.entered.cancel,
        notes_suffice,
    };
    let (library, histories) = (&turn.library, &turn.histories);
    let gather =
        |setup| gather(library, histories, &turn.vault, draft, setup, Some(web), &ways.sources);
    let (material, chosen) = if SearchSetup::needs_chat_model(&turn.settings.search) {
        let chosen = choose.await;
        (gather(search_setup(turn, chosen.as_ref()).await).await, chosen)
    } else {
        tokio::join!(async { gather(search_setup(turn, None).await).await }, choose)
    };
    let material = material?;
    for notice in &material.notices {
        writer.notice(notice.clone());
    }
    Ok((material, chosen))
}

async fn search_setup(turn: &Turn, chosen: Option<&Result<(Server, Model)>>) -> SearchSetup {
    let chat = chosen.and_then(|chosen| chosen.as_ref().ok());
    let chat = chat.map(|(server, model)| (server, model));
    let call = (turn.timing, turn.entered.cancel.clone());
    let settings = turn.settings.search.clone();
    let setup = SearchSetup::thorough(&turn.vault, settings, &*turn.models, chat, call).await;
    setup.within(turn.request.scope.clone())
}

/// Ends an answer after a panic, with the text that was stored.
async fn fail_stored(library: &Library, answer: MessageId, error: Error) -> TurnEvent {
    let stored = library.message(answer).await.ok().and_then(|(_, message)| message.into_answer());
    let Some(mut answer) = stored else { return TurnEvent::Failed { answer: None, error } };
    (answer.state, answer.error) = (MessageState::Failed, Some(error.clone()));
    let problems = vec![error.message.to_string()];
    let report = CallReport { problems, ..CallReport::default() };
    if let Err(lost) = library.end_turn(answer.clone(), report).await {
        tracing::error!(%lost, "the end of a failed answer couldn't be stored");
    }
    TurnEvent::Failed { answer: Some(Box::new(answer)), error }
}
