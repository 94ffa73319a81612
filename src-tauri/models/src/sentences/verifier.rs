//! Why a folder has no verifier, or it failed.

use std::{fmt::Display, path::Path};

use language::{Sentence, say};

pub(crate) fn no_verifier(folder: &Path, reason: impl Display) -> String {
    say! {
        en: "{} can't be used as a verifier: {reason}.",
        de: "{} ist als Prüfmodell nicht verwendbar: {reason}.",
        folder.display(),
    }
}

pub(crate) fn verifier_failed(name: &str, reason: impl Display) -> String {
    say! {
        en: "The verifier “{name}” failed: {reason}.",
        de: "Das Prüfmodell „{name}“ ist gescheitert: {reason}.",
    }
}

const NOR: Sentence = Sentence { en: " nor ", de: " noch " };

/// `names` are where it was looked for.
pub(crate) fn no_weights(names: &[&str]) -> String {
    say! {
        en: "there is no model in it, neither {}",
        de: "Darin ist kein Modell, weder {}",
        names.join(NOR.text()),
    }
}

pub(crate) const NO_TOKENIZER: Sentence = Sentence {
    en: "there is a model in it, and no tokenizer.json, by which text becomes its input",
    de: "Darin ist ein Modell und keine tokenizer.json, durch die aus Text seine Eingabe wird",
};

pub(crate) fn weights_too_large(bytes: u64, most: u64) -> String {
    const MB: u64 = 1_000_000;
    say! {
        en: "its model has {} MB, and {} MB are the most",
        de: "Sein Modell hat {} MB, und höchstens {} MB sind möglich",
        bytes.div_ceil(MB), most / MB,
    }
}

pub(crate) fn not_readable(file: &Path, reason: impl Display) -> String {
    say! {
        en: "{} can't be read: {reason}",
        de: "{} lässt sich nicht lesen: {reason}",
        file.display(),
    }
}

pub(crate) fn unknown_input(name: &str) -> String {
    say! {
        en: "it wants an input “{name}”. A verifier reads a passage and a sentence as input_ids, attention_mask and token_type_ids",
        de: "Es verlangt eine Eingabe „{name}“. Ein Prüfmodell liest Textstelle und Satz als \
             input_ids, attention_mask und token_type_ids",
    }
}

pub(crate) const NO_PAIRS: Sentence = Sentence {
    en: "its tokenizer doesn't tell a passage and a sentence apart, so it isn't made for pairs",
    de: "Sein Tokenizer hält Textstelle und Satz nicht auseinander, es ist also nicht für Paare \
         gemacht",
};

pub(crate) fn unknown_output(shape: &[i64]) -> String {
    say! {
        en: "it gives numbers in the shape {shape:?}. A verifier gives one score, a score for each of several labels, or two for each token",
        de: "Es gibt Zahlen in der Form {shape:?}. Ein Prüfmodell gibt einen Wert, einen Wert für \
             jede von mehreren Antworten oder zwei für jedes Token",
    }
}

pub(crate) const NO_LABEL: Sentence = Sentence {
    en: "its config.json doesn't say which of its labels means that a passage supports a sentence",
    de: "Seine config.json sagt nicht, welche seiner Antworten bedeutet, dass eine Textstelle \
         einen Satz belegt",
};

pub(crate) const NO_ROOM: Sentence = Sentence {
    en: "the sentence is so long that it leaves no room for a passage",
    de: "Der Satz ist so lang, dass für eine Textstelle kein Platz bleibt",
};

pub(crate) const NO_NUMBERS: Sentence = Sentence {
    en: "it gave something that isn't a number",
    de: "Es gab etwas, das keine Zahl ist",
};
