//! Every sentence of this crate for people, in all languages. Texts for models are where they are sent.

pub(crate) mod attaching;
pub(crate) mod changes;
pub(crate) mod keys;

use std::{fmt::Display, path::Path, time::Duration};

use language::{Sentence, say};
use notes::NotePath;

pub(crate) const NO_HOME: Sentence = Sentence {
    en: "There is no home folder to keep conversations in. Name a folder in MARGINALIA_DATA.",
    de: "Es gibt kein Benutzerverzeichnis, in dem Gespräche liegen könnten. Nenne einen Ordner in \
         MARGINALIA_DATA.",
};

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
        en: "A project takes files with text, and “{name}” is an image.",
        de: "Ein Projekt nimmt Dateien mit Text auf, und „{name}“ ist ein Bild.",
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
    // Four braces in the format string make two.
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
    en: "The index stopped before it was done.",
    de: "Der Index hat angehalten, bevor er fertig war.",
};

pub(crate) fn too_many_pictures(pages: u32, most: u32) -> String {
    say! {
        en: "The file has {pages} pages that are images, and text is recognised in {most} at most while you wait. \
             Put it into the vault, where they are read one after the other.",
        de: "Die Datei hat {pages} Seiten, die Bilder sind; während du wartest, wird Text auf \
             höchstens {most} erkannt. Leg sie in den Vault, dort werden sie nach und nach \
             gelesen.",
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
        en: "Files that are no notes couldn't be read: {reason}",
        de: "Dateien, die keine Notizen sind, ließen sich nicht lesen: {reason}",
    }
}

pub(crate) const VAULT_CLOSED: Sentence =
    Sentence { en: "The vault was closed.", de: "Der Vault wurde geschlossen." };

/// Why search by meaning isn't available: these follow a colon.
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
        en: "The folder {} isn't there at the moment. Your conversations and the index are kept; the \
             notes show again when the folder is back.",
        de: "Der Ordner {} ist gerade nicht da. Deine Gespräche und der Index sind erhalten; die \
             Notizen erscheinen wieder, sobald der Ordner zurück ist.",
        folder.display(),
    }
}

pub(crate) const LOOKS_ITSELF: Sentence = Sentence {
    en: "Marginalia looks for changes itself, every few seconds and \
         when its window comes to the front, so a change may show a little later.",
    de: "Marginalia sucht selbst nach Änderungen, alle paar Sekunden und immer, wenn sein Fenster \
         nach vorn kommt. Eine Änderung kann deshalb etwas später erscheinen.",
};

pub(crate) fn network_folder(kind: &dyn Display) -> String {
    say! {
        en: "This vault is in a network folder ({kind}), where the system doesn't tell of changes made on \
             other computers. {LOOKS_ITSELF}",
        de: "Dieser Vault liegt in einem Netzwerkordner ({kind}); dort meldet das System keine \
             Änderungen, die auf anderen Computern gemacht werden. {LOOKS_ITSELF}",
    }
}

pub(crate) fn too_many_watched() -> String {
    say! {
        en: "The system is already watching as many folders as it is allowed to, and can't watch this \
             vault as well. {LOOKS_ITSELF}",
        de: "Das System beobachtet schon so viele Ordner, wie es darf, und kann diesen Vault \
             nicht auch noch beobachten. {LOOKS_ITSELF}",
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
    say! { en: "No note is found by {link}.", de: "{link} führt zu keiner Notiz." }
}

pub(crate) fn note_gone(path: &NotePath) -> String {
    say! {
        en: "The note {path} isn't in the vault any more.",
        de: "Die Notiz {path} ist nicht mehr im Vault.",
    }
}

pub(crate) const PASSAGE_MOVED: Sentence = Sentence {
    en: "The note changed since; the passage stands elsewhere in it now.",
    de: "Die Notiz hat sich seither geändert; die Textstelle steht jetzt anderswo darin.",
};

pub(crate) const PASSAGE_CHANGED: Sentence = Sentence {
    en: "This passage has changed since it was cited.",
    de: "Diese Textstelle hat sich geändert, seit sie zitiert wurde.",
};

pub(crate) fn passage_gone(heading: Option<&str>) -> String {
    match heading {
        Some(heading) => say! {
            en: "The passage isn't in this note any more. It stood under “{heading}”, and nothing is \
                 marked.",
            de: "Die Textstelle ist nicht mehr in dieser Notiz. Sie stand unter „{heading}“; \
                 markiert ist nichts.",
        },
        None => say! {
            en: "The passage isn't in this note any more, and nothing is marked.",
            de: "Die Textstelle ist nicht mehr in dieser Notiz; markiert ist nichts.",
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
        en: "{} isn't opened from here: opening such a file can run what is in it. It can be shown in the \
             file manager.",
        de: "{} wird von hier aus nicht geöffnet: Beim Öffnen könnte ausgeführt werden, was in \
             der Datei steht. Im Dateimanager lässt sie sich zeigen.",
        path.display(),
    }
}

pub(crate) fn change_of_nothing(path: &NotePath) -> String {
    say! { en: "The change leaves {path} as it is.", de: "Die Änderung lässt {path}, wie es ist." }
}

pub(crate) const NOTHING_TO_UNDO: Sentence = Sentence {
    en: "This change can't be undone: the text it replaced isn't kept any more, or nothing of it is left.",
    de: "Diese Änderung lässt sich nicht rückgängig machen: Der ersetzte Text ist nicht mehr \
         aufgehoben, oder von ihr ist nichts mehr übrig.",
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

pub(crate) const NOBODY: Sentence = Sentence { en: "nobody", de: "niemand" };

pub(crate) const NO_TITLE: Sentence =
    Sentence { en: "The title is empty.", de: "Der Titel ist leer." };

pub(crate) const NO_QUESTION: Sentence =
    Sentence { en: "There is no question.", de: "Es gibt keine Frage." };

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
        en: "{} isn't text in UTF-8: byte {at} is no part of it.",
        de: "{} ist kein Text in UTF-8: Byte {at} gehört nicht dazu.",
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
        en: "At {address} a program of another user of this computer listens. Nothing was sent there. If it is \
             meant to get your questions and notes, add its address to the list of servers.",
        de: "Unter {address} lauscht ein Programm von jemand anderem auf diesem Computer. Dorthin \
             wurde nichts gesendet. Wenn es deine Fragen und Notizen bekommen soll, füg die Adresse \
             der Liste der Server hinzu.",
    }
}

pub(crate) fn offers_nothing(server: &str) -> String {
    say! { en: "{server} offers no model.", de: "{server} bietet kein Modell an." }
}

pub(crate) const NONE_CHOSEN: Sentence = Sentence {
    en: "Servers with models were found, and you haven't chosen one yet. \
         Your notes go to no server before you choose it: choose a model first.",
    de: "Es wurden Server mit Modellen gefunden, und du hast noch keines gewählt. Deine Notizen \
         gehen an keinen Server, bevor du ihn wählst: Wähl zuerst ein Modell.",
};

pub(crate) fn nobody_offers(model: &str) -> String {
    say! {
        en: "No server that was found offers the model “{model}”.",
        de: "Kein Server, der gefunden wurde, bietet das Modell „{model}“ an.",
    }
}

pub(crate) const NO_MODEL: Sentence = Sentence {
    en: "No model was found on this computer. Start Ollama, LM Studio or \
         llama.cpp, or name a server in the settings.",
    de: "Auf diesem Computer wurde kein Modell gefunden. Starte Ollama, LM Studio oder llama.cpp, \
         oder nenne in den Einstellungen einen Server.",
};

/// Results of a tried address: these follow it.
pub(crate) const NOBODY_ANSWERS: Sentence =
    Sentence { en: "no model server answers", de: "dort antwortet kein Modellserver" };
pub(crate) const JUST_CAME: Sentence =
    Sentence { en: "it has just come", de: "gerade erst dazugekommen" };
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
            en: "{model} is being downloaded at {place} already.",
            de: "{model} wird schon auf {place} geladen.",
        },
        None => {
            say! { en: "{model} is being downloaded already.", de: "{model} wird schon geladen." }
        }
    }
}

pub(crate) fn not_done(model: &str, after: Duration, answer: &str, thought: bool) -> String {
    let so_far = match (answer, thought) {
        ("", true) => {
            say! { en: "It has only thought so far.", de: "Bis dahin hat es nur nachgedacht." }
        }
        ("", false) => {
            say! { en: "Nothing has come from it so far.", de: "Bis dahin kam nichts von ihm." }
        }
        (answer, _) => say! {
            en: "So far it has said: “{answer}”",
            de: "Bis dahin hat es gesagt: „{answer}“",
        },
    };
    say! {
        en: "{model} wasn't done after {} s. {so_far}",
        de: "{model} war nach {} s nicht fertig. {so_far}",
        after.as_secs(),
    }
}

pub(crate) const HOW_TO_DESCRIBE: Sentence =
    Sentence { en: "How to describe a note", de: "Wie eine Notiz zu beschreiben ist" };

pub(crate) const NOTE_TO_DESCRIBE: Sentence =
    Sentence { en: "A note without a paragraph", de: "Eine Notiz ohne einleitenden Absatz" };
