//! Questions and answers.

use std::{path::Path, sync::Arc};

use futures::stream::{self, BoxStream, StreamExt};
use models::{Image, Model};

use crate::App;
use crate::attachments::{self, Content};
use crate::model_choice::Choice;
use conversation::{
    Attachment, AttachmentId, Author, Code, ConversationId, Error, ImageInfo, Message, MessageId,
    Result, context::ContextView,
};
use grounding::context;
use library::now;
use retrieval::{SearchSetup, blocking};
use turn::{self, AskRequest, Draft, Turn, TurnEvent, equip, gather};

impl App {
    /// Asks. The turn runs to its end even if the stream is dropped.
    pub fn ask(&self, request: AskRequest) -> BoxStream<'static, TurnEvent> {
        let app = self.clone();
        let begun = async move {
            match app.turn(request).await {
                Ok(turn) => {
                    app.summarise_after(&turn);
                    turn::start(&app.shared.runtime, turn)
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
        let vault = self.open_vault_now()?;
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
        let wanted = self.wanted();
        let handle = vault.handle();
        let setup = SearchSetup::quick(&handle, wanted.settings.search.clone());
        let toolbox = self.tools_of(&handle, setup);
        Ok(Turn {
            library,
            histories: self.shared.histories.clone(),
            rest: wanted.is_local().then(|| vault.rest_embedding()),
            vault: handle,
            settings: wanted.settings.clone(),
            timing: wanted.timing,
            models: Arc::new(Choice { finder: self.shared.models.clone(), wanted }),
            calibrations: self.shared.calibrations.clone(),
            request,
            again,
            answer,
            toolbox,
            web: self.web(),
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
        let vault = self.open_vault_now()?.handle();
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
        let model = self.model_now().await;
        let settings = self.settings();
        // A draft is shown as it is typed: nobody waits for a model to put passages in order.
        let setup = SearchSetup::quick(&vault, settings.search);
        let library = &self.shared.library;
        let toolbox = self.tools_of(&vault, setup.clone());
        let histories = &self.shared.histories;
        let gathered =
            gather(library, histories, &vault, draft, settings.reserve, setup, None).await?;
        let embedder = vault.meaning.as_ref().map(|meaning| meaning.embedder.clone());
        let counter = self.shared.calibrations.counter(&model.name);
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
        let Model { name: model, window, capabilities, .. } = self.model_now().await;
        let reserve = self.settings().reserve;
        let counter = self.shared.calibrations.counter(&model);
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

    /// The text of an attachment.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn attachment_text(&self, id: AttachmentId) -> Result<String> {
        let mut found = self.shared.library.attachments(vec![id]).await?;
        found.pop().map(|(_, text)| text).ok_or_else(|| {
            Error::new(Code::NotFound, format!("The attached file {id} isn't in the library."))
        })
    }
}
