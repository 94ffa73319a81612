use std::{fmt::Display, time::Duration};

use language::{Sentence, say};

pub(crate) fn key_not_read(origin: &dyn Display, why: &dyn Display) -> String {
    say! {
        en: "The key for {origin} couldn't be read, because {why}.",
        de: "Der Schlüssel für {origin} ließ sich nicht lesen: {why}.",
    }
}

pub(crate) fn key_for_this_run(why: &dyn Display) -> String {
    say! {
        en: "The key is used until Marginalia is closed, and must be entered again then, because {why}.",
        de: "Der Schlüssel wird verwendet, bis Marginalia geschlossen wird, und muss dann neu \
             eingegeben werden: {why}.",
    }
}

pub(crate) fn key_not_removed(origin: &dyn Display, why: &dyn Display) -> String {
    say! {
        en: "The key for {origin} is still in the keychain, because {why}.",
        de: "Der Schlüssel für {origin} liegt noch im Schlüsselbund: {why}.",
    }
}

/// Reasons why the keychain fails. They follow “because” or, in German, a colon.
pub(crate) const KEYCHAIN_FAILED: Sentence =
    Sentence { en: "the keychain failed", de: "Der Schlüsselbund hat nicht funktioniert" };
pub(crate) const KEYCHAIN_NOT_ASKED: Sentence = Sentence {
    en: "the keychain couldn't be asked",
    de: "Der Schlüsselbund ließ sich nicht fragen",
};
pub(crate) const KEYCHAIN_ABSENT: Sentence = Sentence {
    en: "no keychain runs on this computer",
    de: "Auf diesem Computer läuft kein Schlüsselbund",
};
pub(crate) const KEYCHAIN_LOCKED: Sentence =
    Sentence { en: "the keychain is locked", de: "Der Schlüsselbund ist gesperrt" };
pub(crate) const KEYCHAIN_REFUSES: Sentence = Sentence {
    en: "the keychain doesn't accept this key",
    de: "Der Schlüsselbund nimmt diesen Schlüssel nicht an",
};
pub(crate) const KEYCHAIN_ODD: Sentence = Sentence {
    en: "the entry in the keychain isn't a key",
    de: "Der Eintrag im Schlüsselbund ist kein Schlüssel",
};
pub(crate) const KEYCHAIN_AMBIGUOUS: Sentence = Sentence {
    en: "the keychain has several keys for this address",
    de: "Der Schlüsselbund hat mehrere Schlüssel für diese Adresse",
};

pub(crate) fn keychain_silent(patience: Duration) -> String {
    say! {
        en: "the keychain didn't answer within {} s",
        de: "Der Schlüsselbund hat nach {} s noch nicht geantwortet",
        patience.as_secs(),
    }
}
