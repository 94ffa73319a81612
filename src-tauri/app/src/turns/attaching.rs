//! Attaches files and passages to a draft, if the model's window has room.

use models::{Image, Model, TokenCounter, Tokens};

use super::Turns;
use crate::{
    attachments::{self, Content, FileSource, ReadFile},
    sentences::attaching,
};
use conversation::{
    Answer, AnswerId, Attachment, AttachmentId, Code, ContextView, ConversationId, Error,
    ExcerptPlace, FileExtent, FileText, ImageInfo, Message, Reference, Result, Segment,
    reference::Passage,
};
use grounding::context::{self, AttachedFile, Basis, Fit, Input, Progress};
use library::{NewContent, NewFile, now};
use notes::{ContentHash, NotePath};
use retrieval::{SearchSetup, WholeNotes, blocking, files::CutFile};

/// The model's window, and the tokens in it that a file can't use.
struct Room {
    window: Tokens,
    reserve: Tokens,
    taken: Tokens,
}

impl Room {
    fn free(&self) -> u32 {
        self.window.0.saturating_sub(self.reserve.0).saturating_sub(self.taken.0)
    }

    /// The tokens of a file, and those of the request without it: numbered passages need more instructions.
    fn with(
        &self,
        counter: &TokenCounter,
        name: &str,
        passages: Vec<Reference>,
    ) -> (Tokens, Tokens) {
        let part = AttachedFile {
            id: AttachmentId::new(),
            name: name.to_owned(),
            passages,
            searched: false,
            image: None,
        };
        let view = view(Some(part), self.window, self.reserve, counter);
        let of_file = view.parts.iter().filter(|part| part.segment == Segment::Attachments);
        let tokens: Tokens = of_file.map(|part| part.tokens).sum();
        (tokens, Tokens(view.total.0.saturating_sub(tokens.0)))
    }
}

impl Turns {
    pub async fn pasted(&self, name: String, base64: String) -> Result<FileSource> {
        blocking(move || FileSource::pasted(&name, &base64)).await
    }

    /// Reads, counts and stores a file for the next message. For a model without vision, an image becomes its
    /// recognised text, if recognition is on and finds some. A file too large for the window is refused, with figures
    /// and ways out.
    pub async fn attach(&self, file: impl Into<FileSource>) -> Result<Attachment> {
        let source = file.into();
        let mut recognition = self.parts.vaults.recognition();
        let (.., sees) = self.room().await?;
        let read = move || {
            let mut file = source.read(recognition.as_mut())?;
            if let FileSource::Disk(path) = &source
                && matches!(file.content, Content::Image(_))
                && !sees
                && let Some(recognition) = &mut recognition
                && let Some(text) = attachments::recognised(path, recognition)
            {
                file.content = Content::Text(text);
            }
            Ok(file)
        };
        self.attach_read(blocking(read).await?).await
    }

    /// The passages that match `question` best, in their order, in half of the room that a file can have.
    pub async fn attach_passages(
        &self,
        file: impl Into<FileSource>,
        question: String,
    ) -> Result<Attachment> {
        let (text, ReadFile { name, bytes, original, .. }) = self.text_of(file.into()).await?;
        let (counter, room, _) = self.room().await?;
        let part = move || {
            /// Tokens of the line around a passage: its number, title and page.
            const FRAME: u32 = 48;
            let size = |it: &Reference| {
                let text = it.passage.as_ref().map_or("", |passage| &passage.text);
                Tokens(counter.count(text).tokens.0 + FRAME)
            };
            let whole = cut(&name, &text, FileExtent::Whole);
            let ranges = whole.best(&question, Tokens(room.free() / 2), &size);
            if ranges.is_empty() {
                return Err(Error::new(Code::DoesNotFit, || attaching::no_passage_fits(&name)));
            }
            let extent = FileExtent::Passages { ranges };
            let passages = cut(&name, &text, extent.clone()).attached();
            let (tokens, _) = room.with(&counter, &name, passages);
            Ok(NewFile { extent, bytes, original, ..NewFile::text(name, tokens, text) })
        };
        self.parts.library.add_attachment(blocking(part).await?).await
    }

    /// Adds a text file of any size, which each question of the conversation searches from now on.
    pub async fn attach_searched(&self, file: impl Into<FileSource>) -> Result<Attachment> {
        let (text, ReadFile { name, bytes, original, .. }) = self.text_of(file.into()).await?;
        let (counter, ..) = self.room().await?;
        let extent = FileExtent::Searched;
        let new = move || {
            let tokens = counter.count(&text.text).tokens;
            Ok(NewFile { extent, bytes, original, ..NewFile::text(name, tokens, text) })
        };
        self.parts.library.add_attachment(blocking(new).await?).await
    }

    /// Attaches the passage of the open vault that has this text. The attachment stays as it is when its note changes.
    pub async fn attach_excerpt(&self, path: NotePath, text: String) -> Result<Attachment> {
        let sources = self.parts.vaults.vault()?.handle().sources(SearchSetup::default());
        let (counter, room, _) = self.room().await?;
        let new = move || {
            let hash = ContentHash::of(&text);
            let found = sources.pinned(path.as_str(), hash);
            let Some(Reference { title, wikilink, passage: Some(passage), .. }) = found else {
                let told = || attaching::passage_changed(&sources.catalog.title(&path));
                return Err(Error::new(Code::NotFound, told));
            };
            let Passage { lines, range, heading_path, columns, part, .. } = passage;
            let place = ExcerptPlace { path, wikilink, lines, range, heading_path, columns, part };
            let (extent, text) = (FileExtent::Excerpt { place }, FileText::plain(text));
            let passages = cut(&title, &text, extent.clone()).attached();
            let (tokens, taken) = room.with(&counter, &title, passages);
            let free = Room { taken, ..room }.free();
            if tokens.0 > free {
                let told = || attaching::passage_does_not_fit(&title, tokens, free);
                return Err(Error::new(Code::DoesNotFit, told));
            }
            Ok(NewFile { extent, ..NewFile::text(title, tokens, text) })
        };
        self.parts.library.add_attachment(blocking(new).await?).await
    }

    /// Citations become notes' names: their numbers mean nothing here.
    pub async fn attach_conversation(&self, id: ConversationId) -> Result<Attachment> {
        let page = self.parts.library.conversation_page(id, None, 2).await?.conversation;
        self.attach_said(page.title, page.messages).await
    }

    /// Adds an earlier answer with its question, as [`Turns::attach_conversation`] does.
    pub async fn attach_answer(&self, id: AnswerId) -> Result<Attachment> {
        let library = &self.parts.library;
        let (conversation, answer) = library.message(id).await?;
        let page = library.conversation_page(conversation, Some(id), 1).await?.conversation;
        let said = page.messages.into_iter().chain([answer]).collect();
        self.attach_said(page.title, said).await
    }

    async fn attach_said(&self, title: String, messages: Vec<Message>) -> Result<Attachment> {
        let has_answer = |message: &Message| message.answer().is_some() && !message.text.is_empty();
        if !messages.last().is_some_and(has_answer) {
            let told = || attaching::nothing_answered(&title);
            return Err(Error::bad_input(told));
        }
        let said = messages.iter().map(|message| match message {
            Message::Question(question) => format!("Question: {}", question.text),
            Message::Answer(answer) => format!("Answer: {}", with_notes(answer)),
        });
        let text = said.collect::<Vec<_>>().join("\n\n");
        let bytes = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let content = Content::Text(FileText::plain(text));
        self.attach_read(ReadFile { name: title, bytes, content, original: None }).await
    }

    pub async fn attached_image(&self, id: AttachmentId) -> Result<(Vec<u8>, &'static str)> {
        let (file, bytes) = self.parts.library.attachment_bytes(id).await?;
        match file.image {
            Some(image) => Ok((bytes, image.format.media_type())),
            None => {
                let told = || attaching::not_an_image(&file.name);
                Err(Error::new(Code::UnsupportedFile, told))
            }
        }
    }

    async fn room(&self) -> Result<(TokenCounter, Room, bool)> {
        let Model { name: model, window, capabilities, .. } = self.parts.models.current().await;
        let reserve = self.parts.settings.get().reserve;
        let counter = self.parts.models.counter(&model);
        blocking(move || {
            // The builder itself counts an empty question: the instructions and the framing.
            let taken = view(None, window.tokens, reserve, &counter).total;
            Ok((counter, Room { window: window.tokens, reserve, taken }, capabilities.vision.yes))
        })
        .await
    }

    async fn text_of(&self, source: FileSource) -> Result<(FileText, ReadFile)> {
        let mut recognition = self.parts.vaults.recognition();
        let file = blocking(move || source.read(recognition.as_mut())).await?;
        match &file.content {
            Content::Text(text) => Ok((text.clone(), file)),
            Content::Image(_) => Err(Error::bad_input(attaching::NO_PASSAGES)),
        }
    }

    async fn attach_read(&self, file: ReadFile) -> Result<Attachment> {
        let (counter, room, sees) = self.room().await?;
        let new = blocking(move || {
            let (tokens, taken) = match &file.content {
                Content::Text(text) => {
                    let passages = cut(&file.name, text, FileExtent::Whole).attached();
                    if passages.is_empty() {
                        let told = || attaching::no_text(&file.name);
                        return Err(Error::new(Code::UnsupportedFile, told));
                    }
                    room.with(&counter, &file.name, passages)
                }
                Content::Image(image) => {
                    (counter.count_image(image.width, image.height).tokens, room.taken)
                }
            };
            // Without vision the image becomes a line, which always fits.
            let always_fits = matches!(file.content, Content::Image(_)) && !sees;
            let refused = attachments::refusal(&file, tokens, room.window, room.reserve, taken);
            if let Some(refusal) = refused.filter(|_| !always_fits) {
                return Err(Error::new(Code::DoesNotFit, refusal));
            }
            let content = match file.content {
                Content::Text(text) => NewContent::Text(text),
                Content::Image(Image { format, width, height, bytes }) => {
                    NewContent::Image(bytes.to_vec(), ImageInfo { width, height, format })
                }
            };
            let ReadFile { name, bytes, original, .. } = file;
            let extent = FileExtent::Whole;
            Ok(NewFile { name, bytes, tokens, content, extent, original })
        });
        self.parts.library.add_attachment(new.await?).await
    }
}

fn view(
    file: Option<AttachedFile>,
    window: Tokens,
    reserve: Tokens,
    counter: &TokenCounter,
) -> ContextView {
    let (attachments, when) = (file.into_iter().collect(), turn::spoken_time(now()));
    let basis = Basis { attachments, when, ..Basis::default() };
    let (fit, progress) = (Fit::new(window, reserve), Progress::default());
    context::build(Input { basis: &basis, fit: &fit, progress: &progress }, counter).view
}

fn cut(name: &str, text: &FileText, extent: FileExtent) -> CutFile {
    let file = Attachment {
        id: AttachmentId::new(),
        name: name.to_owned(),
        bytes: 0,
        tokens: Tokens(0),
        hash: ContentHash::of(&text.text),
        image: None,
        extent,
    };
    CutFile::new(&WholeNotes::default(), file, text)
}

fn with_notes(answer: &Answer) -> String {
    answer.text_with(|mark| {
        let cited = answer.references.iter().find(|it| it.number == Some(mark.number));
        cited.map_or_else(String::new, |cited| format!("({})", cited.wikilink))
    })
}
