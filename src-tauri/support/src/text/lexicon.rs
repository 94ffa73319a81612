//! Relations between English words: synonyms, wider words, opposites.
//!
//! From WordNet, reduced to words that are common in texts. `training/lexicon.py` makes the file and describes its
//! lines.

#[cfg(test)]
mod tests;

use std::{collections::HashMap, str::Lines, sync::OnceLock};

const FILE: &str = include_str!("lexicon.txt");

/// Maximum steps to a wider meaning; more general ones say too little.
const STEPS: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct WordId(u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    Synonym,
    /// The first word is wider, as “animal” is than “dog”.
    Wider,
    Narrower,
    Opposite,
    Sibling,
    None,
}

#[derive(Debug)]
struct Entry {
    level: u8,
    meanings: Vec<u32>,
    opposites: Vec<WordId>,
}

#[derive(Debug)]
pub(crate) struct Lexicon {
    ids: HashMap<&'static str, WordId>,
    entries: Vec<Entry>,
    /// The next wider meaning of each meaning.
    wider: Vec<Option<u32>>,
}

pub(crate) fn lexicon() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    LEXICON.get_or_init(|| Lexicon::read(FILE))
}

impl Lexicon {
    fn read(file: &'static str) -> Self {
        let number = |text: &str| u32::from_str_radix(text, 36).ok();
        let mut lines: Lines<'static> = file.lines();
        let wider = lines.by_ref().take_while(|line| !line.is_empty()).map(number).collect();
        let words: Vec<Vec<&'static str>> =
            lines.map(|line| line.split(' ').collect::<Vec<_>>()).collect();
        let mut ids: HashMap<&'static str, WordId> = words
            .iter()
            .zip(0..)
            .filter_map(|(fields, at)| Some((*fields.first()?, WordId(at))))
            .collect();
        let entries = words
            .iter()
            .map(|fields| {
                let listed =
                    |at: usize| fields.get(at).into_iter().flat_map(|text| text.split('.'));
                Entry {
                    level: fields.get(1).and_then(|text| text.parse().ok()).unwrap_or(0),
                    meanings: listed(2).filter_map(number).collect(),
                    opposites: listed(3).filter_map(|word| ids.get(word).copied()).collect(),
                }
            })
            .collect();
        for (form, base) in IRREGULAR {
            if let Some(id) = ids.get(base).copied() {
                ids.insert(form, id);
            }
        }
        Self { ids, entries, wider }
    }

    /// The entry of a lower-case word, or of its base form.
    pub(crate) fn find(&self, word: &str) -> Option<WordId> {
        if !word.is_ascii() || word.len() < 2 {
            return None;
        }
        if let Some(id) = self.ids.get(word) {
            return Some(*id);
        }
        ENDINGS.iter().find_map(|(ending, instead)| {
            let bare = word.strip_suffix(ending).filter(|bare| bare.len() >= 2)?;
            let find = |word: &str| self.ids.get(word).copied();
            let doubled = || {
                let letters = bare.as_bytes();
                let [.., one, two] = letters else { return None };
                (one == two).then(|| find(&bare[..bare.len() - 1]))?
            };
            if instead.is_empty() {
                find(bare).or_else(doubled).or_else(|| find(&format!("{bare}e")))
            } else {
                find(&format!("{bare}{instead}"))
            }
        })
    }

    /// The word's frequency in texts, from 0 (rare) to 9.
    pub(crate) fn level(&self, word: WordId) -> u8 {
        self.entry(word).map_or(0, |entry| entry.level)
    }

    pub(crate) fn relation(&self, one: WordId, two: WordId) -> Relation {
        if one == two {
            return Relation::Synonym;
        }
        let (Some(first), Some(second)) = (self.entry(one), self.entry(two)) else {
            return Relation::None;
        };
        if first.opposites.contains(&two) || second.opposites.contains(&one) {
            return Relation::Opposite;
        }
        if first.meanings.iter().any(|meaning| second.meanings.contains(meaning)) {
            return Relation::Synonym;
        }
        if self.is_above(&first.meanings, &second.meanings) {
            return Relation::Wider;
        }
        if self.is_above(&second.meanings, &first.meanings) {
            return Relation::Narrower;
        }
        if self.parents(first).any(|parent| self.parents(second).any(|other| other == parent)) {
            return Relation::Sibling;
        }
        Relation::None
    }

    fn is_above(&self, wide: &[u32], narrow: &[u32]) -> bool {
        narrow.iter().any(|meaning| {
            std::iter::successors(self.above(*meaning), |it| self.above(*it))
                .take(STEPS)
                .any(|above| wide.contains(&above))
        })
    }

    fn parents(&self, entry: &Entry) -> impl Iterator<Item = u32> {
        entry.meanings.iter().filter_map(|meaning| self.above(*meaning))
    }

    fn above(&self, meaning: u32) -> Option<u32> {
        self.wider.get(usize::try_from(meaning).ok()?).copied().flatten()
    }

    fn entry(&self, word: WordId) -> Option<&Entry> {
        self.entries.get(usize::try_from(word.0).ok()?)
    }
}

/// English endings, longest first, and their replacements.
#[rustfmt::skip]
const ENDINGS: [(&str, &str); 12] = [
    ("iest", "y"), ("ies", "y"), ("ied", "y"), ("ier", "y"), ("ily", "y"), ("ing", ""), ("est", ""), ("es", ""), ("ed", ""),
    ("er", ""), ("ly", ""), ("s", ""),
];

/// Irregular forms and their base forms.
#[rustfmt::skip]
const IRREGULAR: [(&str, &str); 142] = [
    ("arose", "arise"), ("ate", "eat"), ("became", "become"), ("been", "be"), ("began", "begin"),
    ("begun", "begin"), ("best", "good"), ("better", "good"), ("bit", "bite"), ("blew", "blow"),
    ("bought", "buy"), ("broke", "break"), ("broken", "break"), ("brought", "bring"),
    ("built", "build"), ("burnt", "burn"), ("came", "come"), ("caught", "catch"), ("children", "child"),
    ("chose", "choose"), ("chosen", "choose"), ("dealt", "deal"), ("died", "die"), ("dies", "die"),
    ("done", "do"), ("drank", "drink"), ("drawn", "draw"), ("drew", "draw"), ("driven", "drive"),
    ("drove", "drive"), ("drunk", "drink"), ("dying", "die"), ("eaten", "eat"), ("fallen", "fall"),
    ("feet", "foot"), ("fell", "fall"), ("felt", "feel"), ("fled", "flee"), ("flew", "fly"),
    ("flown", "fly"), ("forgot", "forget"), ("fought", "fight"), ("found", "find"), ("froze", "freeze"),
    ("frozen", "freeze"), ("gave", "give"), ("given", "give"), ("gone", "go"), ("got", "get"),
    ("gotten", "get"), ("grew", "grow"), ("grown", "grow"), ("had", "have"), ("heard", "hear"),
    ("held", "hold"), ("hid", "hide"), ("hidden", "hide"), ("hung", "hang"), ("kept", "keep"),
    ("knew", "know"), ("known", "know"), ("laid", "lay"), ("lain", "lie"), ("led", "lead"),
    ("lent", "lend"), ("lost", "lose"), ("lying", "lie"), ("made", "make"),
    ("meant", "mean"), ("men", "man"), ("met", "meet"), ("mice", "mouse"), ("mistook", "mistake"),
    ("overcame", "overcome"), ("paid", "pay"), ("people", "person"), ("ran", "run"), ("rang", "ring"),
    ("ridden", "ride"), ("risen", "rise"), ("rode", "ride"), ("rose", "rise"), ("sang", "sing"),
    ("sank", "sink"), ("said", "say"), ("sat", "sit"), ("saw", "see"), ("seen", "see"),
    ("sent", "send"), ("shaken", "shake"), ("shone", "shine"), ("shook", "shake"), ("shot", "shoot"),
    ("shown", "show"), ("shrank", "shrink"), ("slept", "sleep"), ("slid", "slide"), ("sold", "sell"),
    ("sought", "seek"), ("spent", "spend"), ("spoke", "speak"), ("spoken", "speak"), ("sprang", "spring"),
    ("stole", "steal"), ("stolen", "steal"), ("stood", "stand"), ("struck", "strike"), ("stuck", "stick"),
    ("sung", "sing"), ("sunk", "sink"), ("swam", "swim"), ("swept", "sweep"), ("sworn", "swear"),
    ("swum", "swim"), ("taken", "take"), ("taught", "teach"), ("teeth", "tooth"), ("thought", "think"),
    ("threw", "throw"), ("thrown", "throw"), ("told", "tell"), ("took", "take"), ("tore", "tear"),
    ("torn", "tear"), ("tying", "tie"), ("undertook", "undertake"), ("went", "go"), ("were", "be"),
    ("wives", "wife"), ("woke", "wake"), ("woken", "wake"), ("women", "woman"), ("won", "win"),
    ("wore", "wear"), ("worn", "wear"), ("worse", "bad"), ("worst", "bad"), 
    ("wove", "weave"), ("written", "write"), ("wrote", "write"), ("withdrew", "withdraw"),
    ("withdrawn", "withdraw"),
];
