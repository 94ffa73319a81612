use serde::{Deserialize, Serialize};

use super::{
    message::Tool,
    tokens::{CountKind, TokenCount, Tokens},
};

/// Sizes by our tokenizer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RequestSizes {
    /// Texts of all messages and their tool calls.
    pub text: Tokens,
    pub tools: Tokens,
    /// By the rule of the model's family.
    pub images: Tokens,
    pub messages: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountReport {
    pub sent: RequestSizes,
    pub reported: Tokens,
}

/// The reports behind a model's calibration, oldest first. Few enough to store over restarts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CountReports {
    pub reports: Vec<CountReport>,
}

/// The template's cost without the texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    pub message: Tokens,
    /// The cost of a whole request: the beginning of the answer, and the template's beginning.
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

    /// The counts of many texts, in their order.
    fn count_all(&self, texts: &[String]) -> Vec<TokenCount> {
        texts.iter().map(|text| self.count(text)).collect()
    }

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

    fn image(&self, width: u32, height: u32) -> TokenCount {
        TokenCount { tokens: Tokens::of_image(width, height), kind: CountKind::Estimated }
    }
}

impl<F: Fn(&str) -> TokenCount> Count for F {
    fn count(&self, text: &str) -> TokenCount {
        self(text)
    }
}
