//! Every sentence of this crate that people read, in one place so that it can be translated.

use std::fmt::Display;

use language::{Sentence, say};

// Errors.

pub(crate) fn not_a_vault(path: &str, reason: &str) -> String {
    say! {
        en: "{path} can't be opened as a vault: {reason}",
        de: "{path} lässt sich nicht als Vault öffnen: {reason}",
    }
}

pub(crate) fn outside_vault(path: &str, reason: &str) -> String {
    say! {
        en: "“{path}” is outside the vault or isn't a path inside it: {reason}",
        de: "„{path}“ liegt außerhalb des Vaults oder ist kein Pfad darin: {reason}",
    }
}

pub(crate) fn not_found(path: impl Display) -> String {
    say! { en: "{path} isn't in the vault (any more)", de: "{path} ist nicht (mehr) im Vault" }
}

pub(crate) fn too_large_to_read(path: impl Display, bytes: u64, limit: u64) -> String {
    say! {
        en: "{path} is too large to read here: {bytes} bytes, the limit is {limit}",
        de: "{path} ist zu groß, um hier gelesen zu werden: {bytes} Bytes, höchstens {limit} \
             gehen",
    }
}

pub(crate) fn unreadable(path: impl Display, reason: &str) -> String {
    say! { en: "{path} can't be read: {reason}", de: "{path} lässt sich nicht lesen: {reason}" }
}

pub(crate) fn hidden(path: impl Display) -> String {
    say! {
        en: "{path} is hidden, and hidden files aren't part of the vault",
        de: "{path} ist versteckt, und versteckte Dateien gehören nicht zum Vault",
    }
}

pub(crate) fn hidden_target(path: impl Display) -> String {
    say! {
        en: "{path} is a link to a hidden file, and hidden files aren't part of the vault",
        de: "{path} ist ein Link auf eine versteckte Datei, und versteckte Dateien gehören nicht \
             zum Vault",
    }
}

pub(crate) fn changed(path: impl Display) -> String {
    say! {
        en: "{path} was changed in the meantime, so nothing was written to it",
        de: "{path} wurde inzwischen geändert, darum wurde nichts hineingeschrieben",
    }
}

pub(crate) fn exists(path: impl Display) -> String {
    say! {
        en: "{path} exists already, so it can't be created",
        de: "{path} gibt es schon, darum lässt es sich nicht anlegen",
    }
}

pub(crate) fn bad_name(path: impl Display, reason: &str) -> String {
    say! {
        en: "{path} can't be the name of a new note: {reason}",
        de: "{path} kann nicht der Name einer neuen Notiz sein: {reason}",
    }
}

pub(crate) fn bad_edit(path: impl Display, reason: &str) -> String {
    say! {
        en: "{path} can't be changed like this: {reason}",
        de: "{path} lässt sich so nicht ändern: {reason}",
    }
}

pub(crate) fn unwritable(path: impl Display, reason: &str) -> String {
    say! {
        en: "{path} can't be written: {reason}",
        de: "{path} lässt sich nicht schreiben: {reason}",
    }
}

pub(crate) fn no_room(path: impl Display, reason: &str) -> String {
    say! {
        en: "there is no room on the disk to write {path}; the note is unchanged ({reason})",
        de: "Auf der Festplatte ist kein Platz, um {path} zu schreiben; die Notiz ist unverändert \
             ({reason})",
    }
}

pub(crate) fn not_watched(path: &str, reason: &str) -> String {
    say! {
        en: "changes in {path} can't be watched: {reason}",
        de: "Änderungen in {path} lassen sich nicht beobachten: {reason}",
    }
}

// Reasons to refuse a path.

pub(crate) const EMPTY: Sentence = Sentence { en: "it is empty", de: "Der Pfad ist leer" };
pub(crate) const NUL: Sentence =
    Sentence { en: "it has a NUL character", de: "Der Pfad enthält ein NUL-Zeichen" };
pub(crate) const ABSOLUTE: Sentence = Sentence { en: "it is absolute", de: "Der Pfad ist absolut" };
pub(crate) const DRIVE: Sentence = Sentence {
    en: "it begins with a drive letter",
    de: "Der Pfad beginnt mit einem Laufwerksbuchstaben",
};
pub(crate) const EMPTY_PART: Sentence =
    Sentence { en: "it has an empty part", de: "Ein Teil davon ist leer" };
pub(crate) const DOTS: Sentence = Sentence {
    en: "it has a part that is “.” or “..”",
    de: "Ein Teil davon ist „.“ oder „..“",
};
pub(crate) const COLON: Sentence =
    Sentence { en: "it has a colon", de: "Ein Doppelpunkt steht darin" };
pub(crate) const BACKSLASH: Sentence =
    Sentence { en: "it has a backslash", de: "Ein umgekehrter Schrägstrich steht darin" };
pub(crate) const NOT_ON_WINDOWS: Sentence = Sentence {
    en: "it has a character that Windows doesn't allow in names",
    de: "Darin steht ein Zeichen, das Windows in Namen nicht erlaubt",
};
pub(crate) const DOT_AT_END: Sentence = Sentence {
    en: "a part of it ends with a dot or a space",
    de: "Ein Teil davon endet mit einem Punkt oder Leerzeichen",
};
pub(crate) const DEVICE: Sentence = Sentence {
    en: "a part of it is the name of a device on Windows",
    de: "Ein Teil davon ist unter Windows der Name eines Geräts",
};
pub(crate) const LONG_PART: Sentence = Sentence {
    en: "a part of it is too long for a name",
    de: "Ein Teil davon ist zu lang für einen Namen",
};
pub(crate) const SPACE_AT_START: Sentence = Sentence {
    en: "a part of it begins with a space",
    de: "Ein Teil davon beginnt mit einem Leerzeichen",
};
pub(crate) const CONTROL: Sentence =
    Sentence { en: "it has a control character", de: "Ein Steuerzeichen steht darin" };
pub(crate) const NOT_MARKDOWN: Sentence =
    Sentence { en: "it doesn't end with “.md”", de: "Es endet nicht auf „.md“" };

// Reasons why a file or a folder can't be used.

pub(crate) const NOT_A_FOLDER: Sentence =
    Sentence { en: "it isn't a folder", de: "Es ist kein Ordner" };
pub(crate) const OTHER_FOLDER: Sentence = Sentence {
    en: "it isn't the folder that was opened but a newer one",
    de: "Es ist nicht der Ordner, der geöffnet wurde, sondern ein neuerer",
};
pub(crate) const FOLDER: Sentence = Sentence { en: "it is a folder", de: "Es ist ein Ordner" };
pub(crate) const NOT_A_FILE: Sentence = Sentence {
    en: "it is a device, a pipe or a socket, not a file",
    de: "Es ist ein Gerät, eine Pipe oder ein Socket und keine Datei",
};
pub(crate) const KEEPS_CHANGING: Sentence = Sentence {
    en: "it keeps changing while it is read",
    de: "Es ändert sich immer wieder, während es gelesen wird",
};
pub(crate) const LINK_OUT: Sentence = Sentence {
    en: "it is a link that leads out of the vault",
    de: "Es ist ein Link, der aus dem Vault hinausführt",
};
pub(crate) const LINK_TO_HIDDEN: Sentence = Sentence {
    en: "it is a link to a hidden file, and those aren't read",
    de: "Es ist ein Link auf eine versteckte Datei, und die werden nicht gelesen",
};
pub(crate) const LINK_TO_OTHER_KIND: Sentence = Sentence {
    en: "it is a link to a file of another kind than its name says, so it isn't opened",
    de: "Es ist ein Link auf eine Datei anderer Art, als der Name sagt, und wird darum nicht \
         geöffnet",
};
pub(crate) const LINK_TO_FOLDER: Sentence = Sentence {
    en: "it is a link to a folder, and those aren't followed",
    de: "Es ist ein Link auf einen Ordner, und denen wird nicht gefolgt",
};
pub(crate) const NAME_NOT_UTF8: Sentence =
    Sentence { en: "its name isn't valid UTF-8", de: "Der Name ist kein gültiges UTF-8" };
pub(crate) const TOO_DEEP: Sentence =
    Sentence { en: "it is nested too deeply", de: "Es ist zu tief verschachtelt" };
pub(crate) const PATH_TOO_LONG: Sentence = Sentence {
    en: "its path is too long to be opened",
    de: "Der Pfad ist zu lang, um ihn zu öffnen",
};

pub(crate) fn broken_link(error: &std::io::Error) -> String {
    say! {
        en: "it is a link that leads nowhere: {error}",
        de: "Es ist ein Link, der ins Leere führt: {error}",
    }
}

pub(crate) fn too_large_for_a_note(megabytes: u64, limit: u64) -> String {
    say! {
        en: "it is too large for a note: {megabytes} MB, the limit is {limit} MB",
        de: "Es ist zu groß für eine Notiz: {megabytes} MB, höchstens {limit} MB gehen",
    }
}

pub(crate) fn bad_ignore_line(error: &ignore::Error) -> String {
    say! { en: "a line can't be used: {error}", de: "Eine Zeile ist nicht verwendbar: {error}" }
}

pub(crate) fn bad_exclusion(error: &globset::ErrorKind) -> String {
    say! {
        en: "this exclusion can't be understood: {error}",
        de: "Dieses Muster ist nicht zu verstehen: {error}",
    }
}

// Reasons not to write a note.

pub(crate) const NOT_TEXT: Sentence = Sentence {
    en: "it has bytes that aren't text, and they would be lost",
    de: "Darin stehen Bytes, die kein Text sind und verloren gingen",
};
pub(crate) const AMBIGUOUS_TEXT: Sentence = Sentence {
    en: "its new text would be read back differently",
    de: "Der neue Text würde anders zurückgelesen",
};
pub(crate) const NOT_A_NOTE: Sentence =
    Sentence { en: "it isn't a note", de: "Es ist keine Notiz" };
pub(crate) const PLACES_OVERLAP: Sentence = Sentence {
    en: "the places to change overlap or aren't in order",
    de: "Die zu ändernden Stellen überschneiden sich oder stehen nicht in ihrer Reihenfolge",
};
pub(crate) const PLACE_OUTSIDE: Sentence = Sentence {
    en: "a place to change isn't in the note",
    de: "Eine zu ändernde Stelle ist nicht in der Notiz",
};
pub(crate) const BAD_PROPERTY_NAME: Sentence = Sentence {
    en: "a property's name can have only letters, digits, - and _",
    de: "Der Name einer Eigenschaft darf nur Buchstaben, Ziffern, - und _ enthalten",
};
pub(crate) const UNREADABLE_PROPERTIES: Sentence = Sentence {
    en: "the properties at its top are written in a way that makes changes unsafe",
    de: "Die Eigenschaften am Anfang sind so geschrieben, dass Änderungen nicht sicher sind",
};
pub(crate) const NO_SUCH_PROPERTY: Sentence =
    Sentence { en: "it has no such property", de: "Diese Eigenschaft gibt es darin nicht" };
pub(crate) const NO_PERMISSION: Sentence = Sentence {
    en: "you don't have permission to change it",
    de: "Dir fehlt die Berechtigung, es zu ändern",
};
pub(crate) const READ_ONLY: Sentence =
    Sentence { en: "it is read-only", de: "Sie ist schreibgeschützt" };
pub(crate) const READ_ONLY_DISK: Sentence =
    Sentence { en: "its disk is read-only", de: "Die Festplatte ist schreibgeschützt" };

pub(crate) fn folder_locked(folder: &dyn Display) -> String {
    say! {
        en: "another program has locked the folder {folder}, perhaps a sync or backup program or \
             a second Marginalia; nothing was changed, try again when that program is done",
        de: "Ein anderes Programm hat den Ordner {folder} gesperrt, vielleicht ein Sync- oder \
             Backup-Programm oder ein zweites Marginalia; es wurde nichts geändert, versuch es \
             noch einmal, wenn jenes Programm fertig ist",
    }
}

// Warnings about a note.

pub(crate) const LARGE_NOTE: Sentence = Sentence {
    en: "This note is larger than 4 MB, so it is indexed as plain text. All of it can be found, and \
         its links follow renames.",
    de: "Diese Notiz ist größer als 4 MB, darum ist sie als reiner Text im Index. Alles darin ist zu \
         finden, und ihre Links folgen Umbenennungen.",
};

pub(crate) const MANY_BLOCKS: Sentence = Sentence {
    en: "This note has too many short lines for its size, or a list, quote or paragraph that is too \
         long, so it is indexed as plain text.",
    de: "Diese Notiz hat für ihre Größe zu viele kurze Zeilen oder eine Liste, ein Zitat oder einen \
         Absatz, der zu lang ist, darum ist sie als reiner Text im Index.",
};

pub(crate) const TOO_MANY_LINKS: Sentence = Sentence {
    en: "This note has too many links for its size. Links from here on don't follow renames.",
    de: "Diese Notiz hat für ihre Größe zu viele Links. Links ab hier folgen Umbenennungen nicht.",
};

pub(crate) const OPEN_FRONT_MATTER: Sentence = Sentence {
    en: "The properties at the top have no closing “---”, so they are read as text.",
    de: "Den Eigenschaften am Anfang fehlt das schließende „---“, darum werden sie als Text \
         gelesen.",
};
pub(crate) const NOT_PROPERTIES: Sentence =
    Sentence { en: "they aren't a list of properties", de: "Es ist keine Liste von Eigenschaften" };
pub(crate) const SEVERAL_DOCUMENTS: Sentence = Sentence {
    en: "there is more than one block of them",
    de: "Es gibt mehr als einen Block davon",
};

pub(crate) fn bad_front_matter(reason: &str) -> String {
    say! {
        en: "The properties at the top can't be read, so they are shown as text: {reason}.",
        de: "Die Eigenschaften am Anfang lassen sich nicht lesen, darum werden sie als Text \
             gezeigt: {reason}.",
    }
}

pub(crate) fn repeated_property(name: &str) -> String {
    say! {
        en: "The property “{name}” is there more than once.",
        de: "Die Eigenschaft „{name}“ steht mehr als einmal da.",
    }
}

// Placeholders in a rendered note.

pub(crate) const DRAWING: Sentence = Sentence {
    en: "A drawing, which isn’t shown here.",
    de: "Eine Zeichnung, die hier nicht gezeigt wird.",
};
pub(crate) const EMBED_TOO_DEEP: Sentence = Sentence {
    en: "Embeds nested deeper than this aren’t shown.",
    de: "Tiefer ineinander eingebettete Notizen werden hier nicht gezeigt.",
};
pub(crate) const TOO_MANY_EMBEDS: Sentence = Sentence {
    en: "This note embeds too much to show all of it.",
    de: "In diese Notiz ist zu viel eingebettet, um alles zu zeigen.",
};
pub(crate) const EMBED_HIDDEN: Sentence =
    Sentence { en: "It isn’t shown here.", de: "Das wird hier nicht gezeigt." };
pub(crate) const EMBED_TOO_LONG: Sentence = Sentence {
    en: "It is too long to be shown here.",
    de: "Das ist zu lang, um hier gezeigt zu werden.",
};
pub(crate) const EMBED_CYCLE: Sentence = Sentence {
    en: "It embeds itself, so it isn’t shown again.",
    de: "Die Notiz bettet sich selbst ein und wird darum nicht noch einmal gezeigt.",
};
pub(crate) const EMBED_BROKEN: Sentence =
    Sentence { en: "It isn’t in this vault.", de: "Das ist nicht in diesem Vault." };
pub(crate) const BACK_TO_TEXT: Sentence =
    Sentence { en: "Back to the text", de: "Zurück zum Text" };
pub(crate) const FORMULA_TOO_LONG: Sentence = Sentence {
    en: "it is too long or too deeply nested",
    de: "Sie ist zu lang oder zu tief verschachtelt",
};
pub(crate) const FORMULA_CHARACTER: Sentence = Sentence {
    en: "it has a character that can't be drawn on its own",
    de: "Darin ist ein Zeichen, das sich allein nicht zeichnen lässt",
};
pub(crate) const FORMULA_PART: Sentence = Sentence {
    en: "it has a part that isn't supported",
    de: "Darin ist ein Teil, der nicht unterstützt wird",
};

pub(crate) fn no_block(id: &str) -> String {
    say! { en: "This note has no block “^{id}”.", de: "Diese Notiz hat keinen Block „^{id}“." }
}

pub(crate) fn no_heading(wanted: &[String], headings: &[&str], more: bool) -> String {
    let mut list: Vec<String> =
        headings.iter().map(|heading| say! { en: "“{heading}”", de: "„{heading}“" }).collect();
    if more {
        list.push("…".to_owned());
    }
    let others = match list.is_empty() {
        true => say! { en: "It has none.", de: "Sie hat keine." },
        false => say! { en: "It has {}.", de: "Es gibt: {}.", list.join(", ") },
    };
    say! {
        en: "This note has no heading “{}”. {others}",
        de: "Diese Notiz hat keine Überschrift „{}“. {others}",
        wanted.join(" › "),
    }
}

pub(crate) fn file_kind(extension: &str) -> Sentence {
    match extension {
        "pdf" => Sentence {
            en: "A PDF, opened in another program.",
            de: "Ein PDF; es öffnet sich in einem anderen Programm.",
        },
        "mp3" | "wav" | "m4a" | "ogg" | "3gp" | "flac" | "webm" | "opus" => Sentence {
            en: "A recording, opened in another program.",
            de: "Eine Tonaufnahme; sie öffnet sich in einem anderen Programm.",
        },
        "mp4" | "mov" | "mkv" | "ogv" | "avi" => Sentence {
            en: "A film, opened in another program.",
            de: "Ein Film; er öffnet sich in einem anderen Programm.",
        },
        "canvas" => Sentence {
            en: "A canvas, opened in another program.",
            de: "Ein Canvas; er öffnet sich in einem anderen Programm.",
        },
        "base" => Sentence {
            en: "A base, opened in another program.",
            de: "Eine Base; sie öffnet sich in einem anderen Programm.",
        },
        _ => Sentence {
            en: "A file, opened in another program.",
            de: "Eine Datei; sie öffnet sich in einem anderen Programm.",
        },
    }
}

pub(crate) fn not_drawn(reason: &dyn Display) -> String {
    say! {
        en: "This formula can’t be drawn: {reason}.",
        de: "Diese Formel lässt sich nicht zeichnen: {reason}.",
    }
}
