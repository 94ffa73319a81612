use std::fmt::Display;

use language::{Sentence, say};

pub(crate) const NEITHER: Sentence = Sentence {
    en: "The file has no conversations: it is neither an export of \
         Marginalia nor a chat_sessions.json. Nothing was imported.",
    de: "In der Datei sind keine Gespräche: Sie ist weder ein Export von Marginalia noch eine \
         chat_sessions.json. Es wurde nichts importiert.",
};
pub(crate) const NO_CONVERSATION: Sentence = Sentence {
    en: "There is no conversation in the file.",
    de: "In der Datei ist kein Gespräch.",
};
pub(crate) const EARLIER_CALL: Sentence = Sentence {
    en: "This call was made by an earlier app.",
    de: "Dieser Aufruf stammt von einer früheren App.",
};
pub(crate) const EARLIER_SEARCH: Sentence = Sentence {
    en: "found by a search of an earlier app",
    de: "von der Suche einer früheren App gefunden",
};
pub(crate) const LINKED: Sentence = Sentence { en: "Linked by you", de: "Von dir verlinkt" };

/// The title of a conversation whose messages give none.
pub(crate) const UNTITLED: Sentence =
    Sentence { en: "Imported conversation", de: "Importiertes Gespräch" };

/// The place of the only conversation of a file.
pub(crate) const WHOLE_FILE: Sentence = Sentence { en: "the file", de: "die Datei" };

pub(crate) fn session(id: &str) -> String {
    say! { en: "session “{id}”", de: "Sitzung „{id}“" }
}

// These follow a conversation's place.
pub(crate) const NO_LIST: Sentence =
    Sentence { en: "its “messages” aren't a list", de: "„messages“ ist darin keine Liste" };
pub(crate) const NO_MESSAGES: Sentence =
    Sentence { en: "it has no “messages”", de: "„messages“ fehlt darin" };
pub(crate) const NO_OBJECT: Sentence = Sentence {
    en: "it isn't an object with “messages”",
    de: "Es ist kein Objekt mit „messages“",
};
pub(crate) const NO_LAST: Sentence = Sentence {
    en: "the message that is shown last isn't there.",
    de: "Die Nachricht, die als letzte gezeigt wird, ist nicht da.",
};

// These follow a message's number.
pub(crate) const IS_NO_OBJECT: Sentence = Sentence { en: "isn't an object", de: "ist kein Objekt" };
pub(crate) const ROLE_IS_NO_TEXT: Sentence = Sentence {
    en: "has a “role” that isn't text",
    de: "hat eine „role“, die kein Text ist",
};
pub(crate) const NO_ROLE: Sentence =
    Sentence { en: "has no “role”", de: "hat keine „role“" };
pub(crate) const CONTENT_IS_NO_TEXT: Sentence = Sentence {
    en: "has a “content” that isn't text",
    de: "hat einen „content“, der kein Text ist",
};
pub(crate) const NO_CONTENT: Sentence =
    Sentence { en: "has no “content”", de: "hat keinen „content“" };
pub(crate) const NO_PARENT: Sentence = Sentence {
    en: "follows a message that isn't before it.",
    de: "folgt auf eine Nachricht, die nicht vor ihr steht.",
};
pub(crate) const SAME_ID: Sentence =
    Sentence { en: "has the same id as another.", de: "hat dieselbe id wie eine andere." };
pub(crate) const CITATION_OUTSIDE: Sentence = Sentence {
    en: "has a citation outside its text.",
    de: "hat einen Beleg außerhalb ihres Textes.",
};
pub(crate) const CHECK_OUTSIDE: Sentence = Sentence {
    en: "has a check of a sentence outside its text.",
    de: "hat die Prüfung eines Satzes außerhalb ihres Textes.",
};

pub(crate) fn unknown_role(role: &str) -> String {
    say! {
        en: "has the role “{role}”, which isn't known",
        de: "hat die Rolle „{role}“, die nicht bekannt ist",
    }
}

/// `n` counts from 1.
pub(crate) fn message(n: usize, what: &dyn Display) -> String {
    say! { en: "message {n} {what}", de: "Nachricht {n} {what}" }
}

pub(crate) fn no_content(n: usize, file: &str) -> String {
    say! {
        en: "message {n} has a file “{file}” whose content is missing.",
        de: "Nachricht {n} hat eine Datei „{file}“, deren Inhalt fehlt.",
    }
}

pub(crate) fn no_base64(file: &str) -> String {
    say! {
        en: "the file “{file}” isn't in base64.",
        de: "Die Datei „{file}“ ist nicht in Base64.",
    }
}

pub(crate) fn strange_reference(reference: usize, message: usize) -> String {
    say! {
        en: "Reference {reference} of message {message} can't be understood.",
        de: "Quelle {reference} der Nachricht {message} ist nicht zu verstehen.",
    }
}

pub(crate) fn nameless_call(message: usize) -> String {
    say! {
        en: "A tool call of message {message} has no name and was left out.",
        de: "Ein Werkzeugaufruf der Nachricht {message} hat keinen Namen und wurde \
             weggelassen.",
    }
}

pub(crate) fn more_like_these(more: usize) -> String {
    say! { en: "And {more} more like these.", de: "Und noch {more} davon." }
}

pub(crate) fn empty(place: &str) -> String {
    say! {
        en: "{place} has no messages and was left out.",
        de: "{place} hat keine Nachrichten und wurde weggelassen.",
    }
}

pub(crate) fn no_json(error: &dyn Display) -> String {
    say! {
        en: "The file isn't JSON: {error}. Nothing was imported.",
        de: "Die Datei ist kein JSON: {error}. Es wurde nichts importiert.",
    }
}

pub(crate) fn strange(error: &dyn Display) -> String {
    say! {
        en: "The file can't be understood: {error}. Nothing was imported.",
        de: "Die Datei ist nicht zu verstehen: {error}. Es wurde nichts importiert.",
    }
}

pub(crate) fn strange_place(place: &str, what: &dyn Display) -> String {
    say! {
        en: "The file can't be understood: {place}: {what}. Nothing was imported.",
        de: "Die Datei ist nicht zu verstehen: {place}: {what}. Es wurde nichts importiert.",
    }
}

pub(crate) fn newer(version: u64, known: u32) -> String {
    say! {
        en: "The file was written by a newer Marginalia (its version is {version}, this one knows \
             {known}). Nothing was imported.",
        de: "Die Datei wurde von einem neueren Marginalia geschrieben (ihre Version ist \
             {version}, dieses kennt {known}). Es wurde nichts importiert.",
    }
}

pub(crate) fn wrong(n: usize, title: &str, what: &dyn Display) -> String {
    say! {
        en: "Conversation {n} (“{title}”): {what} Nothing was imported.",
        de: "Gespräch {n} („{title}“): {what} Es wurde nichts importiert.",
    }
}

pub(crate) fn unread(title: &str, prompts: usize, project: bool, summaries: usize) -> String {
    let prompts = match prompts {
        0 => None,
        1 => Some(say! { en: "1 prompt", de: "1 Prompt" }),
        _ => Some(say! { en: "{prompts} prompts", de: "{prompts} Prompts" }),
    };
    let project = project.then(|| {
        say! { en: "1 project with its instructions", de: "1 Projekt mit seinen Anweisungen" }
    });
    let summaries = match summaries {
        0 => None,
        1 => Some(say! { en: "1 summary", de: "1 Zusammenfassung" }),
        _ => Some(say! { en: "{summaries} summaries", de: "{summaries} Zusammenfassungen" }),
    };
    let left: Vec<String> = [prompts, project, summaries].into_iter().flatten().collect();
    say! {
        en: "Left out of “{title}”: {}. A model would follow them, and you haven’t read them. All \
             messages were imported.",
        de: "Aus „{title}“ weggelassen: {}. Ein Modell würde sich daran halten, und du hast es \
             nicht gelesen. Alle Nachrichten wurden importiert.",
        left.join(", "),
    }
}

pub(crate) fn left_out(instructions: usize, results: usize, times: usize) -> Vec<String> {
    let instructions = match instructions {
        0 => None,
        1 => Some(say! {
            en: "One message with instructions left out: Marginalia has its own.",
            de: "Eine Nachricht mit Anweisungen weggelassen: Marginalia hat eigene.",
        }),
        n => Some(say! {
            en: "{n} messages with instructions left out: Marginalia has its own.",
            de: "{n} Nachrichten mit Anweisungen weggelassen: Marginalia hat eigene.",
        }),
    };
    let results = match results {
        0 => None,
        1 => Some(say! {
            en: "One result of a tool left out.",
            de: "Ein Ergebnis eines Werkzeugs weggelassen.",
        }),
        n => Some(say! {
            en: "{n} results of tools left out.",
            de: "{n} Ergebnisse von Werkzeugen weggelassen.",
        }),
    };
    let times = match times {
        0 => None,
        1 => Some(say! {
            en: "One time couldn't be read. The time before it is used instead.",
            de: "Eine Zeit ließ sich nicht lesen. Stattdessen gilt die Zeit davor.",
        }),
        n => Some(say! {
            en: "{n} times couldn't be read. The times before them are used instead.",
            de: "{n} Zeiten ließen sich nicht lesen. Stattdessen gelten die Zeiten davor.",
        }),
    };
    let told = [instructions, results, times];
    told.into_iter().flatten().collect()
}
