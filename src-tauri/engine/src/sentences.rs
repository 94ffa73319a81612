//! Sentences for people: the failure and a remedy.

pub(crate) mod download;
#[cfg(test)]
mod tests;

use std::{fmt::Display, path::Path, time::Duration};

use language::{Sentence, decimal, say};

fn name(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str());
    say! { en: "“{}”", de: "„{}“", name.to_string_lossy() }
}

/// In gigabytes, the unit in which memory is sold.
pub(crate) fn gigabytes(bytes: u64) -> String {
    format!("{} GB", decimal(bytes as f64 / 1e9, 1))
}

const INSTALL_AGAIN: Sentence = Sentence {
    en: "Install Marginalia again, or use a model server such as Ollama",
    de: "Installiere Marginalia noch einmal, oder verwende einen Modellserver wie Ollama",
};

pub(crate) fn library_folder(folder: &Path, error: &dyn Display) -> String {
    say! {
        en: "The folder of the built-in engine, {}, can't be read ({error}). {INSTALL_AGAIN}.",
        de: "Der Ordner der eingebauten Engine, {}, lässt sich nicht lesen ({error}). \
             {INSTALL_AGAIN}.",
        folder.display(),
    }
}

pub(crate) fn library_missing(folder: &Path, stem: &str) -> String {
    say! {
        en: "A part of the built-in engine (the library “{stem}”) isn't in {}. {INSTALL_AGAIN}.",
        de: "Ein Teil der eingebauten Engine (die Bibliothek „{stem}“) ist nicht in {}. \
             {INSTALL_AGAIN}.",
        folder.display(),
    }
}

pub(crate) fn library_not_loaded(file: &Path, reason: &str) -> String {
    say! {
        en: "{} of the built-in engine can't be loaded ({reason}). {INSTALL_AGAIN}.",
        de: "{} aus der eingebauten Engine lässt sich nicht laden ({reason}). {INSTALL_AGAIN}.",
        name(file),
    }
}

pub(crate) fn system_too_old(reason: &str) -> String {
    say! {
        en: "This computer's system is too old for the built-in engine, which needs Debian 12, Ubuntu \
             22.04, Windows 10 with Microsoft's Visual C++ runtime, macOS 13, or newer ({reason}). \
             Everything else works: use a model server such as Ollama, or search without a model.",
        de: "Das System dieses Computers ist zu alt für die eingebaute Engine; sie braucht Debian \
             12, Ubuntu 22.04, Windows 10 mit Microsofts Visual-C++-Laufzeit, macOS 13 oder \
             Neueres ({reason}). Alles andere geht: Verwende einen Modellserver wie Ollama, oder \
             such ohne Modell.",
    }
}

pub(crate) fn other_version(folder: &Path, version: &str, wanted: &str) -> String {
    say! {
        en: "The library in {} is llama.cpp {version}, but Marginalia was made for llama.cpp {wanted}. \
             {INSTALL_AGAIN}.",
        de: "Die Bibliothek in {} ist llama.cpp {version}, Marginalia wurde aber für llama.cpp \
             {wanted} gemacht. {INSTALL_AGAIN}.",
        folder.display(),
    }
}

pub(crate) fn other_library(folder: &Path, error: &dyn Display, wanted: &str) -> String {
    say! {
        en: "The library in {} isn't llama.cpp {wanted}, for which Marginalia was made ({error}). \
             {INSTALL_AGAIN}.",
        de: "Die Bibliothek in {} ist nicht llama.cpp {wanted}, für das Marginalia gemacht wurde \
             ({error}). {INSTALL_AGAIN}.",
        folder.display(),
    }
}

pub(crate) fn other_defaults(folder: &Path, field: &str) -> String {
    say! {
        en: "The library in {} was built differently than Marginalia expects (its setting \
             “{field}” differs), so it isn't used. {INSTALL_AGAIN}.",
        de: "Die Bibliothek in {} wurde anders gebaut, als Marginalia es erwartet (ihre \
             Einstellung „{field}“ weicht ab), und wird darum nicht verwendet. {INSTALL_AGAIN}.",
        folder.display(),
    }
}

pub(crate) fn library_without_backends(folder: &Path) -> String {
    say! {
        en: "The built-in engine in {} doesn't support this processor. {INSTALL_AGAIN}.",
        de: "Die eingebaute Engine in {} unterstützt diesen Prozessor nicht. {INSTALL_AGAIN}.",
        folder.display(),
    }
}

const ANOTHER_MODEL: Sentence = Sentence {
    en: "Choose another model, or download this one again",
    de: "Wähl ein anderes Modell, oder lade dieses noch einmal herunter",
};

pub(crate) fn odd_path(path: &Path) -> String {
    say! {
        en: "The path {} has characters that the built-in engine can't read. Move the model to a folder \
             with a plain name.",
        de: "Im Pfad {} stehen Zeichen, die die eingebaute Engine nicht lesen kann. Leg das \
             Modell in einen Ordner mit einem einfachen Namen.",
        path.display(),
    }
}

pub(crate) fn file_unreadable(file: &Path, error: &dyn Display) -> String {
    say! {
        en: "The model {} can't be read ({error}). Check that the file is there and that you may read \
             it: {}.",
        de: "Das Modell {} lässt sich nicht lesen ({error}). Sieh nach, ob die Datei da ist und \
             du sie lesen darfst: {}.",
        name(file),
        file.display(),
    }
}

pub(crate) fn not_a_model(file: &Path) -> String {
    say! {
        en: "{} isn't a model in the GGUF format. Choose a file that ends in .gguf.",
        de: "{} ist kein Modell im Format GGUF. Wähl eine Datei, die auf .gguf endet.",
        name(file),
    }
}

pub(crate) fn model_damaged(file: &Path) -> String {
    say! {
        en: "The model {} is incomplete or damaged, perhaps because a download was interrupted. \
             Download it again, or choose another model.",
        de: "Das Modell {} ist unvollständig oder beschädigt, vielleicht nach einem abgebrochenen \
             Download. Lade es noch einmal herunter, oder wähl ein anderes Modell.",
        name(file),
    }
}

pub(crate) fn model_too_new(file: &Path, reason: &str) -> String {
    let reason = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
    say! {
        en: "The model {} is newer than this version of Marginalia, or of a kind that it doesn't \
             know{reason}. Update Marginalia, or choose another model.",
        de: "Das Modell {} ist neuer als diese Version von Marginalia oder von einer Art, die sie \
             nicht kennt{reason}. Aktualisiere Marginalia, oder wähl ein anderes Modell.",
        name(file),
    }
}

pub(crate) fn model_not_loaded(file: &Path, reason: &str) -> String {
    let reason = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
    say! {
        en: "The model {} can't be loaded{reason}. {ANOTHER_MODEL}.",
        de: "Das Modell {} lässt sich nicht laden{reason}. {ANOTHER_MODEL}.",
        name(file),
    }
}

pub(crate) fn not_for_chat(file: &Path) -> String {
    say! {
        en: "The model {} can't write answers: it is made for something else, such as search. Choose a \
             model for chat.",
        de: "Das Modell {} kann keine Antworten schreiben: Es ist für etwas anderes gemacht, etwa \
             für die Suche. Wähl ein Modell zum Chatten.",
        name(file),
    }
}

pub(crate) fn first_of_several(file: &Path) -> String {
    say! {
        en: "The model {} is one part of several. Models in several files can't be used yet; choose one \
             that is a single file.",
        de: "Das Modell {} ist ein Teil von mehreren. Modelle in mehreren Dateien lassen sich \
             noch nicht verwenden; wähl eines, das aus einer Datei besteht.",
        name(file),
    }
}

pub(crate) fn too_large(file: &Path, needed: u64, available: u64) -> String {
    say! {
        en: "The model {} needs {} of memory even with its smallest context window, but only {} \
             are free. Close other programs, or choose a smaller model.",
        de: "Das Modell {} braucht selbst mit seinem kleinsten Kontextfenster {} Speicher, aber \
             nur {} sind frei. Schließ andere Programme, oder wähl ein kleineres Modell.",
        name(file),
        gigabytes(needed),
        gigabytes(available),
    }
}

pub(crate) fn never_fits(file: &Path, needed: u64, total: u64) -> String {
    say! {
        en: "The model {} needs {} of memory even with its smallest context window, but this \
             computer has only {}. Choose a smaller model, or a smaller file of this one.",
        de: "Das Modell {} braucht selbst mit seinem kleinsten Kontextfenster {} Speicher, aber \
             dieser Computer hat nur {}. Wähl ein kleineres Modell oder eine kleinere Datei von \
             diesem.",
        name(file),
        gigabytes(needed),
        gigabytes(total),
    }
}

pub(crate) fn smaller_window(file: &Path, wanted: u32, window: u32, available: u64) -> String {
    say! {
        en: "{} of memory are free, so {} runs with a context window of {window} tokens instead of {wanted}.",
        de: "{} Speicher sind frei, darum läuft {} mit einem Kontextfenster von {window} statt \
             {wanted} Tokens.",
        gigabytes(available),
        name(file),
    }
}

pub(crate) const OUT_OF_MEMORY: Sentence = Sentence {
    en: "There isn't enough free memory for the model. Close other programs, or choose a smaller model.",
    de: "Für das Modell ist nicht genug Speicher frei. Schließ andere Programme, oder wähl ein \
         kleineres Modell.",
};

pub(crate) const GPU_FAILED: Sentence = Sentence {
    en: "The graphics card or its driver failed. Ask again; update the driver if it fails often.",
    de: "Die Grafikkarte oder ihr Treiber hat versagt. Frag noch einmal; wenn es oft passiert, \
         aktualisiere den Treiber.",
};

pub(crate) const CRASHED_GPU: Sentence = Sentence {
    en: "The model stopped because the graphics card or its driver failed. Ask again.",
    de: "Das Modell ist stehen geblieben, weil die Grafikkarte oder ihr Treiber versagt hat. Frag \
         noch einmal.",
};

pub(crate) const CRASHED_MEMORY: Sentence = Sentence {
    en: "The model stopped because memory ran out. Close other \
         programs and ask again, or choose a smaller model.",
    de: "Das Modell ist stehen geblieben, weil der Speicher ausging. Schließ andere Programme, \
         und frag noch einmal, oder wähl ein kleineres Modell.",
};

pub(crate) const KILLED: Sentence = Sentence {
    en: "The model was stopped from outside, most likely by the system because memory ran short. \
         Ask again; if it happens often, choose a smaller model.",
    de: "Das Modell wurde von außen beendet, wahrscheinlich vom System, weil der Speicher knapp \
         war. Frag noch einmal; wenn es oft passiert, wähl ein kleineres Modell.",
};

pub(crate) fn crashed(ending: &str, reason: &str) -> String {
    let reason = if reason.is_empty() { ending.to_owned() } else { format!("{ending}: {reason}") };
    say! {
        en: "The model stopped unexpectedly ({reason}). Ask again.",
        de: "Das Modell ist unerwartet stehen geblieben ({reason}). Frag noch einmal.",
    }
}

pub(crate) const GPU_OFF: Sentence = Sentence {
    en: "It stopped twice within a minute, so from now on it runs without the graphics card.",
    de: "Es ist in einer Minute zweimal stehen geblieben, darum läuft es von jetzt an ohne die \
         Grafikkarte.",
};

pub(crate) const WITHOUT_GPU: Sentence = Sentence {
    en: "The graphics card isn't used because the model stopped twice with it: answers are slower.",
    de: "Die Grafikkarte bleibt ungenutzt, weil das Modell mit ihr zweimal stehen geblieben ist: \
         Antworten kommen langsamer.",
};

pub(crate) const STARTED_ANEW: Sentence = Sentence {
    en: "The model stopped unexpectedly and was restarted.",
    de: "Das Modell war unerwartet stehen geblieben und wurde neu gestartet.",
};

pub(crate) const CHOOSE_SMALLER: Sentence = Sentence {
    en: "It stopped three times within a minute. Choose a smaller or another model.",
    de: "Es ist in einer Minute dreimal stehen geblieben. Wähl ein kleineres oder ein anderes \
         Modell.",
};

pub(crate) fn computing_failed(code: i32, reason: &str) -> String {
    let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
    say! {
        en: "The model couldn't continue the answer (error {code}{reason}). Ask again.",
        de: "Das Modell konnte die Antwort nicht fortsetzen (Fehler {code}{reason}). Frag noch \
             einmal.",
    }
}

pub(crate) fn not_started(program: &Path, error: &dyn Display) -> String {
    say! {
        en: "The built-in engine can't be started ({}: {error}). {INSTALL_AGAIN}.",
        de: "Die eingebaute Engine lässt sich nicht starten ({}: {error}). {INSTALL_AGAIN}.",
        program.display(),
    }
}

pub(crate) const CANCELLED: Sentence =
    Sentence { en: "It was cancelled.", de: "Es wurde abgebrochen." };

pub(crate) const ENDED: Sentence = Sentence {
    en: "The built-in engine was ended. Ask again.",
    de: "Die eingebaute Engine wurde beendet. Frag noch einmal.",
};

pub(crate) fn silent(limit: Duration) -> String {
    say! {
        en: "The model said nothing for {} seconds and was stopped. Ask again, or choose a smaller \
             model.",
        de: "Das Modell hat {} Sekunden lang nichts gesagt und wurde angehalten. Frag noch \
             einmal, oder wähl ein kleineres Modell.",
        limit.as_secs(),
    }
}

pub(crate) fn too_long(prompt: usize, window: usize) -> String {
    say! {
        en: "The question with its passages has {prompt} tokens, and the model's context window holds \
             {window}. Ask with fewer notes, or choose a model with a larger context window.",
        de: "Die Frage hat mit ihren Textstellen {prompt} Tokens, und das Kontextfenster des \
             Modells fasst {window}. Frag mit weniger Notizen, oder wähl ein Modell mit einem \
             größeren Kontextfenster.",
    }
}

pub(crate) const EMPTY_PROMPT: Sentence = Sentence {
    en: "There is nothing to ask. Type a question.",
    de: "Es gibt nichts zu fragen. Schreib eine Frage.",
};

pub(crate) const NO_SAMPLER: Sentence = Sentence {
    en: "The built-in engine couldn't begin an answer. Ask again.",
    de: "Die eingebaute Engine konnte keine Antwort beginnen. Frag noch einmal.",
};

pub(crate) const WRONG_GRAMMAR: Sentence = Sentence {
    en: "The requested output format can't be used with this model. Choose another model.",
    de: "Das verlangte Ausgabeformat lässt sich mit diesem Modell nicht verwenden. Wähl ein \
         anderes Modell.",
};

pub(crate) const NO_TEMPLATE: Sentence = Sentence {
    en: "The model has no chat template, so a common one (ChatML) is used. Its answers may be \
         poor.",
    de: "Das Modell hat keine Chat-Vorlage, darum wird eine verbreitete (ChatML) verwendet. Seine \
         Antworten können schlecht sein.",
};

pub(crate) fn template_not_understood(error: &str) -> String {
    say! {
        en: "This model's chat template can't be understood ({error}), so a common one (ChatML) is \
             used. Its answers may be poor.",
        de: "Die Chat-Vorlage dieses Modells ist nicht zu verstehen ({error}), darum wird eine \
             verbreitete (ChatML) verwendet. Seine Antworten können schlecht sein.",
    }
}

pub(crate) fn template_refused(error: &str) -> String {
    say! {
        en: "The model's chat template rejects this conversation ({error}), so a common one \
             (ChatML) is used. Its answer may be poor.",
        de: "Die Chat-Vorlage des Modells lehnt dieses Gespräch ab ({error}), darum wird eine \
             verbreitete (ChatML) verwendet. Seine Antwort kann schlecht sein.",
    }
}

pub(crate) fn no_prompt(error: &str) -> String {
    say! {
        en: "The question can't be formatted for this model ({error}). Choose another model.",
        de: "Die Frage lässt sich für dieses Modell nicht formatieren ({error}). Wähl ein anderes \
             Modell.",
    }
}

// Caused only by a defect in the app.

pub(crate) const NOTHING_LOADED: Sentence =
    Sentence { en: "A question came before a model.", de: "Eine Frage kam vor einem Modell." };
pub(crate) const LOADED_ALREADY: Sentence =
    Sentence { en: "A second model came.", de: "Ein zweites Modell kam." };

pub(crate) fn not_a_command(error: &str) -> String {
    say! {
        en: "A line wasn't understood: {error}.",
        de: "Eine Zeile wurde nicht verstanden: {error}.",
    }
}

pub(crate) fn not_an_event(line: &str) -> String {
    let line: String = line.chars().take(100).collect();
    say! {
        en: "The built-in engine sent something that Marginalia doesn't understand (“{line}”). \
             {INSTALL_AGAIN}.",
        de: "Die eingebaute Engine hat etwas gesendet, das Marginalia nicht versteht („{line}“). \
             {INSTALL_AGAIN}.",
    }
}
