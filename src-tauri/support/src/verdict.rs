//! The check itself: how well each passage that a sentence cites supports it, and what none of them has.

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
    /// What else the model knew of it: the note's title, its path, the headings over it.
    pub about: &'a [&'a str],
}

/// What the check found of one sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    pub claim: Claim,
    /// What each of the passages does for it, in the order of the marks.
    pub marks: Vec<(Number, Assessment)>,
    /// What stands in none of its passages.
    pub missing: Vec<Fact>,
}

impl Verdict {
    /// Whether the check can't tell: nothing that the sentence says is disproved, and still no passage clearly
    /// supports it.
    pub fn is_doubtful(&self) -> bool {
        let is_open = |(_, it): &(Number, Assessment)| {
            matches!(it.support, Support::Weak | Support::Unsupported)
        };
        !self.marks.is_empty()
            && self.marks.iter().all(is_open)
            && !self.missing.iter().any(Fact::disproves)
    }
}

/// What one passage does for a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assessment {
    pub support: Support,
    /// The sentences of the passage that carry the claim, in bytes of its text.
    pub evidence: Vec<Range<usize>>,
    /// The sentence that says otherwise, if the verdict is that.
    pub contradicts: Vec<Range<usize>>,
    /// The sentence that comes nearest, where the passage lacks something of the claim.
    pub nearest: Vec<Range<usize>>,
    /// The words in which the claim and the sentence that says otherwise differ, folded.
    pub differing: Vec<String>,
}

impl Assessment {
    /// One without any sentence of the passage.
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

/// Checks every sentence of `answer` that cites something.
///
/// `question` is what was asked: its names may stand in an answer though the passage says “she”.
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

/// Checks a claim against a text, by itself; `about` is what else is known of the text. The facts are those that
/// the text lacks.
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

/// The figures by which a claim is judged against a text, with their names: for training.
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
    // Several passages together may carry a sentence: each fact must stand in one of them.
    let mut missing: Vec<Fact> = missing(statement, &passages, Some(asked))
        .into_iter()
        .map(|found| found.fact.clone())
        .collect();
    // A capital at the beginning says little, so that it alone disproves nothing; where something else is
    // wrong, the name is worth telling.
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

/// The figures of a claim beside a passage, as far as they are needed: what lacks a fact is unsupported whatever the words
/// mean.
fn seen(statement: &Statement, passage: &Passage, missing: &[Fact]) -> Features {
    match missing.iter().any(Fact::disproves) {
        true => Features::of_words(statement, passage),
        false => features(statement, passage),
    }
}

/// The facts of a claim that none of the passages has.
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

/// `missing` is what the claim says and none of its passages does.
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

/// By words alone, a passage that has less than this share of them says nothing of a claim.
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
    // These trees weigh what is there, the others what turns it.
    let supported = probability(trees, &found.values) * (1.0 - otherwise);
    // A number in words that stands nowhere leaves a doubt.
    if supported >= from && missing.is_empty() && !found.is_hedged {
        Support::Supported
    } else if supported >= trees::WEAK_FROM && (found.has_meaning || found.values[0] >= SAYS) {
        Support::Weak
    } else {
        Support::Unsupported
    }
}

/// Of several passages that carry a sentence together, each has at least this share of its words.
const CARRIES: f32 = 0.3;

/// Maximum passages of a sentence that are looked at together.
const COMBINED: usize = 4;

/// Several passages that carry a sentence together, though none does alone, support it. `found` has the figures of each.
fn together(
    verdict: &mut Verdict,
    claim: &Statement,
    cited: &[(Number, Option<&Passage>)],
    found: &[Option<Features>],
) {
    let passages: Vec<&Passage> = cited.iter().filter_map(|(_, passage)| *passage).collect();
    let is_open = |it: &Assessment| matches!(it.support, Support::Weak | Support::Unsupported);
    // What stands in none of them, all together don't have either; and one with few of the words carries nothing.
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
