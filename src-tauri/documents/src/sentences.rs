//! The sentences of this crate that people read. Most are predicates for “The file” or “Page 3”.

use std::fmt::Display;

use language::{Sentence, say};

use crate::Unit;

const THE_FILE: Sentence = Sentence { en: "The file", de: "Die Datei" };

pub(crate) fn of_the_file(what: &dyn Display) -> String {
    format!("{THE_FILE} {what}.")
}

/// The sentence after “The file”, in any language, so that a caller can put the file's name before it instead.
pub fn said_of_the_file(sentence: &str) -> Option<&str> {
    let said = |file: &str| sentence.strip_prefix(file)?.strip_prefix(' ');
    THE_FILE.texts().into_iter().find_map(said)
}

pub(crate) fn of_a_part(unit: Unit, number: u32, what: &dyn Display) -> String {
    match unit {
        Unit::Whole => of_the_file(what),
        _ => format!("{} {number} {what}.", name(unit)),
    }
}

pub(crate) fn label(unit: Unit, number: u32, called: Option<&str>) -> String {
    match (unit, called) {
        (Unit::Whole, _) => THE_FILE.to_string(),
        (_, Some(called)) => format!("{} {number}: {called}", name(unit)),
        (_, None) => format!("{} {number}", name(unit)),
    }
}

const fn name(unit: Unit) -> Sentence {
    match unit {
        Unit::Page => Sentence { en: "Page", de: "Seite" },
        Unit::Slide => Sentence { en: "Slide", de: "Folie" },
        Unit::Sheet => Sentence { en: "Sheet", de: "Tabellenblatt" },
        Unit::Chapter => Sentence { en: "Chapter", de: "Kapitel" },
        Unit::Whole => THE_FILE,
    }
}

const fn several(unit: Unit) -> Sentence {
    match unit {
        Unit::Page => Sentence { en: "pages", de: "Seiten" },
        Unit::Slide => Sentence { en: "slides", de: "Folien" },
        Unit::Sheet => Sentence { en: "sheets", de: "Tabellenblätter" },
        Unit::Chapter => Sentence { en: "chapters", de: "Kapitel" },
        Unit::Whole => Sentence { en: "parts", de: "Teile" },
    }
}

pub(crate) mod kinds {
    use language::Sentence;

    pub(crate) const PROGRAM: Sentence = Sentence { en: "a program", de: "ein Programm" };
    pub(crate) const WEB_ASSEMBLY: Sentence =
        Sentence { en: "a program (WebAssembly)", de: "ein Programm (WebAssembly)" };
    pub(crate) const ZIP: Sentence = Sentence { en: "an archive (zip)", de: "ein Archiv (zip)" };
    pub(crate) const GZIP: Sentence = Sentence { en: "an archive (gzip)", de: "ein Archiv (gzip)" };
    pub(crate) const BZIP2: Sentence =
        Sentence { en: "an archive (bzip2)", de: "ein Archiv (bzip2)" };
    pub(crate) const XZ: Sentence = Sentence { en: "an archive (xz)", de: "ein Archiv (xz)" };
    pub(crate) const SEVEN_ZIP: Sentence =
        Sentence { en: "an archive (7-Zip)", de: "ein Archiv (7-Zip)" };
    pub(crate) const RAR: Sentence = Sentence { en: "an archive (RAR)", de: "ein Archiv (RAR)" };
    pub(crate) const ZSTANDARD: Sentence =
        Sentence { en: "an archive (Zstandard)", de: "ein Archiv (Zstandard)" };
    pub(crate) const OGG: Sentence =
        Sentence { en: "a recording (Ogg)", de: "eine Tonaufnahme (Ogg)" };
    pub(crate) const FLAC: Sentence =
        Sentence { en: "a recording (FLAC)", de: "eine Tonaufnahme (FLAC)" };
    pub(crate) const MP3: Sentence =
        Sentence { en: "a recording (MP3)", de: "eine Tonaufnahme (MP3)" };
    pub(crate) const WAV: Sentence =
        Sentence { en: "a recording (WAV)", de: "eine Tonaufnahme (WAV)" };
    pub(crate) const MATROSKA: Sentence =
        Sentence { en: "a film (Matroska)", de: "ein Film (Matroska)" };
    pub(crate) const FILM: Sentence =
        Sentence { en: "a film or a recording", de: "ein Film oder eine Tonaufnahme" };
    pub(crate) const SQLITE: Sentence =
        Sentence { en: "a database (SQLite)", de: "eine Datenbank (SQLite)" };
    pub(crate) const FONT: Sentence = Sentence { en: "a font", de: "eine Schrift" };
}

// Details for `damaged`.
pub(crate) const IMAGE_HEAD: Sentence =
    Sentence { en: "the header of an image", de: "der Kopf eines Bildes" };
pub(crate) const NO_PIXELS: Sentence =
    Sentence { en: "an image without pixels", de: "ein Bild ohne Pixel" };
pub(crate) const IMAGE_END: Sentence =
    Sentence { en: "an image that ends too early", de: "ein Bild, das zu früh endet" };

pub(crate) const PASSWORD: Sentence = Sentence {
    en: "needs a password. Save a copy without one",
    de: "braucht ein Passwort. Speichere eine Kopie ohne Passwort",
};
pub(crate) const ENCRYPTION: Sentence = Sentence {
    en: "is encrypted in a way that Marginalia doesn't know",
    de: "ist auf eine Weise verschlüsselt, die Marginalia nicht kennt",
};
pub(crate) const RIGHTS: Sentence = Sentence {
    en: "is protected by its publisher and can be read only in their app",
    de: "ist vom Verlag geschützt und lässt sich nur in dessen App lesen",
};
pub(crate) const SCAN: Sentence = Sentence {
    en: "has images and no text: it may be a scan",
    de: "enthält Bilder und keinen Text: Vielleicht ist es ein Scan",
};
pub(crate) const SCANNED_PAGE: Sentence =
    Sentence { en: "is an image without text", de: "ist ein Bild ohne Text" };
pub(crate) const NO_PICTURE: Sentence = Sentence {
    en: "has no image that can be looked at",
    de: "hat kein Bild, das sich ansehen lässt",
};
pub(crate) const IMAGE_KIND: Sentence = Sentence {
    en: "is an image in a format that text recognition doesn't support",
    de: "ist ein Bild in einem Format, das die Texterkennung nicht unterstützt",
};
pub(crate) const NOTHING_RECOGNISED: Sentence = Sentence {
    en: "has images, and no text was recognised in them",
    de: "enthält Bilder, in denen kein Text erkannt wurde",
};
pub(crate) const EMPTY: Sentence = Sentence { en: "has no text", de: "enthält keinen Text" };
pub(crate) const NO_BYTES: Sentence = Sentence { en: "is empty", de: "ist leer" };
pub(crate) const NO_PAGES: Sentence = Sentence {
    en: "is damaged (no pages can be found in it)",
    de: "ist beschädigt (es sind keine Seiten darin zu finden)",
};
pub(crate) const UNKNOWN: Sentence = Sentence {
    en: "is of a kind that Marginalia doesn't read",
    de: "ist von einer Art, die Marginalia nicht liest",
};
pub(crate) const OLD_OFFICE: Sentence = Sentence {
    en: "is in Office's format from before 2007. Open it in an office program and save it as .docx or .pptx",
    de: "hat das Format von Office aus der Zeit vor 2007. Öffne sie in einem Office-Programm, und \
         speichere sie als .docx oder .pptx",
};
pub(crate) const UNPACKED: Sentence = Sentence {
    en: "unpacks to more than is allowed",
    de: "wird beim Entpacken größer als erlaubt",
};
pub(crate) const TEXT: Sentence = Sentence {
    en: "has more text than is allowed; the text up to the limit was read",
    de: "enthält mehr Text als erlaubt; gelesen wurde der Text bis zur Grenze",
};
pub(crate) const MEMORY: Sentence = Sentence {
    en: "takes more memory to read than is allowed",
    de: "braucht zum Lesen mehr Speicher als erlaubt",
};
pub(crate) const STOPPED: Sentence = Sentence {
    en: "crashed the process that reads it, as damaged files do",
    de: "hat den Prozess, der sie liest, zum Absturz gebracht, wie es beschädigte Dateien tun",
};
pub(crate) const NO_CELLS: Sentence = Sentence {
    en: "is a chart or a dialog and has no cells to read",
    de: "ist ein Diagramm oder ein Dialog und hat keine Zellen zum Lesen",
};
pub(crate) const NESTED: Sentence =
    Sentence { en: "nests its parts too deeply", de: "verschachtelt ihre Teile zu tief" };
pub(crate) const GAPS: Sentence = Sentence {
    en: "can be read only in part: some of its text has no character codes",
    de: "lässt sich nur zum Teil lesen: Manchem Text fehlen die Zeichencodes",
};

pub(crate) fn damaged(detail: &str) -> String {
    say! { en: "is damaged ({})", de: "ist beschädigt ({})", detail.trim_end_matches('.') }
}

pub(crate) fn is_other(what: Sentence) -> String {
    say! {
        en: "is {what}, which has no text to read",
        de: "ist {what} und enthält keinen Text zum Lesen",
    }
}

pub(crate) fn too_large(most: u64) -> String {
    say! { en: "is larger than {} MB", de: "ist größer als {} MB", most / (1024 * 1024) }
}

pub(crate) fn too_many_pixels(most: u64) -> String {
    say! {
        en: "has more than {} million pixels",
        de: "hat mehr als {} Millionen Pixel",
        most / 1_000_000,
    }
}

pub(crate) fn too_long(seconds: u64) -> String {
    say! {
        en: "takes longer than {seconds} seconds to read",
        de: "braucht länger als {seconds} Sekunden zum Lesen",
    }
}

pub(crate) fn not_reached(seconds: u64) -> String {
    say! {
        en: "and those after it weren't read, because the file takes longer than {seconds} seconds",
        de: "und was danach kommt, wurde nicht gelesen, weil die Datei länger als {seconds} \
             Sekunden braucht",
    }
}

pub(crate) fn too_many(unit: Unit, most: u32) -> String {
    say! {
        en: "has more than {most} {}; those after them weren't read",
        de: "hat mehr als {most} {}; was danach kommt, wurde nicht gelesen",
        several(unit),
    }
}

pub(crate) fn missing(part: &str) -> String {
    say! { en: "its part “{part}” is missing", de: "ihr Teil „{part}“ fehlt" }
}

pub(crate) fn unreadable(error: &std::io::Error) -> String {
    say! { en: "can't be read: {error}", de: "lässt sich nicht lesen: {error}" }
}

pub(crate) fn not_started(error: &std::io::Error) -> String {
    say! {
        en: "can't be read, because the process that reads files can't be started: {error}",
        de: "lässt sich nicht lesen, weil der Prozess, der Dateien liest, nicht starten kann: \
             {error}",
    }
}

pub(crate) const A_FOLDER: Sentence = Sentence { en: "is a folder", de: "ist ein Ordner" };
pub(crate) const NOT_A_FILE: Sentence = Sentence {
    en: "isn't a file but a device or a pipe",
    de: "ist keine Datei, sondern ein Gerät oder eine Pipe",
};
