//! Every sentence of this crate that people read, so that they can be translated in one place.

use std::fmt::Display;

pub(crate) const TOO_MANY_CHOICES: &str = "More of the context can't be taken out or pinned.";

pub(crate) fn no_id(text: &str) -> String {
    format!("“{text}” isn't the id of anything in the library.")
}

// Settings.

pub(crate) const JUDGE_WITHOUT_MODEL: &str =
    "Judging citations needs the name of the server's model.";
pub(crate) const EMBEDDINGS_WITHOUT_MODEL: &str =
    "Search by meaning needs the name of the server's embedding model.";
pub(crate) const RERANK_WITHOUT_MODEL: &str = "Reranking needs the name of the server's model.";
pub(crate) const PAGES: &str = "Between 1 and 20 pages of the web can be asked for.";
pub(crate) const MODEL_WITHOUT_NAME: &str = "The model's name is empty.";
pub(crate) const MODELS_FOLDER: &str =
    "The folder for models is written in full, from the root of its disk.";
pub(crate) const SHARES: &str =
    "The shares of the window for instructions, tools and messages are more than 100 % together.";
pub(crate) const TEMPERATURE: &str = "The temperature is a number from 0 to 2.";
pub(crate) const KEPT_MESSAGES: &str =
    "Between 1 and 50 of the newest messages can be kept from summaries.";
pub(crate) const WORK_LIMITS: &str = "Working a question out has limits: from 1 to 20 steps, from 4 to 200 calls of the \
     model, from 5,000 to 10 million tokens and from 1 to 240 minutes.";
pub(crate) const MAX_K: &str = "Between 1 and 100 passages can be looked at for a question.";
pub(crate) const DISPLAY_K: &str =
    "The model can see at least 1 passage, and no more than are looked at.";
pub(crate) const THRESHOLD: &str = "How near a passage must be is a number from 0 to 1.";

pub(crate) fn window_too_small(window: impl Display, reserve: impl Display) -> String {
    format!("The window of {window} tokens leaves no room: {reserve} are kept for the answer.")
}
