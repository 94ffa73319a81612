//! The steps of a turn.

use std::sync::Arc;

use models::{ChatRequest, Model, Server, TokenCounter};

use super::{
    Draft, Emit, End, Gathered, NO_PASSAGES, NO_SUPPORT, PASSAGES, gather,
    running::Entered,
    writing::{Ended, Writing, nothing_said},
};
use crate::{
    AskRequest, Code, Error, MessageId, Mode, ReferenceId, Result,
    app::{Finding, ModelFinder, Wanted, blocking, learn, vault::OpenVault},
    context::{self, Assembly},
    library::{Author, Library, Message, MessageState, Question, Receipt, now},
    references::{Ledger, Piece, Reference, State, links::direct_references},
};

/// A turn that is about to run.
pub(crate) struct Turn {
    pub(crate) library: Library,
    pub(crate) vault: Arc<OpenVault>,
    pub(crate) models: ModelFinder,
    pub(crate) wanted: Wanted,
    /// What is asked; its `conversation` is the one of a kept question, too.
    pub(crate) request: AskRequest,
    /// The kept question that is asked again.
    pub(crate) again: Option<Message>,
    pub(crate) answer: MessageId,
    pub(crate) entered: Entered,
    /// A model on this machine has the processor to itself until this is dropped.
    #[expect(dead_code, reason = "it is kept for what dropping it does")]
    pub(crate) rest: Option<index::Hold>,
}

/// How the work on an answer came out.
enum Outcome {
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
    pub(super) async fn run(self, emit: Emit) -> End {
        let (question, mut writing) = match self.begin(emit).await {
            Ok(begun) => begun,
            Err(error) => return End::Failed { answer: None, error },
        };
        let outcome = self.answer(&question, &mut writing).await;
        let library = self.library.clone();
        let (mut message, usage, deleted_marks, problems) = writing.into_parts();
        let (state, error) = match &outcome {
            Outcome::Complete => (MessageState::Complete, None),
            Outcome::Cancelled => (MessageState::Cancelled, None),
            Outcome::Failed(error) => (MessageState::Failed, Some(error.clone())),
        };
        message.state = state;
        message.error = error;
        let kept = library.end_turn(message.clone(), usage, deleted_marks, problems).await;
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

    /// Keeps the question and the place of its answer, then tells of both.
    async fn begin(&self, emit: Emit) -> Result<(Message, Writing)> {
        let mut answer = blank(self.answer, Author::Assistant, String::new());
        answer.state = MessageState::Streaming;
        answer.passages_only = self.request.passages_only;
        answer.mode = self.request.mode;
        let (question, kept) = match (&self.again, self.request.conversation) {
            (Some(again), Some(conversation)) => {
                let kept = Question::Kept { conversation, message: again.id };
                (again.clone(), kept)
            }
            _ => {
                let question = self.question().await?;
                let kept = Question::New {
                    conversation: self.request.conversation,
                    title: title(&question.text),
                    message: Box::new(question.clone()),
                };
                (question, kept)
            }
        };
        let conversation = self.library.begin_turn(self.vault.id, kept, answer.clone()).await?;
        self.entered.in_conversation(conversation);
        emit.started(conversation, question.clone(), self.answer);
        Ok((question, Writing::new(self.library.clone(), emit, conversation, answer)))
    }

    async fn question(&self) -> Result<Message> {
        let text = self.request.text.clone();
        let files = self.library.attachments(self.request.attachments.clone()).await?;
        let mut question = blank(MessageId::new(), Author::User, text.clone());
        question.mode = self.request.mode;
        question.attachments = files.into_iter().map(|(file, _)| file).collect();
        let catalog = self.vault.catalog();
        // A defect in reading links must not lose the question; the turn meets it again, and tells.
        question.references =
            blocking(move || Ok(direct_references(&text, &catalog))).await.unwrap_or_default();
        Ok(question)
    }

    async fn answer(&self, question: &Message, writing: &mut Writing) -> Outcome {
        let cancel = self.entered.cancel.clone();
        let prepared = cancel.run_until_cancelled(self.prepare(question, writing));
        let (gathered, chosen) = match prepared.await {
            None => return Outcome::Cancelled,
            Some(Err(error)) => return error.into(),
            Some(Ok(prepared)) => prepared,
        };
        let result = if self.request.passages_only {
            self.passages(gathered, writing).await
        } else if gathered.has_no_support() {
            self.no_support(gathered, writing).await
        } else {
            match chosen {
                Some(Ok((server, model))) => {
                    self.ask_model(gathered, &server, &model, writing).await
                }
                Some(Err(error)) => self.show_found(gathered, writing).await.and(Err(error)),
                None => Err(Error::new(Code::Internal, "No model was looked for.")),
            }
        };
        result.unwrap_or_else(Outcome::Failed)
    }

    /// Gathers what the answer is made from, and looks for the model meanwhile.
    async fn prepare(
        &self,
        question: &Message,
        writing: &mut Writing,
    ) -> Result<(Gathered, Option<Result<(Server, Model)>>)> {
        let draft = Draft {
            conversation: Some(writing.conversation),
            kept: Some(question.id),
            text: question.text.clone(),
            mode: self.request.mode,
            attachments: question.attachments.iter().map(|file| file.id).collect(),
            when: question.created,
        };
        let choose = async {
            if self.request.passages_only {
                None
            } else {
                Some(self.models.chosen(&self.wanted).await)
            }
        };
        let settings = &self.wanted.settings;
        let gather = |finding| gather(&self.library, &self.vault, draft, settings.reserve, finding);
        let (gathered, chosen) = if Finding::needs_chat_model(&settings.search) {
            let chosen = choose.await;
            (gather(self.finding(chosen.as_ref()).await).await, chosen)
        } else {
            tokio::join!(async { gather(self.finding(None).await).await }, choose)
        };
        let gathered = gathered?;
        for notice in &gathered.notices {
            writing.notice(notice.clone());
        }
        Ok((gathered, chosen))
    }

    /// With what passages are found, and the model that may help.
    async fn finding(&self, chosen: Option<&Result<(Server, Model)>>) -> Finding {
        let chat = match chosen {
            Some(Ok((server, model))) => Some((server, model)),
            _ => None,
        };
        let call = (self.wanted.timing, self.entered.cancel.clone());
        let settings = self.wanted.settings.search.clone();
        Finding::thorough(&self.vault, settings, &self.wanted.keys, chat, call).await
    }

    /// The passages themselves as the answer.
    async fn passages(&self, gathered: Gathered, writing: &mut Writing) -> Result<Outcome> {
        let references = offered(gathered);
        let numbers: Vec<_> = references
            .iter()
            .filter(|reference| reference.state == State::Used)
            .filter_map(|reference| reference.number)
            .collect();
        self.keep_references(references, writing).await?;
        if numbers.is_empty() {
            writing.show(Piece::Text(NO_PASSAGES.to_owned()));
        } else {
            writing.show(Piece::Text(PASSAGES.to_owned()));
            for number in numbers {
                writing.show(Piece::Text(" ".to_owned()));
                writing.show(Piece::Citation(number));
            }
        }
        writing.cite().await?;
        Ok(Outcome::Complete)
    }

    /// The app's own answer where no note says anything.
    async fn no_support(&self, gathered: Gathered, writing: &mut Writing) -> Result<Outcome> {
        self.show_found(gathered, writing).await?;
        writing.show(Piece::Text(NO_SUPPORT.to_owned()));
        Ok(Outcome::Complete)
    }

    /// Shows what was found, for an answer that no model writes.
    async fn show_found(&self, gathered: Gathered, writing: &mut Writing) -> Result<()> {
        let mut references = offered(gathered);
        for reference in &mut references {
            // No model saw it.
            if reference.state == State::Used {
                reference.state = State::Considered;
            }
        }
        self.keep_references(references, writing).await
    }

    async fn ask_model(
        &self,
        mut gathered: Gathered,
        server: &Server,
        model: &Model,
        writing: &mut Writing,
    ) -> Result<Outcome> {
        writing.message.model = Some(model.name.clone());
        gathered.input.window = model.window.tokens;
        let counter = TokenCounter::for_model(&model.name);
        let (gathered, assembly) = assemble(gathered, counter.clone()).await?;
        let Assembly { messages, view, used, considered, ledger } = assembly;
        let references = references_of(&gathered, used, considered);
        self.keep_references(references, writing).await?;
        if let Some(refusal) = view.refusal.clone() {
            writing.emit.context(view);
            return Err(Error::new(Code::DoesNotFit, refusal));
        }
        let failed = |error: models::Error| {
            let line = format!("{} ({}): {}", server.shown(), model.name, error.message);
            Error { tried: vec![line], ..error.into() }
        };
        let provider = server.connect_with(self.wanted.timing).map_err(failed)?;
        let request = ChatRequest::new(&model.name, messages, model.window.tokens);
        let body = provider.body(&request);
        let receipt = Receipt {
            answer: self.answer,
            created: now(),
            provider: server.kind,
            server: server.shown(),
            model: model.name.clone(),
            request: body.clone(),
            context: view.clone(),
            usage: None,
            deleted_marks: Vec::new(),
            problems: writing.problems.clone(),
        };
        let contents = request.messages.iter().map(|message| message.content.clone()).collect();
        self.library.begin_receipt(receipt, contents).await?;
        writing.message.has_receipt = true;
        writing.emit.context(view);

        let stream = provider.chat(body, self.entered.cancel.clone());
        let ended = writing.read(stream, ledger.known().clone()).await;
        if let Err(error) = writing.cite().await {
            writing.notice(format!("Not all that the answer cites was found again: {error}"));
        }
        if let Some(usage) = writing.usage {
            learn(&self.library, counter, request, usage.prompt).await;
        }
        match ended {
            Ended::Done if writing.is_empty() => {
                Err(nothing_said(&model.name, !writing.message.thinking.is_empty()))
            }
            Ended::Done => Ok(Outcome::Complete),
            Ended::Cancelled => Ok(Outcome::Cancelled),
            Ended::Failed(error) => {
                // The server may be gone, or have other models by now.
                self.models.forget();
                Err(failed(error))
            }
        }
    }

    /// Writes what the answer rests on, then tells of it.
    async fn keep_references(
        &self,
        references: Vec<Reference>,
        writing: &mut Writing,
    ) -> Result<()> {
        self.library.put_references(self.answer, references.clone()).await?;
        writing.message.references = references.clone();
        writing.emit.references(references);
        Ok(())
    }
}

/// Builds the context off the async threads: counting a long text takes a while.
pub(crate) async fn assemble(
    gathered: Gathered,
    counter: TokenCounter,
) -> Result<(Gathered, Assembly)> {
    blocking(move || {
        let assembly = context::build(&gathered.input, &counter);
        Ok((gathered, assembly))
    })
    .await
}

/// All references of a turn: links that lead to no text, what the model saw, the files, and what
/// was found and cut.
fn references_of(
    gathered: &Gathered,
    used: Vec<Reference>,
    considered: Vec<Reference>,
) -> Vec<Reference> {
    let links = gathered.input.linked.iter().filter(|note| {
        let is_there = |reference: &Reference| reference.path == note.link.path;
        note.link.path.is_none() || !used.iter().chain(&considered).any(is_there)
    });
    let mut references: Vec<_> = links
        .map(|note| {
            let state = match note.link.path {
                None => State::Broken,
                Some(_) => State::Considered,
            };
            Reference { id: ReferenceId::new(), state, number: None, ..note.link.clone() }
        })
        .collect();
    let is_used = |found: &Reference| used.iter().any(|one| is_same_passage(one, found));
    let rest: Vec<_> = gathered.rest.iter().filter(|found| !is_used(found)).cloned().collect();
    references.extend(used);
    references.extend(gathered.files.iter().cloned());
    references.extend(considered);
    references.extend(rest.into_iter().map(|found| {
        let given = found.path.as_ref().zip(found.passage.as_ref());
        let number = given
            .and_then(|(path, passage)| gathered.input.ledger.given(path.as_str(), passage.hash));
        Reference { number, ..found }
    }));
    references
}

fn is_same_passage(one: &Reference, other: &Reference) -> bool {
    let hash = |reference: &Reference| reference.passage.as_ref().map(|passage| passage.hash);
    one.path == other.path && hash(one) == hash(other)
}

/// The references of a turn without a model: the passages that it would have been offered first get
/// their numbers.
fn offered(gathered: Gathered) -> Vec<Reference> {
    let mut ledger: Ledger = gathered.input.ledger.clone();
    let mut used: Vec<Reference> = Vec::new();
    let linked = gathered.input.linked.iter().flat_map(|note| &note.best);
    for reference in linked.chain(&gathered.input.hits) {
        let (Some(path), Some(passage)) = (&reference.path, &reference.passage) else { continue };
        let mut reference = reference.clone();
        let number = ledger.number(path.as_str(), passage.hash);
        if used.iter().all(|other| other.number != Some(number)) {
            reference.number = Some(number);
            reference.state = State::Used;
            used.push(reference);
        }
    }
    references_of(&gathered, used, Vec::new())
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

fn blank(id: MessageId, author: Author, text: String) -> Message {
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
        passages_only: false,
        model: None,
        notices: Vec::new(),
        references: Vec::new(),
        attachments: Vec::new(),
        has_receipt: false,
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
    if let Err(lost) = library.end_turn(message.clone(), None, Vec::new(), problems).await {
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
