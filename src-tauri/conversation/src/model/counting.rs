//! What is known of how a model counts: what a request was made of, and what its server counted.

use serde::{Deserialize, Serialize};

use super::{
    message::Tool,
    tokens::{CountKind, TokenCount, Tokens},
};

/// What a request is made of, as our tokenizer counts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RequestSizes {
    /// The texts of all messages, and the calls of tools in them.
    pub text: Tokens,
    pub tools: Tokens,
    /// The images, by the rule of the model's family.
    pub images: Tokens,
    pub messages: u32,
}

/// What a server counted for a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountReport {
    pub sent: RequestSizes,
    pub reported: Tokens,
}

/// The reports about a model from which its calibration is made, the oldest first. Few enough to be
/// kept over restarts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CountReports {
    pub reports: Vec<CountReport>,
}

/// What a model's template costs besides the texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    pub message: Tokens,
    /// What the request costs once: the beginning of the answer, and what the template puts first.
    pub reply: Tokens,
}

impl Frame {
    /// The figures of OpenAI's cookbook, “How to count tokens with tiktoken”: three tokens and one
    /// for the role a message, three for the reply. Other templates differ by a token or two.
    pub const COOKBOOK: Self = Self { message: Tokens(4), reply: Tokens(3) };
}

/// What counts for the model that will read the context.
pub trait Count {
    fn count(&self, text: &str) -> TokenCount;

    /// What each message costs besides its text, and what the beginning of the answer costs.
    fn frame(&self) -> Frame {
        Frame::COOKBOOK
    }

    fn tools(&self, tools: &[Tool]) -> TokenCount {
        let described: Vec<String> = tools
            .iter()
            .map(|tool| format!("{} {} {}", tool.name, tool.description, tool.parameters))
            .collect();
        self.count(&described.join("\n"))
    }

    /// Counts an image by its size in pixels.
    fn image(&self, width: u32, height: u32) -> TokenCount {
        TokenCount { tokens: Tokens::of_image(width, height), kind: CountKind::Estimated }
    }
}

impl<F: Fn(&str) -> TokenCount> Count for F {
    fn count(&self, text: &str) -> TokenCount {
        self(text)
    }
}
