//! Every sentence of this crate that people read, so that they can be translated in one place.

use std::{fmt::Display, path::Path};

use conversation::{AttachmentId, ConversationId, MessageId, ReferenceId};

pub(crate) const CLOSED: &str = "The library is closed.";

pub(crate) fn no_thread(reason: &dyn Display) -> String {
    format!("The library can't run: {reason}")
}

pub(crate) fn panicked(reason: &str) -> String {
    format!("A step of the library failed unexpectedly, and was undone: {reason}")
}

pub(crate) fn disk_full(path: &Path) -> String {
    format!("The disk is full: the library ({}) couldn't be written.", path.display())
}

pub(crate) fn not_allowed(path: &Path) -> String {
    format!(
        "The library ({}) can't be written: this user isn't allowed to change it.",
        path.display()
    )
}

pub(crate) fn damaged_meanwhile(path: &Path, reason: &dyn Display) -> String {
    format!(
        "The library ({}) is damaged ({reason}). Restart Marginalia: it sets the damaged file aside \
         and saves what can be read.",
        path.display()
    )
}

pub(crate) fn failed(path: &Path, reason: &dyn Display) -> String {
    format!("The library ({}) failed: {reason}", path.display())
}

pub(crate) fn damaged_and_open(path: &Path, reason: &str) -> String {
    format!(
        "The library ({}) is damaged ({reason}) and open in another Marginalia. Close that one, then \
         start this one again.",
        path.display()
    )
}

pub(crate) fn newer(path: &Path, version: i64, known: usize) -> String {
    format!(
        "The library ({}) was written by a newer Marginalia (version {version} of the library; this \
         one knows {known}). Install the newer Marginalia to read it.",
        path.display()
    )
}

pub(crate) fn not_kept_aside(path: &Path, reason: &dyn Display) -> String {
    format!("The library ({}) is damaged and couldn't be set aside: {reason}", path.display())
}

pub(crate) fn not_opened(path: &Path, reason: &dyn Display) -> String {
    format!("The library ({}) can't be opened: {reason}", path.display())
}

/// What became of a damaged library's rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Recovery {
    pub(crate) conversations: u32,
    pub(crate) messages: u32,
    /// Conversations that were there and can't be read; `None` if nobody can tell how many there
    /// were.
    pub(crate) lost_conversations: Option<u32>,
    pub(crate) lost_messages: Option<u32>,
}

/// The notice that the library was damaged, is kept as `aside`, and how much of it was saved.
pub(crate) fn damage(aside: &Path, reason: &str, recovered: Recovery) -> String {
    // Of several findings one is enough for people; SQLite puts each on a line.
    let reason = reason.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
    format!(
        "The library with your conversations was damaged ({reason}). It is kept as {}. {} Your notes \
         are not affected.",
        aside.display(),
        saved(recovered)
    )
}

fn saved(recovered: Recovery) -> String {
    let count = |n: u32, what: &str| match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    };
    if recovered.conversations == 0 {
        return "Nothing in it could be read, and a new one was begun.".to_owned();
    }
    let read = format!(
        "{} with {} could be read and {} in the new one.",
        count(recovered.conversations, "conversation"),
        count(recovered.messages, "message"),
        if recovered.conversations == 1 { "is" } else { "are" }
    );
    let lost = match (recovered.lost_conversations, recovered.lost_messages) {
        (Some(0), Some(0)) => "None is missing.".to_owned(),
        (Some(conversations), Some(messages)) => format!(
            "{} and {} couldn't be read.",
            count(conversations, "conversation"),
            count(messages, "message")
        ),
        _ => "It isn't known how many are missing.".to_owned(),
    };
    format!("{read} {lost}")
}

// Changes to notes.

pub(super) const NO_CHANGE: &str = "This change isn't in the library.";
pub(super) const CHANGE_DECIDED: &str = "This change was decided on already.";

// What isn't there, or can't be done.

pub(crate) fn no_conversation(id: ConversationId) -> String {
    format!("The conversation {id} isn't in the library.")
}

pub(crate) fn no_message(id: MessageId) -> String {
    format!("The message {id} isn't in the library.")
}

pub(crate) fn no_reference(id: ReferenceId) -> String {
    format!("The reference {id} isn't in the library.")
}

pub(crate) fn no_file(id: AttachmentId) -> String {
    format!("The attached file {id} isn't in the library.")
}

pub(crate) const NO_SUMMARY: &str = "This summary isn't in the library.";
pub(crate) const NO_PROJECT: &str = "This project isn't in the library.";
pub(crate) const NO_PROMPT: &str = "This prompt isn't in the library.";
pub(crate) const NO_NAME: &str = "It needs a name.";
pub(crate) const NO_RECEIPT: &str = "This answer has no receipt: no model was called for it.";
pub(crate) const NOTHING_TO_REMEMBER: &str = "There is nothing to remember.";
pub(crate) const TOO_LONG_TO_REMEMBER: &str =
    "That is too long to be remembered: at most 2,000 characters.";

/// A note or page that answers often rest on, as a memory.
pub(crate) fn often(link: &str, about: &str) -> String {
    format!("Answers often rest on {link}: {about}")
}

pub(crate) const NOT_REMEMBERED: &str = "This isn't remembered (any more).";
pub(crate) const CONVERSATION_DELETED: &str =
    "This conversation was deleted. Bring it back to go on with it.";
pub(crate) const STILL_WRITTEN: &str = "An answer is still being written in this conversation, \
     perhaps in another window or terminal. Wait for it, or stop it there.";

pub(crate) fn other_vault(root: &str) -> String {
    format!("This conversation is about the notes in {root}. Open that folder to go on.")
}

/// What is said in files that are written for people.
pub(crate) mod export {
    use std::fmt::Display;

    pub(crate) const STREAMING: &str = "This answer was still being written.";
    pub(crate) const INTERRUPTED: &str = "This answer was cut off.";
    pub(crate) const CANCELLED: &str = "This answer was stopped.";
    pub(crate) const FAILED: &str = "This answer failed.";

    pub(crate) const STEPS: &str = "Worked out step by step";
    pub(crate) const SAID_ON_THE_WAY: &str = "You added";
    pub(crate) const NOTHING: &str = "nothing was noted";
    pub(crate) const OPEN: &str = "Still open";

    pub(crate) fn not_written(error: &dyn Display) -> String {
        format!("It couldn't be written: {error}")
    }

    /// A citation that the user put in the place of another.
    pub(crate) fn in_place_of(number: impl Display, written: impl Display) -> String {
        format!("[{number}] in place of [{written}]")
    }

    /// A citation that the user added.
    pub(crate) fn added(number: impl Display) -> String {
        format!("[{number}] where none stood")
    }

    pub(crate) fn corrected(told: &[String]) -> String {
        format!("Citations that were put right by hand: {}.", told.join(", "))
    }
}

/// Why a file of conversations wasn't read, or not all of it.
pub(crate) mod import {
    use std::fmt::Display;

    pub(crate) const NEITHER: &str = "The file has no conversations: it is neither an export of \
         Marginalia nor a chat_sessions.json. Nothing was imported.";
    pub(crate) const NO_CONVERSATION: &str = "There is no conversation in the file.";
    pub(crate) const EARLIER_CALL: &str = "This call was made by an earlier app.";
    pub(crate) const EARLIER_SEARCH: &str = "found by a search of an earlier app";
    pub(crate) const LINKED: &str = "you linked it";

    // Of a conversation.
    pub(crate) const NO_LIST: &str = "its “messages” aren't a list";
    pub(crate) const NO_MESSAGES: &str = "it has no “messages”";
    pub(crate) const NO_OBJECT: &str = "it isn't an object with “messages”";
    pub(crate) const NO_LAST: &str = "the message that is shown last isn't there.";

    // Of a message.
    pub(crate) const IS_NO_OBJECT: &str = "isn't an object";
    pub(crate) const ROLE_IS_NO_TEXT: &str = "has a “role” that isn't text";
    pub(crate) const NO_ROLE: &str = "has no “role”";
    pub(crate) const CONTENT_IS_NO_TEXT: &str = "has a “content” that isn't text";
    pub(crate) const NO_CONTENT: &str = "has no “content”";
    pub(crate) const NO_PARENT: &str = "follows a message that isn't before it.";
    pub(crate) const SAME_ID: &str = "has the same id as another.";
    pub(crate) const CITATION_OUTSIDE: &str = "has a citation outside its text.";
    pub(crate) const CHECK_OUTSIDE: &str = "has a check of a sentence outside its text.";

    pub(crate) fn unknown_role(role: &str) -> String {
        format!("has the role “{role}”, which isn't known")
    }

    /// Message `n`, counted from 1, and one of the sentences above.
    pub(crate) fn message(n: usize, what: &str) -> String {
        format!("message {n} {what}")
    }

    pub(crate) fn no_content(n: usize, file: &str) -> String {
        format!("message {n} has a file “{file}” whose content is missing.")
    }

    pub(crate) fn no_base64(file: &str) -> String {
        format!("the file “{file}” isn't in base64.")
    }

    pub(crate) fn strange_reference(reference: usize, message: usize) -> String {
        format!("Reference {reference} of message {message} can't be understood.")
    }

    pub(crate) fn nameless_call(message: usize) -> String {
        format!("A tool call of message {message} has no name and was left out.")
    }

    pub(crate) fn empty(place: &str) -> String {
        format!("{place} has no messages and was left out.")
    }

    pub(crate) fn no_json(error: &dyn Display) -> String {
        format!("The file isn't JSON: {error}. Nothing was imported.")
    }

    pub(crate) fn strange(error: &dyn Display) -> String {
        format!("The file can't be understood: {error}. Nothing was imported.")
    }

    pub(crate) fn strange_place(place: &str, what: &str) -> String {
        format!("The file can't be understood: {place}: {what}. Nothing was imported.")
    }

    pub(crate) fn newer(version: u64, known: u32) -> String {
        format!(
            "The file was written by a newer Marginalia (its version is {version}, this one knows \
             {known}). Nothing was imported."
        )
    }

    /// What is wrong with conversation `n`, counted from 1.
    pub(crate) fn wrong(n: usize, title: &str, what: &str) -> String {
        format!("Conversation {n} (“{title}”): {what} Nothing was imported.")
    }

    /// What a model would follow without anybody having read it.
    pub(crate) fn unread(title: &str, prompts: usize, project: bool, summaries: usize) -> String {
        let prompts = match prompts {
            0 => None,
            1 => Some("1 prompt".to_owned()),
            n => Some(format!("{n} prompts")),
        };
        let summaries = match summaries {
            0 => None,
            1 => Some("1 summary".to_owned()),
            n => Some(format!("{n} summaries")),
        };
        let left: Vec<String> =
            [prompts, project.then(|| "1 project with its instructions".to_owned()), summaries]
                .into_iter()
                .flatten()
                .collect();
        format!(
            "Left out of “{title}”: {}. A model would follow them, and you haven’t read them. All \
             messages are there.",
            left.join(", ")
        )
    }

    /// What of an earlier app's file has no place here.
    pub(crate) fn left_out(instructions: usize, results: usize, times: usize) -> Vec<String> {
        let count = |n: usize, what: &str, was: &str| match n {
            0 => None,
            1 => Some(format!("One {what} {was}.")),
            n => Some(format!("{n} {what}s {was}.")),
        };
        let told = [
            count(instructions, "message with instructions", "left out: Marginalia has its own"),
            count(results, "result of a tool", "left out"),
            count(times, "time", "couldn't be read and taken from what stands before"),
        ];
        told.into_iter().flatten().collect()
    }
}
