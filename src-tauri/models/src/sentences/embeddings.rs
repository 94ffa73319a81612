//! Sentences of the models for semantic search and for text in pictures.

use std::{fmt::Display, path::Path};

use language::{Sentence, say};

pub(crate) const NO_EMBEDDINGS: Sentence = Sentence {
    en: "Anthropic has no models for search by meaning; please choose another server.",
    de: "Anthropic hat keine Modelle für die Suche nach Bedeutung; wähl bitte einen anderen Server.",
};

pub(crate) const NO_ENGINE_EMBEDDINGS: Sentence = Sentence {
    en: "The built-in engine has no models for search by meaning; please choose another way.",
    de: "Die eingebaute Engine hat keine Modelle für die Suche nach Bedeutung; wähl bitte einen \
         anderen Weg.",
};

pub(crate) fn other_dimensions(server: &str, model: &str, now: usize, before: usize) -> String {
    say! {
        en: "{server} answered with vectors of {now} numbers, but “{model}” had {before}: it seems \
             to be a different model now.",
        de: "{server} hat mit Vektoren von {now} Zahlen geantwortet, aber „{model}“ hatte \
             {before}: Es scheint jetzt ein anderes Modell zu sein.",
    }
}

/// `what` begins with “with” or “without”.
pub(crate) fn not_the_vectors(server: &str, what: &str) -> String {
    say! { en: "{server} answered {what}.", de: "{server} hat {what} geantwortet." }
}

pub(crate) const WITHOUT_VECTORS: Sentence =
    Sentence { en: "without vectors", de: "ohne Vektoren" };
pub(crate) const UNSENT_TEXT: Sentence = Sentence {
    en: "with a vector of a text that wasn't sent",
    de: "mit dem Vektor eines Textes, der nicht gesendet wurde,",
};
pub(crate) const TWO_OF_ONE_TEXT: Sentence =
    Sentence { en: "with two vectors of one text", de: "mit zwei Vektoren für einen Text" };
pub(crate) const NO_VECTOR: Sentence =
    Sentence { en: "with something that isn't a vector", de: "mit etwas, das kein Vektor ist," };
pub(crate) const EMPTY_VECTOR: Sentence = Sentence {
    en: "with an unusable vector (zero, or no numbers)",
    de: "mit einem unbrauchbaren Vektor (null oder keine Zahlen)",
};
pub(crate) const SOME_MISSING: Sentence =
    Sentence { en: "without some of the vectors", de: "ohne einige der Vektoren" };

pub(crate) fn other_number(vectors: usize, texts: usize) -> String {
    say! {
        en: "with {vectors} vectors for {texts} texts",
        de: "mit {vectors} Vektoren für {texts} Texte",
    }
}

pub(crate) const OTHER_LETTERS: Sentence = Sentence {
    en: "the model's letters don't match its list",
    de: "Die Buchstaben des Modells passen nicht zu seiner Liste",
};

pub(crate) fn no_recognition(file: &Path, reason: impl Display) -> String {
    say! {
        en: "Text in images can't be recognised: {} can't be used: {reason}.",
        de: "Text in Bildern lässt sich nicht erkennen: {} ist nicht verwendbar: {reason}.",
        file.display(),
    }
}

pub(crate) fn recognition_failed(reason: impl Display) -> String {
    say! {
        en: "Text in an image couldn't be recognised: {reason}.",
        de: "Text in einem Bild ließ sich nicht erkennen: {reason}.",
    }
}

pub(crate) fn no_meaning(file: &Path, reason: impl Display) -> String {
    say! {
        en: "Search by meaning isn't available: {} can't be used: {reason}.",
        de: "Die Suche nach Bedeutung steht nicht zur Verfügung: {} ist nicht verwendbar: \
             {reason}.",
        file.display(),
    }
}

pub(crate) const NOT_THE_FILE: Sentence =
    Sentence { en: "it isn't the expected file", de: "Es ist nicht die erwartete Datei" };
pub(crate) const MISSING_FILE: Sentence =
    Sentence { en: "it isn't there", de: "Die Datei ist nicht da" };

pub(crate) fn other_runtime(in_use: &Path) -> String {
    say! {
        en: "{} is in use until the program ends",
        de: "Bis das Programm endet, ist {} in Gebrauch",
        in_use.display(),
    }
}

pub(crate) fn embedding_failed(reason: impl Display) -> String {
    say! {
        en: "The model for search by meaning failed: {reason}.",
        de: "Das Modell für die Suche nach Bedeutung ist gescheitert: {reason}.",
    }
}

pub(crate) const WORKER_DIED: Sentence =
    Sentence { en: "its process ended unexpectedly", de: "Sein Prozess wurde unerwartet beendet" };
pub(crate) const OTHER_SIZE: Sentence =
    Sentence { en: "it gave vectors of another size", de: "Es gab Vektoren einer anderen Größe" };
