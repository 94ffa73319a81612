//! Every sentence of this crate that people read, for translation.

use std::fmt::Display;

use language::{Sentence, count, say};
use notes::NotePath;
use records::AggregateKind;

const NAMED_WORDS: usize = 6;

pub(crate) const CANCELLED: Sentence =
    Sentence { en: "it was cancelled", de: "Es wurde abgebrochen" };
pub(crate) const CLOSED: Sentence =
    Sentence { en: "the search index is closing", de: "Der Suchindex wird gerade geschlossen" };
pub(crate) const NO_EMBEDDING_MODEL: Sentence = Sentence {
    en: "there is no model for search by meaning.",
    de: "Es gibt kein Modell für die Suche nach Bedeutung.",
};
pub(crate) const NO_VECTOR: Sentence = Sentence {
    en: "The model for search by meaning couldn't read this passage.",
    de: "Das Modell für die Suche nach Bedeutung konnte diese Textstelle nicht lesen.",
};
pub(crate) const NOT_FINITE: Sentence = Sentence {
    en: "some of its numbers aren't finite",
    de: "Einige seiner Zahlen sind nicht endlich",
};
pub(crate) const ALL_ZERO: Sentence =
    Sentence { en: "all its numbers are zero", de: "Alle seine Zahlen sind null" };
/// Attached to the note's first passage that isn't indexed.
pub const TOO_MANY_PASSAGES: Sentence = Sentence {
    en: "This note has more than 32,768 passages. Text from here on isn't \
         found by a search. To have all of it found, divide the note into several.",
    de: "Diese Notiz hat mehr als 32.768 Textstellen. Was ab hier steht, findet keine Suche. \
         Damit alles gefunden wird, teile die Notiz in mehrere auf.",
};
pub(crate) const NOTE_COLUMN: Sentence = Sentence { en: "Note", de: "Notiz" };
pub(crate) const TASK_COLUMN: Sentence = Sentence { en: "Task", de: "Aufgabe" };
pub(crate) const MONTH_COLUMN: Sentence = Sentence { en: "month", de: "Monat" };
pub(crate) const YEAR_COLUMN: Sentence = Sentence { en: "year", de: "Jahr" };
pub(crate) const COUNT: Sentence = Sentence { en: "count", de: "Anzahl" };

pub(crate) fn no_such_key(name: &str) -> String {
    say! {
        en: "“{name}” is neither a number, a date such as 2026-04-01, nor a key of these notes.",
        de: "„{name}“ ist weder eine Zahl noch ein Datum wie 2026-04-01 noch eine Eigenschaft dieser Notizen.",
    }
}

pub(crate) fn no_view(name: &str) -> String {
    say! { en: "There is no view “{name}”.", de: "Es gibt keine Ansicht „{name}“." }
}

pub(crate) const NO_VALUE: Sentence = Sentence { en: "none", de: "keine" };

pub(crate) fn aggregate(kind: AggregateKind, key: &str) -> String {
    match kind {
        AggregateKind::Count => COUNT.to_string(),
        AggregateKind::Sum => say! { en: "sum of {key}", de: "Summe von {key}" },
        AggregateKind::Mean => say! { en: "average of {key}", de: "Durchschnitt von {key}" },
        AggregateKind::MeanOfSums if key == records::COUNT => {
            say! { en: "average number", de: "durchschnittliche Anzahl" }
        }
        AggregateKind::MeanOfSums => {
            say! { en: "average of the sums of {key}", de: "Durchschnitt der Summen von {key}" }
        }
        AggregateKind::Median => say! { en: "median of {key}", de: "Median von {key}" },
        AggregateKind::Min => say! { en: "lowest {key}", de: "niedrigster Wert von {key}" },
        AggregateKind::Max => say! { en: "highest {key}", de: "höchster Wert von {key}" },
        AggregateKind::Common => say! { en: "{key} in all of them", de: "{key} in allen" },
        AggregateKind::Distinct => {
            say! { en: "different values of {key}", de: "verschiedene Werte von {key}" }
        }
        AggregateKind::Share => say! { en: "share by {key}", de: "Anteil nach {key}" },
        AggregateKind::Latest => say! { en: "latest {key}", de: "letzter Wert von {key}" },
    }
}

pub(crate) const OTHER_LANGUAGE: Sentence = Sentence {
    en: "The model for search by meaning knows English only; here words count for more than \
         meaning.",
    de: "Das Modell für die Suche nach Bedeutung kann nur Englisch; hier zählen Wörter mehr als die \
         Bedeutung.",
};

pub(crate) fn unusable_index(path: &str, reason: &dyn Display) -> String {
    say! {
        en: "the search index in {path} can't be used: {reason}",
        de: "Der Suchindex in {path} ist nicht verwendbar: {reason}",
    }
}

pub(crate) fn wrong_dimensions(got: usize, expected: usize) -> String {
    say! {
        en: "a vector has {got} numbers, but those of the index have {expected}",
        de: "Ein Vektor hat {got} Zahlen, aber die des Index haben {expected}",
    }
}

pub(crate) fn vector_without_direction(reason: &dyn Display) -> String {
    say! {
        en: "the embedding model gave an unusable vector: {reason}",
        de: "Das Embedding-Modell gab einen unbrauchbaren Vektor: {reason}",
    }
}

pub(crate) fn panicked(reason: &str) -> String {
    say! {
        en: "a step of the search index failed unexpectedly: {reason}",
        de: "Ein Schritt des Suchindex ist unerwartet gescheitert: {reason}",
    }
}

pub(crate) fn unparsed(path: &NotePath) -> String {
    say! {
        en: "{path} can't be understood: the Markdown parser gave up on it",
        de: "{path} ist nicht zu verstehen: Der Markdown-Parser hat aufgegeben",
    }
}

pub(crate) fn wrong_number_of_vectors(texts: usize, vectors: usize) -> String {
    say! {
        en: "The embedding model was given {texts} texts and answered with {vectors} vectors.",
        de: "Das Embedding-Modell bekam {texts} Texte und antwortete mit {vectors} Vektoren.",
    }
}

pub(crate) fn wrong_number_of_scores(reranker: &str, scores: usize, passages: usize) -> String {
    say! {
        en: "{reranker} gave {scores} scores for {passages} passages.",
        de: "{reranker} gab {scores} Werte für {passages} Textstellen.",
    }
}

pub fn words_only(reason: &str) -> String {
    say! { en: "Searched by words only: {reason}", de: "Nur nach Wörtern gesucht: {reason}" }
}

pub(crate) fn partly_embedded(embedded: u64, passages: u64) -> String {
    if embedded == 0 {
        return say! {
            en: "Notes are still being prepared for search by meaning. Passages were found by \
                 words only.",
            de: "Die Notizen werden noch für die Suche nach Bedeutung vorbereitet. Textstellen \
                 wurden nur nach Wörtern gefunden.",
        };
    }
    let [embedded, passages] = [embedded, passages].map(count);
    say! {
        en: "{embedded} of {passages} passages can be found by meaning so far, the others by words \
             only.",
        de: "{embedded} von {passages} Textstellen sind bisher nach Bedeutung zu finden, die \
             anderen nur nach Wörtern.",
    }
}

pub(crate) fn rerank_failed(reason: &str) -> String {
    say! {
        en: "The hits couldn't be reranked and are in the order of the search: {reason}",
        de: "Die Treffer ließen sich nicht neu ordnen und stehen in der Reihenfolge der Suche: \
             {reason}",
    }
}

pub(crate) fn rewrite_failed(reason: &str) -> String {
    say! {
        en: "The question couldn't be rephrased, so the search used it unchanged: {reason}",
        de: "Die Frage ließ sich nicht umformulieren und wurde unverändert gesucht: {reason}",
    }
}

/// These follow the server's address.
pub(crate) mod chroma {
    use language::{Sentence, say};

    pub(crate) fn other_server(said: &str) -> String {
        say! {
            en: "isn't a Chroma server of version 1.0 or later ({said})",
            de: "ist kein Chroma-Server ab Version 1.0 ({said})",
        }
    }

    pub(crate) fn other_dimensions(collection: &str, told: u64, own: usize) -> String {
        say! {
            en: "has a collection “{collection}” with vectors of {told} numbers, but those of the \
                 model have {own}",
            de: "hat eine Sammlung „{collection}“ mit Vektoren von {told} Zahlen, aber die des \
                 Modells haben {own}",
        }
    }

    pub(crate) fn other_space(collection: &str, space: &str) -> String {
        say! {
            en: "has a collection “{collection}” that compares by “{space}” and not by cosine",
            de: "hat eine Sammlung „{collection}“, die nach „{space}“ vergleicht und nicht nach dem Kosinus",
        }
    }

    pub(crate) const NO_ID: Sentence = Sentence {
        en: "answered with a collection without an id",
        de: "hat mit einer Sammlung ohne ID geantwortet",
    };
    pub(crate) const NO_NAMES: Sentence = Sentence {
        en: "answered with no list of names",
        de: "hat ohne eine Liste von Namen geantwortet",
    };
    pub(crate) const NO_VECTORS: Sentence = Sentence {
        en: "answered with names without vectors",
        de: "hat mit Namen ohne Vektoren geantwortet",
    };
    pub(crate) const NO_NEIGHBOURS: Sentence = Sentence {
        en: "answered with no list of neighbours",
        de: "hat ohne eine Liste von Nachbarn geantwortet",
    };
    pub(crate) const NO_COUNT: Sentence = Sentence {
        en: "answered with something that isn't a count",
        de: "hat mit etwas geantwortet, das keine Anzahl ist",
    };
}

pub(crate) mod reason {
    use language::{Sentence, say};

    use super::{NAMED_WORDS, NotePath};

    /// Similarities from which a passage is “close” and “very close”. The figure itself means little to people
    /// without a comparison.
    const CLOSE: f32 = 0.4;
    const VERY_CLOSE: f32 = 0.55;

    pub(crate) const RERANKED: Sentence =
        Sentence { en: "ranked here by a model", de: "von einem Modell hier eingeordnet" };
    pub(crate) const CITED: Sentence =
        Sentence { en: "cited by an earlier answer", de: "von einer früheren Antwort zitiert" };
    pub(crate) const NAMED: Sentence = Sentence {
        en: "its note has the words in its names or tags",
        de: "ihre Notiz hat die Wörter in Namen oder Tags",
    };
    pub(crate) const PASSES_FILTERS: Sentence =
        Sentence { en: "Passes the filters", de: "Passt zu den Filtern" };
    pub(crate) const LINKED: Sentence = Sentence { en: "linked", de: "verlinkt" };
    pub(crate) const SHARED_WORDS: Sentence = Sentence {
        en: "has words of the title or headings",
        de: "enthält Wörter aus Titel oder Überschriften",
    };

    pub(crate) fn words(words: &[String]) -> Option<String> {
        let more = words.len().saturating_sub(NAMED_WORDS);
        match words {
            [] => None,
            [word] => Some(say! { en: "mentions {word}", de: "nennt {word}" }),
            [most @ .., last] => {
                let (most, last) = match words.get(..NAMED_WORDS) {
                    Some(named) if more > 0 => {
                        (named, say! { en: "{more} more", de: "{more} weitere" })
                    }
                    _ => (most, last.clone()),
                };
                Some(
                    say! { en: "mentions {} and {last}", de: "nennt {} und {last}", most.join(", ") },
                )
            }
        }
    }

    pub(crate) fn near(similarity: f32) -> String {
        match similarity {
            VERY_CLOSE.. => {
                say! { en: "very close in meaning", de: "in der Bedeutung sehr nah" }
            }
            CLOSE.. => say! { en: "close in meaning", de: "in der Bedeutung nah" },
            _ => say! { en: "related in meaning", de: "in der Bedeutung verwandt" },
        }
    }

    pub(crate) fn rewritten(query: &str) -> String {
        say! { en: "found by asking “{query}”", de: "gefunden mit der Frage „{query}“" }
    }

    pub(crate) fn linked_with(note: &str) -> String {
        say! { en: "linked with {note}", de: "verlinkt mit {note}" }
    }

    pub(crate) fn shared_links(links: &[NotePath]) -> Option<String> {
        match links {
            [] => None,
            [first] => Some(say! { en: "also links to {}", de: "verlinkt auch {}", first.stem() }),
            [first, rest @ ..] => Some(say! {
                en: "also links to {} and {} more",
                de: "verlinkt auch {} und {} weitere",
                first.stem(), rest.len(),
            }),
        }
    }

    pub(crate) fn shared_tags(tags: &[String]) -> Option<String> {
        let tags: Vec<String> = tags.iter().map(|tag| format!("#{tag}")).collect();
        (!tags.is_empty()).then(|| say! { en: "also has {}", de: "hat auch {}", tags.join(", ") })
    }

    pub(crate) fn joined(reasons: &[String]) -> String {
        let line = reasons.join(" · ");
        let mut rest = line.chars();
        let first = rest.next().into_iter().flat_map(char::to_uppercase);
        first.chain(rest).collect()
    }
}

pub(crate) mod why_not {
    use language::{Sentence, decimal, say};

    pub(crate) const EXCLUDED: Sentence = Sentence {
        en: "It isn't indexed: it is hidden, or the settings exclude it.",
        de: "Sie ist nicht im Index: Sie ist versteckt, oder die Einstellungen schließen sie aus.",
    };
    pub(crate) const NOT_INDEXED: Sentence =
        Sentence { en: "It isn't in the index (yet).", de: "Sie ist (noch) nicht im Index." };
    pub(crate) const EMPTY: Sentence = Sentence {
        en: "It has no text to search.",
        de: "Sie hat keinen Text, der sich durchsuchen lässt.",
    };
    pub(crate) const NO_MATCH: Sentence = Sentence {
        en: "None of its passages matches the search.",
        de: "Keine ihrer Textstellen passt zur Suche.",
    };
    pub(crate) const NOT_EMBEDDED: Sentence = Sentence {
        en: "None of its passages has the words, and none can be found by meaning yet.",
        de: "Keine ihrer Textstellen enthält die Wörter, und nach Bedeutung ist noch keine zu \
             finden.",
    };

    pub(crate) fn failed(detail: &str) -> String {
        say! { en: "It couldn't be read: {detail}", de: "Sie ließ sich nicht lesen: {detail}" }
    }

    pub(crate) fn filtered(filter: &str) -> String {
        say! { en: "The filter {filter} leaves it out.", de: "Der Filter {filter} lässt sie aus." }
    }

    pub(crate) fn below_threshold(similarity: f32, threshold: f32) -> String {
        say! {
            en: "None of its passages has the words, and the closest in meaning isn't similar \
                 enough: {}, the minimum is {}.",
            de: "Keine ihrer Textstellen enthält die Wörter, und die ähnlichste in der Bedeutung \
                 ist nicht ähnlich genug: {}, nötig sind {}.",
            decimal(similarity.into(), 2),
            decimal(threshold.into(), 2),
        }
    }

    pub(crate) fn too_far(
        of_all: Option<u32>,
        by_words: Option<u32>,
        by_meaning: Option<u32>,
    ) -> String {
        let ranks = [
            of_all.map(|rank| say! { en: "number {rank} of all", de: "Nummer {rank} von allen" }),
            by_words.map(|rank| {
                say! { en: "number {rank} by its words", de: "Nummer {rank} nach ihren Wörtern" }
            }),
            by_meaning.map(|rank| {
                say! { en: "number {rank} by its meaning", de: "Nummer {rank} nach ihrer Bedeutung" }
            }),
        ];
        let ranks: Vec<String> = ranks.into_iter().flatten().collect();
        match ranks.is_empty() {
            true => say! {
                en: "There are better passages: its best one is too far down the list.",
                de: "Es gibt bessere Textstellen: Ihre beste steht zu weit hinten in der Liste.",
            },
            false => say! {
                en: "There are better passages: its best one is {}.",
                de: "Es gibt bessere Textstellen: Ihre beste ist {}.",
                ranks.join(", "),
            },
        }
    }

    pub(crate) fn not_shown(rank: u32) -> String {
        say! {
            en: "It was found, but isn't shown: its best passage is number {rank}.",
            de: "Sie wurde gefunden, wird aber nicht gezeigt: Ihre beste Textstelle ist Nummer \
                 {rank}.",
        }
    }

    pub(crate) fn found(rank: u32) -> String {
        say! {
            en: "It was found: its best passage is number {rank}.",
            de: "Sie wurde gefunden: Ihre beste Textstelle ist Nummer {rank}.",
        }
    }
}
