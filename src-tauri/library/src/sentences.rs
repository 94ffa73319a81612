//! Every sentence of this crate that people read, so that they can be translated in one place.

pub(crate) mod export;
pub(crate) mod import;

use std::{fmt::Display, path::Path};

use conversation::{AttachmentId, ConversationId, MessageId, ReferenceId};
use language::{Sentence, say};

pub(crate) const CLOSED: Sentence =
    Sentence { en: "The library is closed.", de: "Die Bibliothek ist geschlossen." };

pub(crate) fn no_thread(reason: &dyn Display) -> String {
    say! { en: "The library can't run: {reason}", de: "Die Bibliothek läuft nicht: {reason}" }
}

pub(crate) fn panicked(reason: &str) -> String {
    say! {
        en: "A step of the library failed unexpectedly, and was undone: {reason}",
        de: "Ein Schritt der Bibliothek ist unerwartet gescheitert und wurde rückgängig gemacht: \
             {reason}",
    }
}

pub(crate) fn disk_full(path: &Path) -> String {
    say! {
        en: "The disk is full: the library ({}) couldn't be written.",
        de: "Die Festplatte ist voll: Die Bibliothek ({}) konnte nicht geschrieben werden.",
        path.display(),
    }
}

pub(crate) fn not_allowed(path: &Path) -> String {
    say! {
        en: "The library ({}) can't be written: this user isn't allowed to change it.",
        de: "Die Bibliothek ({}) lässt sich nicht schreiben: Dieser Benutzer darf sie nicht \
             ändern.",
        path.display(),
    }
}

pub(crate) fn damaged_meanwhile(path: &Path, reason: &dyn Display) -> String {
    say! {
        en: "The library ({}) is damaged ({reason}). Restart Marginalia: it sets the damaged file aside \
             and saves what can be read.",
        de: "Die Bibliothek ({}) ist beschädigt ({reason}). Starte Marginalia neu: Es legt die \
             beschädigte Datei beiseite und rettet, was sich lesen lässt.",
        path.display(),
    }
}

pub(crate) fn failed(path: &Path, reason: &dyn Display) -> String {
    say! {
        en: "The library ({}) failed: {reason}",
        de: "Bei der Bibliothek ({}) ist etwas fehlgeschlagen: {reason}",
        path.display(),
    }
}

pub(crate) fn damaged_and_open(path: &Path, reason: &str) -> String {
    say! {
        en: "The library ({}) is damaged ({reason}) and open in another Marginalia. Close that one, then \
             start this one again.",
        de: "Die Bibliothek ({}) ist beschädigt ({reason}) und in einem anderen Marginalia \
             geöffnet. Schließ jenes, und starte dieses dann noch einmal.",
        path.display(),
    }
}

pub(crate) fn newer(path: &Path, version: i64, known: usize) -> String {
    say! {
        en: "The library ({}) was written by a newer Marginalia (version {version} of the library; this \
             one knows {known}). Install the newer Marginalia to read it.",
        de: "Die Bibliothek ({}) wurde von einem neueren Marginalia geschrieben (Version \
             {version} der Bibliothek; dieses kennt {known}). Installiere das neuere Marginalia, \
             um sie zu lesen.",
        path.display(),
    }
}

pub(crate) fn not_kept_aside(path: &Path, reason: &dyn Display) -> String {
    say! {
        en: "The library ({}) is damaged and couldn't be set aside: {reason}",
        de: "Die Bibliothek ({}) ist beschädigt und ließ sich nicht beiseitelegen: {reason}",
        path.display(),
    }
}

pub(crate) fn not_opened(path: &Path, reason: &dyn Display) -> String {
    say! {
        en: "The library ({}) can't be opened: {reason}",
        de: "Die Bibliothek ({}) lässt sich nicht öffnen: {reason}",
        path.display(),
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Recovery {
    pub(crate) conversations: u32,
    pub(crate) messages: u32,
    pub(crate) lost_conversations: Option<u32>,
    pub(crate) lost_messages: Option<u32>,
}

pub(crate) fn damage(aside: &Path, reason: &str, recovered: Recovery) -> String {
    // SQLite puts each finding on a line; people need only one.
    let reason = reason.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
    say! {
        en: "The library with your conversations was damaged ({reason}). It is kept as {}. {} Your notes \
             are not affected.",
        de: "Die Bibliothek mit deinen Gesprächen war beschädigt ({reason}). Sie ist als {} \
             aufgehoben. {} Deine Notizen sind davon nicht betroffen.",
        aside.display(),
        saved(recovered),
    }
}

fn saved(recovered: Recovery) -> String {
    if recovered.conversations == 0 {
        return say! {
            en: "Nothing in it could be read, and a new one was begun.",
            de: "Nichts darin ließ sich lesen; es wurde eine neue begonnen.",
        };
    }
    let (kept, of_them) = (conversations(recovered.conversations), messages(recovered.messages));
    let read = match recovered.conversations {
        1 => say! {
            en: "{kept} with {of_them} could be read and is in the new one.",
            de: "{kept} mit {of_them} ließ sich lesen und ist in der neuen.",
        },
        _ => say! {
            en: "{kept} with {of_them} could be read and are in the new one.",
            de: "{kept} mit {of_them} ließen sich lesen und sind in der neuen.",
        },
    };
    let lost = match (recovered.lost_conversations, recovered.lost_messages) {
        (Some(0), Some(0)) => say! { en: "Nothing is missing.", de: "Es fehlt nichts." },
        (Some(lost), Some(of_them)) => say! {
            en: "{} and {} couldn't be read.",
            de: "{} und {} ließen sich nicht lesen.",
            conversations(lost),
            messages(of_them),
        },
        _ => say! {
            en: "It isn't known how many are missing.",
            de: "Wie viel fehlt, ist nicht bekannt.",
        },
    };
    format!("{read} {lost}")
}

fn conversations(count: u32) -> String {
    match count {
        1 => say! { en: "1 conversation", de: "1 Gespräch" },
        _ => say! { en: "{count} conversations", de: "{count} Gespräche" },
    }
}

/// Dative: it follows “mit” and “und”.
fn messages(count: u32) -> String {
    match count {
        1 => say! { en: "1 message", de: "1 Nachricht" },
        _ => say! { en: "{count} messages", de: "{count} Nachrichten" },
    }
}

pub(super) const NO_CHANGE: Sentence = Sentence {
    en: "This change isn't in the library.",
    de: "Diese Änderung ist nicht in der Bibliothek.",
};
pub const CHANGE_DECIDED: Sentence = Sentence {
    en: "This change was already applied or discarded.",
    de: "Diese Änderung wurde schon übernommen oder verworfen.",
};

pub(crate) fn no_conversation(id: ConversationId) -> String {
    say! {
        en: "The conversation {id} isn't in the library.",
        de: "Das Gespräch {id} ist nicht in der Bibliothek.",
    }
}

pub(crate) fn no_message(id: MessageId) -> String {
    say! {
        en: "The message {id} isn't in the library.",
        de: "Die Nachricht {id} ist nicht in der Bibliothek.",
    }
}

pub(crate) fn no_reference(id: ReferenceId) -> String {
    say! {
        en: "The reference {id} isn't in the library.",
        de: "Die Quelle {id} ist nicht in der Bibliothek.",
    }
}

pub(crate) fn no_file(id: AttachmentId) -> String {
    say! {
        en: "The attached file {id} isn't in the library.",
        de: "Die angehängte Datei {id} ist nicht in der Bibliothek.",
    }
}

pub(crate) const NO_SUMMARY: Sentence = Sentence {
    en: "This summary isn't in the library.",
    de: "Diese Zusammenfassung ist nicht in der Bibliothek.",
};
pub(crate) const NO_PROJECT: Sentence = Sentence {
    en: "This project isn't in the library.",
    de: "Dieses Projekt ist nicht in der Bibliothek.",
};
pub(crate) const NO_PROMPT: Sentence = Sentence {
    en: "This prompt isn't in the library.",
    de: "Dieser Prompt ist nicht in der Bibliothek.",
};
pub(crate) const NO_NAME: Sentence = Sentence { en: "It needs a name.", de: "Es fehlt ein Name." };
pub(crate) const NO_RECEIPT: Sentence = Sentence {
    en: "This answer has no receipt: no model was called for it.",
    de: "Zu dieser Antwort gibt es kein Protokoll: Für sie wurde kein Modell aufgerufen.",
};
pub(crate) const NOTHING_TO_REMEMBER: Sentence =
    Sentence { en: "There is nothing to remember.", de: "Es gibt nichts zu merken." };
pub(crate) const TOO_LONG_TO_REMEMBER: Sentence = Sentence {
    en: "That is too long to remember: the limit is 2,000 characters.",
    de: "Das ist zu lang, um es zu merken: Höchstens 2.000 Zeichen sind möglich.",
};

pub(crate) fn often(link: &str, about: &str) -> String {
    say! {
        en: "Answers often rest on {link}: {about}",
        de: "Antworten beruhen oft auf {link}: {about}",
    }
}

pub(crate) const NOT_REMEMBERED: Sentence = Sentence {
    en: "This isn't in the memory (any more).",
    de: "Das ist nicht (mehr) im Gedächtnis.",
};
pub(crate) const CONVERSATION_DELETED: Sentence = Sentence {
    en: "This conversation was deleted. Restore it to continue it.",
    de: "Dieses Gespräch wurde gelöscht. Stell es wieder her, um es fortzusetzen.",
};
pub(crate) const STILL_WRITTEN: Sentence = Sentence {
    en: "An answer is still being written in this conversation, \
         perhaps in another window or terminal. Wait for it, or stop it there.",
    de: "In diesem Gespräch wird noch eine Antwort geschrieben, vielleicht in einem anderen \
         Fenster oder Terminal. Warte darauf, oder halt sie dort an.",
};

pub(crate) fn other_vault(root: &str) -> String {
    say! {
        en: "This conversation is about the notes in {root}. Open that folder to continue it.",
        de: "In diesem Gespräch geht es um die Notizen in {root}. Öffne diesen Ordner, um es \
             fortzusetzen.",
    }
}
