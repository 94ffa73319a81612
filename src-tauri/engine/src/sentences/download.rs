use std::{path::Path, time::Duration};

use language::{Sentence, decimal, say};

pub(crate) fn unreachable(host: &str, cause: &str) -> String {
    say! {
        en: "{host} can't be reached ({cause}). The part downloaded so far is saved. Get the model \
             again when this computer is online.",
        de: "{host} ist nicht erreichbar ({cause}). Der bisher geladene Teil ist gespeichert. Lade \
             das Modell noch einmal, sobald dieser Computer online ist.",
    }
}

pub(crate) fn stalled(host: &str, after: Duration) -> String {
    say! {
        en: "{host} sent nothing for {} seconds. The part downloaded so far is saved. Get the \
             model again later.",
        de: "{host} hat {} Sekunden lang nichts gesendet. Der bisher geladene Teil ist \
             gespeichert. Lade das Modell später noch einmal.",
        after.as_secs(),
    }
}

pub(crate) fn refused(host: &str, file: &str, status: u16) -> String {
    say! {
        en: "{host} refused the file {file} (HTTP {status}). It may have been removed. Choose \
             another model, or add a .gguf file of your own.",
        de: "{host} liefert die Datei {file} nicht (HTTP {status}). Vielleicht wurde sie entfernt. \
             Wähl ein anderes Modell, oder füg eine eigene .gguf-Datei hinzu.",
    }
}

pub(crate) fn other_size(host: &str, file: &str, bytes: u64, expected: u64) -> String {
    say! {
        en: "{host} has a different file for {file}: {bytes} bytes instead of {expected}. It \
             wasn't saved.",
        de: "{host} hat für {file} eine andere Datei: {bytes} statt {expected} Bytes. Sie wurde \
             nicht gespeichert.",
    }
}

pub(crate) fn other_hash(host: &str, file: &str, sha256: &str) -> String {
    say! {
        en: "{host} sent a different file for {file} than expected (SHA-256 {sha256}), so it was \
             deleted.",
        de: "{host} hat für {file} eine andere Datei gesendet als erwartet (SHA-256 {sha256}); sie \
             wurde gelöscht.",
    }
}

pub(crate) fn no_room(name: &str, folder: &Path, needs: u64, free: u64) -> String {
    say! {
        en: "{name} needs {needs} more space in {folder}, but only {free} are free. Free some \
             space, or choose another folder for models in the settings.",
        de: "{name} braucht noch {needs} Platz in {folder}, aber nur {free} sind frei. Schaff \
             Platz, oder wähl in den Einstellungen einen anderen Ordner für Modelle.",
        needs = size(needs),
        folder = folder.display(),
        free = size(free),
    }
}

pub(crate) fn full(folder: &Path) -> String {
    say! {
        en: "The disk of {} is full. The part downloaded so far is saved. Free some space, or \
             choose another folder for models in the settings, and get the model again.",
        de: "Die Festplatte von {} ist voll. Der bisher geladene Teil ist gespeichert. Schaff \
             Platz, oder wähl in den Einstellungen einen anderen Ordner für Modelle, und lade das \
             Modell noch einmal.",
        folder.display(),
    }
}

pub(crate) fn unusable(path: &Path, cause: &str) -> String {
    say! {
        en: "{} can't be used: {cause}. Fix its permissions, or choose another folder for models \
             in the settings.",
        de: "{} ist nicht verwendbar: {cause}. Korrigiere die Berechtigungen, oder wähl in den \
             Einstellungen einen anderen Ordner für Modelle.",
        path.display(),
    }
}

pub(crate) fn busy(file: &str) -> String {
    say! {
        en: "{file} is already being downloaded in another window or terminal of Marginalia.",
        de: "{file} wird schon in einem anderen Fenster oder Terminal von Marginalia \
             heruntergeladen.",
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
    en: "it sent a different part of the file than requested",
    de: "er hat einen anderen Teil der Datei gesendet als verlangt",
};
pub(crate) const NO_ENCRYPTION: Sentence = Sentence {
    en: "it redirects to an address without encryption",
    de: "er leitet zu einer Adresse ohne Verschlüsselung weiter",
};
pub(crate) const ELSEWHERE: Sentence =
    Sentence { en: "it redirects too many times", de: "er leitet zu oft weiter" };

/// In decimal gigabytes or megabytes, as hosts state sizes.
pub fn size(bytes: u64) -> String {
    match bytes {
        1_000_000_000.. => format!("{} GB", decimal(bytes as f64 / 1e9, 1)),
        _ => format!("{} MB", bytes.div_ceil(1_000_000)),
    }
}
