//! Every sentence of this crate that only people read, for translation. Tools' sentences for the model are beside
//! the tools.

pub(crate) mod calls;

use std::fmt::Display;

use language::{Sentence, decimal, say};
use notes::NotePath;

pub(crate) const TABLE_TITLE: Sentence =
    Sentence { en: "Table of your notes", de: "Tabelle deiner Notizen" };

pub(crate) fn rows(total: u32) -> String {
    match total {
        1 => say! { en: "1 row", de: "1 Zeile" },
        _ => say! { en: "{total} rows", de: "{total} Zeilen" },
    }
}

pub(crate) fn meanings_being_read(file: &str) -> String {
    say! {
        en: "“{file}” was searched by words only: it is still being prepared for search by \
             meaning. Your next question searches it by meaning, too.",
        de: "„{file}“ wurde nur nach Wörtern durchsucht: Die Datei wird noch für die Suche nach \
             Bedeutung vorbereitet. Deine nächste Frage sucht darin auch nach Bedeutung.",
    }
}

pub(crate) fn not_reranked(reason: &dyn Display) -> String {
    say! {
        en: "The passages weren't reranked: {reason}",
        de: "Die Textstellen wurden nicht neu geordnet: {reason}",
    }
}

pub(crate) fn stands_in(other: &str, reason: &dyn Display) -> String {
    say! {
        en: "{other} reranks the passages, because the reranker in the settings failed: {reason}",
        de: "{other} ordnet die Textstellen, weil der Reranker aus den Einstellungen ausgefallen ist: \
             {reason}",
    }
}

/// `place` counts all found passages from 1; the `best` first ones are shown.
pub(crate) fn beyond_best(place: u32, best: usize) -> String {
    match best {
        1 => say! {
            en: "ranked number {place}; only the best one was used",
            de: "auf Platz {place}; nur die beste wurde verwendet",
        },
        best => say! {
            en: "ranked number {place}; only the best {best} were used",
            de: "auf Platz {place}; nur die besten {best} wurden verwendet",
        },
    }
}

/// Both are cosines, as in the settings.
pub(crate) fn below_threshold(similarity: f32, threshold: f32) -> String {
    let [similarity, threshold] =
        [similarity, threshold].map(|cosine| decimal(f64::from(cosine), 2));
    say! {
        en: "not similar enough to the question: {similarity}, the minimum in the settings is \
             {threshold}",
        de: "der Frage nicht ähnlich genug: {similarity}, die Einstellungen verlangen {threshold}",
    }
}

pub(crate) const LOOKED_AT: Sentence =
    Sentence { en: "the model looked at it", de: "vom Modell angesehen" };

pub(crate) fn shown_in(wikilink: &str) -> String {
    say! { en: "{wikilink} shows it", de: "{wikilink} zeigt es" }
}

pub(crate) fn picture_too_large(width: u32, height: u32) -> String {
    say! {
        en: "With {width} × {height} pixels it is too large to be sent automatically.",
        de: "Mit {width} × {height} Pixeln ist es zu groß, um automatisch gesendet zu werden.",
    }
}

pub(crate) fn more_pictures(count: usize) -> String {
    match count {
        1 => say! { en: "1 more image", de: "1 weiteres Bild" },
        count => say! { en: "{count} more images", de: "{count} weitere Bilder" },
    }
}

pub(crate) fn at_most_pictures(most: usize) -> String {
    say! {
        en: "At most {most} images from notes are sent with a question.",
        de: "Höchstens {most} Bilder aus Notizen werden mit einer Frage gesendet.",
    }
}

pub(crate) const CITED: Sentence =
    Sentence { en: "cited by an earlier answer", de: "von einer früheren Antwort zitiert" };

pub(crate) const YOU_PINNED_IT: Sentence =
    Sentence { en: "you pinned it", de: "von dir angeheftet" };

pub(crate) fn not_rewritten(reason: &dyn Display) -> String {
    say! {
        en: "The question wasn't rephrased: {reason}",
        de: "Die Frage wurde nicht umformuliert: {reason}",
    }
}

pub(crate) fn sent_to_rerank(passages: usize, model: &str) -> String {
    say! {
        en: "The question and {passages} passages were sent to {model}, to rank the passages.",
        de: "Die Frage und {passages} Textstellen wurden an {model} gesendet, um die Textstellen \
             zu ordnen.",
    }
}

/// `past` is the number of earlier questions that were sent with their answers.
pub(crate) fn sent_to_rewrite(model: &str, past: usize) -> String {
    match past {
        0 => say! {
            en: "The question was sent to {model}, to be rephrased.",
            de: "Die Frage wurde an {model} gesendet, um sie umzuformulieren.",
        },
        1 => say! {
            en: "The question, and the one before with its answer, were sent to {model}, to be rephrased.",
            de: "Die Frage und die vorige mit ihrer Antwort wurden an {model} gesendet, um sie umzuformulieren.",
        },
        _ => say! {
            en: "The question, and the {past} before with their answers, were sent to {model}, to be rephrased.",
            de: "Die Frage und die {past} vorigen mit ihren Antworten wurden an {model} gesendet, um sie umzuformulieren.",
        },
    }
}

pub(crate) fn sent_for_query(model: &str) -> String {
    say! {
        en: "The question, and names and values of your properties, tags and folders, were sent to {model}, to write a \
             query.",
        de: "Die Frage sowie Namen und Werte deiner Eigenschaften, Tags und Ordner wurden an {model} gesendet, \
             damit das Modell daraus eine Abfrage schreibt.",
    }
}

pub(crate) fn wrote_query(model: &str, query: &dyn Display) -> String {
    say! {
        en: "{model} wrote the query: {query}",
        de: "{model} hat diese Abfrage geschrieben: {query}",
    }
}

pub(crate) fn no_query(reason: &dyn Display) -> String {
    say! {
        en: "The model wrote no query, so the question was searched as text: {reason}",
        de: "Das Modell hat keine Abfrage geschrieben, darum wurde die Frage als Text gesucht: {reason}",
    }
}

pub(crate) fn model_at(model: &str, server: &dyn Display) -> String {
    say! { en: "“{model}” at {server}", de: "„{model}“ auf {server}" }
}

pub(crate) fn project_not_searched(reason: &dyn Display) -> String {
    say! {
        en: "The project's notes couldn't be searched: {reason}.",
        de: "Die Notizen des Projekts ließen sich nicht durchsuchen: {reason}.",
    }
}

pub(crate) fn gone_from_project(place: &NotePath, project: &str) -> String {
    say! {
        en: "“{place}” of the project “{project}” isn't in the vault any more; the rest of the \
             project is used.",
        de: "„{place}“ aus dem Projekt „{project}“ ist nicht mehr im Vault; der Rest des Projekts \
             wird verwendet.",
    }
}

pub(crate) fn nothing_to_read(place: &NotePath, project: &str) -> String {
    say! {
        en: "Nothing in “{place}” of the project “{project}” can be read; the rest of the project \
             is used. The settings list the kinds of files that are read.",
        de: "In „{place}“ aus dem Projekt „{project}“ lässt sich nichts lesen; der Rest des \
             Projekts wird verwendet. Welche Dateiarten gelesen werden, steht in den \
             Einstellungen.",
    }
}

pub(crate) fn not_among_project(files: usize) -> String {
    say! {
        en: "Unused files in its folders: {files}. They aren't read yet, can't be read, or their \
             kind is off in Settings.",
        de: "Nicht verwendete Dateien in seinen Ordnern: {files}. Sie sind noch nicht gelesen, \
             lassen sich nicht lesen, oder ihre Art ist in den Einstellungen aus.",
    }
}

pub(crate) fn no_note_with_tag(tag: &str, project: &str) -> String {
    say! {
        en: "No note has the tag #{tag} of the project “{project}”.",
        de: "Keine Notiz hat das Tag #{tag} des Projekts „{project}“.",
    }
}

pub(crate) fn no_note_for_search(search: &str, project: &str) -> String {
    say! {
        en: "No note matches the search “{search}” of the project “{project}”.",
        de: "Keine Notiz passt zur Suche „{search}“ des Projekts „{project}“.",
    }
}

pub(crate) fn prompt_oddity(name: &str, reason: &str) -> String {
    say! {
        en: "The prompt “{name}” is used without its properties: {reason}",
        de: "Der Prompt „{name}“ wird ohne seine Eigenschaften verwendet: {reason}",
    }
}

pub(crate) fn not_yes_or_no(name: &str, property: &str, value: &str) -> String {
    say! {
        en: "The property “{property}” of the prompt “{name}” is “{value}”, which is neither “true” nor “false”; it \
             counts as “false”.",
        de: "Die Eigenschaft „{property}“ des Prompts „{name}“ ist „{value}“, also weder „true“ noch „false“; sie \
             gilt als „false“.",
    }
}

pub fn prompt_not_read(name: &str, reason: &dyn Display) -> String {
    say! {
        en: "The prompt “{name}” couldn't be read and is left out: {reason}.",
        de: "Der Prompt „{name}“ ließ sich nicht lesen und bleibt weg: {reason}.",
    }
}

pub(crate) fn proposed_memory(text: &str) -> String {
    say! {
        en: "Wants to remember: {text}",
        de: "Möchte sich merken: {text}",
    }
}

pub(crate) fn not_read(link: &str, reason: &dyn Display) -> String {
    say! { en: "{link} couldn't be read: {reason}.", de: "{link} ließ sich nicht lesen: {reason}." }
}

pub(crate) fn not_a_note(link: &str) -> String {
    say! {
        en: "{link} can't be read; only its name is sent to the model.",
        de: "{link} lässt sich nicht lesen; an das Modell wird nur der Name gesendet.",
    }
}

pub(crate) fn no_such_place(link: &str, path: &NotePath) -> String {
    say! {
        en: "{link} names a place that {path} doesn't have; the whole note is used.",
        de: "{link} nennt eine Stelle, die es in {path} nicht gibt; verwendet wird die ganze \
             Notiz.",
    }
}

pub(crate) fn view_without_rows(view: &str) -> String {
    say! { en: "The view “{view}” has no rows.", de: "Die Ansicht „{view}“ hat keine Zeilen." }
}

pub(crate) const OF_ALL_THAT_MATCH: Sentence =
    Sentence { en: "one of all notes that match", de: "eine von allen passenden Notizen" };
pub(crate) const OF_THE_PROJECT: Sentence =
    Sentence { en: "it belongs to the project", de: "gehört zum Projekt" };
pub(crate) const ON_THE_WEB: Sentence = Sentence { en: "found on the web", de: "im Web gefunden" };
pub(crate) const MODEL_OPENED_IT: Sentence =
    Sentence { en: "the model opened the page", de: "vom Modell als Seite geöffnet" };
pub(crate) const READ_BY_MODEL: Sentence =
    Sentence { en: "the model read it", de: "vom Modell gelesen" };
pub(crate) const REMEMBERED: Sentence =
    Sentence { en: "from the memory", de: "aus dem Gedächtnis" };

pub(crate) fn on_the_web_of(date: &dyn Display) -> String {
    say! { en: "{ON_THE_WEB}, dated {date}", de: "{ON_THE_WEB}, vom {date}" }
}

pub(crate) const YOU_ATTACHED_IT: Sentence =
    Sentence { en: "you attached it", de: "von dir angehängt" };
