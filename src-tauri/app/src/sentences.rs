//! Every sentence of this crate that people read, so that they can be translated in one place. What is
//! written to models stands where it is sent.

pub(crate) mod changes;

use std::{fmt::Display, path::Path, time::Duration};

use models::Tokens;
use notes::NotePath;

pub(crate) const NO_HOME: &str =
    "There is no home folder to keep conversations in. Name a folder in MARGINALIA_DATA.";

pub(crate) fn folder_not_made(folder: &Path, reason: &dyn Display) -> String {
    format!("The folder {} can't be made: {reason}", folder.display())
}

pub(crate) fn no_project(name: &str) -> String {
    format!("There is no project “{name}”.")
}

pub(crate) fn no_text_in(name: &str) -> String {
    format!("A project takes files with text, and “{name}” is an image.")
}

pub(crate) fn no_prompt(command: &str) -> String {
    format!("There is no prompt “/{command}”.")
}

pub(crate) const PROMPT_GONE: &str = "This prompt isn’t there any more.";

pub(crate) fn command_taken(name: &str, command: &str) -> String {
    format!("“/{command}” means something else already: give the prompt “{name}” another name.")
}

pub(crate) fn place_empty(place: &str) -> String {
    match place {
        "{{selection}}" => "Nothing is selected, so {{selection}} is empty.",
        "{{note}}" => "No note is open, so {{note}} is empty.",
        _ => "The date isn’t known, so {{date}} is empty.",
    }
    .to_owned()
}

pub(crate) const NO_FILE: &str = "The attached file isn't in the library.";

pub(crate) fn file_not_read(path: &NotePath, reason: Option<&str>) -> String {
    match reason {
        Some(reason) => format!("{path} can't be shown here. {reason}"),
        None => format!(
            "{path} can't be shown here: it isn't in the index. Which kinds of files are read, the \
             settings say."
        ),
    }
}

pub(crate) const NO_VAULT: &str = "No vault is open.";

pub(crate) const INDEX_STOPPED: &str = "The index stopped before it was done.";

pub(crate) fn too_many_pictures(pages: u32, most: u32) -> String {
    format!(
        "The file has {pages} pages that are pictures, and text is recognised in {most} at most while you wait. \
         Put it into the vault, where they are read one after the other."
    )
}

pub(crate) fn file_not_read_again(error: &std::io::Error) -> String {
    format!("The file can't be read a second time: {error}.")
}

pub(crate) fn index_not_kept(reason: &dyn Display) -> String {
    format!("The index can't be kept up to date: {reason}")
}

pub(crate) const VAULT_CLOSED: &str = "The vault was closed.";

/// Why there is no search by meaning: these follow a colon.
pub(crate) const MEANING_LOADING: &str = "the model for search by meaning is still being loaded.";
pub(crate) const MEANING_OFF: &str = "search by meaning is turned off.";
pub(crate) const MEANING_CLOSED: &str = "the vault was closed.";

pub(crate) const MODEL_FILES_GONE: &str = "The files for search by meaning, and for models that check citations, aren't where the app was \
     installed.";

pub(crate) fn folder_away(folder: &Path) -> String {
    format!(
        "The folder {} isn't there at the moment. Your conversations and the index are kept; the \
         notes show again when the folder is back.",
        folder.display()
    )
}

pub(crate) const LOOKS_ITSELF: &str = "Marginalia looks for changes itself, every few seconds and \
     when its window comes to the front, so a change may show a little later.";

pub(crate) fn network_folder(kind: &dyn Display) -> String {
    format!(
        "This vault is in a network folder ({kind}), where the system doesn't tell of changes made on \
         other machines. {LOOKS_ITSELF}"
    )
}

pub(crate) fn too_many_watched() -> String {
    format!(
        "The system is already watching as many folders as it is allowed to, and can't watch this \
         vault as well. {LOOKS_ITSELF}"
    )
}

pub(crate) fn not_watched(reason: &dyn Display) -> String {
    format!("The system doesn't watch this folder for changes ({reason}). {LOOKS_ITSELF}")
}

pub(crate) fn not_a_note(path: &NotePath) -> String {
    format!("{path} isn't a note.")
}

pub(crate) fn no_heading(heading: &str) -> String {
    format!("There is no heading “{heading}” in this note (any more).")
}

pub(crate) fn no_block(id: &str) -> String {
    format!("There is no block “^{id}” in this note (any more).")
}

pub(crate) fn no_note_found(link: &str) -> String {
    format!("No note is found by {link}.")
}

pub(crate) fn note_gone(path: &NotePath) -> String {
    format!("The note {path} isn't in the vault any more.")
}

pub(crate) const PASSAGE_MOVED: &str =
    "The note changed since; the passage stands elsewhere in it now.";

pub(crate) const PASSAGE_CHANGED: &str = "This passage has changed since it was cited.";

pub(crate) fn passage_gone(heading: Option<&str>) -> String {
    match heading {
        Some(heading) => format!(
            "The passage isn't in this note any more. It stood under “{heading}”, and nothing is \
             marked."
        ),
        None => "The passage isn't in this note any more, and nothing is marked.".to_owned(),
    }
}

pub(crate) fn not_an_image(path: &NotePath) -> String {
    format!("{path} isn't an image that can be shown.")
}

pub(crate) fn not_a_pdf(path: &NotePath) -> String {
    format!("{path} isn't a PDF.")
}

pub(crate) fn too_many_pixels(path: &NotePath) -> String {
    format!("{path} has too many pixels to be shown.")
}

pub(crate) fn not_opened_here(path: &Path) -> String {
    format!(
        "{} isn't opened from here: opening such a file can run what is in it. It can be shown in the \
         file manager.",
        path.display()
    )
}

pub(crate) fn change_of_nothing(path: &NotePath) -> String {
    format!("The change leaves {path} as it is.")
}

pub(crate) const NOTHING_TO_UNDO: &str =
    "What undoes this change isn't kept any more, or there is nothing of it to undo.";

pub(crate) fn change_failed(panic: &dyn Display) -> String {
    format!("The change couldn't be made: {panic}")
}

pub(crate) const NO_WEB_SERVICE: &str =
    "No search service is set up. Choose one under Settings › Web.";

pub(crate) const NO_TAVILY_KEY: &str = "Tavily wants a key. Enter it under Settings › Web.";

pub(crate) const TAVILY: &str = "Tavily";

pub(crate) const NOBODY: &str = "nobody";

pub(crate) const NO_TITLE: &str = "The title is empty.";

pub(crate) const NO_QUESTION: &str = "There is no question.";

pub(crate) const NOT_A_QUESTION: &str = "Only a question can be asked again or changed.";

pub(crate) fn not_asked(panic: &dyn Display) -> String {
    format!("The question couldn't be asked: {panic}")
}

pub(crate) fn import_unreadable(path: &Path, reason: &dyn Display) -> String {
    format!("{} can't be read: {reason}.", path.display())
}

pub(crate) fn import_not_a_file(path: &Path) -> String {
    format!("{} isn't a regular file. Nothing was imported.", path.display())
}

pub(crate) fn import_too_large(path: &Path, megabytes: u64) -> String {
    format!(
        "{} is larger than {megabytes} MB, the most that can be imported at once. Nothing was \
         imported.",
        path.display()
    )
}

pub(crate) fn import_not_text(path: &Path, at: usize) -> String {
    format!("{} isn't text in UTF-8: byte {at} is no part of it.", path.display())
}

pub(crate) fn key_not_read(origin: &dyn Display, why: &dyn Display) -> String {
    format!("The key for {origin} couldn't be read, because {why}.")
}

pub(crate) fn key_for_this_run(why: &dyn Display) -> String {
    format!(
        "The key is used until Marginalia is closed, and must be entered again then, because {why}."
    )
}

pub(crate) fn key_not_removed(origin: &dyn Display, why: &dyn Display) -> String {
    format!("The key for {origin} is still in the keychain, because {why}.")
}

/// Why the keychain doesn't serve: these follow “because”.
pub(crate) const KEYCHAIN_FAILED: &str = "the keychain failed";
pub(crate) const KEYCHAIN_NOT_ASKED: &str = "the keychain couldn't be asked";
pub(crate) const KEYCHAIN_ABSENT: &str = "no keychain runs on this computer";
pub(crate) const KEYCHAIN_LOCKED: &str = "the keychain is locked";
pub(crate) const KEYCHAIN_REFUSES: &str = "the keychain doesn't take a key like this";
pub(crate) const KEYCHAIN_ODD: &str = "what the keychain has there isn't a key";
pub(crate) const KEYCHAIN_AMBIGUOUS: &str = "the keychain has several keys for this address";

pub(crate) fn keychain_silent(patience: Duration) -> String {
    format!("the keychain didn't answer within {} s", patience.as_secs())
}

pub(crate) fn server_gone(address: &str) -> String {
    format!(
        "The chosen server {address} isn't in the list of servers any more. Choose another model, or \
         add the server again."
    )
}

pub(crate) fn offers_nothing(server: &str) -> String {
    format!("{server} offers no model.")
}

pub(crate) const NONE_CHOSEN: &str = "Servers with models were found, and you haven't chosen one yet. \
     Your notes go to no server before you choose it: choose a model first.";

pub(crate) fn nobody_offers(model: &str) -> String {
    format!("No server that was found offers the model “{model}”.")
}

pub(crate) const NO_MODEL: &str = "No model was found on this machine. Start Ollama, LM Studio or \
     llama.cpp, or name a server in the settings.";

/// What became of a place that was tried: these follow its address.
pub(crate) const NOBODY_ANSWERS: &str = "no model server answers";
pub(crate) const JUST_CAME: &str = "it has just come";
pub(crate) const IT_OFFERS_NOTHING: &str = "it offers no model";

pub(crate) fn it_offers(models: &str) -> String {
    format!("it offers {models}")
}

pub(crate) fn and_more(names: &str, more: usize) -> String {
    format!("{names} and {more} more")
}

pub(crate) fn downloading_already(model: &str, place: Option<&str>) -> String {
    match place {
        Some(place) => format!("{model} is being downloaded at {place} already."),
        None => format!("{model} is being downloaded already."),
    }
}

pub(crate) fn not_done(model: &str, after: Duration, answer: &str, thought: bool) -> String {
    let so_far = match (answer, thought) {
        ("", true) => "It has only thought so far.".to_owned(),
        ("", false) => "Nothing has come from it so far.".to_owned(),
        (answer, _) => format!("So far it has said: “{answer}”"),
    };
    format!("{model} wasn't done after {} s. {so_far}", after.as_secs())
}

/// Why a file can't be attached.
pub(crate) mod attaching {
    use super::{Display, Tokens};

    pub(crate) fn gone(name: &str) -> String {
        format!("“{name}” isn't there (any more).")
    }

    pub(crate) fn unreadable(name: &str, reason: &dyn Display) -> String {
        format!("“{name}” can't be read: {reason}.")
    }

    pub(crate) fn too_large(name: &str, has: &str, most: &str, is_image: bool) -> String {
        let way_out = match is_image {
            true => "Attach a smaller version of it.",
            false => {
                "Attach the part that matters, or put it into your vault as a note, where the search \
                 finds its passages."
            }
        };
        format!("“{name}” has {has}; at most {most} can be attached. {way_out}")
    }

    pub(crate) const PASTED_IN_PART: &str = "What was pasted didn't arrive whole. Paste it again.";

    pub(crate) const NO_PASSAGES: &str = "An image has no passages.";

    pub(crate) fn no_passage_fits(name: &str) -> String {
        format!(
            "Not even one passage of “{name}” fits this model's window. Choose a model with a larger one."
        )
    }

    pub(crate) fn not_an_image(name: &str) -> String {
        format!("“{name}” isn't an image.")
    }

    pub(crate) fn not_a_text(name: &str) -> String {
        format!("“{name}” is an image, not a note.")
    }

    pub(crate) fn nothing_answered(conversation: &str) -> String {
        format!("“{conversation}” has no answer that could go along.")
    }

    /// What a file is or has: these follow its name.
    pub(crate) const A_FOLDER: &str = "is a folder. Attach its files one by one.";
    pub(crate) const NOT_A_FILE: &str = "isn't a regular file and can't be attached.";
    pub(crate) const EMPTY: &str = "is empty: there is nothing to attach.";

    pub(crate) fn no_text(name: &str) -> String {
        format!("“{name}” {EMPTY}")
    }

    const ATTACHABLE: &str = "Text, Markdown, PDF, Office files and books can be attached, and \
         images as PNG, JPEG, GIF and WebP.";

    /// A sentence about a file that begins with “The file”, or with one of its pages.
    pub(crate) fn refused(name: &str, sentence: &str) -> String {
        match sentence.strip_prefix("The file ") {
            Some(rest) => format!("“{name}” {rest} {ATTACHABLE}"),
            None => format!("“{name}” can't be attached: {sentence} {ATTACHABLE}"),
        }
    }

    pub(crate) fn other_image() -> String {
        format!("is an image of a kind that models don't take. {ATTACHABLE}")
    }

    /// Stands in a text in the place of what of it couldn't be read.
    pub(crate) fn not_read(sentence: &str) -> String {
        format!("\n\n[Not read: {sentence}]")
    }

    pub(crate) fn no_image() -> String {
        format!("isn't an image. {ATTACHABLE}")
    }

    pub(crate) fn damaged(reason: &dyn Display) -> String {
        format!("can't be attached. {reason}")
    }

    /// The file takes `tokens`, the model's `window` has room for `free` of them, `reserve` are for the
    /// answer, and `taken` is what the request has without the file. An image has `pixels`.
    pub(crate) fn does_not_fit(
        name: &str,
        pixels: Option<(u32, u32)>,
        (tokens, free): (Tokens, u32),
        (window, reserve, taken): (Tokens, Tokens, Tokens),
    ) -> String {
        let (kind, ways_out) = match pixels {
            None => (
                String::new(),
                "send the passages that match your question best, or have it searched for each question \
                 of this conversation. A model with a larger window may hold it whole.",
            ),
            Some((width, height)) => (
                format!(" ({width} × {height} pixels)"),
                "attach a smaller version or the part of it that matters, or choose a model with a \
                 larger window.",
            ),
        };
        format!(
            "“{name}”{kind} has about {tokens} tokens, and at most {free} fit: the model's window has \
             {window}, of which {reserve} are kept for the answer and {taken} go to the instructions. \
             You can leave it out, {ways_out}"
        )
    }
}

pub(crate) const HOW_TO_DESCRIBE: &str = "How to describe a note";

pub(crate) const NOTE_TO_DESCRIBE: &str = "A note without a paragraph";
