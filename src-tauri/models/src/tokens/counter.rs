//! Counting the tokens of texts, images, tools and whole requests.

use std::sync::Arc;

use super::cache;
use super::calibration::{Calibration, Figures, scaled};
use super::encoding::Encoding;
use super::images::ImageRule;
use conversation::model::{
    ChatMessage, ChatRequest, Count, CountKind, CountReport, CountReports, Frame, RequestSizes,
    TokenCount, Tokens, Tool,
};

/// Counts tokens for one model. Cheap to clone; counts are cached by content.
///
/// The tables are read on the first count, which takes some 100 ms; [`TokenCounter::preload`] does
/// it ahead of time.
#[derive(Debug, Clone)]
pub struct TokenCounter {
    encoding: Encoding,
    /// Whether the encoding is the model's own.
    exact: bool,
    images: ImageRule,
    calibration: Option<Arc<Calibration>>,
}

impl TokenCounter {
    /// The counter for a model of which no server has reported anything: its own tokenizer where that
    /// is known, else o200k. What it learns it shares with its clones; counters that share with all of
    /// a name come from [`Calibrations::counter`](super::Calibrations::counter).
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

    /// The counter that gives an encoding's own counts.
    pub fn for_encoding(encoding: Encoding) -> Self {
        Self { encoding, exact: true, images: ImageRule::DEFAULT, calibration: None }
    }

    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Reads the tables now instead of at the first count. It blocks for some 100 ms: call it on a
    /// thread that may.
    pub fn preload(&self) {
        self.encoding.preload();
    }

    /// Counts `text`. Special tokens in it count as ordinary text. A text that isn't empty has at
    /// least one token.
    pub fn count(&self, text: &str) -> TokenCount {
        let raw = self.count_uncalibrated(text);
        match self.figures() {
            Some(figures) if !self.is_exact() => times(raw, figures.ratio()),
            _ => raw,
        }
    }

    /// Counts `text` as if no server had reported anything.
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

    /// Counts the descriptions of tools as they are sent: as JSON, in the form that most servers
    /// take. What the model's template makes of them is learned from reports.
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

    /// Counts an image by its size, by the rule of the model's family.
    pub fn count_image(&self, width: u32, height: u32) -> TokenCount {
        let raw =
            TokenCount { tokens: self.images.tokens(width, height), kind: CountKind::Estimated };
        self.figures().map_or(raw, |figures| times(raw, figures.images()))
    }

    /// What the model's template costs besides the texts: as learned, else by OpenAI's cookbook.
    pub fn frame(&self) -> Frame {
        self.figures().map_or(Frame::COOKBOOK, |figures| figures.frame())
    }

    /// Counts a whole request: the texts, calls, images and tools, each by itself, and the frame of
    /// each message. The kind is that of its least certain part, and a frame that wasn't learned
    /// is an estimate.
    pub fn count_request(&self, request: &ChatRequest) -> TokenCount {
        let frame = self.frame();
        let mut parts = vec![TokenCount {
            tokens: frame.reply,
            kind: match self.figures() {
                Some(_) => CountKind::Calibrated,
                None => CountKind::Estimated,
            },
        }];
        for message in &request.messages {
            parts.push(TokenCount { tokens: frame.message, ..parts[0] });
            parts.extend(texts(message).map(|text| self.count(text)));
            let images = message.images.iter();
            parts.extend(images.map(|image| self.count_image(image.width, image.height)));
        }
        if !request.tools.is_empty() {
            parts.push(self.count_tools(&request.tools));
        }
        TokenCount {
            tokens: parts.iter().map(|part| part.tokens).sum(),
            kind: parts.iter().map(|part| part.kind).max().unwrap_or(CountKind::Exact),
        }
    }

    /// What a request is made of, uncalibrated: what [`TokenCounter::learn_sent`] wants. The texts
    /// were mostly counted before, so it takes next to no time.
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

    /// Learns from a call that the server counted `reported` tokens for this request
    /// ([`conversation::model::Usage::prompt`]). The figures hold for all later counts of the model.
    ///
    /// A report that no tokenizer and template would give is passed over, and one that is far under
    /// what was learned isn't believed before it is confirmed: the server may have counted only
    /// what it hadn't in its cache.
    pub fn learn(&self, request: &ChatRequest, reported: Tokens) {
        self.learn_sent(self.measure(request), reported);
    }

    /// [`TokenCounter::learn`] for a request that was measured before.
    pub fn learn_sent(&self, sent: RequestSizes, reported: Tokens) {
        if let Some(calibration) = &self.calibration {
            calibration.learn(CountReport { sent, reported });
        }
    }

    /// What was learned about the model so far, to be kept over restarts.
    pub fn learned(&self) -> Option<CountReports> {
        self.calibration.as_ref().and_then(|calibration| calibration.learned())
    }

    /// Takes over what an earlier run learned about the model. What can't be believed of it is left
    /// out.
    pub fn start_from(&self, learned: CountReports) {
        if let Some(calibration) = &self.calibration {
            calibration.start_from(learned);
        }
    }

    /// How many of the model's tokens make one of ours, if that was learned.
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

/// The count in the model's tokens, by a figure that was learned.
fn times(count: TokenCount, figure: f64) -> TokenCount {
    if count.kind == CountKind::Approximate {
        return count;
    }
    let least = Tokens(u32::from(count.tokens.0 > 0));
    TokenCount { tokens: scaled(count.tokens, figure).max(least), kind: CountKind::Calibrated }
}

/// All text of a message: what is said, and the calls of tools.
fn texts(message: &ChatMessage) -> impl Iterator<Item = &str> {
    let calls = message.tool_calls.iter();
    let calls = calls.flat_map(|call| [call.name.as_str(), call.arguments.as_str()]);
    std::iter::once(message.content.as_str()).chain(calls)
}

/// Characters divided by four, the rule of thumb for Latin script; others have fewer characters a
/// token. What o200k makes of prose:
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
