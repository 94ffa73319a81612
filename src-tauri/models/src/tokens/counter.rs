use std::sync::Arc;

use super::calibration::{Calibration, Figures, scaled};
use super::encoding::Encoding;
use super::images::ImageRule;
use super::{cache, parallel};
use conversation::model::{
    ChatMessage, ChatRequest, Count, CountKind, CountReport, CountReports, Frame, RequestSizes,
    TokenCount, Tokens, Tool,
};

/// Counts tokens for one model. Cheap to clone; counts are cached by content.
///
/// The first count compiles the tokenizer's pattern; [`TokenCounter::preload`] does it ahead of time.
#[derive(Debug, Clone)]
pub struct TokenCounter {
    encoding: Encoding,
    exact: bool,
    images: ImageRule,
    calibration: Option<Arc<Calibration>>,
}

impl TokenCounter {
    /// A counter without reports: the model's own tokenizer if known, otherwise o200k. It shares its learning with
    /// its clones only; [`Calibrations::counter`](super::Calibrations::counter) shares by name.
    pub fn for_model(model: &str) -> Self {
        let exact = Encoding::of_model(model).is_some();
        Self::calibrated(model, Arc::new(Calibration::new(exact)))
    }

    pub(super) fn calibrated(model: &str, calibration: Arc<Calibration>) -> Self {
        let own = Encoding::of_model(model);
        Self {
            encoding: own.unwrap_or(Encoding::O200k),
            exact: own.is_some(),
            images: ImageRule::of_model(model),
            calibration: Some(calibration),
        }
    }

    pub fn for_encoding(encoding: Encoding) -> Self {
        Self { encoding, exact: true, images: ImageRule::DEFAULT, calibration: None }
    }

    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Compiles the tokenizer's pattern now.
    pub fn preload(&self) {
        self.encoding.preload();
    }

    /// Counts special tokens as ordinary text. A text that isn't empty has at least one token.
    pub fn count(&self, text: &str) -> TokenCount {
        let raw = self.count_uncalibrated(text);
        match self.figures() {
            Some(figures) if !self.is_exact() => times(raw, figures.ratio()),
            _ => raw,
        }
    }

    fn count_uncalibrated(&self, text: &str) -> TokenCount {
        match cache::count(self.encoding, text) {
            Ok(raw) => TokenCount {
                tokens: Tokens(raw.tokens),
                kind: if self.is_exact() && raw.true_to_tokenizer {
                    CountKind::Exact
                } else {
                    CountKind::Estimated
                },
            },
            Err(_) => TokenCount { tokens: approximate(text), kind: CountKind::Approximate },
        }
    }

    /// Counts tools' descriptions as JSON in the form that most servers accept. The template's share is learned from
    /// reports.
    pub fn count_tools(&self, tools: &[Tool]) -> TokenCount {
        let figures = self.figures();
        let raw = TokenCount { kind: CountKind::Estimated, ..self.raw_tools(tools) };
        figures.map_or(raw, |figures| times(raw, figures.tools()))
    }

    fn raw_tools(&self, tools: &[Tool]) -> TokenCount {
        if tools.is_empty() {
            return self.count_uncalibrated("");
        }
        let sent: Vec<_> = tools
            .iter()
            .map(|tool| serde_json::json!({ "type": "function", "function": tool }))
            .collect();
        self.count_uncalibrated(&serde_json::to_string(&sent).unwrap_or_default())
    }

    /// By the size, with the rule of the model's family.
    pub fn count_image(&self, width: u32, height: u32) -> TokenCount {
        let raw =
            TokenCount { tokens: self.images.tokens(width, height), kind: CountKind::Estimated };
        self.figures().map_or(raw, |figures| times(raw, figures.images()))
    }

    /// The template's cost without the texts: as learned, otherwise by OpenAI's cookbook.
    pub fn frame(&self) -> Frame {
        self.figures().map_or(Frame::COOKBOOK, |figures| figures.frame())
    }

    /// The uncalibrated sizes for [`TokenCounter::learn_sent`]. Fast, because most texts were counted before.
    pub fn measure(&self, request: &ChatRequest) -> RequestSizes {
        let texts = request.messages.iter().flat_map(texts);
        let images = request.messages.iter().flat_map(|message| &message.images);
        RequestSizes {
            text: texts.map(|text| self.count_uncalibrated(text).tokens).sum(),
            tools: self.raw_tools(&request.tools).tokens,
            images: images.map(|image| self.images.tokens(image.width, image.height)).sum(),
            messages: u32::try_from(request.messages.len()).unwrap_or(u32::MAX),
        }
    }

    /// Learns from a server's count ([`conversation::model::Usage::prompt`]) for this request, for all later counts
    /// of the model.
    ///
    /// Impossible reports are ignored, and a report far below expectation needs confirmation: the server may have
    /// counted only uncached tokens.
    pub fn learn(&self, request: &ChatRequest, reported: Tokens) {
        self.learn_sent(self.measure(request), reported);
    }

    pub fn learn_sent(&self, sent: RequestSizes, reported: Tokens) {
        if let Some(calibration) = &self.calibration {
            calibration.learn(CountReport { sent, reported });
        }
    }

    pub fn learned(&self) -> Option<CountReports> {
        self.calibration.as_ref().and_then(|calibration| calibration.learned())
    }

    pub fn start_from(&self, learned: CountReports) {
        if let Some(calibration) = &self.calibration {
            calibration.start_from(learned);
        }
    }

    pub fn ratio(&self) -> Option<f64> {
        self.figures().map(|figures| figures.ratio())
    }

    fn is_exact(&self) -> bool {
        self.exact && self.calibration.as_ref().is_none_or(|calibration| calibration.is_exact())
    }

    fn figures(&self) -> Option<Figures> {
        self.calibration.as_ref().and_then(|calibration| calibration.figures())
    }
}

fn times(count: TokenCount, figure: f64) -> TokenCount {
    if count.kind == CountKind::Approximate {
        return count;
    }
    let least = Tokens(u32::from(count.tokens.0 > 0));
    TokenCount { tokens: scaled(count.tokens, figure).max(least), kind: CountKind::Calibrated }
}

fn texts(message: &ChatMessage) -> impl Iterator<Item = &str> {
    let calls = message.tool_calls.iter();
    let calls = calls.flat_map(|call| [call.name.as_str(), call.arguments.as_str()]);
    std::iter::once(message.content.as_str()).chain(calls)
}

/// Characters divided by four, the rule of thumb for Latin script; others have fewer characters a token. Measured
/// with o200k on prose:
///
/// | script | characters a token | taken as |
/// |---|---|---|
/// | Latin: English, Spanish, German | 4.8, 4.4, 4.3 | 4 |
/// | Cyrillic, Greek: Russian, Ukrainian, Greek | 3.5, 2.6, 2.4 | 2.4 |
/// | Arabic, Hebrew, Hindi, Thai | 2.8, 2.5, 3.0, 2.2 | 2.4 |
/// | hangul | 1.5 | 1.5 |
/// | han and kana: Chinese, Japanese | 1.3 (traditional 0.9), 1.1 | 1.2 |
/// | emoji, arrows, mathematics | 0.8 to 1.2 | 1 |
fn approximate(text: &str) -> Tokens {
    let twelfths = |character: char| match character {
        '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{2000}'..='\u{206f}' => 3_u64,
        '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7af}' => 8,
        '\u{2e80}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ffef}'
        | '\u{20000}'..='\u{3ffff}' => 10,
        '\u{250}'..='\u{1fff}' | '\u{a000}'..='\u{abff}' => 5,
        _ => 12,
    };
    let twelfths: u64 = text.chars().map(twelfths).sum();
    Tokens(u32::try_from(twelfths.div_ceil(12)).unwrap_or(u32::MAX))
}

#[cfg(test)]
#[path = "learning_tests.rs"]
mod learning_tests;
#[cfg(test)]
#[path = "tests.rs"]
mod tests;

impl Count for TokenCounter {
    fn count(&self, text: &str) -> TokenCount {
        TokenCounter::count(self, text)
    }

    fn count_all(&self, texts: &[String]) -> Vec<TokenCount> {
        parallel::each(parallel::threads(texts), texts, &|text| self.count(text))
    }

    fn frame(&self) -> Frame {
        TokenCounter::frame(self)
    }

    fn tools(&self, tools: &[Tool]) -> TokenCount {
        self.count_tools(tools)
    }

    fn image(&self, width: u32, height: u32) -> TokenCount {
        self.count_image(width, height)
    }
}
