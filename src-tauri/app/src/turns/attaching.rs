//! What goes with a question besides its text.

use std::path::Path;

use base64::{Engine, prelude::BASE64_STANDARD};
use models::{Image, Model, TokenCounter, Tokens};

use super::Turns;
use crate::{
    attachments::{self, Content, ReadFile},
    sentences::attaching,
};
use conversation::{
    Attachment, AttachmentId, Author, Code, ConversationId, Error, ImageInfo, Message, Result,
};
use grounding::context;
use retrieval::{best_passages, blocking};

/// The room for a file beside everything that always goes with it.
struct Room {
    window: Tokens,
    reserve: Tokens,
    /// What the instructions and the framing have.
    taken: Tokens,
}

impl Room {
    fn free(&self) -> u32 {
        self.window.0.saturating_sub(self.reserve.0).saturating_sub(self.taken.0)
    }
}

impl Turns {
    /// Adds a file of the user's disk for the next message: read, counted and kept.
    ///
    /// # Errors
    /// If it can't be read, has no text and is no image, or can't fit the model's window; the sentence has the
    /// figures and says what can be done instead.
    pub async fn attach(&self, file: &Path) -> Result<Attachment> {
        let path = file.to_owned();
        self.attach_read(blocking(move || attachments::read_file(&path)).await?).await
    }

    /// Adds a pasted image, in Base64, for the next message.
    ///
    /// # Errors
    /// As [`Turns::attach`], and if it isn't Base64 or no image.
    pub async fn attach_image(&self, name: String, base64: String) -> Result<Attachment> {
        let read = move || {
            let bytes = BASE64_STANDARD
                .decode(base64)
                .map_err(|_| Error::new(Code::BadInput, attaching::PASTED_IN_PART))?;
            attachments::read_image(name, bytes)
        };
        self.attach_read(blocking(read).await?).await
    }

    /// Adds the passages of a file of text that match `question` best for the next message: as many as
    /// have half of the room that a file can have, in their order.
    ///
    /// # Errors
    /// As [`Turns::attach`], and if the file is an image.
    pub async fn attach_passages(&self, file: &Path, question: String) -> Result<Attachment> {
        let path = file.to_owned();
        let file = blocking(move || attachments::read_file(&path)).await?;
        let (counter, room, _) = self.room().await?;
        let part = move || {
            let Content::Text(text) = &file.content else {
                return Err(Error::new(Code::BadInput, attaching::NO_PASSAGES));
            };
            let text = best_passages(text, &file.pages, &question, Tokens(room.free() / 2));
            if text.is_empty() {
                return Err(Error::new(Code::DoesNotFit, attaching::no_passage_fits(&file.name)));
            }
            let tokens = counter.count(&text).tokens;
            Ok((ReadFile { content: Content::Text(text), pages: Vec::new(), ..file }, tokens))
        };
        let (part, tokens) = blocking(part).await?;
        self.keep(part, tokens).await
    }

    /// Adds the last question and answer of another conversation for the next message. The passages that
    /// the answer cites are named by their notes: their numbers mean nothing here.
    ///
    /// # Errors
    /// If the conversation isn't there or has no answer, or as [`Turns::attach`].
    pub async fn attach_conversation(&self, id: ConversationId) -> Result<Attachment> {
        let page = self.shared.library.conversation_page(id, None, 2).await?.conversation;
        let has_answer =
            |message: &Message| message.author == Author::Assistant && !message.text.is_empty();
        if !page.messages.last().is_some_and(has_answer) {
            let told = attaching::nothing_answered(&page.title);
            return Err(Error::new(Code::BadInput, told));
        }
        let said = page.messages.iter().map(|message| match message.author {
            Author::User => format!("Question: {}", message.text),
            Author::Assistant => format!("Answer: {}", with_notes(message)),
        });
        let text = said.collect::<Vec<_>>().join("\n\n");
        let bytes = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let pages = Vec::new();
        let content = Content::Text(text);
        self.attach_read(ReadFile { name: page.title, bytes, content, pages }).await
    }

    /// An attached image with its media type.
    ///
    /// # Errors
    /// If it isn't there, isn't an image, or the library fails.
    pub async fn attached_image(&self, id: AttachmentId) -> Result<(Vec<u8>, &'static str)> {
        let (file, bytes) = self.shared.library.attachment_bytes(id).await?;
        match file.image {
            Some(image) => Ok((bytes, image.format.media_type())),
            None => {
                let told = attaching::not_an_image(&file.name);
                Err(Error::new(Code::UnsupportedFile, told))
            }
        }
    }

    /// How the chosen model counts, the room that it has for a file, and whether it sees.
    async fn room(&self) -> Result<(TokenCounter, Room, bool)> {
        let Model { name: model, window, capabilities, .. } = self.shared.models.current().await;
        let reserve = self.shared.settings.get().reserve;
        let counter = self.shared.models.counter(&model);
        blocking(move || {
            // Everything that goes with it, counted by the builder itself: the instructions, the
            // framing, and nothing else yet.
            let alone = turn::bare_input(window.tokens, reserve);
            let taken = context::build(&alone, &counter).view.total;
            Ok((counter, Room { window: window.tokens, reserve, taken }, capabilities.vision.yes))
        })
        .await
    }

    async fn attach_read(&self, file: ReadFile) -> Result<Attachment> {
        let file = file.with_pages_named();
        let (counter, room, sees) = self.room().await?;
        let (file, tokens) = blocking(move || {
            let tokens = match &file.content {
                Content::Text(text) => counter.count(text).tokens,
                Content::Image(image) => counter.count_image(image.width, image.height).tokens,
            };
            // A model that doesn't see gets a line in the image's place, which always fits.
            if matches!(file.content, Content::Image(_)) && !sees {
                return Ok((file, tokens));
            }
            match attachments::refusal(&file, tokens, room.window, room.reserve, room.taken) {
                Some(refusal) => Err(Error::new(Code::DoesNotFit, refusal)),
                None => Ok((file, tokens)),
            }
        })
        .await?;
        self.keep(file, tokens).await
    }

    async fn keep(&self, file: ReadFile, tokens: Tokens) -> Result<Attachment> {
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

/// An answer's text with what it cites in the place of its marks.
fn with_notes(answer: &Message) -> String {
    answer.text_with(|mark| {
        let cited = answer.references.iter().find(|it| it.number == Some(mark.number));
        cited.map_or_else(String::new, |cited| format!("({})", cited.wikilink))
    })
}
