use std::time::Duration;

use language::{Sentence, say};

pub(crate) const NOT_STREAMED: Sentence = Sentence {
    en: "It didn't write its answer word by word.",
    de: "Es hat seine Antwort nicht Wort für Wort geschrieben.",
};

pub(crate) fn not_cited(answer: &str) -> String {
    say! {
        en: "It didn't cite the passage that answers a question. It wrote: “{answer}”",
        de: "Es hat die Textstelle, die eine Frage beantwortet, nicht zitiert. Es schrieb: „{answer}“",
    }
}

pub(crate) fn too_slow(after: Duration) -> String {
    say! {
        en: "It hadn't answered a short question after {} minutes.",
        de: "Es hatte eine kurze Frage nach {} Minuten nicht beantwortet.",
        after.as_secs() / 60,
    }
}

pub(crate) fn failed(model: &str, other: Option<&str>, why: &str) -> String {
    match other {
        Some(other) => say! {
            en: "{model} was downloaded but failed its test, so questions still go to {other}. {why}",
            de: "{model} wurde geladen, hat aber seine Probe nicht bestanden. Fragen gehen weiter an \
                 {other}. {why}",
        },
        None => say! {
            en: "{model} was downloaded but failed its test. It answers until you choose another \
                 model. {why}",
            de: "{model} wurde geladen, hat aber seine Probe nicht bestanden. Es antwortet, bis du \
                 ein anderes Modell wählst. {why}",
        },
    }
}
