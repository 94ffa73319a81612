//! Learns how models count tokens from their servers' reports.
//!
//! A request costs its texts in the model's own tokens, and the chat template's text around them: a little for every
//! message, a little for the request, a preamble where there are tools. So five figures are learned:
//!
//! `reported = ratio · (text + tools) + tools_extra · tools + message · messages + reply + images_factor · images`
//!
//! They are the weighted least squares over the last few reports, with a ridge towards the priors. With one report
//! the ridge assigns the difference from the priors: to the text of a long request, to the template of a very short
//! one. With more reports of different sizes the data decides.

use parking_lot::Mutex;

use conversation::model::{CountReport, CountReports, Frame, RequestSizes, Tokens};

/// Maximum reports; an older one would weigh next to nothing.
const MAX_REPORTS: usize = 8;

/// Weight of a report relative to the next newer one. Topics change, and the ratio changes with the language.
const FADING: f64 = 0.5;

/// Expected deviation of a report from the figures, as a share of its tokens.
const SPREAD: f64 = 0.01;

/// A report below this share of the figures from similar requests is set aside: servers that cache a request's
/// beginning may report only the rest, and believing that would overfill the window. The opposite mistake only costs
/// some room.
const TOO_FEW: f64 = 0.75;

/// Minimum set-aside reports in a row that agree within 10 % and so replace the others.
const MIN_AGREEING: usize = 3;

/// Minimum tokens of a request that reveals its tokenizer. In shorter ones the template is too large a part.
const MIN_TELLING_TOKENS: f64 = 400.0;

/// One figure: its value before any report, its likely error, and the limits that any tokenizer or template can
/// reach.
struct Prior {
    mean: f64,
    spread: f64,
    least: f64,
    most: f64,
}

const RATIO: usize = 0;
const TOOLS_EXTRA: usize = 1;
const MESSAGE: usize = 2;
const REPLY: usize = 3;
const IMAGES: usize = 4;
const FIGURES: usize = 5;

/// Tokenizers in use have ratios of about 1 to 1.3 for English, and up to 2 for languages that an older one hardly
/// knows. The reply's figure covers templates' beginnings: from nothing to the 70 tokens of gpt-oss. Templates write
/// tools unpredictably, and images of a family without a rule are as uncertain.
const PRIORS: [Prior; FIGURES] = [
    Prior { mean: 1.0, spread: 0.3, least: 0.4, most: 4.0 },
    Prior { mean: 0.0, spread: 0.4, least: -1.0, most: 3.0 },
    Prior { mean: 4.0, spread: 3.0, least: 0.0, most: 40.0 },
    Prior { mean: 3.0, spread: 18.0, least: 0.0, most: 600.0 },
    Prior { mean: 1.0, spread: 0.7, least: 0.02, most: 4.0 },
];

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Figures([f64; FIGURES]);

impl Figures {
    pub(super) const PRIOR: Self = Self([
        PRIORS[RATIO].mean,
        PRIORS[TOOLS_EXTRA].mean,
        PRIORS[MESSAGE].mean,
        PRIORS[REPLY].mean,
        PRIORS[IMAGES].mean,
    ]);

    /// The model's tokens for one of ours.
    pub(super) fn ratio(&self) -> f64 {
        self.0[RATIO]
    }

    /// The ratio for tools' descriptions, with the template around them.
    pub(super) fn tools(&self) -> f64 {
        (self.0[RATIO] + self.0[TOOLS_EXTRA]).max(0.0)
    }

    pub(super) fn images(&self) -> f64 {
        self.0[IMAGES]
    }

    pub(super) fn frame(&self) -> Frame {
        let whole = |figure: usize| scaled(Tokens(1), self.0[figure]);
        Frame { message: whole(MESSAGE), reply: whole(REPLY) }
    }

    fn predict(&self, sent: &RequestSizes) -> f64 {
        row(sent).iter().zip(self.0).map(|(size, figure)| size * figure).sum()
    }

    /// Least squares over `reports`, the oldest first. If we have the model's tokenizer, the ratio isn't learned.
    fn fit(reports: &[CountReport], exact: bool) -> Self {
        // Solves for the figures' distances from their means, in spreads: this makes the ridge the unit matrix, which
        // no report can make singular.
        let mut matrix = [[0.0; FIGURES]; FIGURES];
        let mut right = [0.0; FIGURES];
        for (at, line) in matrix.iter_mut().enumerate() {
            line[at] = 1.0;
        }
        let mut weight = 1.0;
        for report in reports.iter().rev() {
            let reported = f64::from(report.reported.0);
            let variance = (SPREAD * reported).powi(2) + 1.0;
            let rest = reported - Self::PRIOR.predict(&report.sent);
            let mut sizes = row(&report.sent);
            for (at, size) in sizes.iter_mut().enumerate() {
                *size *= spread(at, exact);
            }
            for (at, line) in matrix.iter_mut().enumerate() {
                let own = sizes[at] * weight / variance;
                right[at] += own * rest;
                for (cell, size) in line.iter_mut().zip(sizes) {
                    *cell += own * size;
                }
            }
            weight *= FADING;
        }
        let distances = solve(matrix, right);
        let mut figures = Self::PRIOR.0;
        for (at, figure) in figures.iter_mut().enumerate() {
            let Prior { mean, least, most, .. } = PRIORS[at];
            *figure = (mean + distances[at] * spread(at, exact)).clamp(least, most);
        }
        Self(figures)
    }
}

fn spread(figure: usize, exact: bool) -> f64 {
    if exact && figure == RATIO { 0.0 } else { PRIORS[figure].spread }
}

fn row(sent: &RequestSizes) -> [f64; FIGURES] {
    let mut row = [0.0; FIGURES];
    row[RATIO] = f64::from(sent.text.0) + f64::from(sent.tools.0);
    row[TOOLS_EXTRA] = f64::from(sent.tools.0);
    row[MESSAGE] = f64::from(sent.messages);
    row[REPLY] = 1.0;
    row[IMAGES] = f64::from(sent.images.0);
    row
}

/// Solves a system whose matrix is the unit matrix plus squares, so that no pivot is below one.
fn solve(mut matrix: [[f64; FIGURES]; FIGURES], mut right: [f64; FIGURES]) -> [f64; FIGURES] {
    for pivot in 0..FIGURES {
        for below in pivot + 1..FIGURES {
            let factor = matrix[below][pivot] / matrix[pivot][pivot];
            let above = matrix[pivot];
            for (cell, above) in matrix[below].iter_mut().zip(above).skip(pivot) {
                *cell -= factor * above;
            }
            right[below] -= factor * right[pivot];
        }
    }
    for at in (0..FIGURES).rev() {
        let known: f64 = (at + 1..FIGURES).map(|other| matrix[at][other] * right[other]).sum();
        right[at] = (right[at] - known) / matrix[at][at];
    }
    right
}

/// True if any tokenizer and template could give this count. Others have another source: an earlier prompt from a
/// cache, or a count of bytes.
fn is_believable(report: &CountReport) -> bool {
    let text = f64::from(report.sent.text.0);
    let reported = f64::from(report.reported.0);
    let sizes = row(&report.sent);
    let most: f64 = sizes.iter().zip(&PRIORS).map(|(size, prior)| size * prior.most).sum();
    text > 0.0 && (text * PRIORS[RATIO].least..=most).contains(&reported)
}

#[derive(Debug)]
pub(super) struct Calibration {
    exact: bool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    reports: Vec<CountReport>,
    set_aside: Vec<CountReport>,
    figures: Option<Figures>,
}

impl Calibration {
    pub(super) fn new(exact: bool) -> Self {
        Self { exact, state: Mutex::default() }
    }

    /// True if our counts are the model's own. Names can mislead: people call their own models `gpt-4`, and then the
    /// server's counts decide.
    pub(super) fn is_exact(&self) -> bool {
        let state = self.state.lock();
        self.exact && !state.disproved()
    }

    pub(super) fn figures(&self) -> Option<Figures> {
        self.state.lock().figures
    }

    pub(super) fn learned(&self) -> Option<CountReports> {
        let state = self.state.lock();
        state.figures.is_some().then(|| CountReports { reports: state.reports.clone() })
    }

    /// Adds an earlier run's reports before this run's, without duplicates.
    pub(super) fn start_from(&self, learned: CountReports) {
        let mut state = self.state.lock();
        let newer = std::mem::take(&mut state.reports);
        let older = learned.reports.into_iter();
        state.reports =
            older.filter(|report| is_believable(report) && !newer.contains(report)).collect();
        state.reports.extend(newer);
        state.refit(self.exact);
    }

    pub(super) fn learn(&self, report: CountReport) {
        if !is_believable(&report) {
            return;
        }
        let mut state = self.state.lock();
        let Some(figures) = state.figures.filter(|_| state.finds_too_low(&report)) else {
            state.set_aside.clear();
            state.reports.push(report);
            return state.refit(self.exact);
        };
        state.set_aside.push(report);
        let share =
            |report: &CountReport| f64::from(report.reported.0) / figures.predict(&report.sent);
        let (least, most) =
            state.set_aside.iter().map(share).fold((f64::MAX, 0.0_f64), |(least, most), share| {
                (least.min(share), most.max(share))
            });
        if most > least * 1.1 {
            state.set_aside = vec![report];
        } else if state.set_aside.len() >= MIN_AGREEING {
            state.reports = std::mem::take(&mut state.set_aside);
            state.refit(self.exact);
        }
    }
}

impl State {
    /// True if a report probably omits a part. Figures from much shorter requests say too little.
    fn finds_too_low(&self, report: &CountReport) -> bool {
        let seen = self.reports.iter().map(|report| report.sent.text).max().unwrap_or_default();
        seen.0 >= report.sent.text.0 / 2
            && self.figures.is_some_and(|figures| {
                f64::from(report.reported.0) < figures.predict(&report.sent) * TOO_FEW
            })
    }

    /// True if a report reveals another tokenizer than the name suggests.
    fn disproved(&self) -> bool {
        self.reports.iter().any(|CountReport { sent, reported }| {
            let (text, counted) = (f64::from(sent.text.0), f64::from(reported.0));
            let template = f64::from(sent.messages) * 12.0 + 100.0;
            text >= MIN_TELLING_TOKENS
                && sent.tools.0 + sent.images.0 == 0
                && !(text * 0.97..=text * 1.03 + template).contains(&counted)
        })
    }

    fn refit(&mut self, exact: bool) {
        let surplus = self.reports.len().saturating_sub(MAX_REPORTS);
        self.reports.drain(..surplus);
        let exact = exact && !self.disproved();
        self.figures = (!self.reports.is_empty()).then(|| Figures::fit(&self.reports, exact));
    }
}

pub(super) fn scaled(tokens: Tokens, figure: f64) -> Tokens {
    // Callers clamp the figures to small non-negative numbers, and casts from float saturate.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    Tokens((f64::from(tokens.0) * figure).round() as u32)
}
