//! Questions and answers.

mod summaries;

use std::{path::Path, sync::Arc};

use futures::stream::{self, BoxStream, StreamExt};
use models::{Image, Model};
use tokio::runtime::Handle;

use crate::attachments::{self, Content};
use crate::model_choice::Models;
use crate::search::Retrieval;
use crate::settings::SettingsStore;
use crate::vaults::Vaults;
use conversation::{
    Attachment, Author, Code, ConversationId, Error, ImageInfo, Message, MessageId, Result,
    context::ContextView,
};
use grounding::context;
use library::{Library, now};
use retrieval::{SearchSetup, blocking};
use turn::{self, AskRequest, Draft, Histories, Running, Turn, TurnEvent, equip, gather};

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
    runtime: Handle,
    running: Running,
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
    ) -> Self {
        let shared = Arc::new(Shared {
            library,
            settings,
            models,
            vaults,
            retrieval,
            runtime: Handle::current(),
            running: Running::default(),
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
                    turn::start(&turns.shared.runtime, turn)
                }
                Err(error) => turn::refused(error),
            }
        };
        // The turn must begin even if nobody reads its stream.
        let begun = self.shared.runtime.spawn(begun);
        stream::once(async move {
            begun.await.unwrap_or_else(|panic| {
                turn::refused(Error::new(
                    Code::Internal,
                    format!("The question couldn't be asked: {panic}"),
                ))
            })
        })
        .flatten()
        .boxed()
    }

    async fn turn(&self, mut request: AskRequest) -> Result<Turn> {
        let vault = self.shared.vaults.vault()?;
        let library = self.shared.library.clone();
        let again = match (request.retry, request.edit) {
            (None, _) if request.text.trim().is_empty() => {
                return Err(Error::new(Code::BadInput, "There is no question."));
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
        let answer = MessageId::new();
        let entered = self.shared.running.enter(answer, request.conversation)?;
        let wanted = self.shared.models.request();
        let handle = vault.handle();
        let setup = SearchSetup::quick(&handle, wanted.settings.search.clone());
        let toolbox = self.shared.retrieval.tools_of(&handle, setup);
        let verifier = wanted.settings.check.verifier.as_ref();
        let verifier = verifier.map(|folder| self.shared.retrieval.verifier(Path::new(folder)));
        if verifier.is_some() {
            self.shared.retrieval.rest_verifier_after(entered.left.clone());
        }
        Ok(Turn {
            library,
            histories: self.shared.histories.clone(),
            rest: wanted.is_local().then(|| vault.rest_embedding()),
            vault: handle,
            settings: wanted.settings.clone(),
            timing: wanted.timing,
            models: Arc::new(self.shared.models.choice(wanted)),
            calibrations: self.shared.models.calibrations(),
            request,
            again,
            answer,
            toolbox,
            web: self.shared.retrieval.web(),
            verifier,
            entered,
        })
    }

    /// A question of the user's that is kept, with its conversation.
    async fn kept_question(&self, id: MessageId) -> Result<(ConversationId, Message)> {
        let (conversation, question) = self.shared.library.message(id).await?;
        if question.author == Author::User {
            Ok((conversation, question))
        } else {
            Err(Error::new(Code::BadInput, "Only a question can be asked again or changed."))
        }
    }

    /// Stops the turn that writes `answer`. Does nothing if it has ended.
    pub fn cancel(&self, answer: MessageId) {
        self.shared.running.cancel(answer);
    }

    /// What sending this draft would send, by the same functions that send.
    ///
    /// # Errors
    /// If no vault is open or the index or library fails.
    pub async fn preview(&self, request: &AskRequest) -> Result<ContextView> {
        let vault = self.shared.vaults.vault()?.handle();
        let mut draft = Draft {
            conversation: request.conversation,
            kept: None,
            text: request.text.clone(),
            mode: request.mode,
            attachments: request.attachments.clone(),
            when: now(),
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
            };
        }
        let model = self.shared.models.current().await;
        let settings = self.shared.settings.get();
        // A draft is shown as it is typed: nobody waits for a model to put passages in order.
        let setup = SearchSetup::quick(&vault, settings.search);
        let library = &self.shared.library;
        let toolbox = self.shared.retrieval.tools_of(&vault, setup.clone());
        let histories = &self.shared.histories;
        let gathered =
            gather(library, histories, &vault, draft, settings.reserve, setup, None).await?;
        let embedder = vault.meaning.as_ref().map(|meaning| meaning.embedder.clone());
        let counter = self.shared.models.counter(&model.name);
        let gathered =
            equip(gathered, &model, &settings.chat, &toolbox, &counter, embedder).await?;
        let (_, assembly) = turn::assemble(gathered, counter).await?;
        Ok(assembly.view)
    }

    /// Adds a file of the user's disk for the next message: read, counted and kept.
    ///
    /// # Errors
    /// If it can't be read, is neither text nor an image, or can't fit the model's window; the sentence has the
    /// figures and says what can be done instead.
    pub async fn attach(&self, file: &Path) -> Result<Attachment> {
        let path = file.to_owned();
        let file = blocking(move || attachments::read_file(&path)).await?;
        let Model { name: model, window, capabilities, .. } = self.shared.models.current().await;
        let reserve = self.shared.settings.get().reserve;
        let counter = self.shared.models.counter(&model);
        let (file, tokens) = blocking(move || {
            let tokens = match &file.content {
                Content::Text(text) => counter.count(text).tokens,
                Content::Image(image) => counter.count_image(image.width, image.height).tokens,
            };
            // A model that doesn't see gets a line in the image's place, which always fits.
            if matches!(file.content, Content::Image(_)) && !capabilities.vision.yes {
                return Ok((file, tokens));
            }
            // Everything that goes with it, counted by the builder itself: the instructions, the
            // framing, and nothing else yet.
            let alone = turn::bare_input(window.tokens, reserve);
            let taken = context::build(&alone, &counter).view.total;
            match attachments::refusal(&file, tokens, window.tokens, reserve, taken) {
                Some(refusal) => Err(Error::new(Code::DoesNotFit, refusal)),
                None => Ok((file, tokens)),
            }
        })
        .await?;
        let library = &self.shared.library;
        match file.content {
            Content::Text(text) => {
                library.add_attachment(file.name, file.bytes, tokens, text, None).await
            }
            Content::Image(Image { format, width, height, bytes }) => {
                let info = ImageInfo { width, height, format };
                let bytes = bytes.to_vec();
                library.add_attachment(file.name, file.bytes, tokens, bytes, Some(info)).await
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use conversation::Mode;

    use super::*;
    use crate::fixture::Ground;

    fn passages(text: &str) -> AskRequest {
        AskRequest {
            conversation: None,
            text: text.to_owned(),
            mode: Mode::Notes,
            attachments: Vec::new(),
            passages_only: true,
            retry: None,
            edit: None,
        }
    }

    #[tokio::test]
    async fn a_question_ends_in_one_answer_without_any_model() {
        let ground = Ground::new();
        let settings = ground.settings().await;
        let vaults = ground.opened(&settings).await;
        let models = ground.models(&settings).await;
        let retrieval = ground.retrieval(&settings, &vaults).await;
        let turns = Turns::new(ground.library.clone(), settings, models, vaults, retrieval);

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
