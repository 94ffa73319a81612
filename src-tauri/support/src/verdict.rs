//! The check: decides how well each cited passage supports a sentence, and lists facts that no passage has.

use std::ops::Range;

use conversation::{CitationMark, Number, Support};
use language::{NaturalLanguage, detect};

use crate::{
    claims::{Claim, claims},
    compare::differing::differing,
    languages::PassageLanguages,
    learned::{
        features::{Features, NAMES, features},
        scores::probability,
        trees,
    },
    text::{
        facts::{Evidence, Fact, FactQuery},
        meaning::Meaning,
        passage::Passage,
        statement::Statement,
    },
};

#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    pub number: Number,
    pub text: &'a str,
    /// The passage's context: the note's title, its path, the headings above the passage.
    pub about: &'a [&'a str],
}

#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    pub claim: Claim,
    /// The result for each compared passage, in the order of the marks.
    pub marks: Vec<(Number, Assessment)>,
    /// Cited passages in another language. At most their figures are compared.
    pub other_language: Vec<Number>,
    /// Facts that no cited passage has. With a passage in another language, only figures.
    pub missing: Vec<Fact>,
}

impl Verdict {
    /// The check is undecided: nothing disproves the sentence, and no passage clearly supports it.
    pub fn is_doubtful(&self) -> bool {
        let is_open = |(_, it): &(Number, Assessment)| {
            matches!(it.support, Support::Weak | Support::Unsupported)
        };
        (!self.marks.is_empty() || !self.other_language.is_empty())
            && self.marks.iter().all(is_open)
            && !self.missing.iter().any(Fact::disproves)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assessment {
    pub support: Support,
    /// Bytes of the passage's supporting sentences.
    pub evidence: Vec<Range<usize>>,
    /// Bytes of the contradicting sentence, if the verdict is a contradiction.
    pub contradicts: Vec<Range<usize>>,
    /// Bytes of the closest sentence, if the passage lacks a fact of the claim.
    pub nearest: Vec<Range<usize>>,
    /// The differing words of the claim and the contradicting sentence, folded.
    pub differing: Vec<String>,
}

impl Assessment {
    fn new(support: Support) -> Self {
        Self {
            support,
            evidence: Vec::new(),
            contradicts: Vec::new(),
            nearest: Vec::new(),
            differing: Vec::new(),
        }
    }
}

/// Checks every sentence of `answer` that cites passages.
///
/// `question` supplies names: an answer may use a name for which the passage says “she”.
pub fn check(
    answer: &str,
    marks: &[CitationMark],
    sources: &[Source<'_>],
    question: &str,
    meaning: Meaning<'_>,
) -> Vec<Verdict> {
    let asked = Evidence::new(&[question]);
    let claims: Vec<(Claim, Statement)> = claims(answer, marks)
        .into_iter()
        .map(|claim| {
            let statement = Statement::read(&claim.text, meaning);
            (claim, statement)
        })
        .collect();
    let is_cited = |number: &Number| claims.iter().any(|(claim, _)| claim.numbers.contains(number));
    let read: Vec<(Number, Passage, PassageLanguages<'_>)> = sources
        .iter()
        .filter(|source| is_cited(&source.number))
        .map(|source| {
            let citing: Vec<&Statement> = claims
                .iter()
                .filter(|(claim, _)| claim.numbers.contains(&source.number))
                .map(|(_, statement)| statement)
                .collect();
            let passage = Passage::read(source.text, source.about, &citing, meaning);
            (source.number, passage, PassageLanguages::of(source.text))
        })
        .collect();
    let answer_language = detect(answer).or_else(|| detect(question));
    claims
        .into_iter()
        .map(|(claim, said)| judge(claim, &said, &read, &asked, answer_language))
        .collect()
}

/// Checks a single claim against a text with the context `about`. Also returns the facts that the text lacks.
pub fn check_claim(
    claim: &str,
    text: &str,
    about: &[&str],
    meaning: Meaning<'_>,
) -> (Assessment, Vec<Fact>) {
    let statement = Statement::read(claim, meaning);
    let passage = Passage::read(text, about, &[&statement], meaning);
    let missing: Vec<Fact> = missing(&statement, &[&passage], None)
        .into_iter()
        .map(|found| found.fact.clone())
        .collect();
    let found = seen(&statement, &passage, &missing);
    (assess(&statement, &passage, &found, &missing), missing)
}

/// The named figures of a claim and a text, for training.
pub fn figures(claim: &str, text: &str, meaning: Meaning<'_>) -> Vec<(&'static str, f32)> {
    let statement = Statement::read(claim, meaning);
    let found = features(&statement, &Passage::read(text, &[], &[&statement], meaning));
    NAMES.into_iter().zip(found.values).collect()
}

/// `answer_language` is the language of the whole answer, or of the question if that is unclear.
fn judge(
    claim: Claim,
    statement: &Statement,
    read: &[(Number, Passage, PassageLanguages<'_>)],
    asked: &Evidence,
    answer_language: Option<NaturalLanguage>,
) -> Verdict {
    let own = detect(&claim.text);
    let cited: Vec<CitedPassage<'_>> = claim
        .numbers
        .iter()
        .map(|number| {
            let found = read.iter().find(|(other, ..)| other == number);
            let passage = found.map(|(_, passage, _)| passage);
            let is_other = |language: Option<NaturalLanguage>| {
                language.zip(found).is_some_and(|(language, (.., of))| of.exclude(language))
            };
            let language = match (is_other(own), own.is_none() && is_other(answer_language)) {
                (true, _) => LanguageMatch::Other,
                (_, true) => LanguageMatch::PerhapsOther,
                _ => LanguageMatch::Same,
            };
            CitedPassage { number: *number, passage, language }
        })
        .collect();
    let passages: Vec<&Passage> = cited.iter().filter_map(|it| it.passage).collect();
    // Several passages may support a sentence together, so each fact must be in one of them.
    let mut missing: Vec<Fact> = missing(statement, &passages, Some(asked))
        .into_iter()
        .map(|found| found.fact.clone())
        .collect();
    // The first word's capital alone disproves nothing. If another fact is missing as well, the name is reported.
    let name = statement.opening.as_ref().filter(|_| missing.iter().any(Fact::disproves));
    let stands = |name: &&FactQuery| {
        asked.has(name) || passages.iter().any(|passage| passage.evidence.has(name))
    };
    missing.extend(name.filter(|name| !stands(name)).map(|name| name.fact.clone()));
    // Names and quotations are translated; figures are not.
    let comparable = |language: NaturalLanguage| {
        let of = |number| read.iter().find(|(other, ..)| *other == number).map(|(.., of)| of);
        cited.iter().filter_map(|it| of(it.number)).all(|of| of.has_comparable_figures(language))
    };
    let figures: Vec<Fact> = match own.or(answer_language).is_some_and(comparable) {
        true => missing.iter().filter(|fact| fact.is_figure()).cloned().collect(),
        false => Vec::new(),
    };
    if cited.iter().any(|it| it.language == LanguageMatch::Other) {
        missing.clone_from(&figures);
    }
    let mut compared: Vec<(&CitedPassage<'_>, Option<Features>)> = Vec::new();
    let mut marks: Vec<(Number, Assessment)> = Vec::new();
    let mut other_language: Vec<Number> = Vec::new();
    for it in &cited {
        let found = it.passage.filter(|_| it.language != LanguageMatch::Other);
        let found = found.map(|passage| seen(statement, passage, &missing));
        let assessment = it.passage.zip(found.as_ref()).map_or_else(
            || Assessment::new(Support::Unsupported),
            |(passage, found)| assess(statement, passage, found, &missing),
        );
        let is_supported = assessment.support == Support::Supported;
        let is_compared = match it.language {
            LanguageMatch::Same => true,
            LanguageMatch::PerhapsOther => is_supported || !figures.is_empty(),
            LanguageMatch::Other => !figures.is_empty(),
        };
        if !is_compared || it.language == LanguageMatch::Other {
            other_language.push(it.number);
        }
        if is_compared {
            marks.push((it.number, assessment));
            compared.push((it, found));
        }
    }
    if marks.len() < cited.len() {
        missing = figures;
    }
    let mut verdict = Verdict { claim, marks, other_language, missing };
    together(&mut verdict, statement, &compared);
    verdict
}

/// Whether a passage is in the claim's language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LanguageMatch {
    Same,
    /// The claim's own language isn't clear, but the answer's is another one than the passage's.
    PerhapsOther,
    Other,
}

struct CitedPassage<'a> {
    number: Number,
    passage: Option<&'a Passage>,
    language: LanguageMatch,
}

/// The figures of a claim and a passage. If a missing fact disproves the claim, only the cheap ones are computed.
fn seen(statement: &Statement, passage: &Passage, missing: &[Fact]) -> Features {
    match missing.iter().any(Fact::disproves) {
        true => Features::of_words(statement, passage),
        false => features(statement, passage),
    }
}

/// The claim's facts that none of the passages has.
pub(crate) fn missing<'a>(
    claim: &'a Statement,
    passages: &[&Passage],
    asked: Option<&Evidence>,
) -> Vec<&'a FactQuery> {
    let stands = |fact: &&FactQuery| passages.iter().any(|passage| passage.evidence.has(fact));
    let is_asked = |fact: &&FactQuery| {
        matches!(fact.fact, Fact::Name(_)) && asked.is_some_and(|asked| asked.has(fact))
    };
    claim.facts.iter().filter(|fact| !stands(fact) && !is_asked(fact)).collect()
}

/// `missing` are the claim's facts that no cited passage has.
fn assess(claim: &Statement, passage: &Passage, found: &Features, missing: &[Fact]) -> Assessment {
    let mut assessment = Assessment::new(verdict(found, missing));
    let best: Vec<usize> = found.otherwise.or(found.best).into_iter().collect();
    match assessment.support {
        Support::Contradicted => {
            assessment.contradicts = places(passage, &best);
            assessment.differing =
                best.iter().flat_map(|at| differing(claim, passage, *at)).collect();
        }
        Support::Unsupported if !missing.is_empty() && found.best_words >= CARRIES => {
            assessment.nearest = places(passage, &best);
        }
        Support::Unsupported => {}
        Support::Supported | Support::Weak => {
            assessment.evidence = places(passage, &found.evidence);
        }
    }
    assessment
}

/// Minimum share of the claim's words for weak support, if only words are compared.
const SAYS: f32 = 0.25;

pub(crate) fn places(passage: &Passage, sentences: &[usize]) -> Vec<Range<usize>> {
    let mut places: Vec<Range<usize>> =
        sentences.iter().map(|at| passage.sentences[*at].range.clone()).collect();
    places.sort_by_key(|place| place.start);
    places
}

/// Minimum probability of support for a brief claim beside a note. The trees learned from longer claims, and from single
/// sentences in which a negation decides, so a true claim in other words than its note gets little. Anything from .24 to
/// .30 shows the same true claims in the half of `subjects-dev` that it wasn't chosen on.
const BRIEF_FROM: f32 = 0.25;

pub(crate) fn verdict(found: &Features, missing: &[Fact]) -> Support {
    if found.best.is_none() {
        return Support::Unsupported;
    }
    if missing.iter().any(Fact::disproves) {
        return Support::Unsupported;
    }
    let otherwise = probability(trees::CONTRADICTED, &found.values);
    let is_otherwise = found.is_opposite
        || found.otherwise.is_some()
        || (found.turned && otherwise >= trees::CONTRADICTED_FROM);
    if is_otherwise {
        return Support::Contradicted;
    }
    let (trees, from) = match found.has_meaning {
        true => (trees::SUPPORTED, trees::SUPPORTED_FROM),
        false => (trees::SUPPORTED_BY_WORDS, trees::SUPPORTED_BY_WORDS_FROM),
    };
    // The first trees weigh agreement, `otherwise` weighs contradiction.
    let supported = probability(trees, &found.values) * (1.0 - otherwise);
    let from = if found.is_brief && found.has_meaning { BRIEF_FROM } else { from };
    // A missing number in words leaves a doubt.
    if supported >= from && missing.is_empty() && !found.is_hedged && !found.is_unbound {
        Support::Supported
    } else if supported >= trees::WEAK_FROM && (found.has_meaning || found.values[0] >= SAYS) {
        Support::Weak
    } else {
        Support::Unsupported
    }
}

/// Minimum share of the claim's words in each of several passages that support it together.
const CARRIES: f32 = 0.3;

/// Maximum passages that are combined.
const COMBINED: usize = 4;

/// Marks passages as supporting if they support the claim together, though none does alone. `compared` belongs to the
/// verdict's marks, with the figures of each.
fn together(
    verdict: &mut Verdict,
    claim: &Statement,
    compared: &[(&CitedPassage<'_>, Option<Features>)],
) {
    let passages: Vec<&Passage> = compared.iter().filter_map(|(it, _)| it.passage).collect();
    let is_open = |it: &Assessment| matches!(it.support, Support::Weak | Support::Unsupported);
    // Combining can't supply missing facts, and a passage with few of the words contributes nothing.
    let is_told = verdict.marks.iter().any(|(_, it)| it.support == Support::Supported);
    let carries = |((_, it), (_, own)): (&(Number, Assessment), &(_, Option<Features>))| {
        is_open(it) && own.as_ref().is_some_and(|own| own.values[0] >= CARRIES)
    };
    let may_carry = verdict.marks.iter().zip(compared).any(carries);
    if passages.len() < 2 || !verdict.missing.is_empty() || is_told || !may_carry {
        return;
    }
    let joined = Passage::join(&passages[..passages.len().min(COMBINED)]);
    // What is said together is in several places.
    let found = Features { is_unbound: false, is_brief: false, ..features(claim, &joined) };
    if self::verdict(&found, &[]) != Support::Supported {
        return;
    }
    let marks = verdict.marks.iter_mut().zip(compared);
    for ((_, assessment), (cited, own)) in marks.filter(|((_, it), _)| is_open(it)) {
        let Some((passage, own)) = cited.passage.zip(own.as_ref()) else { continue };
        if own.values[0] >= CARRIES {
            assessment.support = Support::Supported;
            assessment.evidence = places(passage, &own.evidence);
        }
    }
}
