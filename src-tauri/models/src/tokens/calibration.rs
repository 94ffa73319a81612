//! What servers taught us about how their models count.
//!
//! A request costs what its texts cost in the model's own tokens, and what the model's chat
//! template writes around them: a little for every message, a little for the request, a preamble
//! where there are tools. So five figures are learned:
//!
//! `reported = ratio · (text + tools) + tools_extra · tools + message · messages + reply + images_factor · images`
//!
//! They are the weighted least squares over the last few reports, with a ridge towards what is known
//! before any report. With one report the ridge decides who gets the difference: of a long request
//! the text, of a very short one the template. With more reports of different sizes the data decides.

use parking_lot::Mutex;

use conversation::model::{CountReport, CountReports, Frame, RequestSizes, Tokens};

/// Maximum reports that are kept. An older one would weigh next to nothing.
const KEPT: usize = 8;

/// What a report weighs beside the next newer one. What people talk about changes, and with the
/// language the ratio changes, too.
const FADING: f64 = 0.5;

/// How well a figure fits the same model's next request of other words: the spread of a report as a
/// share of it.
const SPREAD: f64 = 0.01;

/// A report that is under this share of what was learned from requests of about its size is set
/// aside: servers that keep a request's beginning from the last time may report the rest alone, and
/// believing that would overfill the window. The other way round a mistake costs some room and no
/// more.
const TOO_FEW: f64 = 0.75;

/// Minimum reports in a row that were set aside, and agree, before they are believed.
const CONVINCING: usize = 3;

/// Minimum tokens of a request that shows whose tokenizer counted it. In shorter ones the template is
/// too large a part.
const TELLING: f64 = 400.0;

/// One figure: what is taken before any report, how far off that may well be, and what could come
/// from no tokenizer or template.
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

/// The ratios of the tokenizers in use lie around 1 to 1.3 for English, and up to 2 for languages that an
/// older one knows little of. The reply's figure takes in what templates put first: from nothing to
/// the 70 tokens of gpt-oss. How a template writes tools is anybody's guess, and so are images of a
/// family without a rule of its own.
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

    /// How many of the model's tokens make one of ours.
    pub(super) fn ratio(&self) -> f64 {
        self.0[RATIO]
    }

    /// The same for the descriptions of tools, with what the template puts around them.
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

    fn of(&self, sent: &RequestSizes) -> f64 {
        row(sent).iter().zip(self.0).map(|(size, figure)| size * figure).sum()
    }
}

impl Figures {
    /// The least squares over `reports`, the oldest first. The ratio of a model whose tokenizer we
    /// have is known: it isn't learned.
    fn fit(reports: &[CountReport], exact: bool) -> Self {
        // What is solved for are the figures' distances from their means, in spreads: that makes
        // the ridge the unit matrix, which no report can make singular.
        let mut matrix = [[0.0; FIGURES]; FIGURES];
        let mut right = [0.0; FIGURES];
        for (at, line) in matrix.iter_mut().enumerate() {
            line[at] = 1.0;
        }
        let mut weight = 1.0;
        for report in reports.iter().rev() {
            let reported = f64::from(report.reported.0);
            let variance = (SPREAD * reported).powi(2) + 1.0;
            let rest = reported - Self::PRIOR.of(&report.sent);
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

/// Solves a system whose matrix is the unit matrix plus squares, so that no pivot is under one.
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

/// Whether any tokenizer and template could give this count. What is outside was something
/// else: an earlier prompt from a cache, or a count of bytes.
fn is_believable(report: &CountReport) -> bool {
    let text = f64::from(report.sent.text.0);
    let reported = f64::from(report.reported.0);
    let sizes = row(&report.sent);
    let most: f64 = sizes.iter().zip(&PRIORS).map(|(size, prior)| size * prior.most).sum();
    text > 0.0 && (text * PRIORS[RATIO].least..=most).contains(&reported)
}

#[derive(Debug)]
pub(super) struct Calibration {
    /// Whether we have the model's own tokenizer.
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

    /// Whether our counts of its texts are the model's own. A name may promise more than it holds:
    /// people call a model of their own `gpt-4`, and then its server's counts tell.
    pub(super) fn is_exact(&self) -> bool {
        let state = self.state.lock();
        self.exact && !state.disproved()
    }

    /// The figures, if there was a report.
    pub(super) fn figures(&self) -> Option<Figures> {
        self.state.lock().figures
    }

    pub(super) fn learned(&self) -> Option<CountReports> {
        let state = self.state.lock();
        state.figures.is_some().then(|| CountReports { reports: state.reports.clone() })
    }

    /// Takes over what an earlier run learned. Reports of this run are newer, and none is taken
    /// twice.
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
        let share = |report: &CountReport| f64::from(report.reported.0) / figures.of(&report.sent);
        let (least, most) =
            state.set_aside.iter().map(share).fold((f64::MAX, 0.0_f64), |(least, most), share| {
                (least.min(share), most.max(share))
            });
        if most > least * 1.1 {
            state.set_aside = vec![report];
        } else if state.set_aside.len() >= CONVINCING {
            state.reports = std::mem::take(&mut state.set_aside);
            state.refit(self.exact);
        }
    }
}

impl State {
    /// Whether something must have been left out of a report. What was learned from requests that
    /// were much shorter says too little of it.
    fn finds_too_low(&self, report: &CountReport) -> bool {
        let seen = self.reports.iter().map(|report| report.sent.text).max().unwrap_or_default();
        seen.0 >= report.sent.text.0 / 2
            && self.figures.is_some_and(|figures| {
                f64::from(report.reported.0) < figures.of(&report.sent) * TOO_FEW
            })
    }

    /// Whether a report shows that another tokenizer counts than the name says.
    fn disproved(&self) -> bool {
        self.reports.iter().any(|CountReport { sent, reported }| {
            let (text, counted) = (f64::from(sent.text.0), f64::from(reported.0));
            let frames = f64::from(sent.messages) * 12.0 + 100.0;
            text >= TELLING
                && sent.tools.0 + sent.images.0 == 0
                && !(text * 0.97..=text * 1.03 + frames).contains(&counted)
        })
    }

    fn refit(&mut self, exact: bool) {
        let surplus = self.reports.len().saturating_sub(KEPT);
        self.reports.drain(..surplus);
        let exact = exact && !self.disproved();
        self.figures = (!self.reports.is_empty()).then(|| Figures::fit(&self.reports, exact));
    }
}

/// `tokens` times a figure, rounded.
pub(super) fn scaled(tokens: Tokens, figure: f64) -> Tokens {
    // The figures are clamped to small numbers that aren't negative where this is called, and casts
    // from float saturate.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    Tokens((f64::from(tokens.0) * figure).round() as u32)
}
