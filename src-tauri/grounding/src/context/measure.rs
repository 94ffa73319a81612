//! Makes the messages of a context, and measures them.

use std::{cell::RefCell, collections::HashMap, ops::Range};

use conversation::model::{
    CallRef, ChatMessage, Count, Frame, Image, Role, TokenCount, Tokens, ToolCall,
    marks::{json_without_marks, without_marks},
};

use super::{
    AttachedFile, Input, PastTurn, Picture, ProjectPart, documents, plan::Plan, prompt,
    reply_language,
};
use crate::{
    references::{referenced_documents, summary::plain},
    sentences,
};
use conversation::context::{PartView, Segment};
use conversation::{
    ContextItem,
    reference::{Number, Reference},
};
use language::NaturalLanguage;
use notes::cut;

/// A message, with its parts as people see them.
#[derive(Debug, Clone)]
pub(super) struct Section {
    role: Role,
    pub(super) parts: Vec<PartView>,
    images: Vec<Image>,
    calls: Vec<ToolCall>,
    answers: Option<CallRef>,
    /// The cost of the message beside its text.
    pub(super) frame: Tokens,
}

impl Section {
    pub(super) fn message(&self) -> ChatMessage {
        // Calls aren't part of the message's text.
        let content: String = self
            .parts
            .iter()
            .filter(|part| part.segment != Segment::Calls)
            .map(|part| part.text.as_str())
            .collect();
        ChatMessage {
            images: self.images.clone(),
            tool_calls: self.calls.clone(),
            answers: self.answers.clone(),
            ..ChatMessage::text(self.role, content)
        }
    }

    pub(super) fn tokens(&self) -> Tokens {
        self.parts.iter().map(|part| part.tokens).sum::<Tokens>() + self.frame
    }
}

/// Makes the messages of an input and counts their tokens. Each text is counted once.
pub(super) struct Measure<'a> {
    pub(super) input: Input<'a>,
    counter: &'a dyn Count,
    /// The language to name in the request.
    pub(super) language: Option<NaturalLanguage>,
    /// Read once, because a server's report in between could change it.
    pub(super) frame: Frame,
    counted: RefCell<HashMap<String, TokenCount>>,
}

impl<'a> Measure<'a> {
    pub(super) fn new(input: Input<'a>, counter: &'a dyn Count) -> Self {
        Self {
            input,
            counter,
            language: reply_language::named(input),
            frame: counter.frame(),
            counted: RefCell::default(),
        }
    }

    pub(super) fn count(&self, text: &str) -> TokenCount {
        if let Some(known) = self.counted.borrow().get(text) {
            return *known;
        }
        let counted = self.counter.count(text);
        self.counted.borrow_mut().insert(text.to_owned(), counted);
        counted
    }

    /// For a text that is the same in every plan; its count isn't cached.
    pub(super) fn new_part(&self, segment: Segment, label: String, text: String) -> PartView {
        let text = without_marks(&text).into_owned();
        let count = self.counter.count(&text);
        counted(segment, label, text, count)
    }

    /// For a text that depends on the plan; its count is cached.
    pub(super) fn part(&self, segment: Segment, label: &str, text: String) -> PartView {
        let text = without_marks(&text).into_owned();
        let count = self.count(&text);
        counted(segment, label.to_owned(), text, count)
    }

    pub(super) fn section(&self, role: Role, parts: Vec<PartView>) -> Section {
        Section {
            role,
            parts,
            images: Vec::new(),
            calls: Vec::new(),
            answers: None,
            frame: self.frame.message,
        }
    }

    pub(super) fn one(&self, role: Role, part: PartView) -> Section {
        self.section(role, vec![part])
    }

    /// The tools, one part each. Their sizes add up to the size of all tools together.
    pub(super) fn described(&self) -> Vec<PartView> {
        let mut tools = Vec::new();
        let mut before = Tokens(0);
        let mut parts = Vec::new();
        for offered in &self.input.fit.tools {
            tools.push(offered.tool.clone());
            let TokenCount { tokens, kind } = self.counter.tools(&tools);
            parts.push(PartView {
                segment: Segment::Tools,
                label: offered.tool.name.clone(),
                origin: None,
                number: None,
                item: Some(ContextItem::Tool { name: offered.tool.name.clone() }),
                tokens: Tokens(tokens.0.saturating_sub(before.0)),
                count: kind,
                // Names and schemas always have a JSON form; the fallback is unreachable.
                text: serde_json::to_string_pretty(&offered.tool).unwrap_or_default(),
                call: None,
            });
            before = tokens;
        }
        parts
    }

    pub(super) fn prompt_sections(&self) -> Vec<Section> {
        let mut sections = Vec::new();
        for prompt in self.input.basis.prompts.iter().filter(|prompt| !prompt.replaces_instructions)
        {
            let label = sentences::prompt(&prompt.name);
            let part = self.new_part(Segment::Agent, label, prompt.text.clone());
            sections.push(self.one(Role::User, part));
        }
        let instructs = |project: &&ProjectPart| !project.instructions.trim().is_empty();
        if let Some(project) = self.input.basis.project.as_ref().filter(instructs) {
            let label = sentences::instructions_of_project(&project.name);
            let text = prompt::project(&project.name, &project.instructions);
            sections.push(self.one(Role::User, self.new_part(Segment::Project, label, text)));
        }
        if !self.input.basis.changes.is_empty() {
            let label = sentences::CHANGES.to_string();
            let text = prompt::changes(&self.input.basis.changes);
            sections.push(self.one(Role::User, self.new_part(Segment::Messages, label, text)));
        }
        sections
    }

    /// The messages of text files. Numbered passages can be cited.
    pub(super) fn files(&self, files: &[AttachedFile]) -> Vec<Section> {
        let texts = files.iter().filter(|file| file.image.is_none());
        texts.map(|file| self.section(Role::User, self.file(file))).collect()
    }

    fn file(&self, file: &AttachedFile) -> Vec<PartView> {
        let label = match file.is_excerpt() {
            true => sentences::passage_of(&file.name),
            false => sentences::file(&file.name),
        };
        let head = |text| self.new_part(Segment::Attachments, label.clone(), text);
        let attached = prompt::attached(&file.name, file.is_excerpt());
        let mut parts = Vec::new();
        if file.searched {
            parts.push(head(prompt::searched(&file.name)));
        } else if file.first_number().is_some() {
            parts.push(head(attached + documents::RESULT_OPENING));
            parts.extend(self.passages(&file.passages));
        } else {
            // The file was sent before files had numbers.
            let text = file.texts().collect::<Vec<_>>().join("\n\n");
            parts.push(head(attached + &text));
        }
        for part in &mut parts {
            part.item = Some(ContextItem::File { attachment: file.id });
            part.origin.get_or_insert_with(|| file.name.clone());
        }
        parts
    }

    /// The passages of a file, counted together: a large file has thousands.
    fn passages(&self, passages: &[Reference]) -> Vec<PartView> {
        let last = passages.len().saturating_sub(1);
        let numbered = passages.iter().enumerate();
        let numbered = numbered.filter_map(|(at, it)| {
            let (number, line) = self.numbered_line(it, None, at == last)?;
            Some(((it, number), line))
        });
        let (passages, lines): (Vec<(&Reference, Number)>, Vec<String>) = numbered.unzip();
        let counts = self.counter.count_all(&lines);
        let parts = passages.into_iter().zip(lines).zip(counts);
        parts
            .map(|((it, line), count)| self.document_view(Segment::Attachments, it, line, count))
            .collect()
    }

    /// A document or its excerpt; `None` without a number.
    pub(super) fn document_part(
        &self,
        segment: Segment,
        reference: &Reference,
        excerpt: Option<&Range<usize>>,
        last: bool,
    ) -> Option<PartView> {
        let (number, line) = self.numbered_line(reference, excerpt, last)?;
        let count = self.count(&line);
        Some(self.document_view(segment, (reference, number), line, count))
    }

    fn numbered_line(
        &self,
        reference: &Reference,
        excerpt: Option<&Range<usize>>,
        last: bool,
    ) -> Option<(Number, String)> {
        let form = documents::Form::new(self.input.fit.small, excerpt);
        let number = reference.number?;
        let line = documents::line(reference, form, number, last);
        Some((number, without_marks(&line).into_owned()))
    }

    fn document_view(
        &self,
        segment: Segment,
        (reference, number): (&Reference, Number),
        line: String,
        count: TokenCount,
    ) -> PartView {
        let label = format!("[{number}] {}", documents::name(reference));
        // The user can't remove single notes of a project that goes in whole.
        let is_whole = |project: &ProjectPart| !project.documents.is_empty();
        let stays =
            segment == Segment::Project && self.input.basis.project.as_ref().is_some_and(is_whole);
        PartView {
            origin: documents::origin(reference),
            number: Some(number),
            item: reference.item().filter(|_| !stays),
            ..counted(segment, label, line, count)
        }
    }

    fn asking(&self, files: &[AttachedFile], label: String, text: String) -> Section {
        let mut section = self.section(Role::User, Vec::new());
        for file in files {
            let Some(image) = &file.image else { continue };
            let (width, height) = (image.width, image.height);
            let marker = prompt::image(&file.name, width, height, self.input.fit.vision);
            let label = sentences::image(&file.name);
            let mut part = self.new_part(Segment::Attachments, label, marker);
            part.origin = Some(sentences::pixels(width, height));
            part.item = Some(ContextItem::File { attachment: file.id });
            match self.input.fit.vision {
                true => self.show(&mut section, part, image),
                false => section.parts.push(part),
            }
        }
        section.parts.push(self.new_part(Segment::Messages, label, text));
        section
    }

    pub(super) fn asked(&self) -> Section {
        let input = self.input;
        let links: Vec<Reference> =
            input.basis.linked.iter().map(|note| note.link.clone()).collect();
        let read = input.fit.read_tool.as_deref().filter(|_| !input.progress.last_call);
        let text = referenced_documents(&input.basis.question, &links, read);
        self.asking(&input.basis.attachments, sentences::QUESTION.to_string(), text)
    }

    pub(super) fn turn(&self, turn: &PastTurn, files: &[AttachedFile]) -> Vec<Section> {
        let mut sections = self.files(files);
        let text = referenced_documents(&turn.question, &turn.references, None);
        let label = sentences::earlier_question(&beginning(&turn.question));
        // An answer directly after a summary has no question.
        if !text.is_empty() || !turn.attachments.is_empty() {
            sections.push(self.asking(&turn.attachments, label, text));
        }
        // A model without tools must not see calls; the answer contains their outcome.
        if !self.input.fit.tools.is_empty() {
            for step in &turn.steps {
                let calls = step.calls.iter().map(|call| ToolCall {
                    id: call.id.clone(),
                    name: call.name.clone(),
                    arguments: call.arguments.clone(),
                });
                let calls: Vec<ToolCall> = calls.collect();
                sections.push(self.calling(&step.said, &calls));
                let told = calls.iter().zip(&step.calls);
                let told = told.map(|(call, step)| self.forgotten_result(call, &step.told));
                sections.extend(told);
            }
        }
        if let Some(answer) = turn.answer.as_deref().filter(|text| !text.trim().is_empty()) {
            let label = sentences::earlier_answer(&beginning(answer));
            let answer = self.new_part(Segment::Messages, label, answer.to_owned());
            sections.push(self.one(Role::Assistant, answer));
        }
        for part in sections.iter_mut().flat_map(|section| &mut section.parts) {
            part.item.get_or_insert(ContextItem::Turn { question: turn.id });
        }
        sections
    }

    pub(super) fn calling(&self, said: &str, calls: &[ToolCall]) -> Section {
        let mut parts = Vec::new();
        if !said.is_empty() {
            parts.push(self.part(
                Segment::Messages,
                sentences::SAID_BEFORE.text(),
                said.to_owned(),
            ));
        }
        let calls: Vec<ToolCall> = calls.iter().map(call_without_marks).collect();
        for call in &calls {
            let (name, arguments) = (self.count(&call.name), self.count(&call.arguments));
            parts.push(PartView {
                segment: Segment::Calls,
                label: sentences::call_of(&call.name),
                origin: None,
                number: None,
                item: None,
                tokens: name.tokens + arguments.tokens,
                count: name.kind.max(arguments.kind),
                text: format!("{} {}", call.name, call.arguments),
                call: Some(call.id.clone()),
            });
        }
        Section { calls, ..self.section(Role::Assistant, parts) }
    }

    pub(super) fn result(&self, call: &ToolCall, parts: Vec<PartView>) -> Section {
        let answers = CallRef { id: call.id.clone(), tool: call.name.clone() };
        let of_call = |part| PartView { call: Some(call.id.clone()), ..part };
        let parts = parts.into_iter().map(of_call).collect();
        Section { answers: Some(answers), ..self.section(Role::Tool, parts) }
    }

    /// Replaces a result that is no longer sent; `told` sums it up.
    pub(super) fn forgotten_result(&self, call: &ToolCall, told: &str) -> Section {
        let label = sentences::result_of(&call.name);
        self.result(call, vec![self.part(Segment::Results, &label, prompt::earlier_result(told))])
    }

    /// An image that a tool shows, in a user message, where models look for images.
    pub(super) fn shown_image(&self, call: &ToolCall, image: &Image) -> Section {
        let label = sentences::image_of(&call.name);
        let part = self.part(Segment::Results, &label, prompt::SHOWN_IMAGE.to_owned());
        let mut section = self.section(Role::User, Vec::new());
        self.show(&mut section, PartView { call: Some(call.id.clone()), ..part }, image);
        section
    }

    /// Adds an image to a message, and a part with the image's size.
    pub(super) fn show(&self, section: &mut Section, part: PartView, image: &Image) {
        let TokenCount { tokens, kind } = self.counter.image(image.width, image.height);
        let (tokens, count) = (part.tokens + tokens, part.count.max(kind));
        section.parts.push(PartView { tokens, count, ..part });
        section.images.push(image.clone());
    }

    /// The size of a document that may stay out.
    pub(super) fn document(&self, reference: &Reference) -> Tokens {
        self.line(reference, None)
    }

    /// The size of a hit in the form that `plan` gives it.
    pub(super) fn shown(&self, plan: &Plan, hit: &Reference) -> Tokens {
        self.line(hit, plan.excerpt(self.input, hit))
    }

    fn line(&self, reference: &Reference, excerpt: Option<&Range<usize>>) -> Tokens {
        let next = Number(self.input.progress.ledger.last() + 1);
        let form = documents::Form::new(self.input.fit.small, excerpt);
        self.count(&documents::line(reference, form, next, false)).tokens
    }

    pub(super) fn picture(&self, picture: &Picture) -> Tokens {
        self.counter.image(picture.image.width, picture.image.height).tokens
    }
}

fn counted(segment: Segment, label: String, text: String, count: TokenCount) -> PartView {
    let TokenCount { tokens, kind } = count;
    PartView {
        segment,
        label,
        origin: None,
        number: None,
        tokens,
        count: kind,
        text,
        call: None,
        item: None,
    }
}

/// Breaks marks in the arguments so that JSON stays the same JSON.
fn call_without_marks(call: &ToolCall) -> ToolCall {
    let is_json = serde_json::from_str::<serde::de::IgnoredAny>(&call.arguments).is_ok();
    let arguments = match is_json {
        true => json_without_marks(&call.arguments),
        false => without_marks(&call.arguments),
    };
    ToolCall { arguments: arguments.into_owned(), ..call.clone() }
}

/// The first line with words, without Markdown.
pub(super) fn beginning(text: &str) -> String {
    // A line may be as long as the message.
    let mut lines = text.lines().map(|line| plain(&cut(line.trim(), 200)));
    cut(&lines.find(|line| !line.is_empty()).unwrap_or_default(), 40)
}
