use std::{path::Path, time::Duration};

use language::{Sentence, decimal, say};

pub(crate) fn unreachable(host: &str, cause: &str) -> String {
    say! {
        en: "{host} can't be reached ({cause}). What was downloaded is kept: get the model again once \
             this computer is online.",
        de: "{host} ist nicht erreichbar ({cause}). Was schon da ist, bleibt: Lade das Modell noch einmal, \
             sobald dieser Computer verbunden ist.",
    }
}

pub(crate) fn stalled(host: &str, after: Duration) -> String {
    say! {
        en: "{host} sent nothing for {} seconds. What was downloaded is kept: get the model again later.",
        de: "{host} hat {} Sekunden lang nichts gesendet. Was schon da ist, bleibt: Lade das Modell später \
             noch einmal.",
        after.as_secs(),
    }
}

pub(crate) fn refused(host: &str, file: &str, status: u16) -> String {
    say! {
        en: "{host} doesn't give the file {file} (HTTP {status}). It may have been taken away: choose \
             another model, or add a .gguf file of your own.",
        de: "{host} gibt die Datei {file} nicht her (HTTP {status}). Vielleicht wurde sie entfernt: Wähl ein \
             anderes Modell, oder füg eine eigene .gguf-Datei hinzu.",
    }
}

pub(crate) fn other_size(host: &str, file: &str, bytes: u64, expected: u64) -> String {
    say! {
        en: "{host} has another file in the place of {file}: {bytes} bytes instead of {expected}. Nothing \
             of it is kept.",
        de: "{host} hat an der Stelle von {file} eine andere Datei: {bytes} statt {expected} Bytes. Nichts \
             davon wird behalten.",
    }
}

pub(crate) fn other_hash(host: &str, file: &str, sha256: &str) -> String {
    say! {
        en: "What {host} sent for {file} isn't the file that was expected (SHA-256 {sha256}), so it was \
             deleted.",
        de: "Was {host} für {file} gesendet hat, ist nicht die erwartete Datei (SHA-256 {sha256}) und wurde \
             darum gelöscht.",
    }
}

pub(crate) fn no_room(name: &str, folder: &Path, needs: u64, free: u64) -> String {
    say! {
        en: "{name} needs {needs} more room in {folder}, and {free} are free. Free some, or choose another \
             folder for models in the settings.",
        de: "{name} braucht noch {needs} Platz in {folder}, und {free} sind frei. Schaff Platz, oder wähl in \
             den Einstellungen einen anderen Ordner für Modelle.",
        needs = size(needs),
        folder = folder.display(),
        free = size(free),
    }
}

pub(crate) fn full(folder: &Path) -> String {
    say! {
        en: "The disk of {} is full. What was downloaded is kept: free some room, or choose another folder for \
             models in the settings, and get the model again.",
        de: "Die Festplatte von {} ist voll. Was schon da ist, bleibt: Schaff Platz, oder wähl in den \
             Einstellungen einen anderen Ordner für Modelle, und lade das Modell noch einmal.",
        folder.display(),
    }
}

pub(crate) fn unusable(path: &Path, cause: &str) -> String {
    say! {
        en: "{} can't be used: {cause}. Give it the rights that are missing, or choose another folder for \
             models in the settings.",
        de: "{} ist nicht verwendbar: {cause}. Gib die fehlenden Rechte, oder wähl in den Einstellungen \
             einen anderen Ordner für Modelle.",
        path.display(),
    }
}

pub(crate) fn busy(file: &str) -> String {
    say! {
        en: "{file} is being downloaded already, by another window or terminal of Marginalia.",
        de: "{file} wird schon heruntergeladen, von einem anderen Fenster oder Terminal von Marginalia.",
    }
}

pub(crate) fn missing(name: &str, folder: &Path) -> String {
    say! {
        en: "There is no model {name} in {}.",
        de: "In {} gibt es kein Modell {name}.",
        folder.display(),
    }
}

pub(crate) fn exists(name: &str, folder: &Path) -> String {
    say! {
        en: "There is a model {name} in {} already. Remove it first, or give your file another name.",
        de: "In {} gibt es schon ein Modell {name}. Entferne es zuerst, oder gib deiner Datei einen anderen \
             Namen.",
        folder.display(),
    }
}

/// These follow the host's name in a sentence.
pub(crate) const CLOSED: Sentence = Sentence {
    en: "the connection was closed in the middle of the file",
    de: "die Verbindung wurde mitten in der Datei geschlossen",
};
pub(crate) const OTHER_PART: Sentence = Sentence {
    en: "it sent another part of the file than was asked for",
    de: "er hat einen anderen Teil der Datei gesendet als verlangt",
};
pub(crate) const NO_ENCRYPTION: Sentence = Sentence {
    en: "it sends us to an address without encryption",
    de: "er schickt uns zu einer Adresse ohne Verschlüsselung",
};
pub(crate) const ELSEWHERE: Sentence = Sentence {
    en: "it sends us elsewhere again and again",
    de: "er schickt uns immer wieder anderswohin",
};

/// In decimal gigabytes or megabytes, as hosts state sizes.
pub fn size(bytes: u64) -> String {
    match bytes {
        1_000_000_000.. => format!("{} GB", decimal(bytes as f64 / 1e9, 1)),
        _ => format!("{} MB", bytes.div_ceil(1_000_000)),
    }
}
