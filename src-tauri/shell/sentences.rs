//! Every sentence of this crate that people read, so that they can be translated in one place. The
//! page's own sentences are in `ui`.

use std::{fmt::Display, path::Path};

use notes::NotePath;

/// A question with two answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// What it is about, in a few words.
    pub title: String,
    /// The question, with all that the user must know to answer it.
    pub text: String,
    /// What the button for “yes” says.
    pub yes: &'static str,
}

pub(crate) const NOT_CHOSEN: &str = "This file or folder wasn't chosen. Choose it again.";

pub(crate) const LINK_NOT_KNOWN: &str =
    "This link asks for something that Marginalia doesn't know.";

pub(crate) const VERIFIER_NOT_CHOSEN: &str =
    "This folder wasn't chosen as that of a verifier. Choose it again.";

pub(crate) fn folder_not_kept(folder: &Path) -> String {
    format!("The name of the folder {} can't be kept.", folder.display())
}

pub(crate) fn not_allowed(servers: &str) -> String {
    format!("You didn't allow {servers}. Nothing was sent there.")
}

pub(crate) fn send_key(server: &str) -> Question {
    Question {
        title: "Send this key without encryption?".to_owned(),
        text: format!(
            "{server}\n\nThe connection to this server isn't encrypted. Everyone on the network between \
             can read the key, and use it. An address that begins with https:// is safe, if the server \
             has one."
        ),
        yes: "Save the key",
    }
}

pub(crate) fn key_not_saved(server: &dyn Display) -> String {
    format!("The key for {server} wasn't saved: the connection isn't encrypted.")
}

pub(crate) fn keep_as_note(file: &str, vault: &str) -> Question {
    Question {
        title: "Put this file into your vault?".to_owned(),
        text: format!(
            "{file}\n\nA copy of it becomes a note in “{vault}”. The file itself stays where it is."
        ),
        yes: "Put it into the vault",
    }
}

pub(crate) fn open_address(whom: &str, address: &str) -> Question {
    Question {
        title: "Open an address outside Marginalia?".to_owned(),
        text: format!(
            "{whom}\n\nThis address will be opened in another program:\n{address}\n\nMarginalia doesn't \
             ask again for {whom} until it is closed."
        ),
        yes: "Open",
    }
}

pub(crate) fn not_opened(address: &str) -> String {
    format!("{address} wasn't opened.")
}

/// `open`: one of the servers whose connection isn't encrypted.
pub(crate) fn use_servers(servers: &str, open: Option<&dyn Display>) -> Question {
    let warning = match open {
        Some(server) => format!(
            "\n\nThe connection to {server} isn't encrypted: others on the network can read what is \
             sent."
        ),
        None => String::new(),
    };
    Question {
        title: "Allow Marginalia to use a server?".to_owned(),
        text: format!(
            "{servers}\n\nMarginalia will connect there. Your questions, and passages of your notes, are \
             sent there when you use it.{warning}"
        ),
        yes: "Allow",
    }
}

pub(crate) fn not_started(reason: &dyn Display) -> String {
    format!("Marginalia could not start: {reason}")
}

pub(crate) fn answer_is_set(variable: &str) -> String {
    format!(
        "{variable} is set. It is for tests, and this program doesn't start with it: it would let pages \
         and servers in without asking you."
    )
}

pub(crate) fn unknown_option(option: &dyn Display) -> String {
    format!(
        "marginalia doesn't know the option {option}. Usage: marginalia [--sample] [--quick-ask] [FOLDER]"
    )
}

pub(crate) const CHOOSE_VAULT: &str = "Choose a folder of notes";
pub(crate) const CHOOSE_MODELS: &str = "Choose a folder for models";
pub(crate) const CHOOSE_VERIFIER: &str = "Choose a folder with a verifier model";
pub(crate) const ADD_MODEL: &str = "Add a model file";
pub(crate) const MODEL_FILES: &str = "Models (GGUF)";
pub(crate) const ATTACH: &str = "Attach files";
pub(crate) const IMPORT: &str = "Import conversations";
pub(crate) const CONVERSATIONS: &str = "Conversations";

pub(crate) fn not_written(path: &Path, reason: &dyn Display) -> String {
    format!("{} can't be written: {reason}.", path.display())
}

pub(crate) const NOT_INSTALLED: &str = "it isn't where the app was installed";

pub(crate) fn no_sample(reason: &str) -> String {
    format!("The sample vault can't be opened: {reason}.")
}

pub(crate) fn not_opened_outside(path: &NotePath, reason: &str) -> String {
    format!("{path} can't be opened in another program: {reason}")
}

pub(crate) fn not_shown_outside(path: &NotePath, reason: &str) -> String {
    format!("{path} can't be shown in the file manager: {reason}")
}

pub(crate) fn address_refused(address: &str, reason: &str) -> String {
    format!("{address} isn't opened: {reason}.")
}

/// The names of what the icon in the tray offers.
pub(crate) const TRAY_ASK: &str = "Quick question";
pub(crate) const TRAY_OPEN: &str = "Open Marginalia";
pub(crate) const TRAY_QUIT: &str = "Quit";

pub(crate) const NO_KEY_HERE: &str = "On this desktop (Wayland) no program can take a key for itself. In your \
     desktop's own settings, have a key run “marginalia --quick-ask”.";

pub(crate) fn key_is_taken(reason: &dyn Display) -> String {
    format!("The key can't be used; perhaps another program has it: {reason}")
}

pub(crate) const NO_TRAY: &str = "There is no icon in the tray: this system lacks the library for it \
     (libayatana-appindicator3).";

pub(crate) fn quick_ask_not_opened(reason: &dyn Display) -> String {
    format!("The window for a quick question can't be opened: {reason}")
}

pub(crate) const WEB_AND_MAIL_ALONE: &str = "only web and mail addresses are";
