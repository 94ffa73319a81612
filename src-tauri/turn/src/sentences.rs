//! All user-visible sentences of this crate, in one place for translation. Prompts to models are where they are sent.

pub(crate) mod judging;
pub(crate) mod work;

use std::fmt::Display;

use language::{Sentence, say};
use models::{AnswerLimit, Tokens};

/// The app's answer if no note supports one; no model is called.
pub const NO_SUPPORT: Sentence =
    Sentence { en: "No note supports this.", de: "Keine Notiz belegt das." };

/// The same for a search of the web only.
pub const NO_PAGE: Sentence =
    Sentence { en: "Nothing on the web supports this.", de: "Nichts im Web belegt das." };

/// Introduces the numbers in an answer without a model.
pub const PASSAGES: Sentence =
    Sentence { en: "These passages match best:", de: "Diese Textstellen passen am besten:" };

/// An answer without a model if nothing was found.
pub const NO_PASSAGES: Sentence = Sentence {
    en: "No passage of your notes matches this.",
    de: "Keine Textstelle deiner Notizen passt dazu.",
};

pub(crate) const NOTHING_TO_FIND: Sentence = Sentence {
    en: "Write what to look for after /find, such as “/find sourdough”.",
    de: "Schreib hinter /find, wonach gesucht werden soll, etwa „/find Sauerteig“.",
};

pub(crate) const NOTHING_TO_NOTE: Sentence = Sentence {
    en: "Write what the note is about after /note, such as “/note How I bake with rye”.",
    de: "Schreib hinter /note, worum es in der Notiz gehen soll, etwa „/note Wie ich mit Roggen \
         backe“.",
};

pub(crate) const NO_NOTE_NAMED: Sentence = Sentence {
    en: "Name a note after /summarize, such as “/summarize [[Sourdough]]”.",
    de: "Nenne hinter /summarize eine Notiz, etwa „/summarize [[Sauerteig]]“.",
};

pub(crate) fn nothing_to_summarise(link: &str) -> String {
    say! {
        en: "There is nothing to summarise: {link} leads to no text.",
        de: "Es gibt nichts zusammenzufassen: {link} führt zu keinem Text.",
    }
}

pub const NOTHING_TO_CONTINUE: Sentence = Sentence {
    en: "There is no answer to go on with.",
    de: "Es gibt keine Antwort, die sich fortsetzen ließe.",
};

pub(crate) const STILL_INDEXED: Sentence = Sentence {
    en: "The vault is still being indexed: passages of some notes can't be found yet.",
    de: "Der Vault wird noch in den Index aufgenommen: Textstellen mancher Notizen sind noch \
         nicht zu finden.",
};

pub(crate) fn notes_not_read(reason: &dyn Display) -> String {
    say! {
        en: "Your notes couldn't be looked at: {reason}.",
        de: "Deine Notizen ließen sich nicht ansehen: {reason}.",
    }
}

pub(crate) fn notes_not_searched(reason: &dyn Display) -> String {
    say! {
        en: "Your notes couldn't be searched: {reason}.",
        de: "Deine Notizen ließen sich nicht durchsuchen: {reason}.",
    }
}

pub(crate) fn prompt_not_read(name: &str, reason: &dyn Display) -> String {
    say! {
        en: "The prompt “{name}” couldn't be read and is left out: {reason}.",
        de: "Der Prompt „{name}“ ließ sich nicht lesen und bleibt weg: {reason}.",
    }
}

pub(crate) fn prompt_not_filled(name: &str, places: &str) -> String {
    say! {
        en: "The prompt “{name}” has {places}, which is filled in only where a prompt is run with a /. It is \
             empty here.",
        de: "Im Prompt „{name}“ steht {places}; ausgefüllt wird das nur, wenn ein Prompt mit / \
             ausgeführt wird. Hier bleibt es leer.",
    }
}

pub(crate) fn files_not_read(reason: &dyn Display) -> String {
    say! {
        en: "The attached files couldn't be searched: {reason}",
        de: "Die angehängten Dateien ließen sich nicht durchsuchen: {reason}",
    }
}

pub(crate) fn project_not_read(reason: &dyn Display) -> String {
    say! {
        en: "The project of this conversation couldn't be read: {reason}",
        de: "Das Projekt dieses Gesprächs ließ sich nicht lesen: {reason}",
    }
}

pub(crate) fn project_files_not_read(project: &str, reason: &dyn Display) -> String {
    say! {
        en: "The files of the project “{project}” couldn't be read: {reason}",
        de: "Die Dateien des Projekts „{project}“ ließen sich nicht lesen: {reason}",
    }
}

pub(crate) fn memory_not_read(reason: &dyn Display) -> String {
    say! {
        en: "Nothing was looked up in the memory: {reason}",
        de: "Im Gedächtnis wurde nichts nachgeschlagen: {reason}",
    }
}

pub(crate) const NOTHING_TO_REMEMBER: Sentence = Sentence {
    en: "Write what to remember after /remember, such as “/remember I bake on Sundays”.",
    de: "Schreib hinter /remember, was gemerkt werden soll, etwa „/remember Ich backe sonntags“.",
};

pub(crate) const MEMORY_IS_OFF: Sentence = Sentence {
    en: "Nothing is remembered while the memory is off. Turn it on under Memory, then say it again.",
    de: "Solange das Gedächtnis aus ist, wird nichts gemerkt. Schalte es unter Gedächtnis ein, \
         und sag es dann noch einmal.",
};

pub(crate) fn remembered(text: &str) -> String {
    say! {
        en: "Remembered: {text}\n\nYou can change or forget it under Memory.",
        de: "Gemerkt: {text}\n\nUnter Gedächtnis kannst du es ändern oder vergessen.",
    }
}

pub(crate) const NO_WEB_SEARCH: Sentence = Sentence {
    en: "The web wasn't searched: no search service is set up. Choose one under Settings › Web.",
    de: "Das Web wurde nicht durchsucht: Es ist kein Suchdienst eingerichtet. Wähl einen unter \
         Einstellungen › Web.",
};

pub(crate) const YOU_SAID_NO: Sentence =
    Sentence { en: "You didn't allow it to be sent.", de: "Du hast das Senden nicht erlaubt." };

pub(crate) fn asked_to_search(service: &str, query: &str) -> String {
    say! {
        en: "{service} was asked to search the web for “{query}”.",
        de: "{service} wurde gebeten, im Web nach „{query}“ zu suchen.",
    }
}

pub(crate) fn asked_for_page(host: &str, address: &str) -> String {
    say! {
        en: "{host} was asked for the page {address}.",
        de: "{host} wurde um die Seite {address} gebeten.",
    }
}

pub(crate) const NOTHING_TO_SEARCH: Sentence = Sentence {
    en: "There are no words to search the web for.",
    de: "Es gibt keine Wörter, nach denen im Web gesucht werden kann.",
};

pub(crate) fn web_not_searched(reason: &dyn Display) -> String {
    say! {
        en: "The web couldn't be searched: {reason}",
        de: "Das Web ließ sich nicht durchsuchen: {reason}",
    }
}

pub(crate) fn tools_read_too_long(seconds: u32) -> String {
    say! {
        en: "The model would read their descriptions for about {seconds} s first.",
        de: "Das Modell würde erst etwa {seconds} s lang ihre Beschreibungen lesen.",
    }
}

pub(crate) const YOU_TOOK_IT_OUT: Sentence = Sentence {
    en: "You took it out of this conversation’s context.",
    de: "Du hast es aus dem Kontext dieses Gesprächs genommen.",
};

pub(crate) const PINNED_AND_GONE: Sentence = Sentence {
    en: "You pinned it, but it doesn’t stand in its note any more.",
    de: "Du hast es angeheftet, aber es steht nicht mehr in seiner Notiz.",
};

pub(crate) fn defect(panic: &dyn Display) -> String {
    say! {
        en: "This answer failed because of a defect in Marginalia: {panic}",
        de: "Diese Antwort ist an einem Fehler in Marginalia gescheitert: {panic}",
    }
}

pub(crate) const STILL_ANSWERING: Sentence = Sentence {
    en: "An answer is still being written in this conversation. Wait for it, or stop it.",
    de: "In diesem Gespräch wird noch eine Antwort geschrieben. Warte darauf, oder halt sie an.",
};

pub(crate) const NO_MODEL_LOOKED_FOR: Sentence =
    Sentence { en: "No model was looked for.", de: "Es wurde kein Modell gesucht." };

pub(crate) fn call_not_allowed(tool: &str) -> String {
    say! {
        en: "The model wanted to call the tool “{tool}”, and no tool was to be called.",
        de: "Das Modell wollte das Werkzeug „{tool}“ aufrufen, durfte aber keines aufrufen.",
    }
}

pub(crate) fn not_all_found_again(reason: &dyn Display) -> String {
    say! {
        en: "Not all that the answer cites was found again: {reason}",
        de: "Nicht alles, was die Antwort zitiert, wurde wiedergefunden: {reason}",
    }
}

pub(crate) fn no_images(model: &str) -> String {
    say! {
        en: "The model “{model}” can't see images: it was told only that one is attached. Choose a model \
             that sees to ask about it.",
        de: "Das Modell „{model}“ kann keine Bilder sehen: Es hat nur erfahren, dass eines \
             angehängt ist. Wähl ein Modell, das sieht, um danach zu fragen.",
    }
}

pub(crate) fn no_room_for_tools(window: Tokens) -> String {
    say! {
        en: "A context window of {window} tokens has no room for what they return beside what was found.",
        de: "In einem Kontextfenster von {window} Tokens ist neben dem Gefundenen kein Platz für \
             das, was sie liefern.",
    }
}

pub(crate) fn small_model(model: &str) -> String {
    say! {
        en: "“{model}” is a small model: it answers better without.",
        de: "„{model}“ ist ein kleines Modell: Ohne sie antwortet es besser.",
    }
}

/// Explains why a small model doesn't get the passage at `place`, counted from 1.
pub(crate) fn beyond_small(place: usize, best: usize) -> String {
    say! {
        en: "in place {place}, and a small model gets only the best {best}",
        de: "auf Platz {place}, und ein kleines Modell bekommt nur die besten {best}",
    }
}

pub(crate) fn all_passages_but(best: usize) -> String {
    say! { en: "All passages but the {best} best", de: "Alle Textstellen außer den {best} besten" }
}

pub(crate) fn not_checked(reason: &dyn Display) -> String {
    say! {
        en: "The citations couldn't be checked: {reason}",
        de: "Die Belege ließen sich nicht prüfen: {reason}",
    }
}

pub(crate) const CHECK_STOPPED: Sentence = Sentence {
    en: "The citations weren't all checked: you stopped it.",
    de: "Nicht alle Belege wurden geprüft: Du hast es angehalten.",
};

pub(crate) const CHECKED_IN_PART: Sentence = Sentence {
    en: "The answer is so long that only the citations in the first \
         128 KB of it were checked.",
    de: "Die Antwort ist so lang, dass nur die Belege in ihren ersten 128 KB geprüft wurden.",
};

pub(crate) fn asked_again(reason: &str) -> String {
    say! { en: "{reason} It was asked again.", de: "{reason} Es wurde noch einmal gefragt." }
}

pub(crate) const CUT_OFF: Sentence = Sentence {
    en: "The answer was cut off: it reached the longest length that the server gives.",
    de: "Die Antwort wurde abgeschnitten: Sie hat die größte Länge erreicht, die der Server \
         zulässt.",
};

pub(crate) const HELD_BACK: Sentence = Sentence {
    en: "The server held back a part of the answer.",
    de: "Der Server hat einen Teil der Antwort zurückgehalten.",
};

pub(crate) const BROKE_OFF: Sentence =
    Sentence { en: "The answer broke off.", de: "Die Antwort ist abgebrochen." };

pub(crate) const MARKS_ALONE: Sentence = Sentence {
    en: "The answer was nothing but marks of unknown passages, so it stands as it came.",
    de: "Die Antwort bestand nur aus Nummern unbekannter Textstellen, darum steht sie da, wie sie \
         kam.",
};

pub(crate) fn not_kept_yet(reason: &dyn Display) -> String {
    say! {
        en: "The answer couldn't be kept while it was written: {reason}",
        de: "Die Antwort ließ sich nicht sichern, während sie geschrieben wurde: {reason}",
    }
}

pub(crate) const fn ended_at(limit: AnswerLimit) -> Sentence {
    match limit {
        AnswerLimit::Text => Sentence {
            en: "The answer was ended here: it is longer than 1 MB. The model may be stuck in a loop. Ask \
                 again, or choose another model.",
            de: "Hier wurde die Antwort beendet: Sie ist länger als 1 MB. Vielleicht dreht sich das Modell im \
                 Kreis. Frag noch einmal, oder wähl ein anderes.",
        },
        AnswerLimit::Thinking => Sentence {
            en: "The answer was ended here: the model thought for more than 2 MB of text. It may be stuck \
                 in a loop. Ask again, or choose another model.",
            de: "Hier wurde die Antwort beendet: Das Modell hat mehr als 2 MB Text lang nachgedacht. Vielleicht \
                 dreht es sich im Kreis. Frag noch einmal, oder wähl ein anderes.",
        },
        AnswerLimit::Calls => Sentence {
            en: "The answer was ended here: the model called more tools at once than can be run. Ask \
                 again, or choose another model.",
            de: "Hier wurde die Antwort beendet: Das Modell hat mehr Werkzeuge auf einmal aufgerufen, als laufen \
                 können. Frag noch einmal, oder wähl ein anderes.",
        },
        AnswerLimit::Time => Sentence {
            en: "The answer was ended here: it took longer than 15 minutes. What had come by then is kept. \
                 Ask again, or choose a faster model.",
            de: "Hier wurde die Antwort beendet: Sie hat länger als 15 Minuten gedauert. Was bis dahin kam, ist \
                 erhalten. Frag noch einmal, oder wähl ein schnelleres Modell.",
        },
        AnswerLimit::Loop => Sentence {
            en: "The answer was ended here: the model said the same over and over. Ask again, or choose a \
                 larger model.",
            de: "Hier wurde die Antwort beendet: Das Modell hat immer wieder dasselbe gesagt. Frag noch einmal, \
                 oder wähl ein größeres.",
        },
    }
}

/// For an answer that was ended because the model repeated the app's instructions.
pub(crate) const ECHOED: Sentence = Sentence {
    en: "The answer was ended here: the model went on with its instructions instead of an answer. Ask again, or \
         choose a larger model.",
    de: "Hier wurde die Antwort beendet: Statt zu antworten, hat das Modell seine Anweisungen wiederholt. Frag \
         noch einmal, oder wähl ein größeres.",
};

/// For a continuation without new text.
pub(crate) const NOTHING_ADDED: Sentence = Sentence {
    en: "The model added nothing to this answer. Continue once more, or ask again.",
    de: "Das Modell hat dieser Antwort nichts hinzugefügt. Setz sie noch einmal fort, oder frag noch einmal.",
};

/// For an answer without text or error.
pub(crate) fn nothing_said(model: &str, thought: bool) -> String {
    match thought {
        true => say! {
            en: "The model “{model}” thought, and gave no answer. Ask again, or choose another model.",
            de: "Das Modell „{model}“ hat nachgedacht und keine Antwort gegeben. Frag noch einmal, oder wähl \
                 ein anderes.",
        },
        false => say! {
            en: "The model “{model}” gave an empty answer. Ask again, or choose another model.",
            de: "Das Modell „{model}“ gab eine leere Antwort. Frag noch einmal, oder wähl ein anderes.",
        },
    }
}

pub(crate) const EMPTY_SUMMARY: Sentence = Sentence {
    en: "the model gave an empty summary",
    de: "Das Modell gab eine leere Zusammenfassung",
};

pub(crate) const REPLY_BROKE_OFF: Sentence =
    Sentence { en: "the answer broke off", de: "Die Antwort ist abgebrochen" };

pub(crate) const SUMMARY_TOO_LONG: Sentence = Sentence {
    en: "the summary is no shorter than what it stands for",
    de: "Die Zusammenfassung ist nicht kürzer als das, wofür sie steht",
};

pub(crate) fn not_summarised(reason: &str) -> String {
    say! {
        en: "The beginning of this conversation couldn't be summarised: {reason}. The oldest messages are \
             left out of what the model gets if there is no room for them.",
        de: "Der Anfang dieses Gesprächs ließ sich nicht zusammenfassen: {reason}. Wenn der Platz \
             fehlt, bekommt das Modell die ältesten Nachrichten nicht.",
    }
}

pub(crate) const SUMMARISED_AGAIN: Sentence = Sentence {
    en: "The beginning of this conversation was summarised again, though you undid that: without a summary there \
         was no room for your question.",
    de: "Der Anfang dieses Gesprächs wurde wieder zusammengefasst, obwohl du das rückgängig gemacht hattest: Ohne \
         Zusammenfassung war kein Platz für deine Frage.",
};

pub(crate) const HOW_TO_SUMMARISE: Sentence =
    Sentence { en: "How to summarise", de: "Wie zusammenzufassen ist" };

pub(crate) const BEGINNING: Sentence =
    Sentence { en: "The beginning of the conversation", de: "Der Anfang des Gesprächs" };

pub(crate) const HOW_TO_ROUTE: Sentence =
    Sentence { en: "How to tell what is wanted", de: "Wie zu erkennen ist, was gewünscht ist" };

pub(crate) const TO_ROUTE: Sentence =
    Sentence { en: "The last messages", de: "Die letzten Nachrichten" };

pub(crate) fn not_routed(reason: &dyn Display) -> String {
    say! {
        en: "The model couldn't be asked what is wanted, so this is an answer: {reason}",
        de: "Das Modell ließ sich nicht fragen, was gewünscht ist, darum ist dies eine Antwort: \
             {reason}",
    }
}

pub(crate) const MESSAGE_FORMAT: Sentence =
    Sentence { en: "Message format", de: "Nachrichtenformat" };
