//! Opposites that the lexicon lacks: directions, comparisons, and other languages.

/// Pairs of folded prefixes: a word with one prefix is the opposite of a word with the other. A prefix that ends in a
/// full stop must be the whole word.
#[rustfmt::skip]
const PAIRS: [(&str, &str); 105] = [
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
    ("antes.", "depois."), ("mais.", "menos."), ("上升", "下降"), ("增加", "减少"),
    ("often.", "rarely."), ("often.", "seldom."), ("frequently.", "rarely."), ("usually.", "rarely."), ("always.", "rarely."), ("always.", "seldom."),
    ("oft.", "selten."), ("haufig.", "selten."), ("meist.", "selten."), ("immer.", "selten."), ("siempre.", "raramente."), ("menudo.", "raramente."),
    ("souvent.", "rarement."), ("toujours.", "rarement."), ("spesso.", "raramente."), ("sempre.", "raramente."),
];

/// A word has one bit for each pair.
const _: () = assert!(PAIRS.len() <= 128);

/// The pairs that have a word on their first or second side, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sides {
    first: u128,
    second: u128,
    /// A pair names the whole word, so the word is compared even if it is a function word.
    pub is_directed: bool,
}

impl Sides {
    pub(crate) fn of(word: &str) -> Self {
        let mut sides = Self { first: 0, second: 0, is_directed: false };
        for (at, (first, second)) in PAIRS.iter().enumerate() {
            for (pattern, side) in [(first, &mut sides.first), (second, &mut sides.second)] {
                let whole = pattern.strip_suffix('.');
                if whole.map_or_else(|| word.starts_with(pattern), |whole| word == whole) {
                    *side |= 1 << at;
                    sides.is_directed |= whole.is_some();
                }
            }
        }
        sides
    }

    pub(crate) fn are_opposite(self, other: Self) -> bool {
        self.first & other.second != 0 || self.second & other.first != 0
    }
}
