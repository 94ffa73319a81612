use std::{cell::RefCell, collections::HashMap};

use models::{ChatMessage, Frame, Role, TokenCount, TokenCounter, Tokens};
use notes::ContentHash;

use super::{
    Assembly, AttachedFile, Budgets, ContextView, Cut, Input, PartView, PastTurn, Segment,
    documents,
    fit::{self, Plan, Shown},
    prompt::{self, Occasion},
    thousands,
};
use crate::{
    Mode,
    references::{Ledger, Number, Reference, State, referenced_documents, summary::cut},
};

/// What counts for the model that will read the context.
pub trait Count {
    /// Counts a text.
    fn count(&self, text: &str) -> TokenCount;

    /// What each message costs besides its text, and what the beginning of the answer costs.
    fn frame(&self) -> Frame {
        Frame::COOKBOOK
    }
}

impl Count for TokenCounter {
    fn count(&self, text: &str) -> TokenCount {
        TokenCounter::count(self, text)
    }

    fn frame(&self) -> Frame {
        TokenCounter::frame(self)
    }
}

impl<F: Fn(&str) -> TokenCount> Count for F {
    fn count(&self, text: &str) -> TokenCount {
        self(text)
    }
}

/// Builds what the model sees, and the view of it.
///
/// Sending, the preview and the receipt all come from this one function. `counter` counts tokens for
/// the model that will read them.
///
/// The messages: the system prompt; the earlier turns, each with its files before its question; the
/// documents as one message; this turn's files; the question with the list of what it links; and
/// the reminder, if there are documents. The parts of the view stand in the same order, their texts
/// joined are the messages' texts, and their sizes add up to `total`: what the message format costs
/// is a part of its own.
pub fn build(input: &Input, counter: &dyn Count) -> Assembly {
    let sizes = Sizes::new(input, counter);
    let limit = Tokens(input.window.0.saturating_sub(input.reserve.0));
    let mut plan = Plan::all(input, &sizes);
    let too_long: Vec<bool> = plan.linked.iter().map(|shown| *shown != Shown::Text).collect();
    plan.fit(input, &sizes);

    let layout = sizes.layout(&plan);
    let total = layout.total();
    let refusal = (total > limit).then(|| fit::refusal(input, &sizes, total));
    let considered = layout.considered(input, &plan);
    let cuts = sizes.cuts(&plan, &too_long, &layout.used);
    let (used, ledger) = (layout.used.clone(), layout.ledger.clone());
    let (messages, parts) = layout.into_messages();
    let view = ContextView {
        window: input.window,
        reserve: input.reserve,
        budgets: Budgets::of(input.window),
        parts,
        cuts,
        total,
        free: Tokens(limit.0.saturating_sub(total.0)),
        refusal,
    };
    Assembly { messages, view, used, considered, ledger }
}

/// A message, and the parts that people see of it.
#[derive(Debug, Clone)]
struct Section {
    role: Role,
    parts: Vec<PartView>,
    /// What the message costs besides its text.
    frame: Tokens,
}

impl Section {
    fn message(&self) -> ChatMessage {
        let content: String = self.parts.iter().map(|part| part.text.as_str()).collect();
        ChatMessage::text(self.role, content)
    }

    fn tokens(&self) -> Tokens {
        self.parts.iter().map(|part| part.tokens).sum::<Tokens>() + self.frame
    }
}

/// The input with its sizes. Texts that don't depend on the plan are counted once.
pub(super) struct Sizes<'a> {
    input: &'a Input,
    counter: &'a dyn Count,
    frame: Frame,
    counted: RefCell<HashMap<String, TokenCount>>,
    turns: Vec<Vec<Section>>,
    turn_tokens: Vec<Tokens>,
    attachments: Vec<Section>,
    question: Section,
}

impl<'a> Sizes<'a> {
    fn new(input: &'a Input, counter: &'a dyn Count) -> Self {
        // Asked once: what a report teaches meanwhile must not change it half way.
        let frame = counter.frame();
        let part = |segment, label: String, origin, text: String| {
            let TokenCount { tokens, kind } = counter.count(&text);
            PartView { segment, label, origin, number: None, tokens, count: kind, text }
        };
        let one = |role, part| Section { role, parts: vec![part], frame: frame.message };
        let file = |file: &AttachedFile| {
            let text = prompt::attached(&file.name, &file.text);
            let label = format!("File “{}”", file.name);
            one(Role::User, part(Segment::Attachments, label, Some(file.name.clone()), text))
        };
        let turn = |turn: &PastTurn| {
            let mut sections: Vec<Section> = turn.attachments.iter().map(file).collect();
            let text = referenced_documents(&turn.question, &turn.references, None);
            let label = format!("Earlier question: {}", beginning(&turn.question));
            sections.push(one(Role::User, part(Segment::Messages, label, None, text)));
            if let Some(answer) = turn.answer.as_deref().filter(|text| !text.trim().is_empty()) {
                let label = format!("Earlier answer: {}", beginning(answer));
                let answer = part(Segment::Messages, label, None, answer.to_owned());
                sections.push(one(Role::Assistant, answer));
            }
            sections
        };
        let links: Vec<Reference> = input.linked.iter().map(|note| note.link.clone()).collect();
        let question = referenced_documents(&input.question, &links, input.read_tool.as_deref());
        let question = part(Segment::Messages, "Your question".to_owned(), None, question);
        let turns: Vec<Vec<Section>> = input.history.iter().map(turn).collect();
        Self {
            input,
            counter,
            frame,
            counted: RefCell::default(),
            turn_tokens: turns.iter().map(|turn| turn.iter().map(Section::tokens).sum()).collect(),
            turns,
            attachments: input.attachments.iter().map(file).collect(),
            question: one(Role::User, question),
        }
    }

    fn count(&self, text: &str) -> TokenCount {
        if let Some(known) = self.counted.borrow().get(text) {
            return *known;
        }
        let counted = self.counter.count(text);
        self.counted.borrow_mut().insert(text.to_owned(), counted);
        counted
    }

    fn part(&self, segment: Segment, label: &str, text: String) -> PartView {
        let TokenCount { tokens, kind } = self.count(&text);
        let label = label.to_owned();
        PartView { segment, label, origin: None, number: None, tokens, count: kind, text }
    }

    fn section(&self, role: Role, parts: Vec<PartView>) -> Section {
        Section { role, parts, frame: self.frame.message }
    }

    /// The size of the question's message.
    pub(super) fn question(&self) -> Tokens {
        self.question.tokens()
    }

    /// The size of an attachment's message.
    pub(super) fn attachment(&self, at: usize) -> Tokens {
        self.attachments.get(at).map(Section::tokens).unwrap_or_default()
    }

    /// The size of the earlier turns from `first` on.
    pub(super) fn history(&self, first: usize) -> Tokens {
        self.turn_tokens.iter().skip(first).copied().sum()
    }

    /// What the message budget has left for linked notes.
    pub(super) fn left_for_notes(&self) -> Tokens {
        let taken: Tokens = self.attachments.iter().map(Section::tokens).sum();
        let taken = taken + self.history(0) + self.question();
        Tokens(Budgets::of(self.input.window).messages.0.saturating_sub(taken.0))
    }

    /// The size of a linked note's text.
    pub(super) fn linked_text(&self, at: usize) -> Tokens {
        self.input.linked[at].text.iter().map(|reference| self.document(reference)).sum()
    }

    /// The size of a document that may not get a number.
    fn document(&self, reference: &Reference) -> Tokens {
        let given = self.input.ledger.known().last().map_or(0, |number| number.0);
        self.count(&documents::line(reference, Number(given + 1), false)).tokens
    }

    /// The size of everything that goes in by `plan`.
    pub(super) fn total(&self, plan: &Plan) -> Tokens {
        self.layout(plan).total()
    }

    /// What goes in by `plan`.
    fn layout(&self, plan: &Plan) -> Layout<'_> {
        let mut ledger = self.input.ledger.clone();
        let used = used(self.input, plan, &mut ledger);
        let numbers: Vec<Number> = used.iter().filter_map(|reference| reference.number).collect();
        let first_number = numbers.first().copied();

        let documents = first_number.map(|_| {
            let opening = documents::OPENING.to_owned();
            let mut parts =
                vec![self.part(Segment::Documents, "Opening of the documents", opening)];
            for (at, (reference, number)) in used.iter().zip(&numbers).enumerate() {
                let line = documents::line(reference, *number, at + 1 == used.len());
                let label = format!("[{number}] {}", documents::name(reference));
                let part = self.part(Segment::Documents, &label, line);
                let origin = documents::origin(reference);
                parts.push(PartView { origin, number: Some(*number), ..part });
            }
            self.section(Role::User, parts)
        });
        let reminder = first_number.map(|number| {
            let reminder = self.part(Segment::Reminder, "Reminder", prompt::reminder(number));
            self.section(Role::User, vec![reminder])
        });

        let gone = &self.input.history[..plan.first_turn];
        let mut forgotten_files: Vec<&str> = Vec::new();
        for file in gone.iter().flat_map(|turn| &turn.attachments) {
            if !forgotten_files.contains(&file.name.as_str()) {
                forgotten_files.push(&file.name);
            }
        }
        let stays = &self.input.history[plan.first_turn..];
        let occasion = Occasion {
            when: &self.input.when,
            first_number,
            searched: self.input.mode == Mode::Notes,
            files: !self.attachments.is_empty()
                || stays.iter().any(|turn| !turn.attachments.is_empty()),
            forgotten: !gone.is_empty(),
            forgotten_files,
        };
        let system = prompt::system(self.input.instructions.as_deref(), &occasion);
        let system = self.part(Segment::System, "Instructions", system);
        let system = self.section(Role::System, vec![system]);

        let history = self.turns[plan.first_turn..].iter().flatten().collect();
        let history_tokens = self.history(plan.first_turn);
        Layout { sizes: self, system, history, history_tokens, documents, reminder, used, ledger }
    }

    /// What `plan` leaves out, in the order of the context. `too_long` says which linked notes were
    /// too long from the beginning. A passage that is there in another form isn't missing.
    fn cuts(&self, plan: &Plan, too_long: &[bool], used: &[Reference]) -> Vec<Cut> {
        let missing = |reference: &&Reference| !used.iter().any(|used| covers(used, reference));
        let mut cuts = Vec::new();
        for (turn, tokens) in self.input.history.iter().zip(&self.turn_tokens).take(plan.first_turn)
        {
            let files: Vec<String> =
                turn.attachments.iter().map(|file| format!("“{}”", file.name)).collect();
            let mut reason = "The oldest turns go first when the window is full.".to_owned();
            if !files.is_empty() {
                reason.push_str(&format!(" {} went with it.", files.join(", ")));
            }
            let label = format!("Earlier turn: {}", beginning(&turn.question));
            cuts.push(Cut { label, tokens: *tokens, reason });
        }
        for (at, (note, shown)) in self.input.linked.iter().zip(&plan.linked).enumerate() {
            let size = self.linked_text(at);
            if *shown != Shown::Text && !note.text.is_empty() {
                let why = if too_long[at] {
                    format!(
                        "Its {} tokens are a fifth or more of the {} left for messages",
                        thousands(size),
                        thousands(self.left_for_notes())
                    )
                } else {
                    "The window has no room for it".to_owned()
                };
                let instead = match shown {
                    Shown::Best(0) => "only its name and summary are sent",
                    Shown::Best(1) => "its best passage stands for it",
                    _ => "its best passages stand for it",
                };
                cuts.push(Cut {
                    label: format!("{} (the whole text)", note.link.title),
                    tokens: size,
                    reason: format!("{why}; {instead}."),
                });
            }
            // Beside a text that was to go in whole, its best passages were never offered.
            let kept = if let Shown::Best(kept) = shown { *kept } else { note.best.len() };
            let best = note.best.iter().skip(kept).filter(|_| too_long[at]);
            cuts.extend(best.filter(missing).map(|it| self.cut_document(it)));
        }
        let hits = self.input.hits.iter().zip(&plan.hits).filter(|(_, kept)| !**kept);
        cuts.extend(hits.map(|(hit, _)| hit).filter(missing).map(|it| self.cut_document(it)));
        cuts
    }

    fn cut_document(&self, reference: &Reference) -> Cut {
        let reason = match reference.state {
            State::Considered => "It fitted the question less than the others.",
            _ => "The window has no room for it, and passages that fit better came first.",
        };
        Cut {
            label: documents::name(reference),
            tokens: self.document(reference),
            reason: reason.to_owned(),
        }
    }
}

/// The context by one plan, in sections.
struct Layout<'a> {
    sizes: &'a Sizes<'a>,
    system: Section,
    history: Vec<&'a Section>,
    history_tokens: Tokens,
    documents: Option<Section>,
    reminder: Option<Section>,
    used: Vec<Reference>,
    ledger: Ledger,
}

impl Layout<'_> {
    fn total(&self) -> Tokens {
        let own = [Some(&self.system), self.documents.as_ref(), self.reminder.as_ref()];
        own.into_iter()
            .flatten()
            .chain(&self.sizes.attachments)
            .chain([&self.sizes.question])
            .map(Section::tokens)
            .sum::<Tokens>()
            + self.history_tokens
            + self.sizes.frame.reply
    }

    /// The passages that were found and don't go in.
    fn considered(&self, input: &Input, plan: &Plan) -> Vec<Reference> {
        let cut = input.hits.iter().zip(&plan.hits).filter(|(_, kept)| !**kept);
        cut.filter(|(hit, _)| !self.used.iter().any(|used| covers(used, hit)))
            .map(|(hit, _)| Reference {
                number: key(hit).and_then(|(source, hash)| input.ledger.given(source, hash)),
                state: State::Considered,
                ..hit.clone()
            })
            .collect()
    }

    fn into_messages(self) -> (Vec<ChatMessage>, Vec<PartView>) {
        let Self { sizes, system, history, documents, reminder, .. } = self;
        let kind = system.parts[0].count;
        let mut sections = vec![system];
        sections.extend(history.into_iter().cloned());
        sections.extend(documents);
        sections.extend(sizes.attachments.iter().cloned());
        sections.push(sizes.question.clone());
        sections.extend(reminder);
        let Frame { message, reply } = sizes.frame;
        let format = PartView {
            segment: Segment::System,
            label: "Message format".to_owned(),
            origin: Some(format!(
                "{} messages of {message} tokens, {reply} for the answer",
                sections.len()
            )),
            number: None,
            tokens: sections.iter().map(|section| section.frame).sum::<Tokens>() + reply,
            count: kind,
            text: String::new(),
        };
        let messages = sections.iter().map(Section::message).collect();
        let mut parts: Vec<PartView> = sections.into_iter().flat_map(|it| it.parts).collect();
        parts.insert(1, format);
        (messages, parts)
    }
}

/// The documents by `plan`, numbered in the order in which the model sees them. A passage that is
/// part of one before it isn't repeated; why it was found is said there.
fn used(input: &Input, plan: &Plan, ledger: &mut Ledger) -> Vec<Reference> {
    let mut used: Vec<Reference> = Vec::new();
    let linked = input.linked.iter().zip(&plan.linked).flat_map(|(note, shown)| match shown {
        Shown::Text => &note.text[..],
        Shown::Best(count) => &note.best[..*count],
    });
    let hits = input.hits.iter().zip(&plan.hits).filter(|(_, kept)| **kept).map(|(hit, _)| hit);
    for reference in linked.chain(hits) {
        let Some((source, hash)) = key(reference) else { continue };
        if let Some(whole) = used.iter_mut().find(|used| covers(used, reference)) {
            if !whole.match_reason.contains(&reference.match_reason) {
                whole.match_reason = format!("{}; {}", whole.match_reason, reference.match_reason);
            }
            continue;
        }
        let number = Some(ledger.number(source, hash));
        used.push(Reference { number, state: State::Used, ..reference.clone() });
    }
    used
}

/// By what the ledger knows a passage. A reference without a passage is no document.
fn key(reference: &Reference) -> Option<(&str, ContentHash)> {
    Some((reference.path.as_ref()?.as_str(), reference.passage.as_ref()?.hash))
}

/// Whether the passage of `whole` has all of the other's.
fn covers(whole: &Reference, other: &Reference) -> bool {
    let (Some(all), Some(part)) = (&whole.passage, &other.passage) else { return false };
    whole.path == other.path
        && (all.hash == part.hash
            || (all.range.start <= part.range.start && part.range.end <= all.range.end))
}

/// How a text begins, for a label.
fn beginning(text: &str) -> String {
    cut(text.trim().lines().next().unwrap_or_default(), 40)
}
