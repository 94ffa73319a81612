//! Opposites that the lexicon doesn't have: directions and comparisons, and those of other languages.

/// Pairs of word beginnings, in small letters without accents: a word that begins with one is the opposite of one that
/// begins with the other. One that ends with a full stop must be the whole word.
#[rustfmt::skip]
const PAIRS: [(&str, &str); 90] = [
    ("increas", "decreas"), ("increas", "declin"), ("increas", "reduc"), ("rise.", "declin"), ("rises.", "declin"), ("rose.", "declin"),
    ("grew.", "shrank."), ("grow", "shrink"), ("grow", "declin"), ("more.", "less."), ("more.", "fewer."),
    ("above.", "below."), ("over.", "under."), ("before.", "after."), ("earlier.", "later."), ("until.", "since."),
    ("higher.", "lower."), ("highest.", "lowest."), ("most.", "least."), ("maximum.", "minimum."), ("upper.", "lower."),
    ("open", "clos"), ("opened.", "shut."), ("allow", "forbid"), ("allow", "prohibit"), ("permit", "prohibit"), ("legal.", "illegal."),
    ("accept", "reject"), ("accept", "refus"), ("support", "oppos"), ("win.", "lose."), ("won.", "lost."), ("gain", "lost."),
    ("succe", "fail"), ("start", "stop"), ("begin", "end."), ("began.", "ended."), ("alive.", "dead."), ("lives.", "died."),
    ("arriv", "depart"), ("arriv", "left."), ("inside.", "outside."), ("indoor", "outdoor"), ("sitting.", "standing."), ("sits.", "stands."),
    ("asleep.", "awake."), ("sleeping.", "awake."), ("same.", "different."), ("true.", "false."), ("possible.", "impossible."),
    ("agree", "disagree"), ("safe", "danger"), ("include", "exclud"), ("import", "export"), ("buy", "sell"), ("bought.", "sold."),
    ("steigt.", "sinkt."), ("steig", "fall"), ("stieg", "sank."), ("stieg", "fiel."), ("mehr.", "weniger."), ("vor.", "nach."), ("erhoh", "senk"),
    ("zunimm", "abnimm"), ("hoher", "niedriger"), ("erlaubt", "verboten"), ("offen", "geschlossen"), ("warm", "kalt"), ("lang", "kurz"),
    ("sube.", "baja."), ("subio.", "bajo."), ("aument", "disminu"), ("antes.", "despues."), ("mas.", "menos."), ("abiert", "cerrad"),
    ("augment", "diminu"), ("monte.", "descend."), ("avant.", "apres."), ("plus.", "moins."), ("ouvert", "ferme"),
    ("aument", "diminu"), ("sale.", "scende."), ("prima.", "dopo."), ("piu.", "meno."), ("apert", "chius"),
    ("aument", "diminui"), ("antes.", "depois."), ("mais.", "menos."), ("上升", "下降"), ("增加", "减少"),
];

/// Whether two words, in small letters without accents, are such opposites.
pub(super) fn are_opposite(one: &str, two: &str) -> bool {
    let fits = |word: &str, pattern: &str| match pattern.strip_suffix('.') {
        Some(whole) => word == whole,
        None => word.starts_with(pattern),
    };
    PAIRS.iter().any(|(first, second)| {
        (fits(one, first) && fits(two, second)) || (fits(one, second) && fits(two, first))
    })
}

/// Whether a word is on either side of a pair.
pub(super) fn has_opposite(word: &str) -> bool {
    PAIRS.iter().any(|(one, two)| {
        [one, two].into_iter().any(|pattern| match pattern.strip_suffix('.') {
            Some(whole) => word == whole,
            None => word.starts_with(pattern),
        })
    })
}

/// Whether a word is in one of the pairs, so that it is worth a comparison though it is one of grammar.
pub(super) fn is_directed(word: &str) -> bool {
    PAIRS.iter().any(|(one, two)| {
        [one, two].into_iter().any(|it| it.strip_suffix('.').is_some_and(|whole| whole == word))
    })
}
