//! All user-visible sentences of this crate. Prompts to models are where they are sent.

use conversation::model::Tokens;
use language::{Language, Sentence, say};

pub(crate) const LINKED_BY_YOU: Sentence = Sentence { en: "Linked by you", de: "Von dir verlinkt" };

/// Replaces the summary on the card of a deleted note.
pub const GONE: Sentence =
    Sentence { en: "Unable to access document", de: "Das Dokument ist nicht zugänglich" };

pub(crate) const UNSUPPORTED: Sentence =
    Sentence { en: "not found in the source", de: "in der Quelle nicht gefunden" };
pub(crate) const NO_SOURCE: Sentence = Sentence { en: "no source", de: "keine Quelle" };
pub(crate) const CONTRADICTED: Sentence =
    Sentence { en: "the source says otherwise", de: "die Quelle sagt etwas anderes" };

pub(crate) const NO_ROOM_FOR_PICTURE: Sentence = Sentence {
    en: "It would take too much space or time: text has priority.",
    de: "Es würde zu viel Platz oder Zeit brauchen: Text hat Vorrang.",
};

// Labels of the parts of a context.

pub(crate) const INSTRUCTIONS: Sentence = Sentence { en: "Instructions", de: "Anweisungen" };
pub(crate) const OPENING: Sentence =
    Sentence { en: "Opening of the documents", de: "Einleitung der Dokumente" };
pub(crate) const FINDINGS: Sentence = Sentence { en: "Findings", de: "Ergebnisse" };
pub(crate) const WORK: Sentence = Sentence { en: "Plan and findings", de: "Plan und Ergebnisse" };
pub(crate) const CHANGES: Sentence =
    Sentence { en: "Results of proposed changes", de: "Ergebnis vorgeschlagener Änderungen" };
pub(crate) const QUESTION: Sentence = Sentence { en: "Your question", de: "Deine Frage" };
pub(crate) const SAID_BEFORE: Sentence =
    Sentence { en: "Text before a lookup", de: "Text vor dem Nachschlagen" };
pub(crate) const REMINDER: Sentence = Sentence { en: "Reminder", de: "Erinnerung" };
pub(crate) const MESSAGE_FORMAT: Sentence =
    Sentence { en: "Message format", de: "Nachrichtenformat" };

pub(crate) fn instructions_of(prompts: &[&str]) -> String {
    let named = |name: &&str| say! { en: "prompt “{name}”", de: "Prompt „{name}“" };
    let names: Vec<String> = prompts.iter().map(named).collect();
    format!("{INSTRUCTIONS}: {}", names.join(", "))
}

pub(crate) fn summary_of(messages: u32) -> String {
    match messages {
        // Summaries of an earlier app, which stored no messages.
        0 => say! {
            en: "Summary of earlier messages",
            de: "Zusammenfassung früherer Nachrichten",
        },
        1 => say! { en: "Summary of 1 message", de: "Zusammenfassung von 1 Nachricht" },
        _ => say! {
            en: "Summary of {messages} messages",
            de: "Zusammenfassung von {messages} Nachrichten",
        },
    }
}

pub(crate) fn prompt(name: &str) -> String {
    say! { en: "Prompt “{name}”", de: "Prompt „{name}“" }
}

pub(crate) fn instructions_of_project(name: &str) -> String {
    say! { en: "Instructions of the project “{name}”", de: "Anweisungen des Projekts „{name}“" }
}

pub(crate) fn file(name: &str) -> String {
    say! { en: "File “{name}”", de: "Datei „{name}“" }
}

pub(crate) fn passage_of(name: &str) -> String {
    say! { en: "Passage of “{name}”", de: "Textstelle aus „{name}“" }
}

pub(crate) fn image(name: &str) -> String {
    say! { en: "Image “{name}”", de: "Bild „{name}“" }
}

pub fn pixels(width: u32, height: u32) -> String {
    say! { en: "{width} × {height} pixels", de: "{width} × {height} Pixel" }
}

pub(crate) fn earlier_question(beginning: &str) -> String {
    say! { en: "Earlier question: {beginning}", de: "Frühere Frage: {beginning}" }
}

pub(crate) fn earlier_answer(beginning: &str) -> String {
    say! { en: "Earlier answer: {beginning}", de: "Frühere Antwort: {beginning}" }
}

pub(crate) fn call_of(tool: &str) -> String {
    say! { en: "Call of {tool}", de: "Aufruf von {tool}" }
}

pub(crate) fn result_of(tool: &str) -> String {
    say! { en: "Result of {tool}", de: "Ergebnis von {tool}" }
}

pub(crate) fn image_of(tool: &str) -> String {
    say! { en: "Image of {tool}", de: "Bild von {tool}" }
}

pub(crate) fn message_format(messages: usize, each: Tokens, reply: Tokens) -> String {
    say! {
        en: "{messages} messages of {each} tokens, {reply} for the answer",
        de: "{messages} Nachrichten zu {each} Tokens, {reply} für die Antwort",
    }
}

// Labels and reasons of cuts.

pub(crate) const NO_ROOM: Sentence = Sentence {
    en: "The context window has no room for it.",
    de: "Im Kontextfenster ist kein Platz dafür.",
};
pub(crate) const NEWER_RESULTS: Sentence = Sentence {
    en: "The context window has no room for it: newer results have priority.",
    de: "Im Kontextfenster ist kein Platz dafür: Neuere Ergebnisse haben Vorrang.",
};
pub(crate) const BETTER_PASSAGES: Sentence = Sentence {
    en: "The context window has no room for it: better passages have priority.",
    de: "Im Kontextfenster ist kein Platz dafür: Besser passende Textstellen haben Vorrang.",
};
pub(crate) const FITTED_LESS: Sentence = Sentence {
    en: "It matched the question less than the others.",
    de: "Es passte weniger zur Frage als die anderen.",
};
/// For a passage that a slow model gets as an excerpt.
pub(crate) const IN_PART: Sentence = Sentence {
    en: "Shortened to keep this model fast.",
    de: "Gekürzt, damit dieses Modell schnell bleibt.",
};
/// For a passage that shares a small model's room with all notes of a period.
pub(crate) const SHARED: Sentence = Sentence {
    en: "A small model reads few passages. So that every note of this time has a part, only the part of \
         this passage closest to the question was sent.",
    de: "Ein kleines Modell liest nur wenige Textstellen. Damit jede Notiz dieser Zeit vorkommt, wurde nur \
         der Teil dieser Textstelle gesendet, der am besten zur Frage passt.",
};
/// For a passage that a slow model doesn't get.
pub(crate) const SLOW: Sentence = Sentence {
    en: "Left out to keep this model fast.",
    de: "Weggelassen, damit dieses Modell schnell bleibt.",
};
/// Of a passage in the list of sources, which gives each one short reason.
pub(crate) const LEFT_NO_ROOM: Sentence =
    Sentence { en: "left out: no room", de: "weggelassen: kein Platz" };

pub(crate) fn earlier_turn(beginning: &str) -> String {
    say! { en: "Earlier turn: {beginning}", de: "Frühere Frage und Antwort: {beginning}" }
}

/// Explains why a turn is left out, with the names of its files.
pub(crate) fn oldest_first<'a>(files: impl Iterator<Item = &'a str>) -> String {
    let named = |name: &str| say! { en: "“{name}”", de: "„{name}“" };
    let files: Vec<String> = files.map(named).collect();
    match files.is_empty() {
        true => say! {
            en: "When the context window is full, the oldest turns are left out first. Up to three short turns \
                 with a decision or cited figures stay longer; the newest turn goes last.",
            de: "Ist das Kontextfenster voll, fallen die ältesten Fragen und Antworten zuerst weg. Bis zu drei \
                 kurze mit einer Entscheidung oder belegten Zahlen bleiben länger; die neueste geht zuletzt.",
        },
        false => say! {
            en: "When the context window is full, the oldest turns are left out first, here with \
                 {}.",
            de: "Ist das Kontextfenster voll, fallen die ältesten Fragen und Antworten zuerst weg, und mit ihnen {}.",
            files.join(", "),
        },
    }
}

pub(crate) fn whole_text(title: &str) -> String {
    say! { en: "{title} (the whole text)", de: "{title} (der ganze Text)" }
}

/// Explains why a linked note isn't sent whole, and that `best` of its passages are sent instead. `share` has the
/// note's size and the room for messages, if the size is the reason.
pub(crate) fn not_whole(share: Option<(Tokens, Tokens)>, best: usize) -> String {
    let why = match share {
        Some((size, left)) => say! {
            en: "Its {} tokens are a fifth or more of the {} left for messages",
            de: "Ihre {} Tokens sind ein Fünftel oder mehr von den {}, die für Nachrichten bleiben",
            thousands(size),
            thousands(left),
        },
        None => say! {
            en: "The context window has no room for it",
            de: "Im Kontextfenster ist kein Platz dafür",
        },
    };
    let instead = match best {
        0 => Sentence {
            en: "only its name and summary are sent",
            de: "gesendet werden nur Name und Zusammenfassung",
        },
        1 => Sentence {
            en: "its best passage is sent instead",
            de: "stattdessen wird die beste Textstelle gesendet",
        },
        _ => Sentence {
            en: "its best passages are sent instead",
            de: "stattdessen werden die besten Textstellen gesendet",
        },
    };
    format!("{why}; {instead}.")
}

/// The sizes of a request that can't be sent, in tokens.
pub(crate) struct Excess<'a> {
    pub total: Tokens,
    pub free: Tokens,
    pub window: Tokens,
    /// Reserved for the answer.
    pub reserve: Tokens,
    pub question: Tokens,
    pub files: &'a [(&'a str, Tokens)],
}

/// Explains why a request can't be sent, with figures and remedies.
pub(crate) fn cannot_be_sent(excess: &Excess<'_>) -> String {
    let Excess { total, free, window, reserve, question, files } = *excess;
    let named = |(name, size): &(&str, Tokens)| {
        let size = thousands(*size);
        say! { en: ", the file “{name}” {size}", de: ", die Datei „{name}“ {size}" }
    };
    let taken: String = files.iter().map(named).collect();
    let others = files.iter().map(|(_, size)| size.0).fold(question.0, u32::saturating_add);
    let rest = Tokens(total.0.saturating_sub(others));
    let remedy = match files.len() {
        0 => Sentence { en: "Shorten the message", de: "Kürze die Nachricht" },
        1 => Sentence {
            en: "Remove the file, shorten the message",
            de: "Nimm die Datei heraus, kürze die Nachricht",
        },
        _ => Sentence {
            en: "Remove a file, shorten the message",
            de: "Nimm eine Datei heraus, kürze die Nachricht",
        },
    };
    say! {
        en: "This can't be sent: it needs {total} tokens, but only {free} are free (the model's \
             context window of {window} without the {reserve} reserved for the answer). Your \
             message needs {question}{taken}, the app's instructions and the passages found \
             {rest}. {remedy}, or choose a model with a larger context window.",
        de: "Das lässt sich nicht senden: Es braucht {total} Tokens, aber nur {free} sind frei \
             (das Kontextfenster des Modells von {window} ohne die {reserve}, die für die Antwort \
             reserviert sind). Deine Nachricht braucht {question}{taken}, die Anweisungen der App \
             und die gefundenen Textstellen {rest}. {remedy}, oder wähl ein Modell mit einem \
             größeren Kontextfenster.",
        total = thousands(total),
        free = thousands(free),
        window = thousands(window),
        reserve = thousands(reserve),
        question = thousands(question),
        rest = thousands(rest),
    }
}

fn thousands(tokens: Tokens) -> String {
    let apart = match language::current() {
        Language::English => ',',
        Language::German => '.',
    };
    let digits = tokens.0.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(apart);
        }
        text.push(digit);
    }
    text
}
