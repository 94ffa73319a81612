//! Sentences that say why a file, a passage or a conversation can't be attached.

use std::fmt::Display;

use language::{Sentence, say};
use models::Tokens;

pub(crate) fn gone(name: &str) -> String {
    say! { en: "“{name}” wasn't found.", de: "„{name}“ wurde nicht gefunden." }
}

pub(crate) fn unreadable(name: &str, reason: &dyn Display) -> String {
    say! {
        en: "“{name}” can't be read: {reason}.",
        de: "„{name}“ lässt sich nicht lesen: {reason}.",
    }
}

pub(crate) fn too_large(name: &str, has: &str, most: &str, is_image: bool) -> String {
    let way_out = match is_image {
        true => {
            say! { en: "Attach a smaller version of it.", de: "Häng eine kleinere Fassung an." }
        }
        false => say! {
            en: "Attach the part that matters, or put it into your vault as a note, where the search \
                 finds its passages.",
            de: "Häng den Teil an, auf den es ankommt, oder leg sie als Notiz in deinen Vault; dort \
                 findet die Suche ihre Textstellen.",
        },
    };
    say! {
        en: "“{name}” has {has}; at most {most} can be attached. {way_out}",
        de: "„{name}“ hat {has}; höchstens {most} lassen sich anhängen. {way_out}",
    }
}

pub(crate) const PASTED_IN_PART: Sentence = Sentence {
    en: "The pasted data is incomplete. Paste it again.",
    de: "Die eingefügten Daten sind unvollständig. Füg sie noch einmal ein.",
};

pub(crate) const NO_PASSAGES: Sentence =
    Sentence { en: "An image has no passages.", de: "Ein Bild hat keine Textstellen." };

pub(crate) fn no_passage_fits(name: &str) -> String {
    say! {
        en: "Not even one passage of “{name}” fits this model's context window. Choose a model with a \
             larger one.",
        de: "In das Kontextfenster dieses Modells passt nicht einmal eine Textstelle von \
             „{name}“. Wähl ein Modell mit einem größeren.",
    }
}

pub(crate) fn passage_changed(note: &str) -> String {
    say! {
        en: "“{note}” no longer has this passage. Search again.",
        de: "„{note}“ enthält diese Textstelle nicht mehr. Such noch einmal.",
    }
}

pub(crate) fn passage_does_not_fit(note: &str, tokens: Tokens, free: u32) -> String {
    say! {
        en: "The passage of “{note}” has about {tokens} tokens, but at most {free} fit beside the \
             instructions and the answer. Choose a model with a larger context window.",
        de: "Die Textstelle aus „{note}“ hat etwa {tokens} Tokens, aber höchstens {free} passen neben \
             die Anweisungen und die Antwort. Wähl ein Modell mit einem größeren Kontextfenster.",
    }
}

pub(crate) fn not_an_image(name: &str) -> String {
    say! { en: "“{name}” isn't an image.", de: "„{name}“ ist kein Bild." }
}

pub(crate) fn not_a_text(name: &str) -> String {
    say! {
        en: "“{name}” is an image, not a note.",
        de: "„{name}“ ist ein Bild und keine Notiz.",
    }
}

pub(crate) fn nothing_answered(conversation: &str) -> String {
    say! {
        en: "“{conversation}” has no answer to attach.",
        de: "„{conversation}“ hat keine Antwort zum Anhängen.",
    }
}

/// Predicates for [`named`].
pub(crate) const A_FOLDER: Sentence = Sentence {
    en: "is a folder. Attach its files one by one.",
    de: "ist ein Ordner. Häng seine Dateien einzeln an.",
};
pub(crate) const NOT_A_FILE: Sentence = Sentence {
    en: "isn't a regular file and can't be attached.",
    de: "ist keine gewöhnliche Datei und lässt sich nicht anhängen.",
};
pub(crate) const EMPTY: Sentence = Sentence {
    en: "is empty: there is nothing to attach.",
    de: "ist leer: Es gibt nichts anzuhängen.",
};

/// A sentence about a file: its name, and then the predicate `rest`.
pub(crate) fn named(name: &str, rest: &dyn Display) -> String {
    say! { en: "“{name}” {rest}", de: "„{name}“ {rest}" }
}

pub(crate) fn no_text(name: &str) -> String {
    named(name, &EMPTY)
}

const ATTACHABLE: Sentence = Sentence {
    en: "Text, Markdown, PDF, Office files and books can be attached, and \
         images as PNG, JPEG, GIF and WebP.",
    de: "Anhängen lassen sich Text, Markdown, PDF, Office-Dateien und Bücher, dazu Bilder als \
         PNG, JPEG, GIF und WebP.",
};

/// `sentence` is the reason. It begins with “The file”, which the name replaces, or with a page of
/// the file.
pub(crate) fn refused(name: &str, sentence: &str) -> String {
    match documents::said_of_the_file(sentence) {
        Some(rest) => named(name, &format_args!("{rest} {ATTACHABLE}")),
        None => say! {
            en: "“{name}” can't be attached: {sentence} {ATTACHABLE}",
            de: "„{name}“ lässt sich nicht anhängen: {sentence} {ATTACHABLE}",
        },
    }
}

pub(crate) fn other_image() -> String {
    say! {
        en: "is an image in a format that models don't accept. {ATTACHABLE}",
        de: "ist ein Bild in einem Format, das Modelle nicht annehmen. {ATTACHABLE}",
    }
}

/// The text in place of a part of a file that couldn't be read.
pub(crate) fn not_read(sentence: &str) -> String {
    say! { en: "\n\n[Not read: {sentence}]", de: "\n\n[Nicht gelesen: {sentence}]" }
}

pub(crate) fn damaged(reason: &dyn Display) -> String {
    say! { en: "can't be attached. {reason}", de: "lässt sich nicht anhängen. {reason}" }
}

/// `free` is the room for the file in the model's `window`: the window without the `reserve` for
/// the answer and without `taken`, the size of the rest of the request. An image has `pixels`.
pub(crate) fn does_not_fit(
    name: &str,
    pixels: Option<(u32, u32)>,
    (tokens, free): (Tokens, u32),
    (window, reserve, taken): (Tokens, Tokens, Tokens),
) -> String {
    let (kind, ways_out) = match pixels {
        None => (
            String::new(),
            say! {
                en: "send the passages that match your question best, or search it for each \
                     question of this conversation. A model with a larger context window may be \
                     able to read all of it.",
                de: "die Textstellen senden, die am besten zu deiner Frage passen, oder sie zu jeder \
                     Frage dieses Gesprächs durchsuchen lassen. In ein Modell mit einem größeren \
                     Kontextfenster passt sie vielleicht ganz.",
            },
        ),
        Some((width, height)) => (
            say! { en: " ({width} × {height} pixels)", de: " ({width} × {height} Pixel)" },
            say! {
                en: "attach a smaller version or the part of it that matters, or choose a model with a \
                     larger context window.",
                de: "eine kleinere Fassung oder den Teil anhängen, auf den es ankommt, oder ein Modell \
                     mit einem größeren Kontextfenster wählen.",
            },
        ),
    };
    say! {
        en: "“{name}”{kind} has about {tokens} tokens, but at most {free} fit: of the {window} \
             tokens of the model's context window, {reserve} are reserved for the answer and \
             {taken} are used for the instructions. You can leave it out, {ways_out}",
        de: "„{name}“{kind} hat etwa {tokens} Tokens, aber höchstens {free} passen hinein: Von den \
             {window} Tokens im Kontextfenster des Modells sind {reserve} für die Antwort \
             reserviert, und {taken} brauchen die Anweisungen. Du kannst die Datei weglassen, \
             {ways_out}",
    }
}
