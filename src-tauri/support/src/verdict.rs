//! The check: decides how well each cited passage supports a sentence, and lists facts that no passage has.

use std::ops::Range;

use conversation::{CitationMark, Number, Support};

use crate::{
    claims::{Claim, claims},
    compare::differing::differing,
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
    /// The result for each cited passage, in the order of the marks.
    pub marks: Vec<(Number, Assessment)>,
    /// Facts that no cited passage has.
    pub missing: Vec<Fact>,
}

impl Verdict {
    /// The check is undecided: nothing disproves the sentence, and no passage clearly supports it.
    pub fn is_doubtful(&self) -> bool {
        let is_open = |(_, it): &(Number, Assessment)| {
            matches!(it.support, Support::Weak | Support::Unsupported)
        };
        !self.marks.is_empty()
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
    let read: Vec<(Number, Passage)> = sources
        .iter()
        .filter(|source| is_cited(&source.number))
        .map(|source| {
            let citing: Vec<&Statement> = claims
                .iter()
                .filter(|(claim, _)| claim.numbers.contains(&source.number))
                .map(|(_, statement)| statement)
                .collect();
            (source.number, Passage::read(source.text, source.about, &citing, meaning))
        })
        .collect();
    claims.into_iter().map(|(claim, said)| judge(claim, &said, &read, &asked)).collect()
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

fn judge(
    claim: Claim,
    statement: &Statement,
    read: &[(Number, Passage)],
    asked: &Evidence,
) -> Verdict {
    let cited: Vec<(Number, Option<&Passage>)> = claim
        .numbers
        .iter()
        .map(|number| {
            let passage = read.iter().find(|(other, _)| other == number).map(|(_, it)| it);
            (*number, passage)
        })
        .collect();
    let passages: Vec<&Passage> = cited.iter().filter_map(|(_, passage)| *passage).collect();
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
    let found: Vec<Option<Features>> =
        cited.iter().map(|(_, passage)| Some(seen(statement, (*passage)?, &missing))).collect();
    let marks = cited
        .iter()
        .zip(&found)
        .map(|((number, passage), found)| {
            let assessment = passage.zip(found.as_ref()).map_or_else(
                || Assessment::new(Support::Unsupported),
                |(passage, found)| assess(statement, passage, found, &missing),
            );
            (*number, assessment)
        })
        .collect();
    let mut verdict = Verdict { claim, marks, missing };
    together(&mut verdict, statement, &cited, &found);
    verdict
}

/// The figures of a claim and a passage. If a missing fact disproves the claim, the cheap figures do.
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
    let best: Vec<usize> = found.best.into_iter().collect();
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

pub(crate) fn verdict(found: &Features, missing: &[Fact]) -> Support {
    if found.best.is_none() {
        return Support::Unsupported;
    }
    if missing.iter().any(Fact::disproves) {
        return Support::Unsupported;
    }
    let otherwise = probability(trees::CONTRADICTED, &found.values);
    let is_otherwise = found.is_opposite || (found.turned && otherwise >= trees::CONTRADICTED_FROM);
    if is_otherwise {
        return Support::Contradicted;
    }
    let (trees, from) = match found.has_meaning {
        true => (trees::SUPPORTED, trees::SUPPORTED_FROM),
        false => (trees::SUPPORTED_BY_WORDS, trees::SUPPORTED_BY_WORDS_FROM),
    };
    // The first trees weigh agreement, `otherwise` weighs contradiction.
    let supported = probability(trees, &found.values) * (1.0 - otherwise);
    // A missing number in words leaves a doubt.
    if supported >= from && missing.is_empty() && !found.is_hedged {
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

/// Marks passages as supporting if they support the claim together, though none does alone. `found` has the figures
/// of each.
fn together(
    verdict: &mut Verdict,
    claim: &Statement,
    cited: &[(Number, Option<&Passage>)],
    found: &[Option<Features>],
) {
    let passages: Vec<&Passage> = cited.iter().filter_map(|(_, passage)| *passage).collect();
    let is_open = |it: &Assessment| matches!(it.support, Support::Weak | Support::Unsupported);
    // Combining can't supply missing facts, and a passage with few of the words contributes nothing.
    let is_told = verdict.marks.iter().any(|(_, it)| it.support == Support::Supported);
    let carries = |((_, it), own): (&(Number, Assessment), &Option<Features>)| {
        is_open(it) && own.as_ref().is_some_and(|own| own.values[0] >= CARRIES)
    };
    let may_carry = verdict.marks.iter().zip(found).any(carries);
    if passages.len() < 2 || !verdict.missing.is_empty() || is_told || !may_carry {
        return;
    }
    let joined = Passage::join(&passages[..passages.len().min(COMBINED)]);
    if self::verdict(&features(claim, &joined), &[]) != Support::Supported {
        return;
    }
    let marks = verdict.marks.iter_mut().zip(cited).zip(found);
    for (((_, assessment), (_, passage)), own) in marks.filter(|(((_, it), _), _)| is_open(it)) {
        let Some((passage, own)) = passage.zip(own.as_ref()) else { continue };
        if own.values[0] >= CARRIES {
            assessment.support = Support::Supported;
            assessment.evidence = places(passage, &own.evidence);
        }
    }
}
