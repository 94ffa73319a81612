//! Sentences about withdrawn answers.

use language::{one_line, say};
use support::UnfoundedFact;

/// Quotes the draft of a small model, and says what it made up.
pub(crate) fn withdrawn(draft: &str, why: &UnfoundedFact) -> String {
    let draft = one_line(draft);
    match why {
        UnfoundedFact::Figure(figure) => say! {
            en: "The model wrote “{draft}”, but “{figure}” is in none of the passages.",
            de: "Das Modell hat „{draft}“ geschrieben, aber „{figure}“ steht in keiner der Textstellen.",
        },
        UnfoundedFact::Name(name) => say! {
            en: "The model wrote “{draft}”, but the passages it used don't mention “{name}”.",
            de: "Das Modell hat „{draft}“ geschrieben, aber die benutzten Textstellen nennen „{name}“ nicht.",
        },
        UnfoundedFact::Apart(number) => say! {
            en: "The model wrote “{draft}”, but where the passages have “{number}”, they are about something else.",
            de: "Das Modell hat „{draft}“ geschrieben, aber wo „{number}“ in den Textstellen steht, geht es um \
                 etwas anderes.",
        },
        UnfoundedFact::NoNumber => say! {
            en: "The model wrote “{draft}”, but the question asks for a number.",
            de: "Das Modell hat „{draft}“ geschrieben, aber gefragt ist nach einer Zahl.",
        },
        UnfoundedFact::NoName => say! {
            en: "The model wrote “{draft}”, but the question asks for a name.",
            de: "Das Modell hat „{draft}“ geschrieben, aber gefragt ist nach einem Namen.",
        },
        UnfoundedFact::Repetition => say! {
            en: "The model wrote “{draft}”, but that only repeats the question.",
            de: "Das Modell hat „{draft}“ geschrieben, aber das wiederholt nur die Frage.",
        },
        UnfoundedFact::Possession(thing) => say! {
            en: "The model wrote “{draft}”, but the passages say nothing about “{thing}”.",
            de: "Das Modell hat „{draft}“ geschrieben, aber die Textstellen sagen nichts über „{thing}“.",
        },
    }
}
