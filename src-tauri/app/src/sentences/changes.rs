use language::{Sentence, count, say};
use notes::{NotePath, amend::Miss};

pub(crate) const NOT_A_PAGE: Sentence = Sentence {
    en: "Only a web page or a table can be saved like this.",
    de: "So lassen sich nur eine Webseite und eine Tabelle speichern.",
};

/// The line of a saved table that says where it is from. `when` is a day and a time.
pub(crate) fn table_of(question: &str, when: &str) -> String {
    say! {
        en: "Table for the question “{question}”, as of {when}.",
        de: "Tabelle zur Frage „{question}“, Stand {when}.",
    }
}

pub(crate) fn first_rows(shown: usize, all: u32) -> String {
    let (shown, all) = (count(shown as u64), count(u64::from(all)));
    say! { en: "The first {shown} of {all} rows.", de: "Die ersten {shown} von {all} Zeilen." }
}

pub(crate) const PAGE_NOT_STORED: Sentence = Sentence {
    en: "Only passages of this page are stored, not the whole page. Open it in a browser.",
    de: "Von dieser Seite sind nur Textstellen gespeichert, nicht die ganze Seite. Öffne sie im \
         Browser.",
};

pub(crate) fn create(path: &NotePath) -> String {
    say! { en: "New note “{}”", de: "Neue Notiz „{}“", path.stem() }
}

pub(crate) fn edit(path: &NotePath) -> String {
    say! { en: "Edit “{}”", de: "„{}“ ändern", path.stem() }
}

pub(crate) fn append(path: &NotePath) -> String {
    say! { en: "Add to “{}”", de: "„{}“ ergänzen", path.stem() }
}

pub(crate) fn set_property(path: &NotePath, name: &str) -> String {
    say! { en: "Set “{name}” in “{}”", de: "„{name}“ in „{}“ setzen", path.stem() }
}

pub(crate) fn rename(path: &NotePath, to: &NotePath) -> String {
    match path.folder() == to.folder() {
        true => {
            say! { en: "Rename “{}” to “{}”", de: "„{}“ in „{}“ umbenennen", path.stem(), to.stem() }
        }
        false => say! { en: "Move {path} to {to}", de: "{path} nach {to} verschieben" },
    }
}

pub(crate) fn delete(path: &NotePath) -> String {
    say! { en: "Delete “{}”", de: "„{}“ löschen", path.stem() }
}

pub(crate) const ANSWER: Sentence = Sentence { en: "Answer", de: "Antwort" };
pub(crate) const NOT_AN_ANSWER: Sentence = Sentence {
    en: "Only an answer with text can be saved as a note.",
    de: "Nur eine Antwort mit Text lässt sich als Notiz speichern.",
};
pub(crate) const OUTDATED: Sentence = Sentence {
    en: "The notes changed in the meantime, so this change was updated. Review it again.",
    de: "Die Notizen haben sich inzwischen geändert, darum wurde der Vorschlag neu erstellt. Sieh \
         ihn dir noch einmal an.",
};
pub(crate) const NO_SUCH_HUNK: Sentence = Sentence {
    en: "The selection doesn't match the parts of the change.",
    de: "Die Auswahl passt nicht zu den Teilen der Änderung.",
};
pub(crate) const NO_NEW_NOTE: Sentence = Sentence {
    en: "This change doesn't create a note.",
    de: "Diese Änderung legt keine Notiz an.",
};
pub(crate) const HUNK_TOO_LONG: Sentence = Sentence {
    en: "This text is too long for a part of a change.",
    de: "Dieser Text ist zu lang für einen Teil einer Änderung.",
};
pub(crate) const ONLY_AS_A_WHOLE: Sentence = Sentence {
    en: "This change can only be applied as a whole.",
    de: "Diese Änderung lässt sich nur als Ganzes übernehmen.",
};
pub(crate) const TOO_LARGE_TO_RENDER: Sentence = Sentence {
    en: "This note is too large for a preview. Its changes are shown as text.",
    de: "Diese Notiz ist zu groß für eine Vorschau. Ihre Änderungen werden als Text gezeigt.",
};
pub(crate) const NOTHING_CHOSEN: Sentence = Sentence {
    en: "No part of the change is selected.",
    de: "Kein Teil der Änderung ist ausgewählt.",
};

pub(crate) fn not_a_note(path: &NotePath) -> String {
    say! {
        en: "{path} isn't the path of a note: the path of a note ends with “.md”.",
        de: "{path} ist nicht der Pfad einer Notiz: Der endet auf „.md“.",
    }
}

pub(crate) fn not_text(path: &NotePath) -> String {
    say! {
        en: "{path} has bytes that aren't text, which a change would lose.",
        de: "{path} enthält Bytes, die kein Text sind; bei einer Änderung gingen sie verloren.",
    }
}

pub(crate) fn doesnt_fit(path: &NotePath, reason: Sentence) -> String {
    say! {
        en: "{path} can't be changed like this: {reason}.",
        de: "{path} lässt sich so nicht ändern: {reason}.",
    }
}

pub(crate) fn no_link_can_name(path: &NotePath) -> String {
    say! {
        en: "No link can name a note “{}”. Leave out #, ^, [, ] and |.",
        de: "Kein Link kann eine Notiz „{}“ nennen. Lass #, ^, [, ] und | weg.",
        path.stem(),
    }
}

pub(crate) fn is_there_now(path: &NotePath) -> String {
    say! { en: "A note {path} was created in the meantime.", de: "Inzwischen wurde eine Notiz \
    {path} angelegt." }
}

pub(crate) fn changed_there(path: &NotePath, count: usize) -> String {
    match count {
        1 => say! {
            en: "{path} was changed at the same place.",
            de: "{path} wurde an derselben Stelle geändert.",
        },
        count => say! {
            en: "{path} was changed at {count} of the same places.",
            de: "{path} wurde an {count} derselben Stellen geändert.",
        },
    }
}

pub(crate) fn too_many(count: usize, most: usize) -> String {
    say! {
        en: "That would change {count} places, too many to review. The maximum at once is {most}.",
        de: "Das würde {count} Stellen ändern, zu viele zum Prüfen. Auf einmal gehen höchstens \
             {most}.",
    }
}

pub(crate) fn not_once(path: &NotePath, miss: &Miss) -> String {
    let shown = |lines: &[(u32, String)]| {
        let line = |(number, text): &(u32, String)| {
            let text = notes::shortened(text.trim(), 120).into_owned();
            say! { en: "line {number}: “{text}”", de: "Zeile {number}: „{text}“" }
        };
        lines.iter().map(line).collect::<Vec<_>>().join("; ")
    };
    match miss {
        Miss::Missing(lines) if lines.is_empty() => {
            say! {
                en: "{path} doesn't have this text, nor anything like it.",
                de: "{path} enthält diesen Text nicht und auch nichts Ähnliches.",
            }
        }
        Miss::Missing(lines) => {
            say! {
                en: "{path} doesn't have this text. Nearest to it: {}.",
                de: "{path} enthält diesen Text nicht. Am nächsten kommt ihm: {}.",
                shown(lines),
            }
        }
        Miss::Ambiguous(lines) => say! {
            en: "{path} has this text more than once: {}. Include more of the text around it.",
            de: "{path} enthält diesen Text mehr als einmal: {}. Nimm mehr von dem Text darum \
                 herum dazu.",
            shown(lines),
        },
    }
}

pub(crate) fn commit_message(title: &str) -> String {
    say! { en: "{title}\n\nWritten by Marginalia\n", de: "{title}\n\nGeschrieben von Marginalia\n" }
}

pub(crate) fn not_committed(reason: &str) -> String {
    say! {
        en: "The notes are written, but not committed with git: {reason}.",
        de: "Die Notizen sind geschrieben, aber nicht mit git committet: {reason}.",
    }
}

pub(crate) const GIT_TOO_SLOW: Sentence =
    Sentence { en: "git took too long", de: "git hat zu lange gebraucht" };
pub(crate) const GIT_UNFINISHED: Sentence = Sentence {
    en: "a merge or a rebase is under way, which a commit would disturb",
    de: "Gerade läuft ein Merge oder ein Rebase, den ein Commit stören würde",
};
pub(crate) const GIT_HOOKS: Sentence = Sentence {
    en: "its configuration names hooks, and Marginalia runs no programs that a repository names",
    de: "Seine Konfiguration nennt Hooks, und Marginalia führt keine Programme aus, die ein \
         Repository nennt",
};
pub(crate) const GIT_IGNORES: Sentence = Sentence {
    en: "the repository ignores these notes",
    de: "Das Repository ignoriert diese Notizen",
};

pub(crate) fn git_filter(path: &str) -> String {
    say! {
        en: "{path} goes through a filter, a program that Marginalia doesn't run; commit it yourself",
        de: "{path} geht durch einen Filter, ein Programm, das Marginalia nicht ausführt; \
             committe die Notiz selbst",
    }
}

pub(crate) fn git_not_a_file(path: &str) -> String {
    say! {
        en: "in the last commit {path} is something other than a file in a folder",
        de: "Im letzten Commit ist {path} etwas anderes als eine Datei in einem Ordner",
    }
}

pub(crate) fn git_not_run(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => {
            say! { en: "git isn't installed", de: "git ist nicht installiert" }
        }
        _ => {
            say! { en: "git can't be run ({error})", de: "git lässt sich nicht ausführen ({error})" }
        }
    }
}

/// Git's own message: its first `fatal:` line, else its first line, without the prefix.
pub(crate) fn git_said(error: &str) -> String {
    let lines = error.lines().map(str::trim).filter(|line| !line.is_empty());
    let plain = |line: &str| {
        let line = line.trim_start_matches("fatal: ").trim_start_matches("error: ");
        notes::shortened(line.trim_end_matches('.'), 200).into_owned()
    };
    // If the user's identity is missing, git prints advice first, and the reason in a `fatal:` line.
    let lines: Vec<&str> = lines.collect();
    let telling = lines.iter().find(|line| line.starts_with("fatal: ")).or(lines.first());
    let silent = || say! { en: "git failed without saying why", de: "git sagt nicht, warum" };
    telling.map_or_else(silent, |line| plain(line))
}

pub(crate) fn undone_in_part(undone: usize, all: usize, title: &str, reason: &str) -> String {
    say! {
        en: "{undone} of {all} changes are undone. “{title}” isn't: {reason}",
        de: "{undone} von {all} Änderungen sind rückgängig gemacht. „{title}“ nicht: {reason}",
    }
}

pub(crate) const NOTHING_OF_CONVERSATION: Sentence = Sentence {
    en: "Nothing that this conversation changed can be undone any more.",
    de: "Was dieses Gespräch geändert hat, lässt sich nicht mehr rückgängig machen.",
};
pub(crate) const MENTION_GONE: Sentence = Sentence {
    en: "These words aren't there any more, or are already a link. Look at the list again.",
    de: "Diese Wörter sind nicht mehr dort oder sind schon ein Link. Sieh dir die Liste noch \
         einmal an.",
};

pub(crate) fn link_mentions(links: usize, path: Option<&NotePath>) -> String {
    let links = match links {
        1 => say! { en: "1 link", de: "1 Link" },
        _ => say! { en: "{links} links", de: "{links} Links" },
    };
    match path {
        Some(path) => say! { en: "Add {links} to “{}”", de: "{links} zu „{}“ setzen", path.stem() },
        None => say! { en: "Add {links}", de: "{links} setzen" },
    }
}

pub(crate) fn undo_of(title: &str) -> String {
    say! { en: "Undo: {title}", de: "Rückgängig: {title}" }
}
