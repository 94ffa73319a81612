use std::fmt::Display;

use language::{Sentence, say};

pub(crate) const LESS_CLOSE: Sentence =
    Sentence { en: "less close than the others", de: "passt weniger als die anderen" };

pub(crate) const TOO_MANY_CHOICES: Sentence = Sentence {
    en: "No more of the context can be removed or pinned.",
    de: "Mehr vom Kontext lässt sich nicht entfernen oder anheften.",
};

pub(crate) const TOO_MANY_PROMPTS: Sentence = Sentence {
    en: "A conversation can have at most 20 prompts.",
    de: "Ein Gespräch kann höchstens 20 Prompts haben.",
};
pub(crate) const PROMPTS_FOLDER: Sentence = Sentence {
    en: "The folder for prompts must be inside the vault, such as Prompts.",
    de: "Der Ordner für Prompts muss im Vault liegen, etwa Prompts.",
};

pub(crate) fn no_id(text: &str) -> String {
    say! {
        en: "“{text}” isn't the id of anything in the library.",
        de: "„{text}“ bezeichnet nichts in der Bibliothek.",
    }
}

pub(crate) const JUDGE_WITHOUT_MODEL: Sentence = Sentence {
    en: "Judging citations needs the name of the server's model.",
    de: "Um Belege zu beurteilen, braucht es den Namen des Modells auf dem Server.",
};
pub(crate) const EMBEDDINGS_WITHOUT_MODEL: Sentence = Sentence {
    en: "Search by meaning needs the name of the server's model.",
    de: "Die Suche nach Bedeutung braucht den Namen des Modells auf dem Server.",
};
pub(crate) const RERANK_WITHOUT_MODEL: Sentence = Sentence {
    en: "Reranking needs the name of the server's model.",
    de: "Das Ordnen braucht den Namen des Modells auf dem Server.",
};
pub(crate) const PAGES: Sentence = Sentence {
    en: "The pages per search must be a number from 1 to 20.",
    de: "Die Seiten pro Suche müssen eine Zahl von 1 bis 20 sein.",
};
pub(crate) const MODEL_WITHOUT_NAME: Sentence =
    Sentence { en: "The model's name is empty.", de: "Der Name des Modells ist leer." };
pub(crate) const MODELS_FOLDER: Sentence = Sentence {
    en: "The folder for models must be a full path, from the root of its disk.",
    de: "Der Ordner für Modelle muss ein vollständiger Pfad sein, von der Wurzel seiner Festplatte \
         an.",
};
pub(crate) const SHARES: Sentence = Sentence {
    en: "The shares of the context window for instructions, tools and messages add up to more than \
         100%.",
    de: "Die Anteile am Kontextfenster für Anweisungen, Werkzeuge und Nachrichten ergeben \
         zusammen mehr als 100 %.",
};
pub(crate) const TEMPERATURE: Sentence = Sentence {
    en: "The temperature must be a number from 0 to 2.",
    de: "Die Temperatur muss eine Zahl von 0 bis 2 sein.",
};
pub(crate) const KEPT_MESSAGES: Sentence = Sentence {
    en: "The number of newest messages never summarised must be from 1 to 50.",
    de: "Die Zahl der neuesten Nachrichten, die nie zusammengefasst werden, muss von 1 bis 50 \
         sein.",
};
pub(crate) const WORK_LIMITS: Sentence = Sentence {
    en: "The limits of step-by-step work must be 1 to 20 steps, 4 to 200 model calls, 5,000 to 10 \
         million tokens and 1 to 240 minutes.",
    de: "Die Grenzen für das schrittweise Ausarbeiten müssen bei 1 bis 20 Schritten, 4 bis 200 \
         Aufrufen des Modells, 5.000 bis 10 Millionen Tokens und 1 bis 240 Minuten liegen.",
};
pub(crate) const MAX_K: Sentence = Sentence {
    en: "The number of passages considered for a question must be from 1 to 100.",
    de: "Die Zahl der Textstellen, die für eine Frage geprüft werden, muss von 1 bis 100 sein.",
};
pub(crate) const DISPLAY_K: Sentence = Sentence {
    en: "The number of passages for the model must be at least 1, and at most the number \
         considered.",
    de: "Die Zahl der Textstellen für das Modell muss mindestens 1 sein und höchstens so groß wie \
         die Zahl der geprüften.",
};
pub(crate) const THRESHOLD: Sentence = Sentence {
    en: "The minimum similarity must be a number from 0 to 1.",
    de: "Die Mindestähnlichkeit muss eine Zahl von 0 bis 1 sein.",
};

pub(crate) fn window_too_small(window: impl Display, reserve: impl Display) -> String {
    say! {
        en: "The context window of {window} tokens is too small: {reserve} are reserved for the \
             answer.",
        de: "Das Kontextfenster von {window} Tokens ist zu klein: {reserve} sind für die Antwort \
             reserviert.",
    }
}

pub(crate) fn defect(panic: &dyn Display) -> String {
    say! {
        en: "A part of Marginalia failed unexpectedly: {panic}",
        de: "Ein Teil von Marginalia ist unerwartet gescheitert: {panic}",
    }
}
