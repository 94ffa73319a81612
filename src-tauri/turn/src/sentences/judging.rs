//! Sentences about the judge.

use std::{fmt::Display, time::Duration};

use language::{Sentence, say};

pub(crate) fn not_judged(reason: &dyn Display) -> String {
    say! {
        en: "The model that judges citations couldn't be asked: {reason} {CHECK_STANDS}",
        de: "Das Modell, das Belege beurteilt, ließ sich nicht fragen: {reason} {CHECK_STANDS}",
    }
}

const CHECK_STANDS: Sentence = Sentence {
    en: "The check's own results still apply.",
    de: "Die Ergebnisse der Prüfung selbst gelten weiterhin.",
};

pub(crate) fn too_small_to_judge(model: &str) -> String {
    say! {
        en: "“{model}” is too small for it. Models of this size answer almost at random. Choose \
             another one in the settings.",
        de: "„{model}“ ist dafür zu klein. Modelle dieser Größe antworten fast zufällig. Wähl in \
             den Einstellungen ein anderes.",
    }
}

pub(crate) fn not_judged_in_time(model: &str, server: &str, limit: Duration) -> String {
    say! {
        en: "“{model}” at {server} hadn't finished after {} seconds.",
        de: "„{model}“ auf {server} war nach {} Sekunden nicht fertig.",
        limit.as_secs(),
    }
}

pub(crate) const NEITHER_YES_NOR_NO: Sentence = Sentence {
    en: "The model said neither yes nor no.",
    de: "Das Modell hat weder Ja noch Nein gesagt.",
};

pub(crate) fn judged_unclearly(model: &str, sentences: usize) -> String {
    match sentences {
        1 => say! {
            en: "“{model}” was asked about 1 sentence that the check can't decide, and said neither yes nor \
                 no. {CHECK_STANDS}",
            de: "„{model}“ wurde nach 1 Satz gefragt, bei dem die Prüfung sich nicht entscheiden kann, und \
                 sagte weder Ja noch Nein. {CHECK_STANDS}",
        },
        _ => say! {
            en: "“{model}” was asked about {sentences} sentences that the check can't decide, and said \
                 neither yes nor no. {CHECK_STANDS}",
            de: "„{model}“ wurde nach {sentences} Sätzen gefragt, bei denen die Prüfung sich nicht \
                 entscheiden kann, und sagte weder Ja noch Nein. {CHECK_STANDS}",
        },
    }
}

pub(crate) fn too_many_to_judge(more: usize, most: usize) -> String {
    say! {
        en: "{more} more sentences that the check can't decide weren't judged: the limit is {most} \
             per answer.",
        de: "{more} weitere Sätze, bei denen die Prüfung sich nicht entscheiden kann, wurden \
             nicht beurteilt: Die Grenze liegt bei {most} pro Antwort.",
    }
}

pub(crate) const HOW_TO_JUDGE: Sentence =
    Sentence { en: "How to judge", de: "Wie zu urteilen ist" };

pub(crate) const JUDGED_SENTENCE: Sentence = Sentence {
    en: "A sentence of the answer and the passages that it cites",
    de: "Ein Satz der Antwort und die Textstellen, die er zitiert",
};
