//! The models' files on this machine.

use engine::{
    download::LocalModel,
    header::Header,
    memory::{self, Memory},
    protocol::LoadReport,
};

use crate::capabilities::ServerFacts;
use conversation::model::{Model, Source, Tokens, Window};

/// The window that a model gets if nobody wants another one: enough for a question with its passages,
/// and little enough for the memory of most machines.
const WINDOW: u32 = 8192;

/// What can be told of a model that isn't loaded: its window is the one that fits into memory now.
pub(super) fn model(local: LocalModel, header: &Header, memory: Memory) -> Model {
    // A model that doesn't fit is offered with the smallest window; being asked, it tells the figures.
    let window = memory::window(&local.path, header, WINDOW, memory).unwrap_or(2048);
    facts(header, window).model(local.id, false)
}

/// The same of the one that is.
pub(super) fn loaded_model(local: LocalModel, header: &Header, loaded: &LoadReport) -> Model {
    facts(header, loaded.window).model(local.id, false)
}

fn facts(header: &Header, window: u32) -> ServerFacts {
    ServerFacts {
        window: Some(Window { tokens: Tokens(window), source: Source::Server }),
        tools: Some(header.knows_tools()),
        vision: Some(false),
        thinking: Some(header.always_thinks()),
    }
}
