//! The size of a request in tokens: our own count, the server's, and the cost of the chat template.

use serde::{Deserialize, Serialize};

use super::{
    message::Tool,
    tokens::{CountKind, TokenCount, Tokens},
};

/// The sizes of a request's parts, counted by our tokenizer and not calibrated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RequestSizes {
    /// Texts of all messages and their tool calls.
    pub text: Tokens,
    pub tools: Tokens,
    /// From their width and height, by the rule of the model's family.
    pub images: Tokens,
    /// Number of messages.
    pub messages: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountReport {
    pub sent: RequestSizes,
    /// The server's count of the whole request.
    pub reported: Tokens,
}

/// The reports from which the counts for a model are calibrated, oldest first. `models` limits them to a few, so that
/// the library can store them for the next start.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CountReports {
    pub reports: Vec<CountReport>,
}

/// The tokens that a model's chat template adds to the texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// Added for each message.
    pub message: Tokens,
    /// Added once for a request: the template's beginning, and the beginning of the answer.
    pub reply: Tokens,
}

impl Frame {
    /// From OpenAI's cookbook, “How to count tokens with tiktoken”: three tokens and one for the role for each
    /// message, three for the reply. Other templates differ by a token or two.
    pub const COOKBOOK: Self = Self { message: Tokens(4), reply: Tokens(3) };
}

/// Counts tokens for the model that will read the context.
pub trait Count {
    fn count(&self, text: &str) -> TokenCount;

    /// In the order of `texts`.
    fn count_all(&self, texts: &[String]) -> Vec<TokenCount> {
        texts.iter().map(|text| self.count(text)).collect()
    }

    fn frame(&self) -> Frame {
        Frame::COOKBOOK
    }

    /// The descriptions of all `tools` together.
    fn tools(&self, tools: &[Tool]) -> TokenCount {
        let described: Vec<String> = tools
            .iter()
            .map(|tool| format!("{} {} {}", tool.name, tool.description, tool.parameters))
            .collect();
        self.count(&described.join("\n"))
    }

    /// `width` and `height` are in pixels.
    fn image(&self, width: u32, height: u32) -> TokenCount {
        TokenCount { tokens: Tokens::of_image(width, height), kind: CountKind::Estimated }
    }
}

impl<F: Fn(&str) -> TokenCount> Count for F {
    fn count(&self, text: &str) -> TokenCount {
        self(text)
    }
}
