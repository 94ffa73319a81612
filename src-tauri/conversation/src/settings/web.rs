use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct WebSettings {
    pub service: WebService,
    pub results: u32,
    /// Consent before a query leaves. Queries are shown in any case.
    pub ask: AskFirst,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum WebService {
    #[default]
    Off,
    Tavily,
    SearXng {
        base_url: String,
    },
}

/// The strictest first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum AskFirst {
    Always,
    #[default]
    Once,
    Never,
}

impl Default for WebSettings {
    fn default() -> Self {
        Self { service: WebService::Off, results: 5, ask: AskFirst::Once }
    }
}

impl WebService {
    /// Tavily's address, to which its key belongs.
    pub const TAVILY: &str = "https://api.tavily.com";

    pub fn address(&self) -> Option<&str> {
        match self {
            Self::Off => None,
            Self::Tavily => Some(Self::TAVILY),
            Self::SearXng { base_url } => Some(base_url),
        }
    }
}
