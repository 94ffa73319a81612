use engine::{
    download::LocalModel,
    header::Header,
    memory::{self, Memory},
    protocol::LoadReport,
};

use crate::capabilities::ServerFacts;
use conversation::model::{Model, Source, Tokens, Window};

/// Default window: enough for a question with its passages, and small enough for most machines' memory.
const WINDOW: u32 = 8192;

/// A model that isn't loaded, with the window that fits into memory now.
pub(super) fn model(local: LocalModel, header: &Header, memory: Memory) -> Model {
    // A model that doesn't fit is offered with the smallest window; a question to it fails with the figures.
    let window = memory::window(&local.path, header, WINDOW, memory).unwrap_or(2048);
    facts(header, window).model(local.id, false)
}

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
