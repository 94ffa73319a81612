//! The figures of a claim and a passage, the input of the boosted trees.
//!
//! The trees were trained with these figures in this order. After any change, train again (`training/train.py`).

use crate::{
    compare::{
        agents,
        alignment::{Alignment, FOUND},
        binding::is_unbound,
        cells, limits,
        turns::{Turns, is_hedged, is_opposite, turns},
        view::View,
    },
    text::{facts::Fact, passage::Passage, statement::Statement, token::Class},
};

pub(crate) const COUNT: usize = 51;

/// Names of the figures, for the training.
#[rustfmt::skip]
pub(crate) const NAMES: [&str; COUNT] = [
    "words.all", "words.best", "words.context", "words.two", "words.part_least", "words.part_mean",
    "names.missing", "names.count", "facts.missing", "numbers_in_words.missing", "facts.present", "bound.least", "bound.mean",
    "pairs.near", "pairs.adjacent", "run.longest", "order.common", "missing.weight", "missing.heaviest",
    "claim.words", "passage.sentences", "claim.parts", "reverse",
    "near.sentence", "near.three", "near.chosen", "near.words", "near.least_three", "near.least", "near.best_sentence",
    "near.best_least", "near.weighted", "near.part_least", "near.missing",
    "near.passage", "near.two_sentences", "near.far_share",
    "denied.differs", "denied.both", "denied.claim", "denied.sentence", "opposites", "siblings",
    "quantity", "only", "may", "bounds", "except", "roles", "chosen.words", "narrower",
];

#[derive(Debug)]
pub(crate) struct Features {
    pub values: [f32; COUNT],
    pub best: Option<usize>,
    /// The share of the claim's words in the best sentence.
    pub best_words: f32,
    /// Supporting sentences, best first.
    pub evidence: Vec<usize>,
    /// The best sentence has a sign of contradiction in single words.
    pub turned: bool,
    /// The best sentence clearly contradicts the claim: the two have nearly all words in common, apart from the
    /// contradiction.
    pub is_opposite: bool,
    pub is_hedged: bool,
    /// The passage says it of something else, or the claim states nothing.
    pub is_unbound: bool,
    /// A short claim beside several sentences, one of which has some of its words.
    pub is_brief: bool,
    /// The sentence that gives the claim's subject another value or another role.
    pub otherwise: Option<usize>,
    pub has_meaning: bool,
}

/// Maximum distance of two words, in tokens, that counts as near.
const NEAR: usize = 8;

/// The fit of each sentence of a passage to a claim.
pub(crate) struct Fit {
    /// The share of the claim's words in each sentence.
    own: Vec<f32>,
    /// The same, context included.
    with_context: Vec<f32>,
    /// The similarity in meaning; empty if unknown.
    likeness: Vec<f32>,
}

impl Fit {
    pub(crate) fn of(claim: &Statement, passage: &Passage) -> Self {
        let alignment = Alignment::of_words(claim, passage);
        Self::new(&view(claim, passage, &alignment))
    }

    /// The sentences by fit, best first.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.own.len()).collect();
        let fits: Vec<f32> = order.iter().map(|at| self.of_sentence(*at)).collect();
        order.sort_by(|one, two| fits[*two].total_cmp(&fits[*one]));
        order
    }

    fn new(view: &View<'_>) -> Self {
        let count = view.passage.sentences.len();
        let own = (0..count).map(|at| view.share(|word| view.row(at)[word].grade));
        let with_context =
            (0..count).map(|at| view.share(|word| view.alignment.in_context(at, word)));
        let mut likeness = view.passage.likeness(view.claim.vector.as_deref());
        for (likeness, sentence) in likeness.iter_mut().zip(&view.passage.sentences) {
            let is_admitted = view.claim.purport.admits(sentence.standing, &sentence.tokens);
            if !is_admitted && sentence.stated.is_empty() {
                *likeness = 0.0;
            }
        }
        Self { own: own.collect(), with_context: with_context.collect(), likeness }
    }

    /// Whether the sentence's meaning was compared.
    pub(crate) fn knows_meaning(&self, at: usize) -> bool {
        self.likeness.get(at).is_some_and(|likeness| *likeness != 0.0)
    }

    /// The fit of a sentence: up to 1 by words, and up to 0.5 more by meaning.
    pub(crate) fn of_sentence(&self, at: usize) -> f32 {
        let likeness = self.likeness.get(at).copied().unwrap_or(0.0);
        0.6 * self.own[at] + 0.4 * self.with_context[at] + 0.5 * likeness
    }
}

impl Features {
    /// Only the best sentence and its share of the claim's words.
    pub(crate) fn of_words(claim: &Statement, passage: &Passage) -> Self {
        let fit = Fit::of(claim, passage);
        let order = fit.order();
        let best = order.first().copied();
        Self {
            values: [0.0; COUNT],
            best,
            best_words: best.map_or(0.0, |best| fit.own[best]),
            evidence: Vec::new(),
            turned: false,
            is_opposite: false,
            is_hedged: false,
            is_unbound: false,
            is_brief: false,
            otherwise: None,
            has_meaning: false,
        }
    }
}

fn view<'a>(claim: &'a Statement, passage: &'a Passage, alignment: &'a Alignment<'a>) -> View<'a> {
    let total = alignment.words.iter().map(|word| word.weight).sum();
    View { claim, passage, alignment, total }
}

pub(crate) fn features(claim: &Statement, passage: &Passage) -> Features {
    let alignment = Alignment::new(claim, passage);
    let view = view(claim, passage, &alignment);
    let count = passage.sentences.len();
    let fits = Fit::new(&view);
    let Fit { own, with_context, likeness } = &fits;
    let fit = |at: usize| fits.of_sentence(at);
    let order = fits.order();
    let best = order.first().copied();

    let mut values = [0.0; COUNT];
    let mut at = 0;
    let mut put = |value: f32| {
        if let Some(place) = values.get_mut(at) {
            *place = value;
        }
        at += 1;
    };
    // Words.
    put(view.share(|word| view.best_grade(word)));
    put(own.iter().copied().fold(0.0, f32::max));
    put(with_context.iter().copied().fold(0.0, f32::max));
    let two = |one: usize| {
        let pair = |other: usize| {
            view.share(|word| view.row(one)[word].grade.max(view.row(other)[word].grade))
        };
        (0..count).map(pair).fold(0.0, f32::max)
    };
    put(order.iter().take(3).map(|one| two(*one)).fold(0.0, f32::max));
    let parts = part_shares(&view, |at, word| alignment.in_context(at, word), count);
    put(least(&parts).unwrap_or(0.0));
    put(mean(&parts).unwrap_or(0.0));
    // Facts, and words near them.
    let missing = |wanted: fn(&Fact) -> bool| {
        let all = claim.facts.iter().filter(|fact| wanted(&fact.fact));
        let (there, gone): (Vec<_>, Vec<_>) = all.partition(|fact| passage.evidence.has(fact));
        (there.len(), gone.len())
    };
    let (names, no_names) = missing(|fact| matches!(fact, Fact::Name(_)));
    put(ratio(no_names, names + no_names));
    put(small(names + no_names));
    let (facts, no_facts) =
        missing(|fact| matches!(fact, Fact::Number(_) | Fact::Date(_) | Fact::Quotation(_)));
    put(small(no_facts));
    let (in_words, none_in_words) = missing(|fact| matches!(fact, Fact::NumberWord(_)));
    put(small(none_in_words));
    put(small(facts + in_words));
    let bound = bound(&view);
    put(least(&bound).unwrap_or(1.0));
    put(mean(&bound).unwrap_or(1.0));
    // Order.
    let (near, adjacent) = pairs(&view);
    put(near);
    put(adjacent);
    let (run, common) = best.map_or((0.0, 0.0), |best| (run(&view, best), common(&view, best)));
    put(run);
    put(common);
    let words = view.words().len();
    let lost: Vec<f32> = (0..words)
        .filter(|word| view.best_grade(*word) < FOUND)
        .map(|word| view.words()[word].weight)
        .collect();
    put(lost.iter().sum::<f32>().min(6.0));
    put(lost.iter().copied().fold(0.0, f32::max));
    put((view.words().len() as f32 + 1.0).ln());
    put((count as f32 + 1.0).ln());
    put(small(claim.parts.len()));
    put(best.map_or(0.0, |best| reverse(&view, best)));
    // Meaning.
    if likeness.is_empty() {
        for _ in 0..MEANINGS {
            put(f32::NAN);
        }
    } else {
        let mut sorted = likeness.clone();
        sorted.sort_by(|one, two| two.total_cmp(one));
        put(sorted[0]);
        put(mean(&sorted[..sorted.len().min(3)]).unwrap_or(0.0));
        put(best.and_then(|best| likeness.get(best).copied()).unwrap_or(0.0));
        let counted: Vec<usize> = (0..words).filter(|at| view.words()[*at].weight > 0.0).collect();
        let near: Vec<f32> = counted.iter().map(|word| view.best_near(*word)).collect();
        put(mean(&near).unwrap_or(0.0));
        put(least_three(&near));
        put(least(&near).unwrap_or(0.0));
        let in_sentence = |at: usize| -> Vec<f32> {
            counted.iter().map(|word| view.row(at)[*word].near).collect()
        };
        let nearest = (0..count).max_by(|one, two| {
            mean(&in_sentence(*one))
                .unwrap_or(0.0)
                .total_cmp(&mean(&in_sentence(*two)).unwrap_or(0.0))
        });
        let nearest = nearest.map(in_sentence).unwrap_or_default();
        put(mean(&nearest).unwrap_or(0.0));
        put(least_three(&nearest));
        put(view.share(|word| view.best_near(word)));
        let parts = part_shares(&view, |at, word| view.row(at)[word].near, count);
        put(least(&parts).unwrap_or(0.0));
        let lost: Vec<f32> = counted
            .iter()
            .filter(|word| view.best_grade(**word) < FOUND)
            .map(|word| view.best_near(*word))
            .collect();
        put(mean(&lost).unwrap_or(1.0));
        put(passage.likeness_of_all(claim.vector.as_deref()));
        let two = (0..count).map(|at| {
            let next = (at + 1).min(count - 1);
            view.share(|word| view.row(at)[word].near.max(view.row(next)[word].near))
        });
        put(two.fold(0.0, f32::max));
        put(view.share(|word| f32::from(u8::from(view.best_near(word) < FAR))));
    }
    // Contradiction.
    let turns = best.map_or_else(Turns::default, |best| turns(&view, best));
    for value in turns.values() {
        put(value);
    }
    put(best.map_or(0.0, |best| own[best]));
    put(best.map_or(0.0, |best| {
        view.share(|word| if view.row(best)[word].narrower { 1.0 } else { 0.0 })
    }));
    let carries =
        |at: &usize| Some(*at) == best || (own[*at] >= 0.3 && fit(*at) >= 0.6 * fit(order[0]));
    let evidence = order.iter().copied().filter(carries).take(3).collect();
    Features {
        values,
        best,
        best_words: best.map_or(0.0, |best| own[best]),
        evidence,
        turned: turns.is_any(),
        is_opposite: best.is_some_and(|best| is_opposite(&view, best, &turns)),
        is_hedged: best.is_some_and(|best| is_hedged(&view, best, &turns)),
        is_unbound: best.is_some_and(|best| is_unbound(&view, best)),
        is_brief: words <= BRIEF
            && count >= SEVERAL
            && best.is_some_and(|best| own[best] >= IN_COMMON),
        otherwise: otherwise(&view, best),
        has_meaning: !likeness.is_empty(),
    }
}

/// The row whose cell the claim contradicts, or the sentence whose agent it exchanges.
fn otherwise(view: &View<'_>, best: Option<usize>) -> Option<usize> {
    let is_here = |best: &usize| {
        view.share(|word| f32::from(u8::from(view.row(*best)[word].grade >= FOUND))) >= HALF
    };
    let exchanged = best.filter(|best| is_here(best) && agents::differ(view, *best));
    cells::contradicting_row(view).or(exchanged).or_else(|| limits::excluding_sentence(view))
}

/// Maximum compared words of a brief claim.
const BRIEF: usize = 7;

/// Minimum sentences of a passage that is more than a statement.
const SEVERAL: usize = 4;

/// Minimum share of a brief claim's words in the best sentence.
const IN_COMMON: f32 = 0.35;

/// Minimum share of the claim's words in a sentence that exchanges its agent.
const HALF: f32 = 0.5;

/// Minimum similarity of related words.
const FAR: f32 = 0.5;

/// Number of figures that need vectors.
const MEANINGS: usize = 14;

fn small(count: usize) -> f32 {
    count.min(5) as f32
}

fn ratio(part: usize, whole: usize) -> f32 {
    if whole == 0 { 0.0 } else { part as f32 / whole as f32 }
}

fn mean(values: &[f32]) -> Option<f32> {
    (!values.is_empty()).then(|| values.iter().sum::<f32>() / values.len() as f32)
}

fn least(values: &[f32]) -> Option<f32> {
    values.iter().copied().reduce(f32::min)
}

fn least_three(values: &[f32]) -> f32 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f32::total_cmp);
    mean(&sorted[..sorted.len().min(3)]).unwrap_or(0.0)
}

/// For each part of the claim, the share of its words in the best sentence for that part.
fn part_shares(view: &View<'_>, grade: impl Fn(usize, usize) -> f32, count: usize) -> Vec<f32> {
    let parts = view.claim.parts.iter().filter_map(|part| {
        let inside: Vec<usize> = (0..view.words().len())
            .filter(|word| part.contains(&view.words()[*word].clause))
            .collect();
        let total: f32 = inside.iter().map(|word| view.words()[*word].weight).sum();
        if total <= 0.0 {
            return None;
        }
        let share = |at: usize| {
            let found = inside.iter().map(|word| view.words()[*word].weight * grade(at, *word));
            found.sum::<f32>() / total
        };
        Some((0..count).map(share).fold(0.0, f32::max))
    });
    parts.collect()
}

/// For each of the claim's names and numbers in the passage, the share of the words beside it that are also beside it
/// in the passage.
fn bound(view: &View<'_>) -> Vec<f32> {
    let words = view.words();
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if !matches!(word.class, Class::Name | Class::Number) {
            continue;
        }
        let beside: Vec<usize> = (at.saturating_sub(3)..(at + 4).min(words.len()))
            .filter(|other| *other != at && words[*other].weight > 0.0)
            .collect();
        let there = view.alignment.matches.iter().enumerate();
        let share = there
            .filter(|(_, row)| row[at].grade >= FOUND)
            .map(|(sentence, row)| {
                let near = |other: &&usize| {
                    let own =
                        row[**other].grade >= FOUND && row[**other].at.abs_diff(row[at].at) <= NEAR;
                    own || view.alignment.in_context(sentence, **other) >= 0.9
                };
                ratio(beside.iter().filter(near).count(), beside.len())
            })
            .reduce(f32::max);
        if !beside.is_empty() {
            found.extend(share);
        }
    }
    found
}

/// The share of the claim's adjacent word pairs that are near each other in a sentence, and the share that also
/// follow each other there.
fn pairs(view: &View<'_>) -> (f32, f32) {
    let counted: Vec<usize> =
        (0..view.words().len()).filter(|at| view.words()[*at].weight > 0.0).collect();
    if counted.len() < 2 {
        let all = counted.first().map_or(0.0, |word| view.best_grade(*word));
        return (all, all);
    }
    let (mut near, mut adjacent) = (0, 0);
    for pair in counted.windows(2) {
        let both = view.alignment.matches.iter().filter_map(|row| {
            let (one, two) = (row[pair[0]], row[pair[1]]);
            (one.grade >= FOUND && two.grade >= FOUND && one.at != two.at)
                .then_some((one.at, two.at))
        });
        let (mut is_near, mut follows) = (false, false);
        for (one, two) in both {
            is_near |= one.abs_diff(two) <= NEAR;
            follows |= two > one && two - one <= 3;
        }
        near += usize::from(is_near);
        adjacent += usize::from(follows);
    }
    (ratio(near, counted.len() - 1), ratio(adjacent, counted.len() - 1))
}

/// The longest run of the claim's words in the same order in the sentence, without gaps in the claim.
fn run(view: &View<'_>, sentence: usize) -> f32 {
    let (mut longest, mut length, mut last) = (0, 0, None);
    for found in view.row(sentence) {
        let follows = found.grade >= FOUND && last.is_none_or(|last| found.at > last);
        length = if follows { length + 1 } else { usize::from(found.grade >= FOUND) };
        last = (found.grade >= FOUND).then_some(found.at);
        longest = longest.max(length);
    }
    ratio(longest, view.words().len())
}

/// The longest row of the claim's words in the same order in the sentence, gaps allowed.
fn common(view: &View<'_>, sentence: usize) -> f32 {
    let places: Vec<usize> =
        view.row(sentence).iter().filter(|it| it.grade >= FOUND).map(|it| it.at).collect();
    let mut lengths: Vec<usize> = Vec::with_capacity(places.len());
    for (at, place) in places.iter().enumerate() {
        let before = (0..at).filter(|other| places[*other] < *place);
        lengths.push(1 + before.map(|other| lengths[other]).max().unwrap_or(0));
    }
    ratio(lengths.into_iter().max().unwrap_or(0), view.words().len())
}

/// The share of the sentence's words that the claim has.
fn reverse(view: &View<'_>, sentence: usize) -> f32 {
    let tokens = &view.passage.sentences[sentence].tokens;
    let row = view.row(sentence);
    let (mut all, mut found) = (0.0, 0.0);
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.counts()) {
        all += token.weight;
        if row.iter().any(|it| it.grade >= FOUND && it.at == at) {
            found += token.weight;
        }
    }
    if all > 0.0 { found / all } else { 0.0 }
}
