use std::fmt::Display;

use language::{Sentence, say};

pub(crate) const TOO_MANY_CHOICES: Sentence = Sentence {
    en: "More of the context can't be taken out or pinned.",
    de: "Mehr vom Kontext lässt sich nicht herausnehmen oder anheften.",
};

pub(crate) const TOO_MANY_PROMPTS: Sentence = Sentence {
    en: "A conversation can have at most 20 prompts.",
    de: "Ein Gespräch kann höchstens 20 Prompts haben.",
};
pub(crate) const PROMPTS_FOLDER: Sentence = Sentence {
    en: "The folder for prompts is one inside the vault, such as Prompts.",
    de: "Der Ordner für Prompts liegt im Vault, etwa Prompts.",
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
    en: "Search by meaning needs the name of the server's model for it.",
    de: "Die Suche nach Bedeutung braucht den Namen des Modells dafür auf dem Server.",
};
pub(crate) const RERANK_WITHOUT_MODEL: Sentence = Sentence {
    en: "Reranking needs the name of the server's model.",
    de: "Das Ordnen braucht den Namen des Modells auf dem Server.",
};
pub(crate) const PAGES: Sentence = Sentence {
    en: "Between 1 and 20 pages of the web can be asked for.",
    de: "Es können zwischen 1 und 20 Seiten aus dem Web verlangt werden.",
};
pub(crate) const MODEL_WITHOUT_NAME: Sentence =
    Sentence { en: "The model's name is empty.", de: "Der Name des Modells ist leer." };
pub(crate) const MODELS_FOLDER: Sentence = Sentence {
    en: "The folder for models is written in full, from the root of its disk.",
    de: "Der Ordner für Modelle wird vollständig angegeben, von der Wurzel seiner Festplatte an.",
};
pub(crate) const SHARES: Sentence = Sentence {
    en: "The shares of the context window for instructions, tools and messages are more than 100 % \
         together.",
    de: "Die Anteile am Kontextfenster für Anweisungen, Werkzeuge und Nachrichten ergeben \
         zusammen mehr als 100 %.",
};
pub(crate) const TEMPERATURE: Sentence = Sentence {
    en: "The temperature is a number from 0 to 2.",
    de: "Die Temperatur ist eine Zahl von 0 bis 2.",
};
pub(crate) const KEPT_MESSAGES: Sentence = Sentence {
    en: "Between 1 and 50 of the newest messages can be kept from summaries.",
    de: "Zwischen 1 und 50 der neuesten Nachrichten können von Zusammenfassungen ausgenommen \
         werden.",
};
pub(crate) const WORK_LIMITS: Sentence = Sentence {
    en: "Working a question out has limits: from 1 to 20 steps, from 4 to 200 calls of the \
         model, from 5,000 to 10 million tokens and from 1 to 240 minutes.",
    de: "Das Ausarbeiten einer Frage hat Grenzen: von 1 bis 20 Schritte, von 4 bis 200 Aufrufe \
         des Modells, von 5.000 bis 10 Millionen Tokens und von 1 bis 240 Minuten.",
};
pub(crate) const MAX_K: Sentence = Sentence {
    en: "Between 1 and 100 passages can be looked at for a question.",
    de: "Für eine Frage können zwischen 1 und 100 Textstellen angesehen werden.",
};
pub(crate) const DISPLAY_K: Sentence = Sentence {
    en: "The model can see at least 1 passage, and no more than are looked at.",
    de: "Das Modell kann mindestens 1 Textstelle sehen und nicht mehr, als angesehen werden.",
};
pub(crate) const THRESHOLD: Sentence = Sentence {
    en: "How near a passage must be is a number from 0 to 1.",
    de: "Die Mindestähnlichkeit einer Textstelle ist eine Zahl von 0 bis 1.",
};

pub(crate) fn window_too_small(window: impl Display, reserve: impl Display) -> String {
    say! {
        en: "The context window of {window} tokens leaves no room: {reserve} are kept for the answer.",
        de: "Im Kontextfenster von {window} Tokens bleibt kein Platz: {reserve} sind für die \
             Antwort reserviert.",
    }
}

pub(crate) fn defect(panic: &dyn Display) -> String {
    say! {
        en: "A part of Marginalia failed unexpectedly: {panic}",
        de: "Ein Teil von Marginalia ist unerwartet gescheitert: {panic}",
    }
}
