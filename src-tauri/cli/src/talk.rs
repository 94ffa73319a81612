//! The commands `ask` and `chat`.

use std::{path::PathBuf, pin::pin, process::ExitCode, sync::Arc};

use app::App;
use conversation::{
    AttachmentId, ChangeEntry, ChangeState, Code, ConversationId, Message, MessageId, Mode, Work,
    WorkStage, WorkState,
    settings::{ChosenModel, ServerAt, ServerSetting},
};
use futures::StreamExt;
use turn::{AskRequest, At, Intent, TurnEvent, Way};

use crate::{
    args::{Ask, AskMode, AskOptions, AttachAs, Chat, ModelChoice},
    find, json, models,
    online::{Word, is_typed},
    out::{BOLD, Out, Stop, exit_code, name, printable},
    sentences, shared,
    show::{show, show_stored},
    stored, typed,
};

pub async fn ask(app: &App, ask: &Ask, out: &mut Out) -> Result<ExitCode, Stop> {
    let options = &ask.options;
    app.prepare_counting();
    find::open(app, &ask.vault, out).await?;
    choose(app, &options.choice).await?;
    // A single question is worth the half second that loading the embedding model takes.
    app.retrieval.meaning_known().await?;
    let attachments = attached(app, options, &ask.question).await?;
    let conversation = options.conversation.as_deref().map(str::parse).transpose()?;
    shared::set_up(app, conversation, options).await?;
    let text = match ask.question.starts_with('/') {
        true => shared::with_prompt(app, &ask.question, out).await?,
        false => None,
    };
    let mut request = AskRequest {
        text: text.unwrap_or_else(|| ask.question.clone()),
        attachments,
        at: At::End(conversation),
        ..question(options)
    };
    if ask.all && request.way == Way::Answer {
        request.way = Way::Survey;
        let estimate = app.turns.survey_estimate(&request).await?;
        out.aside(&sentences::survey_estimate(&estimate));
    }
    let asks = (request.mode.has_web() || request.way == Way::Work) && is_typed();
    let mut lines = asks.then(typed::lines);
    let mut word = Word { allows: options.allow_web, lines: lines.as_mut() };
    Ok(turn(app, request, &mut word, out).await?.code)
}

async fn attached(
    app: &App,
    options: &AskOptions,
    question: &str,
) -> Result<Vec<AttachmentId>, Stop> {
    let mut attachments = Vec::new();
    for file in &options.attach {
        let attached = match options.attach_as {
            AttachAs::Whole => app.turns.attach(file).await?,
            AttachAs::Passages => app.turns.attach_passages(file, question.to_owned()).await?,
            AttachAs::Searched => app.turns.attach_searched(file).await?,
        };
        attachments.push(attached.id);
    }
    Ok(attachments)
}

pub async fn chat(app: &App, chat: &Chat, out: &mut Out) -> Result<ExitCode, Stop> {
    let options = &chat.options;
    app.prepare_counting();
    find::open(app, &chat.vault, out).await?;
    choose(app, &options.choice).await?;
    let mut at = Position::default();
    let mut attaches = true;
    if let Some(id) = &options.conversation {
        let id = id.parse()?;
        let conversation = app.conversations.get(id).await?;
        app.conversations.remember(id).await?;
        at.conversation = Some(id);
        if !out.json {
            out.line(&format!("{BOLD}{}{BOLD:#}", name(&conversation.title)))?;
        }
        let root = root(app);
        for message in &conversation.messages {
            match message {
                Message::Question(question) => at.question = Some(question.id),
                Message::Answer(answer) => at.answer = Some(answer.id),
            }
            if !out.json {
                show_stored(message, root.as_deref(), out)?;
            }
        }
    }
    let is_typed = is_typed();
    let mut lines = typed::lines();
    let mut code = ExitCode::SUCCESS;
    loop {
        if is_typed && !out.json {
            out.prompt()?;
        }
        let line = tokio::select! {
            line = lines.recv() => line,
            // Discards the typed line, and keeps the program running.
            Ok(()) = tokio::signal::ctrl_c() => {
                out.notice(sentences::QUIT)?;
                continue;
            }
        };
        let Some(line) = line else { break };
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => continue,
            "/quit" | "/exit" => break,
            "/help" => out.notice(sentences::COMMANDS)?,
            "/new" => {
                at = Position::default();
                out.notice(sentences::NEW_CONVERSATION)?;
            }
            "/receipt" => match at.answer {
                Some(answer) => report(stored::show_receipts(app, answer, false, out).await, out)?,
                None => out.notice(sentences::NO_ANSWER)?,
            },
            "/retry" if at.question.is_none() => out.notice(sentences::NO_QUESTION)?,
            _ => {
                let retry = (word == "/retry" && rest.is_empty()).then_some(at.question).flatten();
                let is_command = Intent::of(line, false) != Intent::Answer;
                let mut text = line.to_owned();
                if word.starts_with('/') && !is_command && retry.is_none() {
                    let Some(prompt) = shared::with_prompt(app, line, out).await? else {
                        out.notice(&sentences::no_command(&name(word)))?;
                        continue;
                    };
                    text = prompt;
                }
                shared::set_up(app, at.conversation, options).await?;
                let attachments = match std::mem::take(&mut attaches) {
                    true => attached(app, options, &text).await?,
                    false => Vec::new(),
                };
                let at_question = retry.map_or(At::End(at.conversation), At::Again);
                let request =
                    AskRequest { text, attachments, at: at_question, ..question(options) };
                let somebody = is_typed.then_some(&mut lines);
                let mut word = Word { allows: options.allow_web, lines: somebody };
                let done = turn(app, request, &mut word, out).await?;
                code = done.code;
                at = Position {
                    conversation: done.at.conversation.or(at.conversation),
                    question: done.at.question.or(at.question),
                    answer: done.at.answer.or(at.answer),
                };
            }
        }
    }
    if let Some(id) = at.conversation
        && !out.json
    {
        out.aside(&sentences::go_on_by(&id));
    }
    Ok(if is_typed { ExitCode::SUCCESS } else { code })
}

#[derive(Default)]
struct Position {
    conversation: Option<ConversationId>,
    question: Option<MessageId>,
    answer: Option<MessageId>,
}

struct TurnOutcome {
    code: ExitCode,
    at: Position,
}

fn report(done: Result<(), Stop>, out: &Out) -> Result<(), Stop> {
    match done {
        Err(Stop::Failed(error)) => out.notice(&printable(&error.message)),
        other => other,
    }
}

fn question(options: &AskOptions) -> AskRequest {
    let mode = match options.mode {
        AskMode::None => Mode::None,
        AskMode::Notes => Mode::Notes,
        AskMode::Web => Mode::Web,
        AskMode::Both => Mode::Both,
    };
    let way = match (options.passages, options.work) {
        (true, _) => Way::Passages,
        (false, true) => Way::Work,
        (false, false) => Way::Answer,
    };
    AskRequest { mode, way, ..AskRequest::new("") }
}

/// Uses a server and a model until the program ends.
async fn choose(app: &App, choice: &ModelChoice) -> Result<(), Stop> {
    if choice.server.is_none() && choice.model.is_none() {
        return Ok(());
    }
    let mut settings = app.settings.get();
    let mut at = settings.chosen.take().and_then(|chosen| chosen.server);
    if let Some(url) = &choice.server {
        let kind = app.models.look_at(url).await?.server.kind;
        settings.servers = vec![ServerSetting::new(kind, url)];
        at = Some(ServerAt::address(url));
    }
    if let Some(model) = &choice.model {
        settings.chosen = Some(ChosenModel { server: at, model: model.clone() });
    }
    Ok(app.settings.set_for_now(settings).await?)
}

/// Asks, and shows the turn to its end. Ctrl-C stops the answer but keeps its text; a second one ends the program.
async fn turn(
    app: &App,
    request: AskRequest,
    word: &mut Word<'_>,
    out: &Out,
) -> Result<TurnOutcome, Stop> {
    let again = match request.at {
        At::Again(question) => Some(question),
        At::End(_) | At::Instead(_) => None,
    };
    let mut wants_note = matches!(Intent::of(&request.text, false), Intent::Note(_));
    let (takes_remarks, mut told) = (request.way == Way::Work, Progress::default());
    let root = root(app);
    // The first poll installs the handler; until then Ctrl-C would end the program instead of the answer.
    let _ = futures::poll!(pin!(tokio::signal::ctrl_c()));
    let mut events = app.turns.ask(request);
    let mut done = TurnOutcome {
        code: ExitCode::SUCCESS,
        at: Position { question: again, ..Position::default() },
    };
    let (mut stopped, mut reading) = (false, false);
    loop {
        let event = tokio::select! {
            event = events.next() => event,
            Some(line) = word.next_line(), if takes_remarks => {
                if let Some(answer) = done.at.answer {
                    remark(app, answer, &line, out).await?;
                }
                continue;
            }
            Ok(()) = tokio::signal::ctrl_c() => {
                interrupt(app, done.at.answer, &mut stopped)?;
                continue;
            }
        };
        let Some(event) = event.map(Arc::new) else { break };
        match &*event {
            TurnEvent::Started { conversation, question, answer } => {
                done.at = Position {
                    conversation: Some(*conversation),
                    question: Some(question.id),
                    answer: Some(*answer),
                };
            }
            TurnEvent::Failed { error, .. } => done.code = ExitCode::from(exit_code(error.code)),
            TurnEvent::Routed(command) => {
                wants_note = matches!(Intent::of(command, false), Intent::Note(_));
            }
            _ => {}
        }
        // After the turn's end, Ctrl-C ends the program: only the output is left to stop.
        stopped |= event.is_terminal();
        let read = matches!(*event, TurnEvent::Reading { .. });
        if std::mem::replace(&mut reading, read) && !read {
            out.progress_done();
        }
        let is_shown = match &*event {
            TurnEvent::Work(work) if !out.json => {
                told.show(work, out);
                false
            }
            event => out.json || !told.is_of_a_step(event),
        };
        let is_replaced = told.is_replaced_by(&event);
        if is_shown {
            let (event, root, out) = (event.clone(), root.clone(), *out);
            // On a separate thread: the reader of stdout may block, and Ctrl-C must still work.
            let mut shown = tokio::task::spawn_blocking(move || match out.json {
                true => out.object(&json::event(&event)),
                false => show(&event, root.as_deref(), is_replaced, &out),
            });
            loop {
                tokio::select! {
                    shown = &mut shown => {
                        shown.map_err(conversation::Error::defect)??;
                        break;
                    }
                    Ok(()) = tokio::signal::ctrl_c() => {
                        interrupt(app, done.at.answer, &mut stopped)?;
                    }
                }
            }
        }
        if let TurnEvent::Failed { error, .. } = &*event
            && error.code == Code::NoModel
            && !out.json
        {
            models::offer(app, out).await?;
        }
        if let (TurnEvent::Outgoing(outgoing), Some(answer)) = (&*event, done.at.answer) {
            let yes = tokio::select! {
                yes = word.on(outgoing, out) => yes?,
                // Ctrl-C refuses the request to the web and stops the answer.
                Ok(()) = tokio::signal::ctrl_c() => {
                    stopped = true;
                    app.turns.cancel(answer);
                    continue;
                }
            };
            app.turns.decide(answer, outgoing.number, yes);
        }
        if let Some(conversation) = done.at.conversation.filter(|_| is_broken_off(&event)) {
            out.aside(&sentences::reads_on(conversation));
        }
    }
    if wants_note {
        show_proposed(app, done.at.conversation, out).await?;
    }
    Ok(done)
}

/// Ctrl-C stops the answer. A second one ends the program, as does the first without an answer.
fn interrupt(app: &App, answer: Option<MessageId>, stopped: &mut bool) -> Result<(), Stop> {
    match answer {
        Some(answer) if !std::mem::replace(stopped, true) => {
            app.turns.cancel(answer);
            Ok(())
        }
        _ => Err(Stop::Interrupted),
    }
}

fn root(app: &App) -> Option<PathBuf> {
    app.vaults.current().map(|vault| vault.root)
}

#[derive(Default)]
struct Progress {
    is_planned: bool,
    done: usize,
    stage: Option<WorkStage>,
    /// The answer's text so far.
    text: String,
}

impl Progress {
    /// True at the end of a turn whose answer has another text than the events before: a better draft, or the
    /// statement that the notes don't answer.
    fn is_replaced_by(&mut self, event: &TurnEvent) -> bool {
        match event {
            TurnEvent::Text(text) => self.text.push_str(text),
            TurnEvent::Citation(number) => self.text.push_str(&format!("[{number}]")),
            TurnEvent::Step(_) | TurnEvent::Work(_) => self.text.clear(),
            TurnEvent::Finished(answer) => return answer.text != self.text,
            _ => {}
        }
        false
    }

    fn show(&mut self, work: &Work, out: &Out) {
        self.stage = Some(work.stage).filter(|_| !work.steps.is_empty());
        if !work.steps.is_empty() && !std::mem::replace(&mut self.is_planned, true) {
            out.aside(&printable(&sentences::plan(work)));
        }
        let found = work.steps.iter().take_while(|step| step.state == WorkState::Done).enumerate();
        for (at, step) in found.skip(self.done) {
            out.aside(&printable(&sentences::found(at + 1, &step.task, &step.found)));
            self.done = at + 1;
        }
        if work.stage == WorkStage::Reporting && !work.steps.is_empty() {
            out.aside(&printable(&sentences::worked(work)));
        }
    }

    /// True for the text of a step's findings, which are shown when the step is done.
    fn is_of_a_step(&self, event: &TurnEvent) -> bool {
        self.stage == Some(WorkStage::Working)
            && matches!(event, TurnEvent::Text(_) | TurnEvent::Citation(_))
    }
}

async fn remark(app: &App, answer: MessageId, line: &str, out: &Out) -> Result<(), Stop> {
    if line.trim().is_empty() {
        return Ok(());
    }
    let heard = app.turns.remark(answer, line).await?;
    out.notice(if heard.is_some() { sentences::HEARD } else { sentences::NOT_HEARD })
}

/// Shows the newest change if it is of this conversation and undecided.
async fn show_proposed(
    app: &App,
    conversation: Option<ConversationId>,
    out: &Out,
) -> Result<(), Stop> {
    let newest = app.changes.list().await?.into_iter().next();
    let is_of_it = |entry: &ChangeEntry| {
        let from = entry.conversation.as_ref().map(|(id, _)| *id);
        from == conversation && entry.state == ChangeState::Proposed
    };
    match newest.filter(is_of_it) {
        Some(entry) if out.json => out.object(&json::proposed(&entry)),
        Some(entry) => {
            out.aside(&sentences::proposed(&name(&entry.title), entry.id));
            Ok(())
        }
        None => Ok(()),
    }
}

/// True if a turn ended before all notes were read or all steps done.
fn is_broken_off(event: &TurnEvent) -> bool {
    let (TurnEvent::Cancelled(answer) | TurnEvent::Failed { answer: Some(answer), .. }) = event
    else {
        return false;
    };
    answer.survey.as_ref().is_some_and(|survey| !survey.is_done())
        || answer.work.as_ref().is_some_and(|work| work.stage != WorkStage::Reporting)
}
