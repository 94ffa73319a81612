//! Sentences about surveys and step-by-step work.

use std::fmt::Display;

use language::{Sentence, count, say};
use models::Tokens;

pub(crate) fn no_room_for_batches(model: &str, window: Tokens) -> String {
    say! {
        en: "The context window of “{model}” ({window} tokens) has no room for notes next to the \
             instructions. Choose a model with a larger one.",
        de: "Im Kontextfenster von „{model}“ ({window} Tokens) ist neben den Anweisungen kein \
             Platz für Notizen. Wähl ein Modell mit einem größeren.",
    }
}

pub(crate) fn not_all_notes(read: usize, left: u32) -> String {
    let left = count(left.into());
    say! {
        en: "The {read} notes that match best are read; {left} more match.",
        de: "Die {read} am besten passenden Notizen werden gelesen; {left} weitere passen.",
    }
}

pub(crate) fn nothing_written(passages: usize) -> String {
    match passages {
        1 => say! {
            en: "The model wrote nothing about a passage that it was given.",
            de: "Das Modell hat zu einer Textstelle, die es bekam, nichts geschrieben.",
        },
        _ => say! {
            en: "The model wrote nothing about {passages} passages that it was given.",
            de: "Das Modell hat zu {passages} Textstellen, die es bekam, nichts geschrieben.",
        },
    }
}

/// `step` counts from 1.
pub(crate) fn step_skipped(step: usize, reason: &dyn Display) -> String {
    say! {
        en: "Step {step} was skipped: {reason}",
        de: "Schritt {step} wurde übersprungen: {reason}",
    }
}

pub(crate) const FINDINGS_CUT: Sentence = Sentence {
    en: "More was found than fits in the model's context window, so the answer is based only on \
         the first part.",
    de: "Es wurde mehr gefunden, als in das Kontextfenster des Modells passt, darum beruht die \
         Antwort nur auf dem ersten Teil.",
};

pub(crate) const HOW_TO_READ: Sentence = Sentence { en: "How to read", de: "Wie zu lesen ist" };

pub(crate) const NOTES_TO_READ: Sentence =
    Sentence { en: "Notes to read", de: "Zu lesende Notizen" };

pub(crate) const HOW_TO_SHORTEN: Sentence =
    Sentence { en: "How to shorten", de: "Wie zu kürzen ist" };

pub(crate) const FINDINGS: Sentence = Sentence { en: "Findings", de: "Ergebnisse" };

pub(crate) const NO_PLAN: Sentence = Sentence {
    en: "The model made no plan, so the question was answered at once instead of step by step.",
    de: "Das Modell hat keinen Plan gemacht, darum wurde die Frage sofort beantwortet statt \
         Schritt für Schritt.",
};

pub(crate) const HOW_TO_PLAN: Sentence = Sentence { en: "How to plan", de: "Wie zu planen ist" };

pub(crate) const TO_PLAN: Sentence =
    Sentence { en: "The question to plan for", de: "Die Frage, für die zu planen ist" };

pub(crate) const HOW_TO_CHECK_WORK: Sentence =
    Sentence { en: "How to find open points", de: "Wie offene Punkte zu finden sind" };

pub(crate) fn work_not_checked(reason: &dyn Display) -> String {
    say! {
        en: "Open points weren't checked: {reason}",
        de: "Offene Punkte wurden nicht geprüft: {reason}",
    }
}
