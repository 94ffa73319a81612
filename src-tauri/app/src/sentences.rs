//! Every sentence of this crate for people, in all languages. Texts for models are in the modules
//! that send them.

pub(crate) mod attaching;
pub(crate) mod changes;
pub(crate) mod exam;
pub(crate) mod keys;

use std::{fmt::Display, path::Path, time::Duration};

use language::{Sentence, say};
use notes::NotePath;

pub(crate) const NO_HOME: Sentence = Sentence {
    en: "There is no home folder to keep conversations in. Name a folder in MARGINALIA_DATA.",
    de: "Es gibt kein Benutzerverzeichnis, in dem Gespräche liegen könnten. Nenne einen Ordner in \
         MARGINALIA_DATA.",
};

/// `part` is the part of a Dataview query that isn't understood.
pub(crate) fn shown_as_code(part: &str) -> String {
    say! {
        en: "Shown as code: Marginalia doesn't evaluate “{part}” here.",
        de: "Als Code gezeigt: „{part}“ wertet Marginalia hier nicht aus.",
    }
}

pub(crate) fn folder_not_made(folder: &Path, reason: &dyn Display) -> String {
    say! {
        en: "The folder {} can't be made: {reason}",
        de: "Der Ordner {} lässt sich nicht anlegen: {reason}",
        folder.display(),
    }
}

pub(crate) fn no_project(name: &str) -> String {
    say! { en: "There is no project “{name}”.", de: "Es gibt kein Projekt „{name}“." }
}

pub(crate) fn no_text_in(name: &str) -> String {
    say! {
        en: "A project can only have files with text. “{name}” is an image.",
        de: "Ein Projekt kann nur Dateien mit Text enthalten. „{name}“ ist ein Bild.",
    }
}

pub(crate) const PROMPT_GONE: Sentence =
    Sentence { en: "This prompt isn’t there any more.", de: "Diesen Prompt gibt es nicht mehr." };

pub(crate) fn command_taken(name: &str, command: &str) -> String {
    say! {
        en: "“/{command}” means something else already: give the prompt “{name}” another name.",
        de: "„/{command}“ bedeutet schon etwas anderes: Gib dem Prompt „{name}“ einen anderen \
             Namen.",
    }
}

pub(crate) fn place_empty(place: &str) -> String {
    // In a format string, two braces stand for one.
    match place {
        "{{selection}}" => say! {
            en: "Nothing is selected, so {{{{selection}}}} is empty.",
            de: "Es ist nichts markiert, darum bleibt {{{{selection}}}} leer.",
        },
        "{{note}}" => say! {
            en: "No note is open, so {{{{note}}}} is empty.",
            de: "Es ist keine Notiz geöffnet, darum bleibt {{{{note}}}} leer.",
        },
        _ => say! {
            en: "The date isn’t known, so {{{{date}}}} is empty.",
            de: "Das Datum ist nicht bekannt, darum bleibt {{{{date}}}} leer.",
        },
    }
}

pub(crate) const NO_FILE: Sentence = Sentence {
    en: "The attached file isn't in the library.",
    de: "Die angehängte Datei ist nicht in der Bibliothek.",
};

pub(crate) fn file_not_read(path: &NotePath, reason: Option<&str>) -> String {
    match reason {
        Some(reason) => say! {
            en: "{path} can't be shown here. {reason}",
            de: "{path} lässt sich hier nicht zeigen. {reason}",
        },
        None => say! {
            en: "{path} can't be shown here: it isn't in the index. The settings say which kinds of \
                 files are read.",
            de: "{path} lässt sich hier nicht zeigen: Die Datei ist nicht im Index. Welche Arten \
                 von Dateien gelesen werden, steht in den Einstellungen.",
        },
    }
}

pub(crate) const NO_VAULT: Sentence =
    Sentence { en: "No vault is open.", de: "Es ist kein Vault geöffnet." };

pub(crate) const INDEX_STOPPED: Sentence = Sentence {
    en: "Indexing stopped before it was finished.",
    de: "Der Index wurde nicht fertig aufgebaut.",
};

pub(crate) fn too_many_pictures(pages: u32, most: u32) -> String {
    say! {
        en: "{pages} pages of the file are images. While you wait, text is recognised on at most \
             {most} pages. Put the file into the vault: there, all pages are read in the \
             background.",
        de: "{pages} Seiten der Datei sind Bilder. Während du wartest, wird Text auf höchstens \
             {most} Seiten erkannt. Leg die Datei in den Vault: Dort werden alle Seiten im \
             Hintergrund gelesen.",
    }
}

pub(crate) fn file_not_read_again(error: &std::io::Error) -> String {
    say! {
        en: "The file can't be read a second time: {error}.",
        de: "Die Datei lässt sich kein zweites Mal lesen: {error}.",
    }
}

pub(crate) fn index_not_kept(reason: &dyn Display) -> String {
    say! {
        en: "The index can't be kept up to date: {reason}",
        de: "Der Index kann nicht aktuell gehalten werden: {reason}",
    }
}

pub(crate) fn files_not_read(reason: &dyn Display) -> String {
    say! {
        en: "Files other than notes couldn't be read: {reason}",
        de: "Andere Dateien als Notizen ließen sich nicht lesen: {reason}",
    }
}

pub(crate) const VAULT_CLOSED: Sentence =
    Sentence { en: "The vault was closed.", de: "Der Vault wurde geschlossen." };

/// Reasons why search by meaning isn't available. They follow a colon.
pub(crate) const MEANING_LOADING: Sentence = Sentence {
    en: "the model for search by meaning is still being loaded.",
    de: "Das Modell für die Suche nach Bedeutung wird noch geladen.",
};
pub(crate) const MEANING_OFF: Sentence = Sentence {
    en: "search by meaning is turned off.",
    de: "Die Suche nach Bedeutung ist ausgeschaltet.",
};
pub(crate) const MEANING_CLOSED: Sentence =
    Sentence { en: "the vault was closed.", de: "Der Vault wurde geschlossen." };

pub(crate) const MODEL_FILES_GONE: Sentence = Sentence {
    en: "The files for search by meaning, and for models that check citations, aren't where the app was \
         installed.",
    de: "Die Dateien für die Suche nach Bedeutung und für Modelle, die Belege prüfen, sind nicht \
         da, wo die App installiert wurde.",
};

pub(crate) fn folder_away(folder: &Path) -> String {
    say! {
        en: "The folder {} isn't there at the moment. Your conversations and the index are saved. \
             Your notes appear again when the folder is back.",
        de: "Der Ordner {} ist gerade nicht da. Deine Gespräche und der Index sind gespeichert. \
             Deine Notizen erscheinen wieder, sobald der Ordner zurück ist.",
        folder.display(),
    }
}

pub(crate) const LOOKS_ITSELF: Sentence = Sentence {
    en: "Marginalia looks for changes every few seconds and when its window comes to the front, so \
         a change may appear a little later.",
    de: "Marginalia sucht alle paar Sekunden nach Änderungen, und wenn sein Fenster nach vorn \
         kommt. Eine Änderung kann deshalb etwas später erscheinen.",
};

pub(crate) fn network_folder(kind: &dyn Display) -> String {
    say! {
        en: "This vault is in a network folder ({kind}), where the system doesn't report changes \
             made on other computers. {LOOKS_ITSELF}",
        de: "Dieser Vault liegt in einem Netzwerkordner ({kind}); dort meldet das System keine \
             Änderungen, die auf anderen Computern gemacht werden. {LOOKS_ITSELF}",
    }
}

pub(crate) fn too_many_watched() -> String {
    say! {
        en: "The system already watches its maximum number of folders, so it can't watch this \
             vault. {LOOKS_ITSELF}",
        de: "Das System beobachtet schon so viele Ordner, wie es darf, und kann diesen Vault nicht \
             beobachten. {LOOKS_ITSELF}",
    }
}

pub(crate) fn not_watched(reason: &dyn Display) -> String {
    say! {
        en: "The system doesn't watch this folder for changes ({reason}). {LOOKS_ITSELF}",
        de: "Das System beobachtet diesen Ordner nicht auf Änderungen ({reason}). {LOOKS_ITSELF}",
    }
}

pub(crate) fn not_a_note(path: &NotePath) -> String {
    say! { en: "{path} isn't a note.", de: "{path} ist keine Notiz." }
}

pub(crate) fn no_note_found(link: &str) -> String {
    say! { en: "{link} doesn't lead to a note.", de: "{link} führt zu keiner Notiz." }
}

pub(crate) fn note_gone(path: &NotePath) -> String {
    say! {
        en: "The note {path} isn't in the vault any more.",
        de: "Die Notiz {path} ist nicht mehr im Vault.",
    }
}

pub(crate) const PASSAGE_MOVED: Sentence = Sentence {
    en: "The note has changed. The passage is now at another place in it.",
    de: "Die Notiz hat sich geändert. Die Textstelle ist jetzt an einem anderen Ort darin.",
};

pub(crate) const PASSAGE_CHANGED: Sentence = Sentence {
    en: "This passage has changed since it was cited.",
    de: "Diese Textstelle hat sich geändert, seit sie zitiert wurde.",
};

pub(crate) fn passage_gone(heading: Option<&str>) -> String {
    match heading {
        Some(heading) => say! {
            en: "The passage isn't in this note any more, so nothing is marked. It was under \
                 “{heading}”.",
            de: "Die Textstelle ist nicht mehr in dieser Notiz, darum ist nichts markiert. Sie \
                 stand unter „{heading}“.",
        },
        None => say! {
            en: "The passage isn't in this note any more, so nothing is marked.",
            de: "Die Textstelle ist nicht mehr in dieser Notiz, darum ist nichts markiert.",
        },
    }
}

pub(crate) fn not_an_image(path: &NotePath) -> String {
    say! {
        en: "{path} isn't an image that can be shown.",
        de: "{path} ist kein Bild, das sich zeigen lässt.",
    }
}

pub(crate) fn not_a_pdf(path: &NotePath) -> String {
    say! { en: "{path} isn't a PDF.", de: "{path} ist kein PDF." }
}

pub(crate) fn too_many_pixels(path: &NotePath) -> String {
    say! {
        en: "{path} has too many pixels to be shown.",
        de: "{path} hat zu viele Pixel, um gezeigt zu werden.",
    }
}

pub(crate) fn not_opened_here(path: &Path) -> String {
    say! {
        en: "{} can't be opened from here: opening this kind of file can run commands. You can \
             show it in the file manager.",
        de: "{} lässt sich von hier aus nicht öffnen: Beim Öffnen solcher Dateien können Befehle \
             ausgeführt werden. Du kannst die Datei im Dateimanager zeigen.",
        path.display(),
    }
}

pub(crate) fn change_of_nothing(path: &NotePath) -> String {
    say! { en: "This wouldn't change {path}.", de: "Das würde {path} nicht ändern." }
}

pub(crate) const NOTHING_TO_UNDO: Sentence = Sentence {
    en: "This change can't be undone: the text that it replaced was deleted, or nothing of the \
         change is left.",
    de: "Diese Änderung lässt sich nicht rückgängig machen: Der ersetzte Text ist gelöscht, oder \
         von der Änderung ist nichts mehr übrig.",
};

pub(crate) fn change_failed(panic: &dyn Display) -> String {
    say! {
        en: "The change couldn't be made: {panic}",
        de: "Die Änderung ließ sich nicht machen: {panic}",
    }
}

pub(crate) const NO_WEB_SERVICE: Sentence = Sentence {
    en: "No search service is set up. Choose one under Settings › Web.",
    de: "Es ist kein Suchdienst eingerichtet. Wähl einen unter Einstellungen › Web.",
};

pub(crate) const NO_TAVILY_KEY: Sentence = Sentence {
    en: "Tavily needs a key. Enter it under Settings › Web.",
    de: "Tavily braucht einen Schlüssel. Gib ihn unter Einstellungen › Web ein.",
};

pub(crate) const TAVILY: &str = "Tavily";

/// The recipient of web searches if no search service is chosen.
pub(crate) const NOBODY: Sentence = Sentence { en: "nobody", de: "niemand" };

pub(crate) const NO_TITLE: Sentence =
    Sentence { en: "The title is empty.", de: "Der Titel ist leer." };

pub(crate) const NO_QUESTION: Sentence =
    Sentence { en: "There is no question.", de: "Es gibt keine Frage." };

pub(crate) const NO_VERDICT: Sentence = Sentence {
    en: "This sentence has no verdict to rate.",
    de: "Zu diesem Satz gibt es kein Urteil, das du bewerten kannst.",
};

pub(crate) const RATINGS_NOT_WRITTEN: Sentence = Sentence {
    en: "The ratings couldn't be written.",
    de: "Die Bewertungen ließen sich nicht schreiben.",
};

pub(crate) const NOT_A_QUESTION: Sentence = Sentence {
    en: "Only a question can be asked again or changed.",
    de: "Nur eine Frage kann noch einmal gestellt oder geändert werden.",
};

pub(crate) fn not_asked(panic: &dyn Display) -> String {
    say! {
        en: "The question couldn't be asked: {panic}",
        de: "Die Frage konnte nicht gestellt werden: {panic}",
    }
}

pub(crate) fn import_unreadable(path: &Path, reason: &dyn Display) -> String {
    say! {
        en: "{} can't be read: {reason}.",
        de: "{} lässt sich nicht lesen: {reason}.",
        path.display(),
    }
}

pub(crate) fn import_not_a_file(path: &Path) -> String {
    say! {
        en: "{} isn't a regular file. Nothing was imported.",
        de: "{} ist keine gewöhnliche Datei. Es wurde nichts importiert.",
        path.display(),
    }
}

pub(crate) fn import_too_large(path: &Path, megabytes: u64) -> String {
    say! {
        en: "{} is larger than {megabytes} MB, the most that can be imported at once. Nothing was \
             imported.",
        de: "{} ist größer als {megabytes} MB; mehr lässt sich nicht auf einmal importieren. Es \
             wurde nichts importiert.",
        path.display(),
    }
}

pub(crate) fn import_not_text(path: &Path, at: usize) -> String {
    say! {
        en: "{} isn't UTF-8 text: byte {at} is invalid.",
        de: "{} ist kein UTF-8-Text: Byte {at} ist ungültig.",
        path.display(),
    }
}

pub(crate) fn server_gone(address: &str) -> String {
    say! {
        en: "The chosen server {address} isn't in the list of servers any more. Choose another model, or \
             add the server again.",
        de: "Der gewählte Server {address} steht nicht mehr in der Liste der Server. Wähl ein \
             anderes Modell, oder füg den Server wieder hinzu.",
    }
}

pub(crate) fn server_a_strangers(address: &str) -> String {
    say! {
        en: "Another user of this computer runs the server at {address}. Nothing was sent there. \
             If it should get your questions and notes, add its address to the list of servers.",
        de: "Den Server unter {address} betreibt jemand anderes auf diesem Computer. Dorthin wurde \
             nichts gesendet. Wenn er deine Fragen und Notizen bekommen soll, füg die Adresse der \
             Liste der Server hinzu.",
    }
}

pub(crate) fn offers_nothing(server: &str) -> String {
    say! { en: "{server} offers no model.", de: "{server} bietet kein Modell an." }
}

pub(crate) const NONE_CHOSEN: Sentence = Sentence {
    en: "Servers with models were found, but you haven't chosen a model yet. A server gets your \
         notes only after you choose it.",
    de: "Es wurden Server mit Modellen gefunden, aber du hast noch kein Modell gewählt. Ein Server \
         bekommt deine Notizen erst, wenn du ihn wählst.",
};

pub(crate) fn nobody_offers(model: &str) -> String {
    say! {
        en: "None of the servers found offers the model “{model}”.",
        de: "Keiner der gefundenen Server bietet das Modell „{model}“ an.",
    }
}

pub(crate) const NO_MODEL: Sentence = Sentence {
    en: "No model was found on this computer. Start Ollama, LM Studio or \
         llama.cpp, or name a server in the settings.",
    de: "Auf diesem Computer wurde kein Modell gefunden. Starte Ollama, LM Studio oder llama.cpp, \
         oder nenne in den Einstellungen einen Server.",
};

/// Results of looking for models at an address. They follow the address in a line.
pub(crate) const NOBODY_ANSWERS: Sentence =
    Sentence { en: "no model server answers", de: "dort antwortet kein Modellserver" };
pub(crate) const JUST_CAME: Sentence =
    Sentence { en: "it has just started", de: "gerade erst gestartet" };
pub(crate) const IT_OFFERS_NOTHING: Sentence =
    Sentence { en: "it offers no model", de: "bietet kein Modell an" };

pub(crate) fn it_offers(models: &str) -> String {
    say! { en: "it offers {models}", de: "bietet {models} an" }
}

pub(crate) fn and_more(names: &str, more: usize) -> String {
    say! { en: "{names} and {more} more", de: "{names} und {more} weitere" }
}

pub(crate) fn downloading_already(model: &str, place: Option<&str>) -> String {
    match place {
        Some(place) => say! {
            en: "{model} is already being downloaded at {place}.",
            de: "{model} wird schon auf {place} geladen.",
        },
        None => {
            say! { en: "{model} is already being downloaded.", de: "{model} wird schon geladen." }
        }
    }
}

pub(crate) fn not_done(model: &str, after: Duration, answer: &str, thought: bool) -> String {
    let so_far = match (answer, thought) {
        ("", true) => {
            say! { en: "It has only thought so far.", de: "Bis dahin hat es nur nachgedacht." }
        }
        ("", false) => {
            say! {
                en: "It hasn't written anything yet.",
                de: "Bis dahin hat es nichts geschrieben.",
            }
        }
        (answer, _) => say! {
            en: "So far it has said: “{answer}”",
            de: "Bis dahin hat es gesagt: „{answer}“",
        },
    };
    say! {
        en: "{model} hadn't finished after {} s. {so_far}",
        de: "{model} war nach {} s nicht fertig. {so_far}",
        after.as_secs(),
    }
}

/// Labels for the instructions and the other text of requests to models, in the receipt of an
/// answer.
pub(crate) const HOW_TO_DESCRIBE: Sentence =
    Sentence { en: "How to describe a note", de: "Wie eine Notiz zu beschreiben ist" };

pub(crate) const HOW_TO_SUM_UP: Sentence =
    Sentence { en: "How to sum up a lookup", de: "Wie Nachgeschlagenes zusammenzufassen ist" };

pub(crate) const HOW_TO_TRANSLATE: Sentence =
    Sentence { en: "How to translate a passage", de: "Wie eine Textstelle zu übersetzen ist" };

pub(crate) const PASSAGE_TO_TRANSLATE: Sentence =
    Sentence { en: "The passage to translate", de: "Die Textstelle zum Übersetzen" };

pub(crate) const NO_PASSAGE_TO_TRANSLATE: Sentence = Sentence {
    en: "The answer has no such passage any more.",
    de: "Die Antwort hat diese Textstelle nicht mehr.",
};

pub(crate) const NO_TRANSLATION_NOW: Sentence = Sentence {
    en: "The model is busy, or takes too long. Try again later.",
    de: "Das Modell ist beschäftigt oder braucht zu lange. Versuch es später noch einmal.",
};

pub(crate) const EMPTY_TRANSLATION: Sentence = Sentence {
    en: "The model wrote no translation. Try again, or choose another model.",
    de: "Das Modell hat keine Übersetzung geschrieben. Versuch es noch einmal, oder wähl ein anderes Modell.",
};

pub(crate) const FOUND_BY_A_CALL: Sentence =
    Sentence { en: "What a lookup found", de: "Was das Nachschlagen fand" };

pub(crate) const NOTE_TO_DESCRIBE: Sentence = Sentence {
    en: "A note without an opening paragraph",
    de: "Eine Notiz ohne einleitenden Absatz",
};

#[cfg(test)]
mod tests;
