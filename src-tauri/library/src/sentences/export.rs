use std::fmt::Display;

use language::{Sentence, say};
use models::{CountKind, Tokens};

pub(crate) const QUESTION: Sentence = Sentence { en: "Question", de: "Frage" };
pub(crate) const ANSWER: Sentence = Sentence { en: "Answer", de: "Antwort" };
pub(crate) const ATTACHED: Sentence = Sentence { en: "Attached", de: "Angehängt" };
pub(crate) const REFERENCES: Sentence = Sentence { en: "References", de: "Quellen" };
/// These follow the name of a reference or call.
pub(crate) const CHANGED_SINCE: Sentence = Sentence { en: " (changed)", de: " (geändert)" };
pub(crate) const GONE_SINCE: Sentence = Sentence { en: " (gone)", de: " (nicht mehr da)" };
pub(crate) const NOT_FOUND: Sentence = Sentence { en: " (not found)", de: " (nicht gefunden)" };
pub(crate) const CALL_FAILED: Sentence = Sentence { en: " (failed)", de: " (gescheitert)" };

pub(crate) fn times(begun: &dyn Display, last: &dyn Display) -> String {
    say! {
        en: "Started {begun} · last updated {last}",
        de: "Begonnen {begun} · zuletzt ergänzt {last}",
    }
}

pub(crate) const STREAMING: Sentence = Sentence {
    en: "This answer was still being written.",
    de: "Diese Antwort wurde noch geschrieben.",
};
pub(crate) const INTERRUPTED: Sentence =
    Sentence { en: "This answer was interrupted.", de: "Diese Antwort wurde unterbrochen." };
pub(crate) const CANCELLED: Sentence =
    Sentence { en: "This answer was stopped.", de: "Diese Antwort wurde angehalten." };
pub(crate) const FAILED: Sentence =
    Sentence { en: "This answer failed.", de: "Diese Antwort ist gescheitert." };

pub(crate) const STEPS: Sentence =
    Sentence { en: "Worked out step by step", de: "Schritt für Schritt ausgearbeitet" };
pub(crate) const SAID_ON_THE_WAY: Sentence = Sentence { en: "You added", de: "Du hast ergänzt" };
pub(crate) const NOTHING: Sentence = Sentence { en: "nothing was noted", de: "nichts notiert" };
pub(crate) const OPEN: Sentence = Sentence { en: "Still open", de: "Noch offen" };

pub(crate) fn not_written(error: &dyn Display) -> String {
    say! { en: "It couldn't be written: {error}", de: "Es ließ sich nicht schreiben: {error}" }
}

pub(crate) fn in_place_of(number: impl Display, written: impl Display) -> String {
    say! { en: "[{number}] instead of [{written}]", de: "[{number}] statt [{written}]" }
}

pub(crate) fn added(number: impl Display) -> String {
    say! { en: "[{number}] added", de: "[{number}] ergänzt" }
}

pub(crate) fn corrected(told: &[String]) -> String {
    say! {
        en: "Citations corrected by hand: {}.",
        de: "Von Hand berichtigte Belege: {}.",
        told.join(", "),
    }
}

pub(crate) const RECEIPT: Sentence = Sentence { en: "Receipt", de: "Protokoll" };
pub(crate) const REQUEST: Sentence = Sentence { en: "Request", de: "Anfrage" };
pub(crate) const LEFT_OUT: Sentence = Sentence { en: "Left out", de: "Weggelassen" };
pub(crate) const PROBLEMS: Sentence = Sentence { en: "Problems", de: "Probleme" };
pub(crate) const DELETED_MARKS: Sentence = Sentence {
    en: "Removed citations of unknown passages",
    de: "Entfernte Belege unbekannter Textstellen",
};
pub(crate) const PARTS: Sentence =
    Sentence { en: "| Tokens | Counted | Part | From |", de: "| Tokens | Gezählt | Teil | Aus |" };

pub(crate) fn call_of(call: usize, calls: usize) -> String {
    say! { en: "Call {call} of {calls}", de: "Aufruf {call} von {calls}" }
}

pub(crate) fn model_at(model: &str, server: &str, when: &dyn Display) -> String {
    say! { en: "{model} at {server}, {when}", de: "{model} auf {server}, {when}" }
}

pub(crate) const fn counted(kind: CountKind) -> Sentence {
    match kind {
        CountKind::Exact => Sentence { en: "exactly", de: "genau" },
        CountKind::Calibrated => Sentence { en: "close estimate", de: "gute Schätzung" },
        CountKind::Estimated => Sentence { en: "estimated", de: "geschätzt" },
        CountKind::Approximate => Sentence { en: "approximately", de: "ungefähr" },
    }
}

pub(crate) fn sizes(total: Tokens, window: Tokens, reserve: Tokens) -> String {
    say! {
        en: "{total} tokens of a context window of {window}, of which {reserve} are reserved for \
             the answer.",
        de: "{total} Tokens von einem Kontextfenster von {window}; {reserve} davon sind für die \
             Antwort reserviert.",
    }
}

pub(crate) fn usage(prompt: Tokens, completion: Tokens) -> String {
    say! {
        en: "The server counted {prompt} tokens read and {completion} written.",
        de: "Der Server hat {prompt} gelesene und {completion} geschriebene Tokens gezählt.",
    }
}

pub(crate) fn cut(label: &str, tokens: Tokens, reason: &str) -> String {
    match tokens.0 {
        1 => say! { en: "{label} (1 token): {reason}", de: "{label} (1 Token): {reason}" },
        _ => say! {
            en: "{label} ({tokens} tokens): {reason}",
            de: "{label} ({tokens} Tokens): {reason}",
        },
    }
}
