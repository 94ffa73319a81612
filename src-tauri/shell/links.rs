//! `marginalia://…` links, which other programs and web pages open. Their authors aren't trusted: a link fills a box
//! or shows an item of the open vault, and never sends, searches or changes anything.

#[cfg(test)]
mod tests;

use conversation::{ConversationId, Error, MessageId, Result};
use notes::NotePath;
use serde::Serialize;
use specta::Type;
use tauri::{AppHandle, Url};
use tauri_specta::Event;

use crate::{
    sentences,
    windows::{self, MAIN},
};

pub const SCHEME: &str = "marginalia";

/// Maximum number of characters of a link's text.
const LONGEST: usize = 4_000;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Link {
    /// `marginalia://open?note=Bread/Salt.md&line=12`; without `note`, only shows the window.
    Open {
        note: Option<NotePath>,
        /// The line to show, from 1.
        line: Option<u32>,
    },
    /// `marginalia://answer?conversation=…&answer=…&passage=3` shows an answer and the passage of a citation.
    Answer { conversation: ConversationId, answer: MessageId, passage: Option<u32> },
    /// `marginalia://ask?q=…` fills in a question for the user to send.
    Ask { question: String },
    /// `marginalia://search?q=…` fills in the search box.
    Search { query: String },
    /// `marginalia://receipt?answer=…` shows an answer's receipt.
    Receipt { answer: MessageId },
}

pub fn is_link(argument: &str) -> bool {
    argument.split_once(':').is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case(SCHEME))
}

impl Link {
    pub fn parse(address: &str) -> Result<Self> {
        let unknown = || Error::bad_input(sentences::LINK_NOT_KNOWN);
        let url = Url::parse(address).map_err(|error| unknown().because(error))?;
        let value = |name: &str| {
            let mut pairs = url.query_pairs();
            pairs.find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
        };
        let number = |name: &str| {
            value(name).map(|digits| digits.parse::<u32>().map_err(|_| unknown())).transpose()
        };
        let text = || value("q").map(|text| cleaned(&text)).filter(|text| !text.is_empty());
        match url.host_str() {
            Some("open") => {
                let note = value("note").map(|path| NotePath::new(&path)).transpose();
                Ok(Self::Open { note: note.map_err(|_| unknown())?, line: number("line")? })
            }
            Some("answer") => {
                let id = |name: &str| value(name).ok_or_else(unknown);
                Ok(Self::Answer {
                    conversation: id("conversation")?.parse().map_err(|_| unknown())?,
                    answer: id("answer")?.parse().map_err(|_| unknown())?,
                    passage: number("passage")?,
                })
            }
            Some("ask") => Ok(Self::Ask { question: text().ok_or_else(unknown)? }),
            Some("search") => Ok(Self::Search { query: text().ok_or_else(unknown)? }),
            Some("receipt") => {
                let answer = value("answer").ok_or_else(unknown)?;
                Ok(Self::Receipt { answer: answer.parse().map_err(|_| unknown())? })
            }
            _ => Err(unknown()),
        }
    }
}

fn cleaned(text: &str) -> String {
    let seen = |c: &char| !c.is_control() || *c == '\n';
    text.trim().chars().filter(seen).take(LONGEST).collect()
}

#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct LinkOpened(pub Link);

pub fn open_in_main(app: &AppHandle, link: Link) {
    windows::bring_forward(app);
    if let Err(error) = LinkOpened(link).emit_to(app, MAIN) {
        tracing::warn!(%error, "the window didn't get a link");
    }
}
