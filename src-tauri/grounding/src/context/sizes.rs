//! The parts of a context that are the same whatever the plan includes, with their sizes. They are measured once; then
//! plans are tried until one fits.

use std::{cell::RefCell, collections::HashSet};

use conversation::model::{Count, Role, Tokens};

use super::{
    AttachedFile, Input, compaction,
    measure::{Measure, Section},
    plan::Plan,
    prompt,
};
use crate::{references::Ledger, sentences};
use conversation::context::{Budgets, PartView, Segment};
use conversation::{
    ContextItem,
    reference::{Number, Reference, State},
};

pub(super) struct Sizes<'a> {
    pub(super) measure: Measure<'a>,
    pub(super) tools: Vec<PartView>,
    pub(super) summary: Option<Section>,
    /// For each earlier turn, its messages, oldest first.
    pub(super) turns: Vec<Vec<Section>>,
    pub(super) turn_tokens: Vec<Tokens>,
    pub(super) prompts: Vec<Section>,
    /// The findings of a survey.
    pub(super) findings: Option<Section>,
    /// The current task of step-by-step work.
    pub(super) work: Option<Section>,
    /// The messages of this turn's text files. Pictures are in `question`.
    pub(super) attachments: Vec<Section>,
    /// The numbered passages of this turn's files.
    pub(super) files: Vec<Reference>,
    /// For each earlier turn, the first number of its files' passages.
    pub(super) first_file_numbers: Vec<Option<Number>>,
    /// The conversation's numbers, including those of this turn's files.
    pub(super) ledger: Ledger,
    pub(super) question: Section,
}

impl<'a> Sizes<'a> {
    pub(super) fn new(input: Input<'a>, counter: &'a dyn Count) -> Self {
        let measure = Measure::new(input, counter);
        let Input { basis, progress, .. } = input;
        let alone =
            |segment, label, text| measure.one(Role::User, measure.new_part(segment, label, text));
        let summary = progress.earlier.summary.as_ref().map(|summary| {
            let label = sentences::summary_of(summary.messages);
            let part = measure.new_part(Segment::Summary, label, compaction::summary_text(summary));
            measure.one(Role::User, PartView { item: Some(ContextItem::Summary), ..part })
        });
        let given = |reference: &Reference| {
            reference.key().and_then(|(source, hash)| progress.ledger.given(&source, hash))
        };
        let past = &progress.earlier.turns;
        let sent = past.iter().map(|turn| numbered(&turn.attachments, &given));
        let sent: Vec<Vec<AttachedFile>> = sent.collect();
        let turns = past.iter().zip(&sent).map(|(turn, files)| measure.turn(turn, files));
        let turns: Vec<Vec<Section>> = turns.collect();
        let findings = progress.findings.as_ref().map(|findings| {
            let label = sentences::FINDINGS.to_string();
            alone(Segment::Documents, label, prompt::findings(findings))
        });
        let work = progress
            .work
            .as_ref()
            .map(|work| alone(Segment::Messages, sentences::WORK.to_string(), work.text.clone()));
        // Files are never cut, so their numbers come first and don't depend on the plan.
        let ledger = RefCell::new(progress.ledger.clone());
        let number = |reference: &Reference| {
            let (source, hash) = reference.key()?;
            Some(ledger.borrow_mut().number(&source, hash))
        };
        let files = numbered(&basis.attachments, &number);
        Self {
            tools: measure.described(),
            summary,
            turn_tokens: turns.iter().map(|turn| turn.iter().map(Section::tokens).sum()).collect(),
            turns,
            prompts: measure.prompt_sections(),
            findings,
            work,
            attachments: measure.files(&files),
            files: files.into_iter().flat_map(|file| file.passages).collect(),
            first_file_numbers: sent
                .iter()
                .map(|files| files.iter().find_map(AttachedFile::first_number))
                .collect(),
            ledger: ledger.into_inner(),
            question: measure.asked(),
            measure,
        }
    }

    pub(super) fn input(&self) -> Input<'a> {
        self.measure.input
    }

    pub(super) fn question(&self) -> Tokens {
        self.question.tokens()
    }

    /// The tokens that a text file or a picture of this turn adds.
    pub(super) fn attachment(&self, file: &AttachedFile) -> Tokens {
        let item = ContextItem::File { attachment: file.id };
        let sections = self.attachments.iter().chain([&self.question]);
        let parts = sections.flat_map(|section| &section.parts);
        parts.filter(|part| part.item.as_ref() == Some(&item)).map(|part| part.tokens).sum()
    }

    pub(super) fn summary(&self) -> Tokens {
        self.summary.as_ref().map(Section::tokens).unwrap_or_default()
    }

    /// The size of the first `turns` turns without the pinned ones, which a summary never replaces.
    pub(super) fn summarised(&self, turns: usize) -> Tokens {
        let sized = self.input().progress.earlier.turns.iter().zip(&self.turn_tokens).take(turns);
        sized.filter(|(turn, _)| !turn.pinned).map(|(_, tokens)| *tokens).sum()
    }

    /// The size of the earlier turns that the plan includes.
    pub(super) fn history(&self, plan: &Plan) -> Tokens {
        let turns = self.input().progress.earlier.turns.iter().zip(&self.turn_tokens).enumerate();
        turns
            .filter(|(at, (turn, _))| plan.has_turn(*at, turn))
            .map(|(_, (_, tokens))| *tokens)
            .sum()
    }

    /// The size of the whole text of the linked note `at`.
    pub(super) fn linked_text(&self, at: usize) -> Tokens {
        self.input().basis.linked[at]
            .text
            .iter()
            .map(|reference| self.measure.document(reference))
            .sum()
    }

    /// The tokens of the message budget that linked notes may fill with their whole texts.
    pub(super) fn left_for_notes(&self) -> Tokens {
        let own =
            self.attachments.iter().chain(&self.prompts).chain(&self.findings).map(Section::tokens);
        let taken = own.sum::<Tokens>()
            + self.summary()
            + self.turn_tokens.iter().copied().sum()
            + self.question();
        let project = self.input().basis.project.iter().flat_map(|project| &project.documents);
        let taken = taken + project.map(|reference| self.measure.document(reference)).sum();
        Tokens(self.budgets().0.messages.0.saturating_sub(taken.0))
    }

    /// The budgets, and the tokens of the tools' budget that go to messages because the tools don't fill it.
    pub(super) fn budgets(&self) -> (Budgets, Tokens) {
        let budgets = Budgets::with(self.input().fit.window, self.input().fit.shares);
        match self.input().fit.lend_shares {
            true => budgets.lending(self.tools.iter().map(|tool| tool.tokens).sum()),
            false => (budgets, Tokens(0)),
        }
    }
}

/// `files` with the numbers that `number` gives their passages. A passage with the number of an earlier passage of its
/// file is left out; one without a number stays.
fn numbered(
    files: &[AttachedFile],
    number: &dyn Fn(&Reference) -> Option<Number>,
) -> Vec<AttachedFile> {
    let mut files = files.to_vec();
    for file in &mut files {
        let mut seen = HashSet::new();
        for reference in &mut file.passages {
            reference.number = number(reference);
            reference.state = State::Used;
        }
        file.passages.retain(|it| it.number.is_none_or(|number| seen.insert(number)));
    }
    files
}
