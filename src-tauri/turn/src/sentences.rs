//! All user-visible sentences of this crate, in one place for translation. Prompts to models are where they are sent.

pub(crate) mod judging;
pub(crate) mod stated;
pub(crate) mod withdrawal;
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

/// `newer` is a day, or a note's title, or empty.
pub(crate) fn superseded(newer: &str) -> String {
    match newer {
        "" => say! { en: "outdated, says the note", de: "überholt, sagt die Notiz" },
        _ => {
            say! { en: "older than {newer}, which differs", de: "älter als {newer}, das abweicht" }
        }
    }
}

pub(crate) const MAY_BE_NEWEST: Sentence =
    Sentence { en: "May have the newest answer", de: "Hat vielleicht die neueste Antwort" };

pub(crate) const OF_THE_PERIOD: Sentence =
    Sentence { en: "From the time you asked about", de: "Aus der Zeit, nach der du fragst" };

pub(crate) const OF_THE_KIND: Sentence =
    Sentence { en: "Of the kind you asked about", de: "Von der Art, nach der du fragst" };

pub(crate) const HAS_PROPERTY: Sentence =
    Sentence { en: "Has a property you ask for", de: "Hat eine Eigenschaft, nach der du fragst" };

pub(crate) const LISTED: Sentence =
    Sentence { en: "listed below the last answer", de: "unter der letzten Antwort aufgeführt" };

pub(crate) fn quoted(text: &str) -> String {
    say! { en: "“{text}”", de: "„{text}“" }
}

pub(crate) fn note_of_day(day: &str, text: &str) -> String {
    say! { en: "A note of {day} says: “{text}”", de: "Eine Notiz ({day}) sagt: „{text}“" }
}

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
    en: "There is no answer to continue.",
    de: "Es gibt keine Antwort, die sich fortsetzen ließe.",
};

pub(crate) const STILL_INDEXED: Sentence = Sentence {
    en: "The vault is still being indexed: passages of some notes can't be found yet.",
    de: "Der Vault wird noch in den Index aufgenommen: Textstellen mancher Notizen sind noch \
         nicht zu finden.",
};

pub(crate) fn notes_not_read(reason: &dyn Display) -> String {
    say! {
        en: "Your notes couldn't be read: {reason}.",
        de: "Deine Notizen ließen sich nicht lesen: {reason}.",
    }
}

pub(crate) fn notes_not_searched(reason: &dyn Display) -> String {
    say! {
        en: "Your notes couldn't be searched: {reason}.",
        de: "Deine Notizen ließen sich nicht durchsuchen: {reason}.",
    }
}

pub(crate) fn prompt_not_filled(name: &str, places: &str) -> String {
    say! {
        en: "The prompt “{name}” has {places}, which is filled in only when you run the prompt \
             with /. It is empty here.",
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
        en: "The memory couldn't be searched: {reason}",
        de: "Das Gedächtnis ließ sich nicht durchsuchen: {reason}",
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
    en: "You removed it from this conversation’s context.",
    de: "Du hast es aus dem Kontext dieses Gesprächs entfernt.",
};

pub(crate) const PINNED_AND_GONE: Sentence = Sentence {
    en: "You pinned it, but it isn’t in its note any more.",
    de: "Du hast es angeheftet, aber es ist nicht mehr in seiner Notiz.",
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
        en: "The model wanted to call the tool “{tool}”, but it wasn't allowed to call tools.",
        de: "Das Modell wollte das Werkzeug „{tool}“ aufrufen, durfte aber keines aufrufen.",
    }
}

pub(crate) fn not_all_found_again(reason: &dyn Display) -> String {
    say! {
        en: "Some sources of the answer couldn't be found again: {reason}",
        de: "Einige Quellen der Antwort ließen sich nicht wiederfinden: {reason}",
    }
}

pub(crate) fn no_images(model: &str) -> String {
    say! {
        en: "The model “{model}” can't see images. It only knows that one is attached. To ask \
             about the image, choose a model that can see images.",
        de: "Das Modell „{model}“ kann keine Bilder sehen. Es weiß nur, dass eines angehängt ist. \
             Um nach dem Bild zu fragen, wähl ein Modell, das Bilder sehen kann.",
    }
}

pub(crate) fn no_room_for_tools(window: Tokens) -> String {
    say! {
        en: "A context window of {window} tokens has no room for their results next to the \
             passages found.",
        de: "In einem Kontextfenster von {window} Tokens ist neben den gefundenen Textstellen kein \
             Platz für ihre Ergebnisse.",
    }
}

pub(crate) fn small_model(model: &str) -> String {
    say! {
        en: "“{model}” is a small model: it answers better without them.",
        de: "„{model}“ ist ein kleines Modell: Ohne sie antwortet es besser.",
    }
}

/// Explains why a small model doesn't get a passage that a newer one contradicts.
pub(crate) const OLDER_OF_TWO: Sentence = Sentence {
    en: "a small model gets only the newer of the two",
    de: "ein kleines Modell bekommt nur die neuere von beiden",
};

/// Explains why a small or slow model doesn't get a passage from outside the question's time.
pub(crate) const OF_ANOTHER_TIME: Sentence = Sentence {
    en: "not of the time you asked about; this model gets only notes of that time",
    de: "nicht aus der erfragten Zeit; dieses Modell bekommt nur Notizen aus dieser Zeit",
};

/// Explains why a small model doesn't get the passage at `place`, counted from 1.
pub(crate) fn beyond_small(place: usize, best: usize) -> String {
    say! {
        en: "ranked number {place}; a small model gets only the best {best}",
        de: "auf Platz {place}; ein kleines Modell bekommt nur die besten {best}",
    }
}

pub(crate) fn all_passages_but(best: usize) -> String {
    say! { en: "All passages except the best {best}", de: "Alle Textstellen außer den {best} besten" }
}

pub(crate) fn not_checked(reason: &dyn Display) -> String {
    say! {
        en: "The citations couldn't be checked: {reason}",
        de: "Die Belege ließen sich nicht prüfen: {reason}",
    }
}

pub(crate) const CHECK_STOPPED: Sentence = Sentence {
    en: "Not all citations were checked: you stopped the check.",
    de: "Nicht alle Belege wurden geprüft: Du hast die Prüfung angehalten.",
};

pub(crate) const CHECKED_IN_PART: Sentence = Sentence {
    en: "The answer is long, so only the citations in its first 128 KB were checked.",
    de: "Die Antwort ist lang, darum wurden nur die Belege in ihren ersten 128 KB geprüft.",
};

pub(crate) fn asked_again(reason: &str) -> String {
    say! { en: "{reason} It was asked again.", de: "{reason} Es wurde noch einmal gefragt." }
}

pub(crate) const CUT_OFF: Sentence = Sentence {
    en: "The answer was cut off: it reached the server's maximum length.",
    de: "Die Antwort wurde abgeschnitten: Sie hat die maximale Länge des Servers erreicht.",
};

pub(crate) const HELD_BACK: Sentence = Sentence {
    en: "The server held back a part of the answer.",
    de: "Der Server hat einen Teil der Antwort zurückgehalten.",
};

pub(crate) const BROKE_OFF: Sentence =
    Sentence { en: "The answer broke off.", de: "Die Antwort ist abgebrochen." };

pub(crate) const MARKS_ALONE: Sentence = Sentence {
    en: "The answer had nothing but citations of unknown passages, so it is shown unchanged.",
    de: "Die Antwort bestand nur aus Belegen unbekannter Textstellen, darum wird sie unverändert \
         gezeigt.",
};

pub(crate) fn not_kept_yet(reason: &dyn Display) -> String {
    say! {
        en: "The answer couldn't be saved while it was being written: {reason}",
        de: "Die Antwort ließ sich nicht sichern, während sie geschrieben wurde: {reason}",
    }
}

pub(crate) const fn ended_at(limit: AnswerLimit) -> Sentence {
    match limit {
        AnswerLimit::Text => Sentence {
            en: "The answer was stopped here: it is longer than 1 MB. The model may be stuck in a \
                 loop. Ask again, or choose another model.",
            de: "Hier wurde die Antwort beendet: Sie ist länger als 1 MB. Vielleicht dreht sich das Modell im \
                 Kreis. Frag noch einmal, oder wähl ein anderes.",
        },
        AnswerLimit::Thinking => Sentence {
            en: "The answer was stopped here: the model thought for more than 2 MB of text. It may \
                 be stuck in a loop. Ask again, or choose another model.",
            de: "Hier wurde die Antwort beendet: Das Modell hat mehr als 2 MB Text lang nachgedacht. Vielleicht \
                 dreht es sich im Kreis. Frag noch einmal, oder wähl ein anderes.",
        },
        AnswerLimit::Calls => Sentence {
            en: "The answer was stopped here: the model called too many tools at once. Ask again, \
                 or choose another model.",
            de: "Hier wurde die Antwort beendet: Das Modell hat zu viele Werkzeuge auf einmal \
                 aufgerufen. Frag noch einmal, oder wähl ein anderes.",
        },
        AnswerLimit::Time => Sentence {
            en: "The answer was stopped here: it took longer than 15 minutes. The text so far is \
                 saved. Ask again, or choose a faster model.",
            de: "Hier wurde die Antwort beendet: Sie hat länger als 15 Minuten gedauert. Der Text \
                 bis dahin ist gespeichert. Frag noch einmal, oder wähl ein schnelleres Modell.",
        },
        AnswerLimit::Loop => Sentence {
            en: "The answer was stopped here: the model said the same over and over. Ask again, or \
                 choose a larger model.",
            de: "Hier wurde die Antwort beendet: Das Modell hat immer wieder dasselbe gesagt. Frag noch einmal, \
                 oder wähl ein größeres.",
        },
    }
}

/// A draft's text, for the receipt of its call.
pub(crate) fn drafted(number: u32, text: &str) -> String {
    let text = language::one_line(text);
    say! { en: "Draft {number}: “{text}”", de: "Entwurf {number}: „{text}“" }
}

pub(crate) fn better_draft(drafts: u32) -> String {
    say! {
        en: "The last of {drafts} drafts is shown: its passages support it better.",
        de: "Gezeigt wird der letzte von {drafts} Entwürfen: Seine Textstellen belegen ihn besser.",
    }
}

/// For an answer that was ended because the model repeated the app's instructions.
pub(crate) const ECHOED: Sentence = Sentence {
    en: "The answer was stopped here: the model repeated its instructions instead of answering. \
         Ask again, or choose a larger model.",
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
            en: "The model “{model}” thought, but gave no answer. Ask again, or choose another \
                 model.",
            de: "Das Modell „{model}“ hat nachgedacht, aber keine Antwort gegeben. Frag noch \
                 einmal, oder wähl ein anderes.",
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
    en: "the summary is no shorter than the messages that it replaces",
    de: "Die Zusammenfassung ist nicht kürzer als die Nachrichten, die sie ersetzt",
};

pub(crate) fn not_summarised(reason: &str) -> String {
    say! {
        en: "The beginning of this conversation couldn't be summarised: {reason}. If there is no \
             room, the model doesn't get the oldest messages.",
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
    Sentence { en: "How to recognise a command", de: "Wie ein Befehl zu erkennen ist" };

pub(crate) const TO_ROUTE: Sentence =
    Sentence { en: "The last messages", de: "Die letzten Nachrichten" };

pub(crate) fn not_routed(reason: &dyn Display) -> String {
    say! {
        en: "The model couldn't be asked whether you meant a command, so this is an answer: \
             {reason}",
        de: "Das Modell ließ sich nicht fragen, ob du einen Befehl meinst, darum ist dies eine \
             Antwort: {reason}",
    }
}

pub(crate) const MESSAGE_FORMAT: Sentence =
    Sentence { en: "Message format", de: "Nachrichtenformat" };
